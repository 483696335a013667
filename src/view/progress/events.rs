//! Updates of a campaign's progress by its record and its events.

use tune2048_files::journal::UNLOCKED_WARNING;
use tune2048_optimizer::Distribution;
use tune2048_tuner::campaign::{Change, Event, Pilot, Plan, Progress, StopReason};
use tune2048_tuner::checkpoint::{Trial, games_dealt};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::{Interval, mean, mean_interval};

use super::live_progress::{CompletedGeneration, LiveProgress, Message, ScoreEstimate, subject};
use super::phase::Phase;
use super::positions::positions;
use super::workload::Workload;

impl LiveProgress {
    /// Takes an event of the campaign.
    pub fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::Started {
                torn,
                locked,
                games,
                ..
            } => {
                self.games_before = *games;
                if *torn {
                    self.say(
                        "warning: the last line of the record was cut short and is played again",
                    );
                }
                if !locked {
                    self.say(UNLOCKED_WARNING);
                }
                self.enter(Phase::Search, 0);
            }
            Event::Pilot { .. } => self.enter(Phase::Pilot, 0),
            Event::Planned(plan) => {
                self.take_plan(plan);
                self.enter(Phase::Search, 0);
            }
            Event::Trial(trial) => {
                let score = trial.evaluation.mean_score;
                self.forecast.learn_candidate(score);
            }
            Event::Generation(report) => {
                self.take_generation(
                    report.trials,
                    report.games_per_candidate,
                    report.reliability,
                    report.distribution,
                );
                // A change may come after generations that are played once more.
                self.spec.clone_from(report.spec);
                self.weights = positions(&self.spec, &points(report.trials), report.distribution);
            }
            Event::Changed { change, spec } => self.change(change, spec),
            Event::ChangeRefused(reason) => self.say(&format!("warning: {reason}")),
            Event::RestartedWider {
                generation,
                step_size,
            } => self.say(&format!(
                "the ranking is noise: the search restarts at generation {} with step size {step_size:.3}",
                generation + 1
            )),
            Event::SearchEnded(reason) => {
                if *reason == StopReason::Noise {
                    self.say(&format!("the search ends: {reason}"));
                }
            }
            Event::Selection {
                finalists,
                on_record,
                ..
            } => {
                let finalists = *finalists;
                self.enter(Phase::Race { finalists }, *on_record);
            }
            Event::Validation { on_record, .. } => self.enter(Phase::Validation, *on_record),
        }
    }

    /// Takes a change of the campaign's specification.
    fn change(&mut self, change: &Change, spec: &CampaignSpec) {
        self.workload = Workload::new(spec, self.workload.pilot);
        (self.total_generations, self.total_games) =
            (self.workload.generations(), self.workload.games());
        self.subject = subject(spec);
        self.spec = spec.clone();
        self.weights = positions(spec, &[&spec.start_point()], None);
        let settings = change.differences.iter().map(|found| &*found.setting);
        let settings: Vec<&str> = settings.collect();
        self.say(&format!(
            "changed from generation {} on: {}",
            change.generation + 1,
            settings.join(", ")
        ));
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
        self.messages.push(Message {
            at: self.session,
            text: text.to_owned(),
        });
    }

    fn take_plan(&mut self, plan: &Plan) {
        self.learn_pilot(&plan.pilot);
        for warning in &plan.warnings {
            self.say(&format!("warning: {warning}"));
        }
    }

    /// Takes what the pilot found.
    pub fn learn_pilot(&mut self, pilot: &Pilot) {
        let Some(found) = &pilot.findings else { return };
        self.forecast
            .learn_pilot(found.length_exponent, found.mean_score);
        // The coefficient of variation is pooled over many games: a normal quantile is enough.
        let error = found.coefficient_of_variation * found.mean_score
            / (found.games_per_candidate.max(1) as f64).sqrt();
        self.start = Some(ScoreEstimate {
            mean: found.mean_score,
            interval: Some(Interval {
                low: found.mean_score - 1.96 * error,
                high: found.mean_score + 1.96 * error,
            }),
        });
    }

    /// Takes the complete generations of the record.
    pub(super) fn take_record(&mut self, progress: &Progress) {
        let trials = progress.trials.as_slice();
        let complete = trials.partition_point(|trial| trial.generation < progress.generations);
        for generation in trials[..complete].chunk_by(|a, b| a.generation == b.generation) {
            let number = generation[0].generation;
            let rows = &progress.distributions;
            let reliability = progress.reliability_at(number);
            let drawn_from = rows.iter().rfind(|row| row.generation == number);
            let distribution = drawn_from.map(|row| &row.distribution);
            self.take_generation(
                generation,
                games_dealt(generation),
                reliability,
                distribution,
            );
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
        let scores: Vec<f64> = trials
            .iter()
            .map(|trial| trial.evaluation.mean_score)
            .collect();
        let objectives: Vec<f64> = trials.iter().map(|trial| trial.objective).collect();
        self.forecast.learn_generation(mean(&scores));
        self.generations.push(CompletedGeneration {
            score: ScoreEstimate {
                mean: mean(&scores),
                interval: mean_interval(&scores),
            },
            objective: mean(&objectives),
            reliability,
            games_per_candidate,
            step_size: distribution.map(|found| found.step_size),
        });
    }
}

fn points(trials: &[Trial]) -> Vec<&[f64]> {
    trials.iter().map(|trial| trial.point.as_slice()).collect()
}
