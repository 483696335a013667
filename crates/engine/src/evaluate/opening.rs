//! Games that begin late: other weights play them up to a large tile.
//!
//! Deep games are long, and their beginnings decide little. Candidates that take over where a
//! large tile has been made are ranked as well as by whole games at about half of the cost
//! (research/late-games.md).

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use super::BoardPlayer;
use crate::game::{GameSeed, Session};
use crate::heuristic::Tables;
use crate::player;

/// The number of games whose beginnings are kept: those of a generation.
const KEPT_GAMES: usize = 1 << 14;

/// The part of every game of a batch that the same weights play for all players: up to the board
/// on which they have made a tile, or their largest one if they die before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The face value of the tile, a power of two.
    pub tile: u32,
    /// The player of the beginning.
    pub player: BoardPlayer,
}

impl Opening {
    /// The game of a seed as candidates take it over; `None` as soon as `is_stopped` returns true.
    fn play(&self, seed: GameSeed, is_stopped: impl Fn() -> bool) -> Option<Session> {
        let tables = Tables::new(&self.player.weights);
        let mut player = player::build(&self.player.settings, &tables);
        let mut session = Session::new(seed);
        let mut begun = session.clone();
        while begun.largest_tile() < self.tile && session.make_choice(&mut *player) {
            if is_stopped() {
                return None;
            }
            if session.largest_tile() > begun.largest_tile() {
                begun = session.clone();
            }
        }
        drop(player);
        tables.release();
        Some(begun)
    }
}

/// The beginnings of recent games, each of which is played once for all candidates and threads.
#[derive(Debug, Default)]
pub(super) struct Openings(Mutex<Recent>);

#[derive(Debug, Default)]
struct Recent {
    of: Option<Opening>,
    games: HashMap<GameSeed, Arc<Mutex<Option<Session>>>>,
}

impl Openings {
    /// The game of a seed as candidates take it over, at its start if there is no beginning;
    /// `None` if `is_stopped` returned true before. Waits while another thread plays the same
    /// beginning.
    pub(super) fn session(
        &self,
        beginning: Option<&Opening>,
        seed: GameSeed,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Session> {
        let Some(beginning) = beginning else { return Some(Session::new(seed)) };
        let game = {
            let mut recent = self.0.lock().expect("no thread panics with the map");
            if recent.of.as_ref() != Some(beginning) || recent.games.len() >= KEPT_GAMES {
                recent.games.clear();
                recent.of = Some(beginning.clone());
            }
            Arc::clone(recent.games.entry(seed).or_default())
        };
        let mut begun = game.lock().expect("no thread panics in a beginning");
        if begun.is_none() {
            *begun = beginning.play(seed, is_stopped);
        }
        begun.clone()
    }
}
