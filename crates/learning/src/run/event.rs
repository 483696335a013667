//! What happens in a run, for those who show it.

use super::curve::CurvePoint;

/// What happens in a run.
#[derive(Debug)]
pub enum LearningEvent<'e> {
    /// Learning is about to begin: what it needs of memory and disk, in words.
    Memory(String),
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
