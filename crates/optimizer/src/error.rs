//! What can go wrong between an optimizer and its history.

use std::fmt::Display;

use thiserror::Error;

/// Why an optimizer cannot be set up or proposes nothing. Generations, candidates and coordinates count from 0.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum OptimizerError {
    /// A setting that no optimizer can work with.
    #[error("{setting} is {found}, expected {expected}")]
    Setting {
        /// The setting in words.
        setting: &'static str,
        /// Its value.
        found: String,
        /// What it must be.
        expected: &'static str,
    },

    /// A generation of the history has another number of points, fitness values or coordinates than this optimizer's.
    #[error("generation {generation} of the history has {found} {what}, expected {expected}")]
    Shape {
        /// The generation.
        generation: usize,
        /// What was counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },

    /// A fitness that cannot be ranked. `-inf` is refused with NaN: it would count as the optimum for ever.
    #[error(
        "generation {generation}, candidate {candidate}: the fitness is {found}, \
         expected a finite number, or inf for a candidate that could not be evaluated"
    )]
    Fitness {
        /// The generation.
        generation: usize,
        /// The candidate within the generation.
        candidate: usize,
        /// The fitness.
        found: f64,
    },

    /// The history is not what this optimizer would have proposed.
    ///
    /// Seed, settings and library versions being equal, the processor is another one (see [`CmaesCrate`]): go
    /// on with [`CmaesCrate::from_distribution`], or start anew.
    ///
    /// [`CmaesCrate`]: super::CmaesCrate
    /// [`CmaesCrate::from_distribution`]: super::CmaesCrate::from_distribution
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

    /// Nothing is left to propose. This is an outcome rather than a mistake: stop and report.
    #[error("the optimizer ended by itself after {generations} generations: {reason}")]
    Ended {
        /// The number of generations evaluated.
        generations: usize,
        /// Why it ended.
        reason: &'static str,
    },
}

impl OptimizerError {
    /// Returns the [`Setting`](Self::Setting) error unless the condition holds.
    pub(super) fn require(
        holds: bool,
        setting: &'static str,
        found: impl Display,
        expected: &'static str,
    ) -> Result<(), Self> {
        if holds {
            return Ok(());
        }
        Err(Self::Setting {
            setting,
            found: found.to_string(),
            expected,
        })
    }
}
