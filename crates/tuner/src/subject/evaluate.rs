//! What plays jobs: candidates and seeds in, results out.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tune2048_engine::{EvaluateError, GameEvaluator, GameResult, GameSeed, Monitor, PlayerGames};

use super::{Configuration, Job, met_by};

/// The games of one candidate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CandidateGames {
    /// The candidate's index in [`Job::candidates`]; messages have the candidates in their order.
    #[serde(skip)]
    pub candidate: usize,
    /// One result per seed, in the order of [`Job::seeds`].
    #[serde(rename = "games")]
    pub results: Vec<GameResult>,
    /// Seconds spent in these games, summed over threads; 0 if the evaluator has no clock.
    pub seconds: f64,
    /// Extra numbers that a program reports of its games, by name: the values of the games that
    /// have one, in the order of [`Job::seeds`], those of each opponent of a list together.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extras: BTreeMap<String, Vec<f64>>,
    /// What went wrong, with the place of the game in [`Job::seeds`], in their order: in JSON a map
    /// would have texts for keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<(usize, GameFailure)>,
}

impl From<PlayerGames> for CandidateGames {
    fn from(games: PlayerGames) -> Self {
        let PlayerGames { player, results, seconds } = games;
        Self { candidate: player, results, seconds, ..Self::default() }
    }
}

/// What went wrong in a game of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFailure {
    /// How it failed for the first time.
    pub cause: String,
    /// Whether it failed again, so that its score is that of failures.
    pub has_failed: bool,
}

/// A game with the extra numbers that a program reports of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramGame {
    /// The result of the game.
    pub result: GameResult,
    /// The extra numbers, by name.
    pub extras: Vec<(String, f64)>,
    /// What went wrong in it.
    pub trouble: Option<GameFailure>,
}

impl From<PlayerGames<ProgramGame>> for CandidateGames {
    fn from(games: PlayerGames<ProgramGame>) -> Self {
        let mut extras: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        let mut troubles = Vec::new();
        let results = games.results.into_iter().enumerate().map(|(place, game)| {
            troubles.extend(game.trouble.map(|trouble| (place, trouble)));
            for (name, value) in game.extras {
                extras.entry(name).or_default().push(value);
            }
            game.result
        });
        let results = results.collect();
        Self { candidate: games.player, results, seconds: games.seconds, extras, troubles }
    }
}

/// Jobs that are played one after the other.
pub type Jobs<'a> = &'a mut dyn Iterator<Item = Job>;

/// Takes the games of a candidate with the number of its job, and may end the play.
pub type Deliver<'a> = &'a mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>;

/// How a play ends.
pub type Played<E = EvaluateError> = Result<(), E>;

/// Plays the games of jobs; several threads may submit jobs at the same time.
///
/// A game is a pure function of its candidate and seed: neither the number of threads nor the place
/// where games are played changes anything but the time.
pub trait Evaluate: Sync {
    /// The largest number of games that are played at the same time, at least 1.
    fn concurrent_games(&self) -> usize;

    /// Plays jobs one after the other, the games of later ones as soon as earlier ones leave cores
    /// free: every candidate of a job on every seed. Delivers the candidates of all jobs in order, each
    /// with the number of its job as soon as it and all before it are finished, and ends early when
    /// `deliver` breaks; games that were begun by then are abandoned.
    ///
    /// A job is requested just early enough to keep cores busy; it may depend on what was delivered before.
    ///
    /// # Errors
    /// [`EvaluateError::Settings`] if a setting is out of its range,
    /// [`EvaluateError::Interrupted`] if a stop was requested before the last candidate was
    /// delivered, [`EvaluateError::Failed`] if the games cannot be played.
    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played;

    /// Plays one job, and delivers all of its candidates.
    ///
    /// # Errors
    /// Those of [`Evaluate::evaluate_stream`].
    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Played {
        let mut jobs = std::iter::once(job.clone());
        self.evaluate_stream(&mut jobs, monitor, &mut |_, games| {
            deliver(games);
            ControlFlow::Continue(())
        })
    }

