//! Work that is done on several threads at once, such as the games of a batch.

use std::panic::resume_unwind;
use std::thread::{Builder, ScopedJoinHandle, scope};

/// Returns the results of some work on so many threads, at least one, which take its parts from each other. The caller's
/// thread does a share; where the system denies a thread, there are fewer.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let work = &work;
    scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let first = work();
        let finish = |other: ScopedJoinHandle<'_, T>| {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        [first].into_iter().chain(others.into_iter().map(finish)).collect()
    })
}
