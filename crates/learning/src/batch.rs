//! Batches of games that a network learns from, on any number of threads.

use serde::{Deserialize, Serialize};
use tune2048_engine::game::SpawnSource;
use tune2048_engine::tuples::ExtractBits;
use tune2048_engine::{Board, GameSeed, Stream};

use crate::game::LearningGame;
use crate::lesson::{Lesson, Step};
use crate::starts::{Lookout, Seen, Starts};
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

impl Batch {
    /// How a game begins, by its number in the batch, from 0; `None` after the last one.
    pub(crate) fn begin(&self, number: u64, starts: Option<&Starts>) -> Option<Begin> {
        let game = self.first + number;
        let seed = GameSeed::new(self.seed, Stream::Learning, game);
        let board = starts.and_then(|starts| starts.board(game, seed));
        let lookout = starts.map_or(Lookout::NONE, |starts| starts.lookout(board));
        (number < self.games).then_some(Begin { number, seed, board, lookout })
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begin {
    /// The number of the game in its batch.
    pub(crate) number: u64,
    pub(crate) seed: GameSeed,
    /// The late board that it begins from, if it does.
    pub(crate) board: Option<Board>,
    pub(crate) lookout: Lookout,
}

impl Begin {
    /// The spawns of the game, and its first board.
    pub(crate) fn spawns(self) -> (SpawnSource, Board) {
        let mut spawns = SpawnSource::new(self.seed);
        let board = self.board.unwrap_or_else(|| {
            let board = spawns.spawn(Board::EMPTY);
            spawns.spawn(board)
        });
        (spawns, board)
    }
}

/// The finished games of a batch, in sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchResult {
    /// Finished games that began with two random tiles.
    pub games: u64,
    /// Finished games that began from late boards; only their moves are counted.
    pub late_games: u64,
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
    /// Adds a game by how it began and its last board.
    pub(crate) fn add_game(&mut self, begin: Begin, moves: usize, score: u64, last: Board) {
        self.moves += moves as u64;
        if begin.board.is_some() {
            self.late_games += 1;
            return;
        }
        self.games += 1;
        self.score += score;
        self.best_score = self.best_score.max(score);
        self.largest_ranks[usize::from(last.highest_rank() & 15)] += 1;
    }

    /// Adds the games of another batch.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.late_games += other.late_games;
        self.score += other.score;
        self.best_score = self.best_score.max(other.best_score);
        self.moves += other.moves;
        for (sum, count) in self.largest_ranks.iter_mut().zip(other.largest_ranks) {
            *sum += count;
        }
        self.has_diverged |= other.has_diverged;
    }
}

/// The results of a batch, and the boards that it adds to the late ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learned {
    pub(crate) result: BatchResult,
    /// The boards that began stages.
    pub(crate) seen: Vec<Seen>,
}

/// Plays games without search and learns from them. Ends early, after the games in progress, if
/// the weights diverge.
pub(crate) fn learn<const WORDS: usize>(lesson: &Lesson<'_, WORDS>) -> Learned {
    let mut all = Learned::default();
    for learned in on_threads(lesson.batch.threads, || fastest(lesson)) {
        all.result.add(&learned.result);
        all.seen.extend(learned.seen);
    }
    all
}

/// Games without search, some of them played by turns.
impl<const WORDS: usize> BitWork for &Lesson<'_, WORDS> {
    type Output = Learned;

    #[inline(always)]
    fn run(self, bits: impl ExtractBits) -> Learned {
        let lesson = self;
        let mut learned = Learned::default();
        let begins = std::iter::from_fn(|| lesson.next_game()).take(SIDE_BY_SIDE);
        let mut playing: Vec<_> =
            begins.map(|begin| LearningGame::new(lesson, begin, bits)).collect();
        while !playing.is_empty() {
            let mut place = 0;
            while place < playing.len() {
                if playing[place].step(lesson, &mut learned, bits) {
                    place += 1;
                    continue;
                }
                if learned.result.has_diverged {
                    return learned;
                }
                match lesson.next_game() {
                    Some(begin) => playing[place] = LearningGame::new(lesson, begin, bits),
                    None => {
                        playing.swap_remove(place);
                    }
                }
            }
        }
        learned
    }
}