    /// Plays a job of one configuration.
    ///
    /// # Errors
    /// Those of [`Evaluate::evaluate_stream`].
    fn play(
        &self,
        configuration: &Configuration,
        seeds: &[GameSeed],
        monitor: &Monitor,
    ) -> Result<CandidateGames, EvaluateError> {
        let job = Job::of(configuration, seeds.to_vec());
        let mut games = None;
        self.evaluate(&job, monitor, &mut |played| games = Some(played))?;
        games.ok_or(EvaluateError::Interrupted)
    }
}

/// Plays jobs as [`Evaluate::evaluate_stream`] does, and gives the games of each candidate with the
/// number of its job to `record`, which may end the play.
///
/// # Errors
/// The first error of `record`, which ends the play, and those of the evaluator.
pub fn record_stream<E: From<EvaluateError>>(
    evaluator: &dyn Evaluate,
    jobs: Jobs<'_>,
    monitor: &Monitor,
    mut record: impl FnMut(usize, CandidateGames) -> Result<ControlFlow<()>, E>,
) -> Played<E> {
    let mut failure = None;
    let played = evaluator.evaluate_stream(jobs, monitor, &mut |number, games| {
        record(number, games).unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(played?),
    }
}

/// Plays jobs one after the other by `play`, none ahead, as [`Evaluate::evaluate_stream`] does; `play` is given jobs
/// with one opponent.
///
/// # Errors
/// Those of `play`.
pub fn one_by_one(
    jobs: Jobs<'_>,
    deliver: Deliver<'_>,
    play: impl Fn(&Job, &mut dyn FnMut(CandidateGames)) -> Played,
) -> Played {
    let mut flow = ControlFlow::Continue(());
    for (number, job) in jobs.enumerate() {
        let mut unless_over = |games: CandidateGames| {
            if flow.is_continue() {
                flow = deliver(number, games);
            }
        };
        let outcome = by_opponent(&job, &mut unless_over, &play);
        if flow.is_break() {
            break;
        }
        outcome?;
    }
    Ok(())
}

/// Plays a job against each opponent of its list in turn.
fn by_opponent(
    job: &Job,
    deliver: &mut dyn FnMut(CandidateGames),
    play: impl Fn(&Job, &mut dyn FnMut(CandidateGames)) -> Played,
) -> Played {
    let Some(command) = job.subject.command().filter(|command| !command.opponents().is_empty())
    else {
        return play(job, deliver);
    };
    let none = |candidate| CandidateGames {
        candidate,
        results: vec![GameResult::default(); job.seeds.len()],
        ..CandidateGames::default()
    };
    let mut all: Vec<CandidateGames> = (0..job.candidates.len()).map(none).collect();
    let opponents = command.opponents();
    for (index, opponent) in opponents.iter().enumerate() {
        let is_met = |place: &usize| met_by(opponents, job.seeds[*place]) == index;
        let places: Vec<usize> = (0..job.seeds.len()).filter(is_met).collect();
        if places.is_empty() {
            continue;
        }
        let subject = Arc::new(job.subject.run_as(command.meeting(opponent)));
        let seeds = places.iter().map(|&place| job.seeds[place]).collect();
        play(&Job { subject, seeds, ..job.clone() }, &mut |games| {
            let whole = &mut all[games.candidate];
            places.iter().zip(games.results).for_each(|(&at, result)| whole.results[at] = result);
            whole.seconds += games.seconds;
            for (name, values) in games.extras {
                whole.extras.entry(name).or_default().extend(values);
            }
            let troubles = games.troubles.into_iter();
            whole.troubles.extend(troubles.map(|(place, trouble)| (places[place], trouble)));
        })?;
    }
    for mut games in all {
        games.troubles.sort_by_key(|(place, _)| *place);
        deliver(games);
    }
    Ok(())
}

/// Plays the games of board players.
impl Evaluate for GameEvaluator {
    fn concurrent_games(&self) -> usize {
        self.threads()
    }

    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played {
        let mut refused = None;
        let mut batches =
            jobs.map_while(|job| job.batch().map_err(|error| refused = Some(error)).ok());
        self.play_batches(&mut batches, monitor, &mut |job, games| deliver(job, games.into()))?;
        refused.map_or(Ok(()), Err)
    }
}
