//! The tables of any heuristic.

use std::ops::Deref;

use super::searched::Searched;

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
