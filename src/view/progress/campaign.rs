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
            start: start_level(recorded).map(|(level, _)| level),
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
        state
    }

    /// Takes an event of a campaign.
    pub fn observe(&mut self, event: &Event<'_>) {
        let Run::Campaign(run) = &mut self.run else { return };
        match event {
            Event::Started { games, .. } => self.games_before = *games,
            Event::Planned(plan) => run.start = run.start.or(pilot_level(&plan.pilot)),
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
}

/// Returns the mean score of the starting weights before a validation, and which games it is from: stored ones, if a
/// campaign is validated against them, or the pilot.
pub(crate) fn start_level(state: &CampaignState) -> Option<(MeanScore, &'static str)> {
    let is_stored = state.spec.validation.baseline == ValidationBaseline::Stored;
    if let Some(stored) = baselines::of(&state.start_weights()).filter(|_| is_stored) {
        let found = stored.report();
        return Some(((found.mean, found.mean_ci95), "in stored games"));
    }
    Some((pilot_level(state.pilot.as_ref()?)?, "in the pilot"))
}

fn pilot_level(pilot: &Pilot) -> Option<MeanScore> {
    let found = pilot.findings.as_ref()?;
    Some((found.mean_score, found.mean_ci95))
}

/// Returns heuristic, optimizer and player in one line.
fn subject(spec: &CampaignSpec) -> String {
    let (heuristic, optimizer) = (spec.subject().table_name(), spec.optimizer.name());
    format!("{heuristic} by {optimizer}, {}{}", spec.subject(), spec.from_tile())
}
