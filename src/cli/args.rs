//! Arguments that several commands share.

use std::num::{NonZeroU64, NonZeroUsize};

use tune2048_engine::player::{Depth, DepthRule, NodeBudget, PlayerSettings};

use super::failure::BadInput;

/// How many threads to play on.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Threads {
    /// Threads that play games; all cores if not given. Results do not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    pub(super) fn count(self) -> Option<usize> {
        self.threads.map(NonZeroUsize::get)
    }
}

/// A depth in place of the one that comes with the weights.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct DepthOption {
    /// How many spawns to look past, 1 to 8; or `distinct-tiles`: max(3, distinct tiles - 2);
    /// or `free-cells`: 1 if more than seven are free, 2 if more than four, else 3.
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth: Option<Depth>,
    /// How many boards to value for an average move, about, in place of a depth.
    #[arg(long, value_name = "NODES", conflicts_with = "depth")]
    budget: Option<NonZeroU64>,
}

impl DepthOption {
    /// With this depth in place of any other, if it is given.
    pub(super) fn or(self, depth: Option<Depth>) -> Self {
        let only = |depth| Self {
            depth: Some(depth),
            budget: None,
        };
        depth.map_or(self, only)
    }

    pub(super) fn apply(self, player: &mut PlayerSettings) -> Result<(), BadInput> {
        let by_nodes = |nodes: NonZeroU64| {
            Depth::Nodes(NodeBudget {
                nodes: nodes.get(),
                ..NodeBudget::default()
            })
        };
        let Some(depth) = self.depth.or(self.budget.map(by_nodes)) else {
            return Ok(());
        };
        let option = if self.depth.is_some() {
            "--depth"
        } else {
            "--budget"
        };
        let name = player.to_string();
        let setting = player.depth_mut().ok_or_else(|| {
            BadInput(format!(
                "{option}: found the player {name}, expected one that searches to a depth - \
                 leave the option out"
            ))
        })?;
        *setting = depth;
        Ok(())
    }
}

pub(super) fn parse_depth(text: &str) -> Result<Depth, String> {
    match (text, text.parse()) {
        ("distinct-tiles", _) => Ok(Depth::Rule(DepthRule::DistinctTiles)),
        ("free-cells", _) => Ok(Depth::Rule(DepthRule::FreeCells)),
        (_, Ok(depth @ 1..=8)) => Ok(Depth::Fixed(depth)),
        _ => Err("expected 1 to 8, distinct-tiles or free-cells".to_owned()),
    }
}
