//! No heuristic, for players that need none.

use super::definition::Definition;
use super::value_function::ValueFunction;
use crate::game::Board;

/// The name that stands for no heuristic; files leave the heuristic out.
pub const NAME: &str = "none";

pub(super) fn definition() -> Definition<'static> {
    Definition::new(NAME, "No heuristic.", "", &[])
}

/// Tables that value all boards alike, at 0.
#[derive(Clone, Copy, Debug)]
pub struct NoTables;

impl ValueFunction for NoTables {
    fn value(&self, _: Board) -> f32 {
        0.0
    }
}
