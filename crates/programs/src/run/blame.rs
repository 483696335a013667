//! Which failures are borne, and which stop a job.

use std::collections::HashMap;

use tune2048_tuner::subject::GameFailure;

use crate::protocol::request::Game;

/// The number of fresh processes in a row that fail after their first request and stop a job.
const SHORT_LIVES: u32 = 3;

/// The failures of a job so far.
#[derive(Debug, Default)]
pub(crate) struct FailurePolicy {
    /// How games failed for the first time.
    pub(super) games: HashMap<Game, FirstTry>,
    /// The processes in a row that played a game again without failure, and then nothing more.
    short_lives: u32,
}

/// How a game failed for the first time.
#[derive(Clone, Debug)]
pub(crate) struct FirstTry {
    /// What happened.
    pub(crate) what: String,
    /// The last line of standard error.
    pub(crate) last_words: Option<String>,
}

impl FailurePolicy {
    /// What went wrong in a game, if anything did.
    pub(crate) fn trouble(&self, game: Game, has_failed: bool) -> Option<GameFailure> {
        let FirstTry { what, last_words } = self.games.get(&game)?;
        let seed = game.seed;
        let words = last_words.iter().map(|line| format!("; {line}"));
        let cause = format!("seed {seed}, {what}{}", words.collect::<String>());
        Some(GameFailure { cause, has_failed })
    }

    /// Learns of a process that played a game again without failure, and then nothing more.
    /// Returns whether too many did so in a row.
    ///
    /// No game would ever fail twice with a program that answers its first request and then
    /// exits, or writes a line too much.
    pub(crate) fn short_life(&mut self) -> bool {
        self.short_lives += 1;
        self.short_lives >= SHORT_LIVES
    }

    /// Learns of a request that a process answered, the given number of its requests.
    pub(crate) fn answered(&mut self, requests: u64) {
        if requests > 1 {
            self.short_lives = 0;
        }
    }
}
