//! The progress of a campaign, updated by its record and its events.

use std::sync::Arc;

use tune2048_tuner::baselines;
use tune2048_tuner::campaign::{Event, GenerationReport};
use tune2048_tuner::record::{CampaignState, Pilot};
use tune2048_tuner::space::{CampaignSpec, ValidationBaseline};
use tune2048_tuner::words::Phase;

use super::generation::{GenerationData, generations, positions};
use super::live_progress::{CampaignProgress, LiveProgress, MeanScore, Run};
use super::pace::{Pace, RecentRate};
use super::workload::Workload;

impl LiveProgress {
    /// Takes the state of a campaign, with its history, that continues on `cores` cores.
    ///
    /// `pilot_games` counts the games of its pilot, whether played or not.
    pub fn new(recorded: &CampaignState, pilot_games: u64, cores: usize) -> Self {
        let spec = &recorded.spec;
        let mut complete = generations(recorded);
        complete.retain(|generation| generation.number < recorded.generations);
        let start = spec.start_point();
        let weights = match complete.last() {
            Some(last) => positions(spec, &last.centre, &last.spread),
            None => positions(spec, &start, &vec![0.0; start.len()]),
        };
        let evidence = recorded.evidence();
        let run = CampaignProgress {
            generations: complete,
            start: stored_start(recorded),
            validated: evidence.map(|found| (found.tuned.mean, found.tuned.mean_ci95)),
            cores: cores.max(1),
            spec: Arc::clone(spec),
        };
        let workload = Workload::new(spec, pilot_games);
        let mut pace = Pace::new(spec.subject().unit(), None, Some(workload));
        pace.enter(Phase::Start);
        let mut state = Self::of(Run::Campaign(Box::new(run)), &spec.name, subject(spec), pace);
        state.weights = weights;
        state.resume(recorded.games, recorded.elapsed_seconds);
        if let Some(pilot) = &recorded.pilot {
            state.learn_pilot(pilot);
        }
        state
    }

    /// Takes an event of a campaign.
    pub fn observe(&mut self, event: &Event<'_>) {
        let Run::Campaign(run) = &mut self.run else { return };
        match event {
            Event::Started { games, .. } => self.games_before = *games,
            Event::Planned(plan) => self.learn_pilot(&plan.pilot),
            Event::Generation(report) => {
                let GenerationReport { spec, trials, distribution, reliability, .. } = **report;
                let before = run.generations.last().map_or(0, |last| last.games_so_far);
                let found = GenerationData::of(trials, distribution, reliability, before);
                self.weights = positions(spec, &found.centre, &found.spread);
                run.generations.push(found);
            }
            _ => {}
        }
        for message in event.messages() {
            self.say(&message);
        }
        if let (Event::Validation { games, is_start: true, .. }, Some(workload)) =
            (event, &mut self.pace.workload)
        {
            workload.start_plays_alone(*games);
        }
        if let Some((phase, on_record)) = event.phase() {
            self.pace.enter(phase);
            if on_record > 0 {
                self.games_before += on_record;
                self.pace.games += on_record;
                self.pace.rate = RecentRate::default();
            }
        }
    }

    /// Takes what the pilot found.
    pub fn learn_pilot(&mut self, pilot: &Pilot) {
        if let (Run::Campaign(run), Some(found)) = (&mut self.run, &pilot.findings) {
            run.start = run.start.or(Some((found.mean_score, found.mean_ci95)));
        }
    }
}

/// Returns the mean of the stored scores that a campaign is validated against, if there are any.
pub(crate) fn stored_start(state: &CampaignState) -> Option<MeanScore> {
    let is_stored = state.spec.validation.baseline == ValidationBaseline::Stored;
    let found = baselines::of(&state.start_weights()).filter(|_| is_stored)?.report();
    Some((found.mean, found.mean_ci95))
}

/// Returns heuristic, optimizer and player in one line.
fn subject(spec: &CampaignSpec) -> String {
    let (heuristic, optimizer) = (spec.subject().table_name(), spec.optimizer.name());
    format!("{heuristic} by {optimizer}, {}{}", spec.subject(), spec.from_tile())
}
