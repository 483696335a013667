//! How far a run is, how fast, and how long what is left takes: while it is played, and by its record.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;

use super::workload::Workload;
use crate::view::words::time_left;
use tune2048_engine::game::Stream;
use tune2048_tuner::record::{CampaignState, RunState};
use tune2048_tuner::words::{Phase, score};

/// How far a run is, and how fast.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Part of a campaign that is being played; of a learning run the search.
    pub phase: Phase,
    /// What is counted with a seed: a game, or a pair of games.
    pub unit: &'static str,
    /// Games of all sessions, or of the test of a network.
    pub games: u64,
    /// Games of the whole run, or of the test of a network, if they are known.
    pub total_games: Option<u64>,
    /// Seconds of search or learning.
    pub seconds: f64,
    /// Speed of all threads together.
    pub rate: RecentRate,
    /// What a campaign consists of; none of a learning run.
    pub(super) workload: Option<Workload>,
}

impl Pace {
    /// A run before its first game.
    pub(super) fn new(unit: &'static str, games: Option<u64>, workload: Option<Workload>) -> Self {
        let (phase, rate) = (Phase::Start, RecentRate::default());
        Self { phase, unit, games: 0, total_games: games, seconds: 0.0, rate, workload }
    }

    /// A campaign by its record alone. Only one that `is_running` has, with its history, a speed and an
    /// end in sight.
    pub fn of(state: &CampaignState, is_running: bool) -> Self {
        let (spec, finals) = (&state.spec, &state.finals);
        let mut workload = Workload::new(spec, state.pilot.as_ref().map_or(0, |pilot| pilot.games));
        let (race_from, look) = finals.present(state.games);
        if let Some(look) = look.filter(|look| look.winner == look.start) {
            workload.validation = look.validation_games.into();
        }
        let count = |stream: Stream, games: Range<u64>| {
            let all = finals.all_games();
            all.filter(|(of, _, game)| *of == stream && games.contains(game)).count() as u64
        };
        let race = count(Stream::Selection, race_from..u64::MAX);
        let validation = look.map_or(0, |look| count(Stream::Validation, look.games()));
        // A longer search has added to the finalists of before.
        let finalists = finals.finalists.len().min(spec.selection.finalists as usize);
        let mut pace = Self::new(spec.subject().unit(), None, Some(workload));
        let phase = match (look, race) {
            (Some(_), _) => Phase::Validation,
            (None, 1..) => Phase::Race { finalists },
            (None, 0) if state.games == 0 => Phase::Start,
            (None, 0) if state.trials == 0 && state.pilot.is_none() => Phase::Pilot,
            (None, 0) => Phase::Search,
        };
        let now = if look.is_some() { validation } else { race };
        pace.games = state.games + race + validation - now;
        pace.enter(phase);
        pace.games += now;
        pace.seconds = state.elapsed_seconds;
        if is_running {
            pace.rate = recorded_rate(state);
        }
        pace
    }

