//! Weights that learn: how a step changes one.
//!
//! Threads share weights without locks, as the papers have it: of two changes of one weight at
//! the same time, one may be lost.

use std::sync::atomic::{AtomicU32, Ordering};

use tune2048_engine::tuples::prefetch;

/// The words of a weight that changes by every step in full: the weight.
pub(crate) const PLAIN: usize = 1;

/// The words of a weight that learns with temporal coherence: the weight, E and A, so that one line
/// of the cache has all that a change needs.
///
/// Temporal coherence (Beal and Smith 1999; for 2048 Jaśkowski 2018, arXiv:1604.05085) multiplies
/// a step by |E| / A, where E is the sum of all steps of the weight so far and A that of their
/// magnitudes: a weight whose steps cancel each other slows down. The first step is made in full.
pub(crate) const COHERENT: usize = 3;

/// Weights in memory, each of [`PLAIN`] or [`COHERENT`] words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LearningTable<'m, const WORDS: usize> {
    pub(crate) words: &'m [AtomicU32],
}

impl<const WORDS: usize> LearningTable<'_, WORDS> {
    /// The weight at a place.
    ///
    /// # Safety
    /// The place must be below the number of weights.
    #[inline(always)]
    #[allow(unsafe_code, reason = "a check of every place costs a tenth of the time of a value")]
    pub(crate) unsafe fn weight(self, place: usize) -> f32 {
        // Safety: the caller promises that the place is below the number of weights.
        read(unsafe { self.words.get_unchecked(WORDS * place) })
    }

    /// Asks the processor to bring a weight into its caches.
    #[inline(always)]
    pub(crate) fn prefetch(self, place: usize) {
        prefetch(self.words.as_ptr().wrapping_add(WORDS * place));
    }

    /// Changes a weight by a step, or by a part of it.
    #[inline(always)]
    pub(crate) fn change(self, place: usize, step: f32) {
        let words = &self.words[WORDS * place..][..WORDS];
        let mut share = 1.0;
        if WORDS == COHERENT {
            let (sum, magnitudes) = (read(&words[1]), read(&words[2]));
            if magnitudes != 0.0 {
                share = sum.abs() / magnitudes;
            }
            write(&words[1], sum + step);
            write(&words[2], magnitudes + step.abs());
        }
        write(&words[0], read(&words[0]) + step * share);
    }

    /// Sets a weight, as if it had never changed.
    pub(crate) fn set(self, place: usize, value: f32) {
        let words = &self.words[WORDS * place..][..WORDS];
        write(&words[0], value);
        words[1..].iter().for_each(|word| write(word, 0.0));
    }
}

#[inline(always)]
pub(crate) fn read(word: &AtomicU32) -> f32 {
    f32::from_bits(word.load(Ordering::Relaxed))
}

#[inline(always)]
pub(crate) fn write(word: &AtomicU32, value: f32) {
    word.store(value.to_bits(), Ordering::Relaxed);
}
