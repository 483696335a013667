//! What is known of a campaign under way, as people look at it.

use std::time::Duration;

use super::phase::Phase;
use super::positions::{WeightPosition, positions};
use super::time_left::Forecast;
use super::workload::Workload;
use tune2048_optimizer::Distribution;
use tune2048_tuner::campaign::reliability::games_dealt;
use tune2048_tuner::campaign::{Change, Event, Evidence, Pilot, Plan, Progress, StopReason};
use tune2048_tuner::checkpoint::Trial;
use tune2048_tuner::spec::{CampaignSpec, Objective};
use tune2048_tuner::statistics::{Interval, mean, mean_interval};

/// A mean score in points with its 95 % interval, if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEstimate {
    /// The mean score.
    pub mean: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// A generation that is complete.
#[derive(Clone, Debug, PartialEq)]
pub struct CompletedGeneration {
    /// Its candidates' mean score. The interval is Student's over the
    /// candidates, so that both the luck of their games and how much they
    /// differ are in it; the luck of the seeds, which they share, is not.
    pub score: ScoreEstimate,
    /// The mean of what is maximised.
    pub objective: f64,
    /// The reliability of its ranking, 0 to 1.
    pub reliability: Option<f64>,
    /// The games that it was dealt per candidate.
    pub games_per_candidate: u32,
    /// The step size that it was drawn with.
    pub step_size: Option<f64>,
}

/// Something to know, and when it came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The time since the session began.
    pub at: Duration,
    /// What it says, in one line.
    pub text: String,
}

/// A campaign under way.
#[derive(Clone, Debug)]
pub struct LiveProgress {
    /// The campaign's name.
    pub name: String,
    /// What is tuned, by what, with which player.
    pub subject: String,
    /// What comes before the name, such as the rung of a ladder.
    pub part: Option<String>,
    /// What is maximised.
    pub objective: Objective,
    /// What is being played.
    pub phase: Phase,
    /// All complete generations.
    pub generations: Vec<CompletedGeneration>,
    /// How many generations there will be, if that is known.
    pub generations_in_all: Option<u64>,
    /// The starting weights, as the pilot found them.
    pub start: Option<ScoreEstimate>,
    /// What the last validation found.
    pub validated: Option<Evidence>,
    /// A position per coordinate.
    pub weights: Vec<WeightPosition>,
    /// Warnings and the like, oldest first.
    pub messages: Vec<Message>,
    /// Games on record and played since.
    pub games: u64,
    /// All games there will be, if only games end the campaign.
    pub games_in_all: Option<u64>,
    /// The time since the session began.
    pub session: Duration,
    /// The time of search in earlier sessions.
    pub earlier: Duration,
    /// Games per second and thread, of the last while.
    pub games_per_second_and_core: Option<f64>,
    /// The seconds until the end, as foretold.
    pub seconds_left: Option<f64>,
    /// Whether a stop was asked for.
    pub is_stopping: bool,
    spec: CampaignSpec,
    cores: usize,
    forecast: Forecast,
    workload: Workload,
    /// Games on record when the session began.
    games_before: u64,
    /// Games of the session when the phase began.
    phase_began_at: u64,
    /// Games of the phase from earlier sessions.
    phase_on_record: u64,
}

impl LiveProgress {
    /// A campaign as it stands on the disk, to be gone on with on so many
    /// cores; `pilot_games` are those of its pilot, played or due.
    pub fn new(progress: &Progress, pilot_games: u64, cores: usize) -> Self {
        let spec = &progress.space;
        let workload = Workload::new(spec, pilot_games);
        let mut state = Self {
            name: spec.name.clone(),
            subject: subject(spec),
            part: None,
            objective: spec.objective,
            phase: Phase::Start,
            generations: Vec::new(),
            generations_in_all: workload.generations(),
            start: None,
            validated: progress.evidence.clone(),
            weights: Vec::new(),
            messages: Vec::new(),
            games: progress.games,
            games_in_all: workload.games(),
            session: Duration::ZERO,
            earlier: Duration::try_from_secs_f64(progress.elapsed_seconds).unwrap_or_default(),
            games_per_second_and_core: None,
            seconds_left: None,
            is_stopping: false,
            spec: spec.clone(),
            cores: cores.max(1),
            forecast: Forecast::default(),
            workload,
            games_before: progress.games,
            phase_began_at: 0,
            phase_on_record: 0,
        };
        if let Some(pilot) = &progress.pilot {
            state.learn_pilot(pilot);
        }
        state.weights = positions(spec, &[&spec.start_point()], None);
        state.take_record(progress);
        state
    }

