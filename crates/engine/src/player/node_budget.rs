//! Expectimax with a budget of nodes: deeper searches until the budget is spent.

use super::AnalysingPlayer;
use super::depth::{MAX_DEPTH, NodeBudget};
use super::expectimax::Expectimax;
use crate::game::{Board, Move, Player};
use crate::heuristic::ValueFunction;

/// An expectimax player that searches deeper where there are fewer boards.
#[derive(Debug)]
pub struct BudgetedExpectimax<'t, T> {
    search: Expectimax<'t, T>,
    budget: NodeBudget,
}

impl<'t, T: ValueFunction> BudgetedExpectimax<'t, T> {
    /// A player that searches with the given expectimax player.
    pub fn new(search: Expectimax<'t, T>, budget: NodeBudget) -> Self {
        Self { search, budget }
    }

    /// The values of the moves by the last and deepest search.
    fn search(&mut self, board: Board) -> [Option<f32>; 4] {
        let start = self.search.nodes();
        let mut depth = u32::from(self.budget.at_least);
        let mut before_last = 0;
        loop {
            let before = self.search.nodes();
            let values = self.search.values_to(board, depth);
            let nodes = self.search.nodes();
            let last = nodes - before;
            // If all branches are cut, a deeper search values no more boards.
            let is_pointless = last <= before_last || depth >= u32::from(MAX_DEPTH);
            if is_pointless || self.budget.is_spent(nodes - start, last) {
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
