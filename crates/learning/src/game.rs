//! A game that a network learns from while it plays it.
//!
//! The player makes the move with the highest sum of its points and the value of its
//! afterstate. The value of an afterstate is what it has of points still to come, so that the
//! value of the one before it should have been the points and the value of the move that
//! followed (Szubert and Jaśkowski 2014, TD-afterstate).

use tune2048_engine::game::{MoveTables, SpawnSource};
use tune2048_engine::player::downgraded;
use tune2048_engine::tuples::ExtractBits;
use tune2048_engine::{Board, GameSeed, Move};

use crate::batch::BatchResult;
use crate::lesson::{Lesson, is_plausible};

/// The largest number of errors that one change adds up.
pub(crate) const MAX_HORIZON: usize = 16;

/// A legal move.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    /// Its number in [`Move::ALL`].
    direction: usize,
    after: Board,
    points: u32,
    /// The place of the first weight of its stage.
    stage_start: usize,
}

/// An afterstate that was made, and whose weights wait for their change.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    stage_start: usize,
    /// The value that it should have had, by the errors so far.
    target: f32,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct LearningGame {
    board: Board,
    /// The board as the player sees it: downgraded, if that is wanted.
    seen: Board,
    spawns: SpawnSource,
    score: u64,
    /// The number of moves.
    made_count: usize,
    candidates: [Candidate; 4],
    legal: usize,
    /// The places of the weights of each candidate within its stage.
    places: Vec<u32>,
    /// The last afterstates, by their number modulo the horizon.
    made: [Made; MAX_HORIZON],
    made_places: Vec<u32>,
    /// The value of the last afterstate when it was made.
    last_value: f32,
}

impl LearningGame {
    /// Starts a game.
    pub(crate) fn new<const WORDS: usize>(
        lesson: &Lesson<'_, WORDS>,
        seed: GameSeed,
        bits: impl ExtractBits,
    ) -> Self {
        let lookups = lesson.layout.lookups();
        let mut spawns = SpawnSource::new(seed);
        let board = spawns.spawn(Board::EMPTY);
        let board = spawns.spawn(board);
        let mut game = Self {
            board,
            seen: board,
            spawns,
            score: 0,
            made_count: 0,
            candidates: [Candidate::default(); 4],
            legal: 0,
            places: vec![0; 4 * lookups],
            made: [Made::default(); MAX_HORIZON],
            made_places: vec![0; lesson.step.horizon * lookups],
            last_value: 0.0,
        };
        game.look_up(lesson, bits);
        game
    }

    /// Finds the legal moves and asks for their weights, which are needed when it is this
    /// game's turn again.
    #[inline(always)]
    fn look_up<const WORDS: usize>(&mut self, lesson: &Lesson<'_, WORDS>, bits: impl ExtractBits) {
        let moves = MoveTables::get();
        let lookups = lesson.layout.lookups();
        let from = lesson.step.downgrade_from;
        self.seen =
            from.map_or(self.board, |tile| downgraded(self.board, tile.trailing_zeros() as u8));
        let transposed = self.seen.transpose();
        let [left, right] = moves.along(self.seen);
        let [up, down] = moves.along(transposed);
        let points = |board: Board| -> u32 {
            let of_row = |row| moves.points[usize::from(board.row(row))];
            of_row(0) + of_row(1) + of_row(2) + of_row(3)
        };
        let [vertical, horizontal] = [points(transposed), points(self.seen)];
        let afters = [
            (up.transpose(), vertical),
            (down.transpose(), vertical),
            (left, horizontal),
            (right, horizontal),
        ];
        self.legal = 0;
        for (direction, (after, points)) in afters.into_iter().enumerate() {
            if after == self.seen {
                continue;
            }
            let places = &mut self.places[self.legal * lookups..][..lookups];
            let stage_start = lesson.look_up(after, bits, places);
            self.candidates[self.legal] = Candidate { direction, after, points, stage_start };
            self.legal += 1;
        }
    }

