//! Work that is done by the fastest instructions for bits that the processor has.

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
