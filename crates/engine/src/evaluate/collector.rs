//! Collects games in the order of their batch.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::PlayerGames;

/// A finished game of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame<R> {
    /// The place in the batch: index of the player · number of seeds + index of the seed.
    pub index: usize,
    /// The result of the game.
    pub result: R,
    /// Seconds spent in the game.
    pub seconds: f64,
}

/// Collects games, which end in any order, in the order of their batch.
#[derive(Clone, Debug)]
pub struct Collector<R> {
    results: Vec<Vec<Option<R>>>,
    missing: Vec<usize>,
    seconds: Vec<f64>,
    games: usize,
    delivered: usize,
}

impl<R> Collector<R> {
    /// Waits for the games of some players, each of which plays as many games.
    pub fn new(players: usize, games: usize) -> Self {
        let unplayed = || std::iter::repeat_with(|| None).take(games).collect();
        Self {
            results: std::iter::repeat_with(unplayed).take(players).collect(),
            missing: vec![games; players],
            seconds: vec![0.0; players],
            games,
            delivered: 0,
        }
    }

    /// Takes a game; returns whether all games of its player have ended.
    ///
    /// # Panics
    /// If the batch has no game of this index.
    pub fn add(&mut self, game: PlayedGame<R>) -> bool {
        let (player, seed) = (game.index / self.games, game.index % self.games);
        self.results[player][seed] = Some(game.result);
        self.missing[player] -= 1;
        self.seconds[player] += game.seconds;
        self.missing[player] == 0
    }

    /// The next player in order, once all of its games have ended.
    pub fn next_finished(&mut self) -> Option<PlayerGames<R>> {
        let player = self.delivered;
        if *self.missing.get(player)? > 0 {
            return None;
        }
        self.delivered += 1;
        let results = std::mem::take(&mut self.results[player]);
        Some(PlayerGames {
            player,
            results: results.into_iter().flatten().collect(),
            seconds: self.seconds[player],
        })
    }

    /// Whether all players have been delivered.
    pub fn has_delivered_all(&self) -> bool {
        self.delivered == self.results.len()
    }
}

/// Delivers the players of batches that are next in order, each with the number of its batch, until
/// `deliver` breaks. Batches whose players are all delivered leave the queue; `first` is the number
/// of the first one in it.
pub fn deliver_in_order<B, R>(
    batches: &mut VecDeque<B>,
    first: &mut usize,
    collector: impl Fn(&mut B) -> &mut Collector<R>,
    mut deliver: impl FnMut(usize, PlayerGames<R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    while let Some(batch) = batches.front_mut() {
        let collector = collector(batch);
        while let Some(finished) = collector.next_finished() {
            deliver(*first, finished)?;
        }
        if !collector.has_delivered_all() {
            break;
        }
        batches.pop_front();
        *first += 1;
    }
    ControlFlow::Continue(())
}
