//! Batches of games that a network learns from, on any number of threads.

use serde::{Deserialize, Serialize};
use tune2048_engine::Board;
use tune2048_engine::tuples::ExtractBits;

use crate::game::LearningGame;
use crate::lesson::{Lesson, Step};
use crate::work::{BitWork, fastest, on_threads};

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

/// The finished games of a batch, in sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchResult {
    /// The number of finished games.
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
    /// Adds a game by its sums and its last board.
    pub(crate) fn add_game(&mut self, moves: usize, score: u64, last: Board) {
        self.moves += moves as u64;
        self.games += 1;
        self.score += score;
        self.best_score = self.best_score.max(score);
        self.largest_ranks[usize::from(last.highest_rank() & 15)] += 1;
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

/// Plays games without search and learns from them. Ends early, after the games in progress, if
/// the weights diverge.
pub(crate) fn learn<const WORDS: usize>(lesson: &Lesson<'_, WORDS>) -> BatchResult {
    let mut all = BatchResult::default();
    for learned in on_threads(lesson.batch.threads, || fastest(lesson)) {
        all.add(&learned);
    }
    all
}

/// Games without search, some of them played by turns.
impl<const WORDS: usize> BitWork for &Lesson<'_, WORDS> {
    type Output = BatchResult;

    #[inline(always)]
    fn run(self, bits: impl ExtractBits) -> BatchResult {
        let lesson = self;
        let mut learned = BatchResult::default();
        let begins = std::iter::from_fn(|| lesson.next_game()).take(SIDE_BY_SIDE);
        let mut playing: Vec<_> =
            begins.map(|(_, seed)| LearningGame::new(lesson, seed, bits)).collect();
        while !playing.is_empty() {
            let mut place = 0;
            while place < playing.len() {
                if playing[place].step(lesson, &mut learned, bits) {
                    place += 1;
                    continue;
                }
                if learned.has_diverged {
                    return learned;
                }
                match lesson.next_game() {
                    Some((_, seed)) => playing[place] = LearningGame::new(lesson, seed, bits),
                    None => {
                        playing.swap_remove(place);
                    }
                }
            }
        }
        learned
    }
}
