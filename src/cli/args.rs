//! Arguments that several commands share.

use std::num::NonZeroUsize;

use tune2048::player::{Depth, DepthRule, PlayerSettings};

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
    /// How many spawns to look past, 1 to 8, or `distinct-tiles`: max(3, distinct tiles - 2).
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth: Option<Depth>,
}

impl DepthOption {
    pub(super) fn apply(self, player: &mut PlayerSettings) -> Result<(), BadInput> {
        let Some(depth) = self.depth else {
            return Ok(());
        };
        let name = player.to_string();
        let setting = player.depth_mut().ok_or_else(|| {
            BadInput(format!(
                "--depth: found the player {name}, expected one that searches to a depth - \
                 leave the option out"
            ))
        })?;
        *setting = depth;
        Ok(())
    }
}

fn parse_depth(text: &str) -> Result<Depth, String> {
    if text == "distinct-tiles" {
        return Ok(Depth::Rule(DepthRule::DistinctTiles));
    }
    match text.parse() {
        Ok(depth @ 1..=8) => Ok(Depth::Fixed(depth)),
        _ => Err("expected 1 to 8, or distinct-tiles".to_owned()),
    }
}