    /// Starts a phase after the games so far.
    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.total_games = self.workload.and_then(|workload| workload.games(phase, self.games));
    }

    /// What a forecast of the games that are left is: they may not all be played.
    pub fn limit(&self) -> &'static str {
        let may_end = self.workload.is_some() && self.phase != Phase::Validation;
        if may_end { "at most" } else { "about" }
    }

    /// The share of the run that is done, 0 to 1, if its end is known.
    pub fn share_done(&self) -> Option<f64> {
        let by_games = self.total_games.map(|all| self.games as f64 / all.max(1) as f64);
        // A budget of minutes says nothing of the games that follow on it.
        let limit = self.workload.and_then(|workload| workload.seconds);
        let by_time = limit.map(|limit| self.seconds / limit).filter(|share| *share < 1.0);
        by_games.map(|share| share.clamp(0.0, 1.0)).or(by_time)
    }

    /// A forecast of the seconds until the end, at the speed of the last games.
    pub fn seconds_left(&self) -> Option<f64> {
        let speed = self.rate.per_second()?;
        let by_games = self.total_games.map(|all| all.saturating_sub(self.games) as f64 / speed);
        let by_time = |workload: Workload| workload.seconds_left(self.phase, self.seconds, speed);
        by_games.into_iter().chain(self.workload.and_then(by_time)).reduce(f64::min)
    }

    /// The state, a phase beside the search, units per second and time left in words, as far as they are known.
    pub fn words(&self, state: RunState) -> String {
        let words = [
            Some(state.with_share(self.share_done())),
            (self.phase != Phase::Search).then(|| self.phase.name().to_owned()),
            self.rate.per_second().map(|speed| format!("{} {}s a second", score(speed), self.unit)),
            self.seconds_left().map(|left| time_left(self.limit(), left)),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Returns the speed by the recorded times of the search, which pauses are left out of.
fn recorded_rate(state: &CampaignState) -> RecentRate {
    let (mut rate, mut games) = (RecentRate::default(), 0);
    for trial in &state.all_trials {
        games += u64::from(trial.evaluation.games);
        if let Ok(at) = Duration::try_from_secs_f64(trial.elapsed_seconds) {
            rate.count(at, games);
        }
    }
    rate
}

/// Length of the period over which the rate is measured.
const WINDOW: Duration = Duration::from_secs(30);
/// Shortest time between two samples.
const STEP: Duration = Duration::from_millis(500);
/// Fewer games give no usable rate.
const MIN_GAMES: u64 = 8;

/// Measures games per second.
#[derive(Clone, Debug, Default)]
pub struct RecentRate {
    /// The games so far at some times, oldest first.
    samples: VecDeque<(Duration, u64)>,
}

impl RecentRate {
    /// Takes the number of games that are played at the time `at`.
    pub fn count(&mut self, at: Duration, games: u64) {
        if self.samples.back().is_some_and(|(last, _)| at < *last + STEP) {
            return;
        }
        self.samples.push_back((at, games));
        while let Some((second, then)) = self.samples.get(1)
            && games.saturating_sub(*then) >= MIN_GAMES
            && at >= *second + WINDOW
        {
            self.samples.pop_front();
        }
    }

    /// Returns the games per second of the most recent period, or `None` if it has too few games.
    pub fn per_second(&self) -> Option<f64> {
        let ((since, first), (until, last)) = (self.samples.front()?, self.samples.back()?);
        let games = last.saturating_sub(*first);
        (games >= MIN_GAMES).then(|| games as f64 / (*until - *since).as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tune2048_engine::game::GameResult;
    use tune2048_tuner::record::event::{Finalist, LogEvent, Look, RecordEvent};
    use tune2048_tuner::record::{FinalGame, Trial};
    use tune2048_tuner::space::CampaignSpec;
    use tune2048_tuner::statistics::scores::Evaluation;

    use super::*;

    /// Returns a campaign of 20 generations with 10 candidates of 4 games, of which some are
    /// played, one game a second, all with the same score; and then games of race and validation.
    fn campaign(generations: u32, finalists: usize, games: [u64; 2]) -> CampaignState {
        let text = "name = \"x\"\nseed = 1\n[heuristic.rows]\nempty = \"tune\"\n\
                    [objective]\ngames-per-candidate = 4\n[optimizer.random-search]\npopulation = 10\n\
                    [budget]\ngenerations = 20\n[selection]\nfinalists = 4\ngames = 80\n[validation]\ngames = 50\n\
                    baseline = \"played\"\n";
        let spec = CampaignSpec::parse(Path::new("x.toml"), text).unwrap();
        let mut state = CampaignState::nothing(spec);
        state.keeps_all = true;
        let result = GameResult { score: 10_000.into(), ..GameResult::default() };
        let trial = |trial: u64| Trial {
            trial,
            generation: trial as u32 / 10,
            candidate: trial as u32 % 10,
            fitness: -10_000.0,
            objective: 10_000.0,
            evaluation: Evaluation::of(&[result; 4]),
            point: vec![0.5],
            games_seconds: 4.0,
            elapsed_seconds: 4.0 * (trial + 1) as f64,
            ..Trial::default()
        };
        let mut events: Vec<RecordEvent> =
            (0..u64::from(10 * generations)).map(|of| RecordEvent::Trial(trial(of))).collect();
        for finalist in 0..finalists {
            let joined = Finalist::new(finalist, "start", &state.start_weights());
            let joined = LogEvent::Finalist(joined);
            events.push(RecordEvent::Line(Box::new(joined)));
        }
        for (stream, games) in [Stream::Selection, Stream::Validation].into_iter().zip(games) {
            let look = Look {
                look: 1,
                search_games: u64::from(40 * generations),
                winner: 1,
                start: 0,
                race_from: 0,
                race_to: 80,
                validation_from: 0,
                validation_games: games as u32,
                error: 0.025,
            };
            if stream == Stream::Validation && games > 0 {
                events.push(RecordEvent::Line(Box::new(LogEvent::Look(look))));
            }
            let game = |game| FinalGame { stream, game, finalist: 0, result };
            events.extend((0..games).map(|of| RecordEvent::Game(game(of))));
        }
        events.into_iter().for_each(|event| {
            state.apply(event).unwrap();
        });
        state
    }

    #[test]
    fn the_games_that_are_left_take_as_long_as_the_last_ones() {
        let pace = Pace::of(&campaign(10, 0, [0, 0]), true);
        assert_eq!(pace.phase, Phase::Search);
        assert!((pace.rate.per_second().unwrap() - 1.0).abs() < 1e-9);
        // 400 games of the search, 80 of the race and twice 50 of the validation are left.
        let left = pace.seconds_left().unwrap();
        assert!((left / 580.0 - 1.0).abs() < 0.1, "{left}");
        assert!((pace.share_done().unwrap() - 400.0 / 980.0).abs() < 1e-9);
    }

    #[test]
    fn the_end_has_phases_of_its_own() {
        let race = Pace::of(&campaign(20, 4, [30, 0]), true);
        assert_eq!(race.phase, Phase::Race { finalists: 4 });
        let left = race.seconds_left().unwrap();
        assert!((left / 150.0 - 1.0).abs() < 0.05, "{left}");
        let validation = Pace::of(&campaign(20, 4, [80, 60]), true);
        assert_eq!(validation.phase, Phase::Validation);
        let left = validation.seconds_left().unwrap();
        assert!((left / 40.0 - 1.0).abs() < 0.05, "{left}");
        assert!((validation.share_done().unwrap() - 940.0 / 980.0).abs() < 1e-9);
    }

    #[test]
    fn too_few_games_give_no_rate() {
        let mut rate = RecentRate::default();
        rate.count(Duration::ZERO, 0);
        rate.count(Duration::from_secs(3), 2);
        assert!(rate.per_second().is_none());
        // Slow games are waited for, however long they take.
        rate.count(Duration::from_secs(3000), 8);
        assert!((rate.per_second().unwrap() - 8.0 / 3000.0).abs() < 1e-9);
    }

    #[test]
    fn the_rate_is_that_of_the_last_period() {
        let mut rate = RecentRate::default();
        for second in 1..=100_u64 {
            let games = 10 * second.min(50) + 100 * second.saturating_sub(50);
            rate.count(Duration::from_secs(second), games);
        }
        assert!((rate.per_second().unwrap() - 100.0).abs() < 1e-9);
    }
}
