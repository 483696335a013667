//! What a search asks of a heuristic. It is compiled for each type of tables; the search above the leaves is compiled once.

use std::ops::Deref;

use super::depth_one;
use super::leaf_kernel::{LeafKernel, set_gaps};
use super::value_function::{Leaf, ValueFunction, generic_spawn_sums};
use crate::game::gaps::{Gap, Legality, first_of_gaps};
use crate::game::{Board, Session};

/// Tables that searches look leaves up in.
pub trait Searched: ValueFunction {
    /// The value of a chance node at a leaf: the mean, over the spawns on an afterstate, of the best value that a move
    /// leads to.
    fn leaf_value(&self, after: Board, leaf: &mut Leaf) -> f32;

    /// Sets the values of the moves after the spawns in each gap of an afterstate. `boards` is the afterstate and its
    /// transpose.
    fn set_static(&self, boards: [Board; 2], leaf: &mut Leaf);

    /// Makes several moves at depth 1; returns whether the game goes on.
    fn play(&self, leaf: &mut Leaf, session: &mut Session) -> bool;
}

/// The tables of any heuristic, as what searches look leaves up in.
#[derive(Debug)]
pub struct Tables(pub(super) Box<dyn Searched>);

impl Tables {
    /// Returns large buffers to the pool, from which later tables take them.
    pub fn release(self) {
        self.0.release();
    }
}

impl Deref for Tables {
    type Target = dyn Searched;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl dyn Searched + '_ {
    /// The sums, over the empty cells of an afterstate, of the best value that a move leads to: after a spawned 2, and
    /// after a spawned 4.
    pub fn spawn_sums(&self, after: Board, leaf: &mut Leaf) -> [f32; 2] {
        let boards = [after, after.transpose()];
        let nodes = leaf.nodes;
        self.set_static(boards, leaf);
        let illegal = boards.map(|board| Legality::illegal_moves_on(Legality::of_rows(), board));
        let sums = leaf.gaps.best_sums(after.empty_mask(), illegal);
        if sums[0] + sums[1] == f32::NEG_INFINITY {
            leaf.nodes = nodes;
            return generic_spawn_sums(self, after, leaf);
        }
        sums
    }
}

impl<T: LeafKernel> Searched for T {
    fn leaf_value(&self, after: Board, leaf: &mut Leaf) -> f32 {
        leaf.processor.run(
            #[inline(always)]
            |tables: &Self, after, leaf| tables.chance_value([after, after.transpose()], leaf),
            self,
            after,
            leaf,
        )
    }

    fn set_static(&self, boards: [Board; 2], leaf: &mut Leaf) {
        leaf.processor.run(
            #[inline(always)]
            |tables: &Self, boards: [Board; 2], leaf: &mut Leaf| {
                set_gaps(tables, boards, leaf);
                leaf.nodes += u64::from(4 * Gap::count(boards.map(first_of_gaps)));
            },
            self,
            boards,
            leaf,
        );
    }

    fn play(&self, leaf: &mut Leaf, session: &mut Session) -> bool {
        // Moves in one piece with their leaves and spawns.
        leaf.processor.run(
            #[inline(always)]
            |tables: &Self, leaf, session| depth_one::play(tables, leaf, session),
            self,
            leaf,
            session,
        )
    }
}
