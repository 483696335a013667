//! The games of a comparison that are under way: sent ahead of the looks, added in their order.

use std::collections::VecDeque;

use crate::studies::compare::{Comparison, ScorePair};
use tune2048_engine::game::Score;

/// The approximate time between writes: the play that may be lost when the process dies.
const SAVED_EVERY_SECONDS: f64 = 5.0;

/// The games of one side that are under way.
#[derive(Debug, Default)]
struct Side {
    /// The index after the last game that was sent.
    sent: u64,
    /// The scores that are not added yet.
    scores: VecDeque<Score>,
    /// The time of a game, by the latest ones.
    seconds: Option<f64>,
}

/// The next games of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) side: usize,
    pub(super) first: u64,
    pub(super) games: u64,
}

/// The games of a comparison that are under way.
pub(super) struct Ahead {
    sides: [Side; 2],
    cores: u64,
}

impl Ahead {
    /// Goes on after the games of a comparison, which `cores` cores play.
    pub(super) fn new(comparison: &Comparison, cores: usize) -> Self {
        let side = || Side { sent: comparison.games(), ..Side::default() };
        Self { sides: [side(), side()], cores: cores as u64 }
    }

    /// Takes the next games, none beyond the next look, of the side that is behind; `None` if what
    /// is needed depends on games under way.
    pub(super) fn next(&mut self, comparison: &Comparison) -> Option<Part> {
        let ends = comparison.foreseeable();
        let is_open = |side: &usize| self.sides[*side].sent < ends[*side];
        let behind = [0, 1].into_iter().filter(is_open);
        let side = behind.min_by_key(|&side| self.sides[side].sent)?;
        let size = self.size(side);
        let first = self.sides[side].sent;
        let end = (first + size).min(ends[side]).min(comparison.look_after(first));
        self.sides[side].sent = end;
        Some(Part { side, first, games: end - first })
    }

    /// The number of games that are sent together: those of some seconds.
    fn size(&self, side: usize) -> u64 {
        let of_seconds = |seconds: f64| {
            let games = SAVED_EVERY_SECONDS * self.cores as f64 / seconds.max(1e-9);
            (games as u64).max(1)
        };
        self.sides[side].seconds.map_or(self.cores, of_seconds)
    }

    /// Takes the scores of the next games of a side, which took so many seconds.
    pub(super) fn take(&mut self, side: usize, scores: impl Iterator<Item = Score>, seconds: f64) {
        let side = &mut self.sides[side];
        let before = side.scores.len();
        side.scores.extend(scores);
        let games = side.scores.len() - before;
        if games > 0 {
            side.seconds = Some(seconds / games as f64);
        }
    }

    /// Takes out the games that all sides have played, none beyond the next look.
    pub(super) fn complete(&mut self, comparison: &Comparison) -> Vec<ScorePair> {
        let Some(missing) = comparison.missing() else { return Vec::new() };
        let sides = || [0, 1].into_iter().filter(|&side| missing.plays[side]);
        let played = sides().map(|side| self.sides[side].scores.len()).min();
        let asked = (missing.games.end - missing.games.start) as usize;
        let mut pairs = vec![ScorePair { scores: [None; 2] }; played.unwrap_or(0).min(asked)];
        for side in sides() {
            let scores = self.sides[side].scores.drain(..pairs.len());
            for (pair, score) in pairs.iter_mut().zip(scores) {
                pair.scores[side] = Some(score);
            }
        }
        pairs
    }
}
