//! Weights that learn: how a step changes one.
//!
//! Threads share weights without locks, as the papers have it: of two changes of one weight at
//! the same time, one may be lost.

use std::sync::atomic::{AtomicU32, Ordering};

use tune2048_engine::tuples::{WeightTable, prefetch};

/// Weights that learn.
pub(crate) trait LearningTable: WeightTable + Copy + Sync {
    /// Changes a weight by a step, or by a part of it.
    fn change(self, place: usize, step: f32);

    /// Sets a weight, as if it had never changed.
    fn set(self, place: usize, value: f32);
}

/// Weights that change by every step in full.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainWeights<'m>(pub(crate) &'m [AtomicU32]);

impl WeightTable for PlainWeights<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    #[allow(unsafe_code, reason = "see the trait")]
    unsafe fn weight(&self, place: usize) -> f32 {
        // Safety: the caller promises that the place is below the length.
        read(unsafe { self.0.get_unchecked(place) })
    }

    #[inline(always)]
    fn prefetch(&self, place: usize) {
        prefetch(self.0.as_ptr().wrapping_add(place));
    }
}

impl LearningTable for PlainWeights<'_> {
    #[inline(always)]
    fn change(self, place: usize, step: f32) {
        let weight = &self.0[place];
        write(weight, read(weight) + step);
    }

    fn set(self, place: usize, value: f32) {
        write(&self.0[place], value);
    }
}

/// Weights that learn with temporal coherence: three words each, so that one line of the cache
/// has all that a change needs.
///
/// Temporal coherence (Beal and Smith 1999; for 2048 Jaśkowski 2018, arXiv:1604.05085) multiplies
/// a step by |E| / A, where E is the sum of all steps of the weight so far and A that of their
/// magnitudes: a weight whose steps cancel each other slows down. The first step is made in full.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoherentWeights<'m>(pub(crate) &'m [AtomicU32]);

/// The words of a weight with its coherence: the weight, E and A.
pub(crate) const COHERENT_WORDS: usize = 3;

impl WeightTable for CoherentWeights<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len() / COHERENT_WORDS
    }

    #[inline(always)]
    #[allow(unsafe_code, reason = "see the trait")]
    unsafe fn weight(&self, place: usize) -> f32 {
        // Safety: there are three words for every weight.
        read(unsafe { self.0.get_unchecked(COHERENT_WORDS * place) })
    }

    #[inline(always)]
    fn prefetch(&self, place: usize) {
        prefetch(self.0.as_ptr().wrapping_add(COHERENT_WORDS * place));
    }
}

impl LearningTable for CoherentWeights<'_> {
    #[inline(always)]
    fn change(self, place: usize, step: f32) {
        let words = &self.0[COHERENT_WORDS * place..][..COHERENT_WORDS];
        let (sum, magnitudes) = (read(&words[1]), read(&words[2]));
        let share = if magnitudes == 0.0 { 1.0 } else { sum.abs() / magnitudes };
        write(&words[0], read(&words[0]) + step * share);
        write(&words[1], sum + step);
        write(&words[2], magnitudes + step.abs());
    }

    fn set(self, place: usize, value: f32) {
        let words = &self.0[COHERENT_WORDS * place..][..COHERENT_WORDS];
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

#[cfg(test)]
mod tests {
    use super::*;

    fn words(values: &[f32]) -> Vec<AtomicU32> {
        let word = |value: &f32| AtomicU32::new(value.to_bits());
        values.iter().map(word).collect()
    }

    fn values(words: &[AtomicU32]) -> Vec<f32> {
        words.iter().map(read).collect()
    }

    #[test]
    fn a_plain_weight_takes_the_whole_step() {
        let words = words(&[1.0, 5.0]);
        PlainWeights(&words).change(1, -2.0);
        assert_eq!(values(&words), [1.0, 3.0]);
    }

    /// E and A after steps of 4, -2 and 3: 4/4, 2/6 and 5/9; the shares are 1, 4/4 and 2/6.
    #[test]
    fn a_coherent_weight_slows_down_when_steps_cancel() {
        let words = words(&[0.0, 0.0, 0.0, 10.0, 0.0, 0.0]);
        let table = CoherentWeights(&words);
        table.change(1, 4.0);
        assert_eq!(values(&words)[3..], [14.0, 4.0, 4.0]);
        table.change(1, -2.0);
        assert_eq!(values(&words)[3..], [12.0, 2.0, 6.0]);
        table.change(1, 3.0);
        assert_eq!(values(&words), [0.0, 0.0, 0.0, 13.0, 5.0, 9.0]);
        table.set(1, 7.0);
        assert_eq!(values(&words)[3..], [7.0, 0.0, 0.0]);
    }
}
