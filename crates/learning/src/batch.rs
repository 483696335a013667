//! Batches of games that a network learns from, on any number of threads.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use tune2048_engine::tuples::{ExtractBits, Portable};
use tune2048_engine::{GameSeed, Stream};

use crate::game::{LearnedGame, LearningGame};
use crate::lesson::{Lesson, Step};
use crate::table::LearningTable;
use crate::threads::on_threads;

/// The number of games that a thread plays by turns, so that the weights of one come from memory
/// while it plays the other.
const SIDE_BY_SIDE: usize = 2;

/// Games to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// The seed of the learning run.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
    /// How they change weights.
    pub step: Step,
    /// The number of threads, at least 1. With one thread, or with a search, the same batch
    /// changes the same weights in the same way.
    pub threads: usize,
}

impl Batch {
    /// The seed of a game by its number in the batch, from 0; `None` after the last one.
    pub(crate) fn seed_of(&self, number: u64) -> Option<GameSeed> {
        let is_of_batch = number < self.games;
        is_of_batch.then(|| GameSeed::new(self.seed, Stream::Learning, self.first + number))
    }
}

/// The finished games of a batch, in sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchResult {
    /// Finished games.
    pub games: u64,
    /// The sum of their scores.
    pub score: u64,
    /// The largest score.
    pub best_score: u64,
    /// The moves of all games.
    pub moves: u64,
    /// The number of games whose largest tile has each rank.
    pub largest_ranks: [u64; 16],
    /// Whether a value was no number, or beyond all scores: the learning rate is too high.
    pub has_diverged: bool,
}

impl BatchResult {
    pub(crate) fn add_game(&mut self, game: LearnedGame) {
        self.games += 1;
        self.score += game.score;
        self.best_score = self.best_score.max(game.score);
        self.moves += u64::from(game.moves);
        self.largest_ranks[usize::from(game.highest_rank & 15)] += 1;
        self.has_diverged |= game.has_diverged;
    }

    /// Adds the games of another batch.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.score += other.score;
        self.best_score = self.best_score.max(other.best_score);
        self.moves += other.moves;
        for (sum, count) in self.largest_ranks.iter_mut().zip(other.largest_ranks) {
            *sum += count;
        }
        self.has_diverged |= other.has_diverged;
    }
}

/// Plays the games of a batch and learns from them. Ends early, after the games in progress, if the
/// weights diverge.
pub(crate) fn learn<T: LearningTable>(lesson: &Lesson<'_, T>, batch: &Batch) -> BatchResult {
    let games = Games { batch, next: AtomicU64::new(0) };
    let mut all = BatchResult::default();
    for result in on_threads(batch.threads, |_| games.play(lesson)) {
        all.add(&result);
    }
    all
}

/// The games that are left to play.
struct Games<'b> {
    batch: &'b Batch,
    next: AtomicU64,
}

impl Games<'_> {
    fn next_seed(&self) -> Option<GameSeed> {
        self.batch.seed_of(self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn play<T: LearningTable>(&self, lesson: &Lesson<'_, T>) -> BatchResult {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = tune2048_engine::tuples::Pext::get() {
            // Safety: `Pext` exists only on processors with these instructions.
            #[allow(unsafe_code, reason = "instructions for bits halve the time of an index")]
            return unsafe { self.play_fast(lesson, pext) };
        }
        self.play_with(lesson, Portable)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn play_fast<T: LearningTable>(
        &self,
        lesson: &Lesson<'_, T>,
        pext: tune2048_engine::tuples::Pext,
    ) -> BatchResult {
        self.play_with(lesson, pext)
    }

    #[inline(always)]
    fn play_with<T: LearningTable>(
        &self,
        lesson: &Lesson<'_, T>,
        bits: impl ExtractBits,
    ) -> BatchResult {
        let mut result = BatchResult::default();
        let mut playing = Vec::with_capacity(SIDE_BY_SIDE);
        while playing.len() < SIDE_BY_SIDE
            && let Some(seed) = self.next_seed()
        {
            playing.push(LearningGame::new(lesson, seed, bits));
        }
        while !playing.is_empty() {
            let mut place = 0;
            while place < playing.len() {
                let Some(game) = playing[place].step(lesson, bits) else {
                    place += 1;
                    continue;
                };
                result.add_game(game);
                if result.has_diverged {
                    return result;
                }
                match self.next_seed() {
                    Some(seed) => playing[place].start(lesson, seed, bits),
                    None => {
                        playing.swap_remove(place);
                    }
                }
            }
        }
        result
    }
}
