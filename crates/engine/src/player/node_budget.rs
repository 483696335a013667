//! Expectimax by a number of nodes: search after search, until they are spent.

use super::AnalysingPlayer;
use super::expectimax::Expectimax;
use super::settings::{MAXIMUM_DEPTH, NodeBudget};
use crate::game::{Board, Move, Player};
use crate::heuristic::ValueFunction;

/// An expectimax player that goes deeper where boards are few.
#[derive(Debug)]
pub struct BudgetedExpectimax<'t, T> {
    search: Expectimax<'t, T>,
    budget: NodeBudget,
}

impl<'t, T: ValueFunction> BudgetedExpectimax<'t, T> {
    /// A player that searches with an expectimax player.
    pub fn new(search: Expectimax<'t, T>, budget: NodeBudget) -> Self {
        Self { search, budget }
    }

    /// The values of the moves that the last search finds.
    fn search(&mut self, board: Board) -> [Option<f32>; 4] {
        let start = self.search.nodes();
        let mut depth = u32::from(self.budget.at_least);
        let mut before_last = 0;
        loop {
            let before = self.search.nodes();
            let values = self.search.values_to(board, depth);
            let nodes = self.search.nodes();
            let last = nodes - before;
            // Where all is cut, a deeper search spends nothing more.
            let is_vain = last <= before_last || depth >= MAXIMUM_DEPTH;
            if is_vain || self.budget.is_spent(nodes - start, last) {
                return values;
            }
            before_last = last;
            depth += 1;
        }
    }
}

impl<T: ValueFunction> Player for BudgetedExpectimax<'_, T> {
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

impl<T: ValueFunction> AnalysingPlayer for BudgetedExpectimax<'_, T> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let values = self.search(board);
        values.map(|value| Some(self.search.with_offset(value?)))
    }

    fn static_value(&self, board: Board) -> Option<f64> {
        self.search.static_value(board)
    }

    fn depth_for(&self, _: Board) -> Option<u32> {
        None
    }
}
