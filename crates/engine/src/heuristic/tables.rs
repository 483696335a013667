//! The tables of any heuristic.

use std::ops::Deref;

use super::searched::Searched;
use super::value_function::ValueFunction;
use crate::game::Board;

/// The tables of any heuristic, as what searches look leaves up in.
#[derive(Debug)]
pub struct Tables(pub(super) Box<dyn Searched>);

impl Tables {
    /// Returns large buffers to the pool, from which later tables take them.
    pub fn release(self) {
        self.0.release();
    }
}

impl Deref for Tables {
    type Target = dyn Searched;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// Tables that value all boards alike, at 0, for players that need no heuristic.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoTables;

impl ValueFunction for NoTables {
    fn value(&self, _: Board) -> f32 {
        0.0
    }
}
