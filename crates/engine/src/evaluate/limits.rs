//! How many threads and games a user may ask for.

use std::thread;

/// The most threads per core: more of them would only take turns.
const THREADS_PER_CORE: usize = 4;

/// The thread count that is always accepted.
const FEW_THREADS: usize = 16;

/// The most games of one player whose results are held in memory, about one gigabyte.
const MAX_GAMES: u64 = 10_000_000;

/// Returns a number of threads that is neither 0 nor far more than there are cores.
///
/// # Errors
/// What is expected, in words.
pub fn threads(number: usize) -> Result<usize, String> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let most = (THREADS_PER_CORE * cores).max(FEW_THREADS);
    let threads = Some(number).filter(|threads| (1..=most).contains(threads));
    threads
        .ok_or_else(|| format!("expected 1 to {most}: more threads are no faster on {cores} cores"))
}

/// Returns a number of games whose results fit into memory.
///
/// # Errors
/// What is expected, in words.
pub fn games(number: u64) -> Result<u64, String> {
    let games = Some(number).filter(|games| (1..=MAX_GAMES).contains(games));
    games.ok_or_else(|| format!("expected 1 to {MAX_GAMES}, which memory holds, such as 5000"))
}
