//! Expectimax over a network alone, to a fixed depth; 0 is none.

use std::sync::Arc;

use tune2048_engine::evaluate::BoardPlayer;
use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::tuples::{NamedNetwork, Network};
use tune2048_engine::{Depth, ExpectimaxSettings, PlayerSettings};

/// The player that searches over a network, and sees boards downgraded from this tile on, if there is one.
pub(crate) fn player(network: Network, depth: u8, downgrade_from: Option<u32>) -> BoardPlayer {
    let named = Arc::new(NamedNetwork { name: "learned".to_owned(), network });
    let kind = HeuristicKind::Tuples(Arc::new(Tuples::new(named, [])));
    BoardPlayer {
        settings: PlayerSettings::Expectimax(ExpectimaxSettings {
            depth: Depth::Fixed(depth),
            downgrade_from,
            ..ExpectimaxSettings::default()
        }),
        weights: Weights::defaults(kind),
    }
}