    /// Takes what happened.
    pub fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { torn, games, .. } => {
                self.games_before = *games;
                if *torn {
                    self.say(
                        "warning: the last line of the record was cut short and is played again",
                    );
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
                // A change may come after generations that are played anew.
                self.spec.clone_from(report.space);
                self.weights = positions(&self.spec, &points(report.trials), report.distribution);
            }
            Event::Changed { change, space } => self.change(change, space),
            Event::ChangeRefused(reason) => self.say(&format!("warning: {reason}")),
            Event::RestartedWider {
                generation,
                step_size,
            } => self.say(&format!(
                "the ranking is noise: generation {} begins anew with step size {step_size:.3}",
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

    /// Takes how long the session has lasted, and how many games were played in it.
    pub fn tick(&mut self, session: Duration, games: u64) {
        self.session = session;
        self.games = self.games_before + games;
        self.forecast.count(session, games, self.phase.players());
        let speed = self.forecast.games_per_second();
        self.games_per_second_and_core = speed.map(|speed| speed / self.cores as f64);
        let of_phase = games.saturating_sub(self.phase_began_at) + self.phase_on_record;
        let each = self.generations.last().map(|last| last.games_per_candidate);
        let ahead = self.workload.ahead(
            (self.phase, of_phase),
            self.games,
            (self.generations.len() as u64, each),
            (self.earlier + session).as_secs_f64(),
        );
        self.seconds_left = self.forecast.seconds_left(&ahead);
    }

    /// How much of the campaign is done, 0 to 1, if its end is known.
    pub fn share_done(&self) -> Option<f64> {
        let by_games = |all: u64| self.games as f64 / all.max(1) as f64;
        let by_time = || {
            let spent = (self.earlier + self.session).as_secs_f64();
            self.seconds_left
                .map(|left| spent / (spent + left).max(1e-9))
        };
        let share = self.games_in_all.map(by_games).or_else(by_time)?;
        Some(share.clamp(0.0, 1.0))
    }

    /// The generation that is under way, from 1.
    pub fn generation(&self) -> u64 {
        let next = self.generations.len() as u64 + 1;
        self.generations_in_all.map_or(next, |all| next.min(all))
    }

    /// Goes on with another search space.
    fn change(&mut self, change: &Change, spec: &CampaignSpec) {
        self.workload = Workload::new(spec, self.workload.pilot);
        (self.generations_in_all, self.games_in_all) =
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

    /// Begins a phase of which so many games are on record already.
    fn enter(&mut self, phase: Phase, on_record: u64) {
        self.phase = phase;
        self.phase_began_at = self.games - self.games_before.min(self.games);
        self.phase_on_record = on_record;
        self.games_before += on_record;
        self.games += on_record;
    }

    fn say(&mut self, text: &str) {
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

    fn learn_pilot(&mut self, pilot: &Pilot) {
        let Some(found) = &pilot.findings else { return };
        self.forecast
            .learn_pilot(found.length_exponent, found.mean_score);
        // The coefficient of variation is pooled: a normal quantile will do.
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

    /// Takes the complete generations on record.
    fn take_record(&mut self, progress: &Progress) {
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

/// What is tuned, by what, with which player.
fn subject(spec: &CampaignSpec) -> String {
    format!(
        "{} by {}, {}",
        spec.heuristic().name(),
        spec.optimizer.name(),
        spec.player
    )
}

fn points(trials: &[Trial]) -> Vec<&[f64]> {
    trials.iter().map(|trial| trial.point.as_slice()).collect()
}
