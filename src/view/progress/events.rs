//! Updates of a campaign's progress by its record and its events.

use tune2048_optimizer::Distribution;
use tune2048_tuner::campaign::{Event, GenerationReport, Pilot, Progress};
use tune2048_tuner::record::{Trial, games_dealt};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::{mean, mean_interval};
use tune2048_tuner::words::Phase;

use super::live_progress::{CompletedGeneration, LiveProgress, Message, ScoreEstimate, subject};
use super::positions::{drawn_from, positions};
use super::workload::Workload;

impl LiveProgress {
    /// Takes an event of the campaign.
    pub fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { games, .. } => self.games_before = *games,
            Event::Planned(plan) => self.learn_pilot(&plan.pilot),
            Event::Trial(trial) => {
                self.forecast.scores.learn_candidate(trial.evaluation.mean_score);
            }
            Event::Generation(report) => {
                let GenerationReport { spec, trials, distribution, reliability, .. } = **report;
                self.take_generation(trials, report.games_per_candidate, reliability, distribution);
                // A change may come after generations that are played once more.
                self.spec.clone_from(spec);
                self.weights = positions(spec, &points(trials), distribution);
            }
            Event::Changed { spec, .. } => self.change(spec),
            _ => {}
        }
        for message in event.messages() {
            self.say(&message);
        }
        if let Some((phase, on_record)) = event.phase() {
            self.enter(phase, on_record);
        }
    }

    /// Takes the specification of a campaign that was changed.
    fn change(&mut self, spec: &CampaignSpec) {
        self.workload = Workload::new(spec, self.workload.pilot);
        (self.total_generations, self.total_games) =
            (self.workload.generations(), self.workload.games());
        self.subject = subject(spec);
        self.spec = spec.clone();
        self.weights = positions(spec, &[&spec.start_point()], None);
    }

    /// Starts a phase of which `on_record` games are recorded already.
    fn enter(&mut self, phase: Phase, on_record: u64) {
        self.phase = phase;
        self.total_games = self.workload.games_in(phase, self.games);
        self.phase_began_at = self.games - self.games_before.min(self.games);
        self.phase_on_record = on_record;
        self.games_before += on_record;
        self.games += on_record;
    }

    /// Shows a message.
    pub fn say(&mut self, text: &str) {
        self.messages.push(Message { at: self.session, text: text.to_owned() });
    }

    /// Takes what the pilot found.
    pub fn learn_pilot(&mut self, pilot: &Pilot) {
        let Some(found) = &pilot.findings else { return };
        self.forecast.learn_pilot(found.length_exponent, found.mean_score);
        let interval = Some(found.mean_interval());
        self.start = Some(ScoreEstimate { mean: found.mean_score, interval });
    }

    /// Takes the complete generations of the record.
    pub(super) fn take_record(&mut self, progress: &Progress) {
        let trials = progress.trials.as_slice();
        let complete = trials.partition_point(|trial| trial.generation < progress.generations);
        for generation in trials[..complete].chunk_by(|a, b| a.generation == b.generation) {
            let number = generation[0].generation;
            let reliability = progress.reliability_at(number);
            let distribution = drawn_from(progress, number);
            self.take_generation(generation, games_dealt(generation), reliability, distribution);
            if number >= progress.coordinates_since() {
                self.weights = positions(&self.spec, &points(generation), distribution);
            }
        }
    }

    fn take_generation(
        &mut self,
        trials: &[Trial],
        games_per_candidate: u32,
        reliability: Option<f64>,
        distribution: Option<&Distribution>,
    ) {
        let scores: Vec<f64> = trials.iter().map(|trial| trial.evaluation.mean_score).collect();
        let objectives: Vec<f64> = trials.iter().map(|trial| trial.objective).collect();
        self.forecast.scores.learn_generation(mean(&scores));
        self.generations.push(CompletedGeneration {
            score: ScoreEstimate { mean: mean(&scores), interval: mean_interval(&scores) },
            objective: self.spec.better.sign() * mean(&objectives),
            reliability,
            games_per_candidate,
            step_size: distribution.map(|found| found.step_size),
        });
    }
}

fn points(trials: &[Trial]) -> Vec<&[f64]> {
    trials.iter().map(|trial| trial.point.as_slice()).collect()
}
