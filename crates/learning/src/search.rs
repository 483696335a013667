//! Expectimax over a network alone, to a fixed depth; 0 is none.

use std::sync::Arc;

use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::player::{self, AnalysingPlayer};
use tune2048_engine::tuples::{NamedNetwork, Network};
use tune2048_engine::{Depth, ExpectimaxSettings, PlayerSettings, Tables};

/// A search over a network, of which each thread has a player.
pub(crate) struct Search {
    settings: PlayerSettings,
    tables: Tables,
}

impl Search {
    /// A search that sees boards downgraded from this tile on, if there is one.
    pub(crate) fn new(network: Network, depth: u8, downgrade_from: Option<u32>) -> Self {
        let named = Arc::new(NamedNetwork { name: "learned".to_owned(), network });
        let kind = HeuristicKind::Tuples(Arc::new(Tuples::new(named, [])));
        Self {
            settings: PlayerSettings::Expectimax(ExpectimaxSettings {
                depth: Depth::Fixed(depth),
                downgrade_from,
                ..ExpectimaxSettings::default()
            }),
            tables: Tables::new(&Weights::defaults(kind)),
        }
    }

    pub(crate) fn player(&self) -> Box<dyn AnalysingPlayer + '_> {
        player::build(&self.settings, &self.tables)
    }
}
