//! The live view of a program that is built without one.

use std::io;

use super::progress::Shared;

/// A view that cannot be made.
#[derive(Debug)]
pub(super) enum LearningView {}

impl LearningView {
    pub(super) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn show(&mut self, _shared: &Shared) -> io::Result<bool> {
        match *self {}
    }
}
