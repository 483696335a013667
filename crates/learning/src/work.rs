//! Work that is done on several threads at once, by the fastest instructions for bits that the processor has.

use std::panic::resume_unwind;
use std::thread::{Builder, ScopedJoinHandle, scope};

use tune2048_engine::tuples::{ExtractBits, Portable};

/// Work that finds the places of weights.
pub(crate) trait BitWork {
    type Output;

    /// Does the work; to be inlined, so that all of it is compiled for the instructions.
    fn run(self, bits: impl ExtractBits) -> Self::Output;
}

/// Does some work by the fastest instructions.
pub(crate) fn fastest<W: BitWork>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(pext) = tune2048_engine::tuples::Pext::get() {
        // Safety: `Pext` exists only on processors with these instructions.
        #[allow(unsafe_code, reason = "instructions for bits halve the time of an index")]
        return unsafe { by_pext(work, pext) };
    }
    work.run(Portable)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn by_pext<W: BitWork>(work: W, pext: tune2048_engine::tuples::Pext) -> W::Output {
    work.run(pext)
}

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
