//! Expectimax by a number of nodes: search after search, until they are spent.

use super::expectimax::Expectimax;
use super::settings::{Deepening, NodeBudget};
use super::{Thinker, settings::MAXIMUM_DEPTH};
use crate::game::{Board, Move, Player};
use crate::heuristic::HeuristicTables;

/// An expectimax player that values about so many boards for each move.
#[derive(Debug)]
pub struct BudgetedExpectimax<'t, T> {
    search: Expectimax<'t, T>,
    budget: NodeBudget,
    /// The probability cut of the settings: no search goes below it.
    cut: f32,
}

/// The value of each move, as far as they are legal.
type Values = [Option<f32>; 4];

impl<'t, T: HeuristicTables> BudgetedExpectimax<'t, T> {
    /// A player that searches with an expectimax player.
    pub fn new(search: Expectimax<'t, T>, budget: NodeBudget) -> Self {
        Self {
            cut: search.probability_cut(),
            search,
            budget,
        }
    }

    /// The values that the last search finds.
    fn search(&mut self, board: Board) -> Values {
        match self.budget.by {
            Deepening::Probability => self.by_probability(board),
            Deepening::Depth => self.by_depth(board),
        }
    }

    fn by_probability(&mut self, board: Board) -> Values {
        let start = self.search.nodes();
        let mut cut = 1.0;
        loop {
            self.search.set_probability_cut(cut);
            let before = self.search.nodes();
            let values = self.search.values_to(board, MAXIMUM_DEPTH);
            let spent = self.search.nodes() - start;
            if 2 * spent >= self.budget.nodes || cut <= self.cut || self.search.nodes() == before {
                return values;
            }
            cut = (cut / 2.0).max(self.cut);
        }
    }

    fn by_depth(&mut self, board: Board) -> Values {
        let mut depth = u32::from(self.budget.at_least);
        let mut last = 0;
        loop {
            let before = self.search.nodes();
            let values = self.search.values_to(board, depth);
            let spent = self.search.nodes() - before;
            // Nothing more is spent where all is cut.
            if spent >= self.budget.nodes || spent <= last || depth >= MAXIMUM_DEPTH {
                return values;
            }
            last = spent;
            depth += 1;
        }
    }
}

impl<T: HeuristicTables> Player for BudgetedExpectimax<'_, T> {
    fn start_game(&mut self) {
        self.search.start_game();
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let values = self.search(board);
        super::first_best(values)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

impl<T: HeuristicTables> Thinker for BudgetedExpectimax<'_, T> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let values = self.search(board);
        values.map(|value| Some(self.search.with_offset(value?)))
    }

    fn static_value(&self, board: Board) -> f64 {
        self.search.static_value(board)
    }

    fn depth_for(&self, _: Board) -> Option<u32> {
        None
    }
}
