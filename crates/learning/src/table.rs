//! Weights that learn: how a step changes one.
//!
//! Threads share weights without locks, as the papers have it: of two changes of one weight at
//! the same time, one may be lost.

use std::sync::atomic::{AtomicU32, Ordering};

use tune2048_engine::tuples::{WeightTable, prefetch};

/// Weights that learn.
pub(crate) trait LearningTable: WeightTable<Sum = f32> + Copy + Sync {
    /// Changes a weight by a step, or by a part of it.
    fn change(self, place: usize, step: f32);

    /// Sets a weight, as if it had never changed.
    fn set(self, place: usize, value: f32);
}

/// Weights in memory, each of some words, of which the first is the weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightWords<'m, const WORDS: usize> {
    pub(crate) words: &'m [AtomicU32],
}

/// Weights that change by every step in full.
pub(crate) type PlainWeights<'m> = WeightWords<'m, 1>;

/// Weights that learn with temporal coherence: three words each, so that one line of the cache
/// has all that a change needs.
///
/// Temporal coherence (Beal and Smith 1999; for 2048 Jaśkowski 2018, arXiv:1604.05085) multiplies
/// a step by |E| / A, where E is the sum of all steps of the weight so far and A that of their
/// magnitudes: a weight whose steps cancel each other slows down. The first step is made in full.
pub(crate) type CoherentWeights<'m> = WeightWords<'m, COHERENT_WORDS>;

/// The words of a weight with its coherence: the weight, E and A.
pub(crate) const COHERENT_WORDS: usize = 3;

impl<const WORDS: usize> WeightTable for WeightWords<'_, WORDS> {
    type Sum = f32;

    #[inline(always)]
    fn count(&self) -> usize {
        self.words.len() / WORDS
    }

    #[inline(always)]
    #[allow(unsafe_code, reason = "see the trait")]
    unsafe fn weight(&self, place: usize) -> f32 {
        // Safety: the caller promises that the place is below the number of weights.
        read(unsafe { self.words.get_unchecked(WORDS * place) })
    }

    #[inline(always)]
    fn points(&self, sum: f32) -> f32 {
        sum
    }

    #[inline(always)]
    fn prefetch(&self, place: usize) {
        prefetch(self.words.as_ptr().wrapping_add(WORDS * place));
    }
}

impl LearningTable for PlainWeights<'_> {
    #[inline(always)]
    fn change(self, place: usize, step: f32) {
        let weight = &self.words[place];
        write(weight, read(weight) + step);
    }

    fn set(self, place: usize, value: f32) {
        write(&self.words[place], value);
    }
}

impl LearningTable for CoherentWeights<'_> {
    #[inline(always)]
    fn change(self, place: usize, step: f32) {
        let words = &self.words[COHERENT_WORDS * place..][..COHERENT_WORDS];
        let (sum, magnitudes) = (read(&words[1]), read(&words[2]));
        let share = if magnitudes == 0.0 { 1.0 } else { sum.abs() / magnitudes };
        write(&words[0], read(&words[0]) + step * share);
        write(&words[1], sum + step);
        write(&words[2], magnitudes + step.abs());
    }

    fn set(self, place: usize, value: f32) {
        let words = &self.words[COHERENT_WORDS * place..][..COHERENT_WORDS];
        write(&words[0], value);
        write(&words[1], 0.0);
        write(&words[2], 0.0);
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
