//! What happens in a run, for those who show it.

use super::curve::CurvePoint;
use super::resources::FreeMemory;
use crate::batch::BatchResult;

/// What happens in a run.
#[derive(Debug)]
pub enum LearningEvent<'e> {
    /// Learning is about to begin, with this memory.
    Memory {
        /// The bytes that learning takes.
        needed: u64,
        /// What there is, if the system says so.
        free: Option<FreeMemory>,
        /// The bytes of all files at most.
        disk: u64,
    },
    /// Learning goes on after these games.
    Resumed {
        /// The games learned before.
        games: u64,
        /// The curve so far.
        curve: &'e [CurvePoint],
        /// The seconds of learning before.
        seconds: f64,
    },
    /// A batch is done.
    Batch {
        /// The games learned so far.
        games: u64,
        /// The finished games of the batch, in sums.
        result: &'e BatchResult,
    },
    /// A point of the curve is recorded.
    Point(&'e CurvePoint),
    /// The test begins.
    Test {
        /// The number of its games.
        games: u32,
        /// The depth of the search; 0 for none.
        depth: u8,
    },
}
