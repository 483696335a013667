//! The games of a comparison that are under way: sent ahead of the looks, added in their order.

use std::collections::VecDeque;
use std::ops::Range;

use crate::studies::compare::{Comparison, ScorePair};
use crate::studies::games_within;
use crate::subject::CandidateGames;
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

/// The games of a comparison that are under way.
pub(super) struct Ahead {
    sides: [Side; 2],
    /// The side of each part that was sent.
    sent: Vec<usize>,
    cores: usize,
}

impl Ahead {
    /// Goes on after the games of a comparison, which `cores` cores play.
    pub(super) fn new(comparison: &Comparison, cores: usize) -> Self {
        let side = || Side { sent: comparison.games(), ..Side::default() };
        Self { sides: [side(), side()], cores, sent: Vec::new() }
    }

    /// Takes the next games, none beyond the next look, of the side that is behind, which comes
    /// first; `None` if what is needed depends on games under way.
    pub(super) fn next(&mut self, comparison: &Comparison) -> Option<(usize, Range<u64>)> {
        let ends = comparison.foreseeable();
        let is_open = |side: &usize| self.sides[*side].sent < ends[*side];
        let behind = [0, 1].into_iter().filter(is_open);
        let side = behind.min_by_key(|&side| self.sides[side].sent)?;
        let size = games_within(SAVED_EVERY_SECONDS, self.cores, self.sides[side].seconds);
        let first = self.sides[side].sent;
        let end = (first + size).min(ends[side]).min(comparison.look_after(first));
        self.sides[side].sent = end;
        self.sent.push(side);
        Some((side, first..end))
    }

    /// Takes the games of the part with this number, from 0 in the order in which they were sent.
    pub(super) fn take(&mut self, part: usize, games: &CandidateGames) {
        let side = &mut self.sides[self.sent[part]];
        side.scores.extend(games.results.iter().map(|game| game.score));
        if !games.results.is_empty() {
            side.seconds = Some(games.seconds / games.results.len() as f64);
        }
    }

    /// Takes out the games that all sides have played, none beyond the next look.
    pub(super) fn complete(&mut self, comparison: &Comparison) -> Vec<ScorePair> {
        let Some(missing) = comparison.missing() else { return Vec::new() };
        let sides = || [0, 1].into_iter().filter(|&side| missing.plays[side]);
        let played = sides().map(|side| self.sides[side].scores.len()).min();
        let asked = (missing.games.end - missing.games.start) as usize;
        let mut pairs = vec![[None; 2]; played.unwrap_or(0).min(asked)];
        for side in sides() {
            let scores = self.sides[side].scores.drain(..pairs.len());
            for (pair, score) in pairs.iter_mut().zip(scores) {
                pair[side] = Some(score);
            }
        }
        pairs
    }
}
