//! A place in which one process after the other plays.

use std::time::Instant;

use crate::process::Process;
use crate::process::pool::Permit;
use crate::protocol::once_per_game::WeightsFile;
use crate::protocol::request::{Game, Request};

/// A place in which one process after the other plays.
pub(crate) struct Slot<'p> {
    // Dropped first: then the permit is given back.
    pub(crate) process: Option<Process>,
    pub(crate) task: Task,
    /// A game that failed and is the first that a fresh process plays.
    pub(crate) again: Option<Game>,
    /// Whether the first game of the process had failed before.
    pub(crate) began_with_retry: bool,
    /// The weights of a program that is started for each game.
    pub(crate) weights_file: WeightsFile,
    /// The program and arguments of the last start, if it is started for each game.
    pub(crate) words: Vec<String>,
    _permit: Permit<'p>,
}

/// The work of a slot's process.
pub(crate) enum Task {
    /// Nothing: it can be given games.
    Idle,
    /// It starts; its greeting is due at a time.
    Start {
        /// When the greeting is due.
        due: Instant,
    },
    /// It plays.
    Play {
        /// The games.
        request: Request,
        /// When the next answer is due.
        due: Instant,
        /// The begin of the request.
        began: Instant,
        /// The time of the last report, or the begin.
        reported: Instant,
    },
}

impl Task {
    /// When the task has to be done.
    pub(crate) fn due(&mut self) -> Option<&mut Instant> {
        match self {
            Self::Idle => None,
            Self::Start { due } | Self::Play { due, .. } => Some(due),
        }
    }
}

impl<'p> Slot<'p> {
    pub(crate) fn new(permit: Permit<'p>, process: Option<Process>) -> Self {
        Self {
            process,
            task: Task::Idle,
            again: None,
            began_with_retry: false,
            weights_file: WeightsFile::default(),
            words: Vec::new(),
            _permit: permit,
        }
    }
}
