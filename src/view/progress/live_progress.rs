//! All that is known of a running campaign.

use std::time::Duration;

use super::positions::{WeightPosition, positions};
use super::time_left::Forecast;
use super::workload::Workload;
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::record::worker_presence::SeenWorker;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::words::Phase;

/// A mean score in points with its 95 % interval, if that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEstimate {
    /// Mean score in points.
    pub mean: f64,
    /// 95 % interval of the mean.
    pub interval: Option<Interval>,
}

/// Results of a generation all of whose candidates are evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct CompletedGeneration {
    /// Mean of the candidates' mean scores.
    ///
    /// Student's interval over the candidates includes the luck of their games and the
    /// differences between them, but not the luck of the seeds, which they share.
    pub score: ScoreEstimate,
    /// Mean of the statistic that is tuned over the candidates.
    pub objective: f64,
    /// Reliability of the ranking, 0 to 1.
    pub reliability: Option<f64>,
    /// Games per candidate.
    pub games_per_candidate: u32,
    /// Step size of the distribution that the generation was drawn from.
    pub step_size: Option<f64>,
}

/// A message of one line and the time when it came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Time since the session began.
    pub at: Duration,
    /// Text of the message.
    pub text: String,
}

/// Progress of a running campaign.
#[derive(Clone, Debug)]
pub struct LiveProgress {
    /// Name of the campaign.
    pub name: String,
    /// Heuristic, optimizer and player in one line.
    pub subject: String,
    /// Place of the campaign in a series, such as the rung of a ladder.
    pub part: Option<String>,
    /// Part of the campaign that is being played.
    pub phase: Phase,
    /// All complete generations.
    pub generations: Vec<CompletedGeneration>,
    /// Number of generations of the whole campaign, if the budget determines it.
    pub total_generations: Option<u64>,
    /// Score of the starting weights in the pilot.
    pub start: Option<ScoreEstimate>,
    /// Evidence of the last validation.
    pub validated: Option<Evidence>,
    /// Position of the search per coordinate.
    pub weights: Vec<WeightPosition>,
    /// Warnings and other messages, oldest first.
    pub messages: Vec<Message>,
    /// Workers of this session on other machines.
    pub workers: Vec<SeenWorker>,
    /// Games played in all sessions.
    pub games: u64,
    /// Games of the whole campaign, if the budget determines them.
    pub total_games: Option<u64>,
    /// Time since the session began.
    pub session: Duration,
    /// Time of search in earlier sessions.
    pub earlier: Duration,
    /// Recent games per second and thread.
    pub games_per_second_and_core: Option<f64>,
    /// Forecast of the seconds until the end.
    pub seconds_left: Option<f64>,
    /// Whether the user has requested a stop.
    pub is_stopping: bool,
    pub(crate) spec: CampaignSpec,
    cores: usize,
    pub(super) forecast: Forecast,
    pub(super) workload: Workload,
    /// Games of earlier sessions.
    pub(super) games_before: u64,
    /// Games of the session when the phase began.
    pub(super) phase_began_at: u64,
    /// Games of the phase from earlier sessions.
    pub(super) phase_on_record: u64,
}

impl LiveProgress {
    /// Takes the recorded progress of a campaign that continues on `cores` cores.
    ///
    /// `pilot_games` counts the games of its pilot, whether played or not.
    pub fn new(progress: &Progress, pilot_games: u64, cores: usize) -> Self {
        let spec = &progress.spec;
        let workload = Workload::new(spec, pilot_games);
        let mut state = Self {
            name: spec.name.clone(),
            subject: subject(spec),
            part: None,
            phase: Phase::Start,
            generations: Vec::new(),
            total_generations: workload.generations(),
            start: None,
            validated: progress.evidence.clone(),
            weights: Vec::new(),
            messages: Vec::new(),
            workers: Vec::new(),
            games: progress.games,
            total_games: workload.games(),
            session: Duration::ZERO,
            earlier: Duration::try_from_secs_f64(progress.elapsed_seconds).unwrap_or_default(),
            games_per_second_and_core: None,
            seconds_left: None,
            is_stopping: false,
            spec: spec.clone(),
            cores: cores.max(1),
            forecast: Forecast::beginning_at(spec.beginning.as_ref().map(|found| found.tile)),
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

    /// Takes the time since the session began and the games played in it.
    pub fn tick(&mut self, session: Duration, games: u64) {
        self.session = session;
        self.games = self.games_before + games;
        let played = self.workload.played(self.phase);
        self.forecast.count(session, games, played);
        let speed = self.forecast.games_per_second();
        self.games_per_second_and_core = speed.map(|speed| speed / self.cores as f64);
        let played = games.saturating_sub(self.phase_began_at) + self.phase_on_record;
        let each = self.generations.last().map(|last| last.games_per_candidate);
        let generations = (self.generations.len() as u64, each);
        let seconds = (self.earlier + session).as_secs_f64();
        let ahead = self.workload.ahead((self.phase, played), self.games, generations, seconds);
        self.seconds_left = self.forecast.seconds_left(&ahead);
    }

    /// Returns the share of the campaign that is done, 0 to 1, if its end is known.
    pub fn share_done(&self) -> Option<f64> {
        let by_games = |all: u64| self.games as f64 / all.max(1) as f64;
        let by_time = || {
            let spent = (self.earlier + self.session).as_secs_f64();
            self.seconds_left.map(|left| spent / (spent + left).max(1e-9))
        };
        Some(self.total_games.map(by_games).or_else(by_time)?.clamp(0.0, 1.0))
    }

    /// Returns the number of the current generation, counted from 1.
    pub fn generation(&self) -> u64 {
        let next = self.generations.len() as u64 + 1;
        self.total_generations.map_or(next, |all| next.min(all))
    }
}

/// Returns heuristic, optimizer and player in one line.
pub(super) fn subject(spec: &CampaignSpec) -> String {
    let (heuristic, optimizer) = (spec.subject().table_name(), spec.optimizer.name());
    format!("{heuristic} by {optimizer}, {}{}", spec.subject(), spec.from_tile())
}
