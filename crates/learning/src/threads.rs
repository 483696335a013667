//! Work that is done on several threads at once, such as the games of a batch.

use std::panic::resume_unwind;
use std::thread::{Builder, ScopedJoinHandle, scope};

/// Returns the results of some work on so many threads, at least one, by the number of each. The
/// caller's thread does a share, and in turn those for which the system denies a thread.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    scope(|scope| {
        let start =
            |number| Builder::new().spawn_scoped(scope, move || work(number)).map_err(|_| number);
        let others: Vec<_> = (1..threads).map(start).collect();
        let first = work(0);
        let finish = |other: Result<ScopedJoinHandle<'_, T>, usize>| match other {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(number) => work(number),
        };
        [first].into_iter().chain(others.into_iter().map(finish)).collect()
    })
}
