//! Work that is done on several threads at once, such as the games of a batch.

/// Returns the results of some work on so many threads, at least one, by the number of each.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let start = |number| scope.spawn(move || work(number));
        let threads: Vec<_> = (0..threads.max(1)).map(start).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}
