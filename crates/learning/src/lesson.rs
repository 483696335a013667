//! What a game learns, and how: the value of an afterstate, and the change of its weights.
//!
//! Threads share weights without locks, as the papers have it: of two changes of one weight at
//! the same time, one may be lost.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use tune2048_engine::tuples::{ExtractBits, Layout, ORIENTATIONS, prefetch};
use tune2048_engine::{Board, GameSeed, Stream};

use crate::batch::Batch;

/// The words of a weight that changes by every step in full: the weight.
pub(crate) const PLAIN: usize = 1;

/// The words of a weight that learns with temporal coherence: the weight, E and A, so that one line
/// of the cache has all that a change needs.
///
/// Temporal coherence (Beal and Smith 1999; for 2048 Jaśkowski 2018, arXiv:1604.05085) multiplies
/// a step by |E| / A, where E is the sum of all steps of the weight so far and A that of their
/// magnitudes: a weight whose steps cancel each other slows down. The first step is made in full.
pub(crate) const COHERENT: usize = 3;

#[inline(always)]
pub(crate) fn read(word: &AtomicU32) -> f32 {
    f32::from_bits(word.load(Ordering::Relaxed))
}

#[inline(always)]
pub(crate) fn write(word: &AtomicU32, value: f32) {
    word.store(value.to_bits(), Ordering::Relaxed);
}

/// How games change weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Whether every weight has a learning rate of its own, by temporal coherence.
    pub is_coherent: bool,
    /// The share of an error that one change corrects, above 0.
    pub rate: f32,
    /// λ, 0 to 1: the share of the next move's error that counts for this one.
    pub lambda: f32,
    /// The number of errors that a change waits for, 1 to 16; 1 if λ is 0. With a search a change
    /// waits for the end of the game.
    pub horizon: usize,
    /// The depth of the search that plays the games; 0 plays without search, by weights that
    /// change during the game.
    pub depth: u8,
    /// The tile from which the player sees boards downgraded, if there is one. Weights learn from
    /// boards as they are.
    pub downgrade_from: Option<u32>,
}

impl Step {
    /// Temporal coherence at the full rate, from games without search.
    pub const COHERENT: Self = Self {
        is_coherent: true,
        rate: 1.0,
        lambda: 0.0,
        horizon: 1,
        depth: 0,
        downgrade_from: None,
    };
}

/// The weights that the games of a batch change, and the rule by which they do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lesson<'m, const WORDS: usize> {
    pub(crate) layout: &'m Layout,
    /// The weights, each of [`PLAIN`] or [`COHERENT`] words.
    pub(crate) words: &'m [AtomicU32],
    pub(crate) step: Step,
    pub(crate) batch: &'m Batch,
    /// The number of the next game, which threads take from each other.
    pub(crate) next: &'m AtomicU64,
}

/// The magnitude of a value that no game has: 131 072 on every cell scores less.
const LARGEST_VALUE: f32 = 1e9;

/// Whether a value is a number that a game can have.
#[inline(always)]
pub(crate) fn is_plausible(value: f32) -> bool {
    value.abs() < LARGEST_VALUE
}

impl<const WORDS: usize> Lesson<'_, WORDS> {
    /// The number of the next game in the batch, from 0, and its seed; `None` after the last one.
    pub(crate) fn next_game(&self) -> Option<(u64, GameSeed)> {
        let Batch { seed, first, games, .. } = *self.batch;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < games).then(|| (number, GameSeed::new(seed, Stream::Learning, first + number)))
    }

    /// Finds the places of an afterstate's weights within its stage, and asks for these weights, which are needed
    /// soon. Returns the place of the first weight of the stage.
    #[inline(always)]
    pub(crate) fn look_up(
        &self,
        after: Board,
        bits: impl ExtractBits,
        places: &mut [u32],
    ) -> usize {
        let stage_start = self.layout.stage_start(after);
        self.layout.for_each_place(after, bits, |number, place| {
            places[number] = place as u32;
            prefetch(self.words.as_ptr().wrapping_add(WORDS * (stage_start + place)));
        });
        stage_start
    }

    /// Changes the weights of an afterstate by shares of the error of its value.
    #[inline(always)]
    pub(crate) fn change(&self, stage_start: usize, places: &[u32], error: f32) {
        let step = self.step.rate * error / places.len() as f32;
        for &place in places {
            self.change_weight(stage_start + place as usize, step);
        }
    }

    /// The value of an afterstate; new weights of its stage are promoted.
    #[inline(always)]
    pub(crate) fn settled_sum(&self, stage_start: usize, places: &[u32]) -> f32 {
        let value = self.sum(stage_start, places);
        if is_plausible(value) { value } else { self.promoted_sum(stage_start, places) }
    }

    /// The value of an afterstate after its new weights are promoted: a weight of a stage that no game has looked at
    /// is no number, and begins with the value of the stage below.
    #[cold]
    #[inline(never)]
    pub(crate) fn promoted_sum(&self, stage_start: usize, places: &[u32]) -> f32 {
        for &place in places {
            self.promote(stage_start + place as usize);
        }
        self.sum(stage_start, places)
    }

    /// Sets a weight that no game has looked at to that of the stage below.
    fn promote(&self, place: usize) -> f32 {
        let value = self.weight(place);
        match place.checked_sub(self.layout.stage_weights()) {
            Some(below) if value.is_nan() => {
                let value = self.promote(below);
                let words = self.words_of(place);
                write(&words[0], value);
                words[1..].iter().for_each(|word| write(word, 0.0));
                value
            }
            _ => value,
        }
    }

    #[inline(always)]
    fn weight(&self, place: usize) -> f32 {
        debug_assert!(place < self.layout.weights());
        // Safety: places come from the layout of these words.
        #[allow(
            unsafe_code,
            reason = "a check of every place costs a tenth of the time of a value"
        )]
        read(unsafe { self.words.get_unchecked(WORDS * place) })
    }

    /// Changes a weight by a step, or by a part of it.
    #[inline(always)]
    fn change_weight(&self, place: usize, step: f32) {
        let words = self.words_of(place);
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

    #[inline(always)]
    fn words_of(&self, place: usize) -> &[AtomicU32] {
        &self.words[WORDS * place..][..WORDS]
    }

    /// The sum of the weights at some places of a stage.
    #[inline(always)]
    pub(crate) fn sum(&self, stage_start: usize, places: &[u32]) -> f32 {
        let mut sums = [0.0; ORIENTATIONS];
        for places in places.chunks_exact(ORIENTATIONS) {
            for (sum, &place) in sums.iter_mut().zip(places) {
                *sum += self.weight(stage_start + place as usize);
            }
        }
        sums.iter().sum()
    }
}
