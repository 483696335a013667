//! Objective functions that return recorded values, for libraries that call the objective function themselves.
//!
//! Such libraries draw all points of a generation before its first fitness can matter. An instance therefore receives
//! the recorded fitness of a generation and learns from it. A copy of it that receives meaningless values shows the
//! points of the next generation.

use std::sync::{Arc, Mutex, MutexGuard};

/// An objective function that returns recorded values and keeps the points at which it is evaluated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tape(Arc<Mutex<Recording>>);

#[derive(Debug, Default)]
struct Recording {
    fitness: Vec<f64>,
    asked: Vec<Vec<f64>>,
}

impl Tape {
    fn recording(&self) -> MutexGuard<'_, Recording> {
        self.0.lock().expect("no holder of the tape panics")
    }

    /// Sets the values that the next evaluations return, in order; after them follow zeros.
    pub(crate) fn play(&self, fitness: &[f64]) {
        self.recording().fitness = fitness.to_vec();
    }

    /// Returns the recorded fitness of the next point, or 0 after the last recorded one.
    pub(crate) fn answer(&self, point: Vec<f64>) -> f64 {
        let mut recording = self.recording();
        recording.asked.push(point);
        let place = recording.asked.len() - 1;
        recording.fitness.get(place).copied().unwrap_or(0.0)
    }

    /// Returns the points evaluated since the last call and clears the tape.
    pub(crate) fn take(&self) -> Vec<Vec<f64>> {
        std::mem::take(&mut *self.recording()).asked
    }
}
