//! Replay of a recorded history, which turns any optimizer into a pure function of it.
//!
//! Some libraries call the objective function themselves, and their instances cannot be saved. But they draw all points
//! of a generation before its first fitness can matter. A new instance therefore receives the recorded fitness of each
//! generation in turn, and meaningless values for the next one, whose points are the result. A [`Tape`] is the objective
//! function that does this.

use std::cell::{Cell, RefCell};

use super::{EvaluatedGeneration, OptimizerError};

/// An objective function that returns recorded values and keeps the points at which it is evaluated.
#[derive(Debug, Default)]
pub(super) struct Tape<'a> {
    fitness: Cell<&'a [f64]>,
    asked: RefCell<Vec<Vec<f64>>>,
}

impl<'a> Tape<'a> {
    /// Sets the values that the next evaluations return, in order.
    pub(super) fn play(&self, fitness: &'a [f64]) {
        self.fitness.set(fitness);
    }

    /// Returns the recorded fitness of the next point, or 0 after the last recorded one.
    pub(super) fn answer(&self, point: Vec<f64>) -> f64 {
        let mut asked = self.asked.borrow_mut();
        asked.push(point);
        self.fitness
            .get()
            .get(asked.len() - 1)
            .copied()
            .unwrap_or(0.0)
    }

    /// Returns the points evaluated since the last call and clears the tape.
    pub(super) fn take(&self) -> Vec<Vec<f64>> {
        self.fitness.set(&[]);
        self.asked.take()
    }
}

/// Checks that every generation has `population` points of `dimensions` coordinates and fitness that can be ranked.
pub(super) fn check_history(
    history: &[EvaluatedGeneration],
    population: usize,
    dimensions: usize,
) -> Result<(), OptimizerError> {
    for (generation, evaluated) in history.iter().enumerate() {
        let count = |what, found, expected| {
            if found == expected {
                return Ok(());
            }
            Err(OptimizerError::Shape {
                generation,
                what,
                found,
                expected,
            })
        };
        count("points", evaluated.points.len(), population)?;
        count("fitness values", evaluated.fitness.len(), population)?;
        for point in &evaluated.points {
            count("coordinates in a point", point.len(), dimensions)?;
        }
        for (candidate, &found) in evaluated.fitness.iter().enumerate() {
            if found.is_nan() || found == f64::NEG_INFINITY {
                return Err(OptimizerError::Fitness {
                    generation,
                    candidate,
                    found,
                });
            }
        }
    }
    Ok(())
}

/// Checks that replay drew the recorded points, bit for bit.
///
/// A tolerance would only delay the error: a difference of one rounding grows to another search within tens of
/// generations.
pub(super) fn check_replay(
    generation: usize,
    recorded: &[Vec<f64>],
    replayed: &[Vec<f64>],
) -> Result<(), OptimizerError> {
    for (candidate, (recorded, replayed)) in recorded.iter().zip(replayed).enumerate() {
        for (coordinate, (&recorded, &replayed)) in recorded.iter().zip(replayed).enumerate() {
            if recorded.to_bits() != replayed.to_bits() {
                return Err(OptimizerError::Diverged {
                    generation,
                    candidate,
                    coordinate,
                    recorded,
                    replayed,
                });
            }
        }
    }
    Ok(())
}
