//! The number of games after the search that are recorded together.

use super::Subject;
use tune2048_engine::player::{Depth, DepthRule, PlayerSettings};

/// The most games of each finalist in a batch: a kill loses the batches in progress.
const MAX_BATCH: u64 = 100;

/// The games of a batch of a program, whose games may take minutes while many processes play.
const BATCH_OF_PROGRAM: u64 = 20;

/// The most boards per move times games of a batch: a few minutes of two players.
const BOARDS_OF_BATCH: u64 = 4_000_000;

/// The approximate number of boards that a search evaluates per move.
fn boards_at_depth(depth: u8) -> u64 {
    100 * 20_u64.pow(u32::from(depth).saturating_sub(1))
}

impl Subject {
    /// The most games of each finalist in a batch after the search, for a limit of the boards per
    /// move if there is one. Rows are recorded batch by batch, so that the number depends on the
    /// settings only.
    pub fn final_batch(&self, cost_per_move: Option<f64>) -> u64 {
        let boards_per_move = match (cost_per_move, self.player()) {
            (Some(limit), _) => limit as u64,
            (None, Some(PlayerSettings::Expectimax(settings))) => match settings.depth {
                Depth::Nodes(budget) => budget.nodes,
                Depth::Rule(DepthRule::FreeCells) => boards_at_depth(2),
                Depth::Rule(DepthRule::DistinctTiles) => boards_at_depth(6),
                Depth::Fixed(depth) => boards_at_depth(depth),
                Depth::Schedule(schedule) => boards_at_depth(schedule.at_most),
            },
            (None, Some(_)) => return MAX_BATCH,
            (None, None) => return BATCH_OF_PROGRAM,
        };
        (BOARDS_OF_BATCH / boards_per_move.max(1)).clamp(1, MAX_BATCH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::HeuristicKind;
    use tune2048_engine::player::{ExpectimaxSettings, NodeBudget};

    #[test]
    fn slow_players_have_small_batches() {
        let of = |depth| {
            let settings = ExpectimaxSettings { depth, ..ExpectimaxSettings::default() };
            let player = PlayerSettings::Expectimax(settings);
            Subject::board(player, HeuristicKind::None).final_batch(None)
        };
        let nodes = |nodes| Depth::Nodes(NodeBudget { nodes, ..NodeBudget::default() });
        assert_eq!([1, 3, 4, 8].map(|depth| of(Depth::Fixed(depth))), [100, 100, 5, 1]);
        assert_eq!(of(Depth::Rule(DepthRule::DistinctTiles)), 1);
        assert_eq!([1, 200_000, u64::MAX].map(|count| of(nodes(count))), [100, 20, 1]);
    }
}
