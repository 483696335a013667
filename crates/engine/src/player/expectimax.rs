//! Expectimax: the move with the best expected value over random spawns.
//!
//! Depth counts the spawns that the search looks past: at depth 1 the search makes a move,
//! a spawn and a move, and values the afterstate.

use super::depth::Depth;
use super::downgrading::{downgraded, rank_of};
use super::expectimax_settings::ExpectimaxSettings;
use super::horizon::BudgetSearch;
use super::leaf::Leaves;
use super::memory::ChanceSearch;
use crate::game::{Board, Move, Player};
use crate::heuristic::Searched;

/// An expectimax player over the tables of a heuristic.
pub fn expectimax<'t>(
    tables: &'t dyn Searched,
    settings: &ExpectimaxSettings,
) -> Box<dyn Player + 't> {
    let leaves = Leaves::new(tables, settings.dead_value);
    let search: Box<dyn Player> = match settings.depth {
        Depth::Nodes(budget) => {
            Box::new(BudgetSearch::new(leaves, settings.transposition_slots, budget))
        }
        _ => Box::new(ChanceSearch::new(leaves, settings)),
    };
    match settings.downgrade_from.and_then(rank_of) {
        Some(from) => Box::new(Downgrading { search, from }),
        None => search,
    }
}

/// A search of boards as it sees them.
struct Downgrading<'t> {
    search: Box<dyn Player + 't>,
    from: u8,
}

impl Player for Downgrading<'_> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.search.move_values(downgraded(board, self.from))
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        self.search.choose(downgraded(board, self.from))
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn inner_nodes(&self) -> u64 {
        self.search.inner_nodes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSeed, Session, Stream};
    use crate::heuristic::Tables;
    use crate::player::depth::DepthRule;
    use crate::presets::Preset;
    use crate::processor::Processor;

    #[test]
    fn both_paths_value_moves_alike() {
        let tables = Tables::new(&Preset::find("2014").unwrap().weights());
        let depths = [
            (Depth::Fixed(2), 300),
            (Depth::Fixed(3), 40),
            (Depth::Rule(DepthRule::DistinctTiles), 10),
        ];
        for (depth, moves) in depths {
            let settings = ExpectimaxSettings { depth, ..ExpectimaxSettings::default() };
            let [mut player, mut portable] = [(); 2]
                .map(|()| ChanceSearch::new(Leaves::new(&*tables, settings.dead_value), &settings));
            portable.leaves.leaf.processor = Processor::ANY;
            let mut session = Session::new(GameSeed::new(7, Stream::Evaluation, 0));
            while session.moves() < moves {
                let board = session.board();
                let bits = |values: [Option<f64>; 4]| values.map(|value| value.map(f64::to_bits));
                let values = bits(player.move_values(board));
                assert_eq!(values, bits(portable.move_values(board)), "{board}");
                session.make(player.choose(board).expect("a move is legal"));
            }
        }
    }
}
