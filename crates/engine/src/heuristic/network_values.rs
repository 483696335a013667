//! A learned network of any tuples as a value function: points still to come.
//!
//! Each board after a spawn and a move is valued by as many lookups as the network has. They are
//! far apart in memory, so that a leaf is as fast as they can be brought: those of the next gap are
//! asked for before those of a gap are added up.

use super::leaf_kernel;
use super::network_leaves;
use super::network_lookups::NetworkLookups;
use super::value_function::{Leaf, ValueFunction};
use crate::game::Board;

impl ValueFunction for NetworkLookups {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.value_of(board)
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        true
    }

    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], leaf: &mut Leaf) -> f32 {
        network_leaves::chance_values(self, [boards], [false], leaf)[0]
    }

    #[inline(always)]
    fn chance_values(&self, board: Board, afters: [[Board; 2]; 4], leaf: &mut Leaf) -> [f32; 4] {
        let is_illegal = afters.map(|after| after[0] == board);
        network_leaves::chance_values(self, afters, is_illegal, leaf)
    }

    #[inline(always)]
    fn set_gaps(&self, boards: [Board; 2], leaf: &mut Leaf) {
        leaf_kernel::count_and_set_gaps(self, boards, leaf);
    }
}
