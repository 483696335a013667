//! How many threads and games a user may ask for.

use std::num::{NonZeroU32, NonZeroUsize};
use std::thread;

/// The most threads per core: more of them would only take turns.
const THREADS_PER_CORE: usize = 4;

/// The thread count that is always accepted.
const FEW_THREADS: usize = 16;

/// The most games of one player whose results are held in memory, about one gigabyte.
const MAX_GAMES: u32 = 10_000_000;

/// Returns a number of threads that is neither 0 nor far more than there are cores.
///
/// # Errors
/// What is expected, in words.
pub fn threads(number: usize) -> Result<NonZeroUsize, String> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let most = (THREADS_PER_CORE * cores).max(FEW_THREADS);
    NonZeroUsize::new(number)
        .filter(|threads| threads.get() <= most)
        .ok_or_else(|| format!("expected 1 to {most}: more threads are no faster on {cores} cores"))
}

/// Returns a number of games whose results fit into memory.
///
/// # Errors
/// What is expected, in words.
pub fn games(number: u32) -> Result<NonZeroU32, String> {
    NonZeroU32::new(number)
        .filter(|games| games.get() <= MAX_GAMES)
        .ok_or_else(|| format!("expected 1 to {MAX_GAMES}, which memory holds, such as 5000"))
}