    /// Makes the best move and learns from it; returns whether the game goes on. Adds a game that
    /// has ended to what was learned.
    #[inline(always)]
    pub(crate) fn step<const WORDS: usize>(
        &mut self,
        lesson: &Lesson<'_, WORDS>,
        learned: &mut BatchResult,
        bits: impl ExtractBits,
    ) -> bool {
        let lookups = lesson.layout.lookups();
        let (mut best, mut highest, mut best_value) = (None, f32::NEG_INFINITY, 0.0);
        for (number, candidate) in self.candidates[..self.legal].iter().enumerate() {
            let places = &self.places[number * lookups..][..lookups];
            let mut value = lesson.sum(candidate.stage_start, places);
            if !is_plausible(value) {
                value = lesson.promoted_sum(candidate.stage_start, places);
                learned.has_diverged |= !is_plausible(value);
            }
            let total = candidate.points as f32 + value;
            if total > highest {
                (best, highest, best_value) = (Some(number), total, value);
            }
        }
        let made = self.made_count;
        let Some(number) = best else {
            self.end(lesson);
            learned.add_game(made, self.score, self.board);
            return false;
        };
        let mut candidate = self.candidates[number];
        if self.seen != self.board {
            // Chosen on the board as it is seen, made and learned on the board as it is.
            let (moves, direction) = (MoveTables::get(), Move::ALL[candidate.direction]);
            candidate.after = moves.apply(self.board, direction);
            candidate.points = moves.points(self.board, direction);
            let places = &mut self.places[number * lookups..][..lookups];
            candidate.stage_start = lesson.look_up(candidate.after, bits, places);
            best_value = lesson.settled_sum(candidate.stage_start, places);
            learned.has_diverged |= !is_plausible(best_value);
            highest = candidate.points as f32 + best_value;
        }
        if made > 0 {
            self.add_error(lesson, made, highest - self.last_value);
            if made >= lesson.step.horizon {
                self.change(lesson, made - lesson.step.horizon);
            }
        }
        let slot = made % lesson.step.horizon;
        self.made[slot] = Made { stage_start: candidate.stage_start, target: best_value };
        let best_places = &self.places[number * lookups..][..lookups];
        self.made_places[slot * lookups..][..lookups].copy_from_slice(best_places);
        self.last_value = best_value;
        self.score += u64::from(candidate.points);
        self.made_count += 1;
        self.board = self.spawns.spawn(candidate.after);
        self.look_up(lesson, bits);
        true
    }

    /// Learns from the end: no points are to come.
    #[inline(never)]
    fn end<const WORDS: usize>(&mut self, lesson: &Lesson<'_, WORDS>) {
        let made = self.made_count;
        if made > 0 {
            self.add_error(lesson, made, -self.last_value);
            for past in made.saturating_sub(lesson.step.horizon)..made {
                self.change(lesson, past);
            }
        }
    }

    /// Adds the error of the last afterstate to the targets of all that wait.
    #[inline(always)]
    fn add_error<const WORDS: usize>(
        &mut self,
        lesson: &Lesson<'_, WORDS>,
        made: usize,
        error: f32,
    ) {
        let mut share = 1.0;
        for past in 1..=lesson.step.horizon.min(made) {
            self.made[(made - past) % lesson.step.horizon].target += share * error;
            share *= lesson.step.lambda;
        }
    }

    /// Changes the weights of an afterstate towards its target.
    #[inline(always)]
    fn change<const WORDS: usize>(&mut self, lesson: &Lesson<'_, WORDS>, past: usize) {
        let lookups = lesson.layout.lookups();
        let slot = past % lesson.step.horizon;
        let made = self.made[slot];
        let places = &self.made_places[slot * lookups..][..lookups];
        // Other changes have moved the value since it was made: with the old one, coherence
        // does not find its rates.
        let error = made.target - lesson.sum(made.stage_start, places);
        lesson.change(made.stage_start, places, error);
    }
}
