//! What a running campaign sends to the thread that called it: what it reports, and games for a Python
//! function. In that thread Ctrl-C reaches the function, and an exception of it is that of the call.

use std::iter::repeat_n;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use pyo3::prelude::*;
use serde_json::Value;
use tune2048_engine::EvaluateError;
use tune2048_engine::evaluate::{Monitor, PlayerGames};
use tune2048_programs::{read_game, sent_seed, weights_object};
use tune2048_tuner::subject::{
    CandidateGames, Deliver, Evaluate, Job, Jobs, Opponent, Played, ProgramGame, RequiredMetrics,
    one_by_one,
};

/// What a campaign sends to the thread that called it.
pub(crate) enum Message {
    /// Something happened.
    Update(Value),
    /// Games are to be played.
    Play(Request),
}

/// Games that the function is to play, in order.
pub(crate) struct Request {
    /// The weights of each candidate as JSON.
    pub(crate) weights: Vec<String>,
    /// The weights of the other side of a match as JSON.
    pub(crate) opponent: Option<String>,
    /// The place of each game's weights, and its seed.
    pub(crate) games: Vec<(usize, u64)>,
    /// Takes the answer of the function to each game as JSON, and the seconds that it took.
    pub(crate) answers: Sender<(String, f64)>,
}

impl Request {
    /// Lets `player` play the games: its method `play(weights, games, opponent)` iterates over the answers.
    /// Calls `played` after each game.
    pub(crate) fn play(
        self,
        player: &Bound<'_, PyAny>,
        mut played: impl FnMut() -> PyResult<()>,
    ) -> PyResult<()> {
        let answers = player.call_method1("play", (self.weights, self.games, self.opponent))?;
        for answer in answers.try_iter()? {
            let is_wanted = self.answers.send(answer?.extract()?).is_ok();
            played()?;
            if !is_wanted {
                break;
            }
        }
        Ok(())
    }
}

/// The number of first games that are played twice in a row: a function that goes on with one
/// stream of random numbers then gives other scores.
const REPEATED: usize = 3;

/// Has games played by the thread that takes its messages.
pub(crate) struct FunctionEvaluator {
    pub(crate) messages: Sender<Message>,
    /// Whether games were played twice, by which a function that is not deterministic is found.
    pub(crate) is_checked: AtomicBool,
}

impl Evaluate for FunctionEvaluator {
    /// The function is given a job as a whole.
    fn concurrent_games(&self) -> usize {
        1
    }

    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played {
        one_by_one(jobs, deliver, |job, deliver| self.play_one(job, monitor, deliver))
    }
}

impl FunctionEvaluator {
    /// Plays a job that has no list of opponents.
    fn play_one(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Played {
        let Some(command) = job.subject.command() else {
            let problem = format!("a function cannot play the games of {}", job.subject);
            return Err(EvaluateError::Failed(problem));
        };
        let weights = (0..job.candidates.len()).map(|index| weights_object(&job.candidate(index)));
        let of_candidate = |index| job.seeds.iter().map(move |&seed| (index, sent_seed(seed)));
        let is_due = command.deterministic && !self.is_checked.swap(true, Ordering::Relaxed);
        let repeated = if is_due { REPEATED } else { 0 };
        let games = (0..job.candidates.len()).flat_map(of_candidate).enumerate();
        let times = |number| if number < repeated { 2 } else { 1 };
        let games = games.flat_map(|(number, game)| repeat_n(game, times(number))).collect();
        let (answers, answered) = channel();
        let opponent = command.opponent.as_ref().map(Opponent::to_json);
        let request = Request { weights: weights.collect(), opponent, games, answers };
        self.messages.send(Message::Play(request)).map_err(|_| EvaluateError::Interrupted)?;
        let next = || -> Result<(ProgramGame, f64), EvaluateError> {
            let answered = answered.recv();
            let (answer, seconds) = answered.map_err(|_| EvaluateError::Interrupted)?;
            let game = read_game(answer.as_bytes(), &command.score).map_err(|what| {
                EvaluateError::Failed(format!(
                    "the function gave the answer {answer}: {what} - return a finite number, or a \
                     dictionary that has one as `{}`",
                    command.score
                ))
            })?;
            Ok((game, seconds))
        };
        let mut number = 0;
        for player in 0..job.candidates.len() {
            let (mut results, mut seconds) = (Vec::with_capacity(job.seeds.len()), 0.0);
            for _ in &job.seeds {
                let (game, time) = next()?;
                if times(number) == 2 {
                    check_equal(&game, &next()?.0)?;
                }
                number += 1;
                monitor.game_played();
                job.needs.check(&game.result).map_err(|what| {
                    EvaluateError::Failed(format!("{what} - {}", RequiredMetrics::ADVICE))
                })?;
                results.push(game);
                seconds += time;
            }
            deliver(PlayerGames { player, results, seconds }.into());
        }
        Ok(())
    }
}

fn check_equal(first: &ProgramGame, second: &ProgramGame) -> Played {
    let (first, second) = (first.result.score, second.result.score);
    if first == second {
        return Ok(());
    }
    Err(EvaluateError::Failed(format!(
        "the function is not deterministic: with the same weights and the same seed it gave the \
         score {first}, and {second} when it was called again - take all random numbers from a \
         generator that each call seeds with `seed`, and carry nothing over from call to call; or \
         pass deterministic=False"
    )))
}
