//! Expectimax: the move with the best expected value over random spawns.
//!
//! Depth counts the spawns that the search looks past: at depth 1 the search makes a move,
//! a spawn and a move, and values the afterstate.

use super::budget_search::BudgetSearch;
use super::chance_node::ChanceSearch;
use super::cut::Cut;
use super::depth::Depth;
use super::expectimax_settings::ExpectimaxSettings;
use super::leaf::Leaves;
use super::memory::Memory;
use super::setting::MAX_DEPTH;
use crate::game::{Board, Move, Player, Session, first_best};
use crate::heuristic::Searched;

/// An expectimax player over the tables of a heuristic.
#[derive(Debug)]
pub struct Expectimax<'t> {
    search: Search<'t>,
    settings: ExpectimaxSettings,
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "a player has one, which never moves")]
enum Search<'t> {
    ToDepth(ChanceSearch<'t>),
    ByBudget(BudgetSearch<'t>),
}

impl<'t> Expectimax<'t> {
    /// A player with the given tables and settings.
    pub fn new(tables: &'t dyn Searched, settings: &ExpectimaxSettings) -> Self {
        let leaves = Leaves::new(tables, settings.dead_value);
        let slots = settings.transposition_slots;
        let search = match settings.depth {
            Depth::Nodes(budget) => Search::ByBudget(BudgetSearch::new(leaves, slots, budget)),
            depth => {
                let cut = Cut::new(settings.probability_cut);
                Search::ToDepth(ChanceSearch::new(Memory::new(leaves, cut, depth, slots)))
            }
        };
        Self { search, settings: *settings }
    }

    fn leaves(&self) -> &Leaves<'t> {
        match &self.search {
            Search::ToDepth(search) => &search.memory.leaves,
            Search::ByBudget(search) => &search.horizons.leaves,
        }
    }

    /// The depth of the search; the last of all if a budget decides.
    fn depth(&self, board: Board) -> u32 {
        self.settings.depth.of(board).unwrap_or(u32::from(MAX_DEPTH))
    }
}

impl Player for Expectimax<'_> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let board = self.settings.seen(board);
        let depth = self.depth(board);
        let values = match &mut self.search {
            Search::ToDepth(search) => search.move_values(board, depth),
            Search::ByBudget(search) => search.move_values(board),
        };
        values.map(|value| Some(self.leaves().with_offset(value?)))
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let board = self.settings.seen(board);
        let depth = self.depth(board);
        match &mut self.search {
            Search::ToDepth(search) => search.choose(board, depth),
            Search::ByBudget(search) => first_best(search.move_values(board)),
        }
    }

    fn nodes(&self) -> u64 {
        self.leaves().leaf.nodes
    }

    fn inner_nodes(&self) -> u64 {
        self.leaves().leaf.inner_nodes
    }

    fn play_on(&mut self, session: &mut Session) -> bool {
        let ExpectimaxSettings { depth, downgrade_from, .. } = self.settings;
        match &mut self.search {
            // Every move is a leaf.
            Search::ToDepth(search) if depth == Depth::Fixed(1) && downgrade_from.is_none() => {
                search.memory.leaves.play(session)
            }
            _ => session.make_choice(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSeed, Stream};
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
            let mut player = Expectimax::new(&*tables, &settings);
            let mut portable = Expectimax::new(&*tables, &settings);
            if let Search::ToDepth(search) = &mut portable.search {
                search.memory.leaves.leaf.processor = Processor::ANY;
            }
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
