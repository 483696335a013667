//! Errors of optimizers.

use std::fmt::Display;

use thiserror::Error;

/// The reason why an optimizer cannot be set up or has no points to propose. Generations, candidates and coordinates
/// count from 0.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum OptimizerError {
    /// A setting, a point or a distribution is none to begin with.
    #[error("{setting} is {found}, expected {expected}")]
    Setting {
        /// The setting in words.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The allowed values.
        expected: &'static str,
    },

    /// A generation of the history cannot be one of this optimizer: its points, fitness values or coordinates are too
    /// few or too many, or a fitness cannot be ranked.
    #[error("{0}")]
    History(String),

    /// The history is not what this optimizer would have proposed.
    ///
    /// If seed, settings and library versions are equal, the processor is another one, which matters to
    /// [`CmaesCrate`](crate::Optimizer::CmaesCrate) only. Continue from the
    /// [recorded distribution](crate::Optimizer::restart), or start a new search.
    #[error(
        "generation {generation}, candidate {candidate}: coordinate {coordinate} of the recorded point is {recorded}, \
         expected {replayed}; seed, settings, library version or processor are not those of the recording"
    )]
    Diverged {
        /// The first generation that differs.
        generation: usize,
        /// Its first candidate that differs.
        candidate: usize,
        /// The first coordinate that differs.
        coordinate: usize,
        /// The coordinate in the history.
        recorded: f64,
        /// The coordinate that replay arrives at.
        replayed: f64,
    },

    /// An answer to a point that was not handed out, or has one.
    #[error("found an answer to point {number}, expected one to an open point: {open}")]
    NotOpen {
        /// The number of the point.
        number: u64,
        /// The numbers of the open points.
        open: String,
    },

    /// The search has ended, because its distribution cannot be sampled any more. This is an outcome rather than a
    /// mistake: stop and report.
    #[error("the optimizer ended by itself after {generations} generations: {reason}")]
    Ended {
        /// The number of generations evaluated.
        generations: usize,
        /// The reason in words.
        reason: &'static str,
    },
}

impl OptimizerError {
    /// Returns a [`Setting`](Self::Setting) error if the condition is false.
    pub(crate) fn require(
        is_valid: bool,
        setting: &'static str,
        found: impl Display,
        expected: &'static str,
    ) -> Result<(), Self> {
        if is_valid {
            return Ok(());
        }
        Err(Self::Setting { setting, found: found.to_string(), expected })
    }
}
