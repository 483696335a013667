//! What a search asks of a heuristic. It is compiled for each type of tables; the search above the leaves is compiled once.

use std::ops::Deref;

use super::depth_one::DepthOne;
use super::leaf_kernel::LeafKernel;
use super::value_function::{Leaf, ValueFunction, generic_spawn_sums};
use crate::game::gaps::Legality;
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
    fn play(&self, depth_one: &mut DepthOne, leaf: &mut Leaf, session: &mut Session) -> bool;
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
        #[cfg(target_arch = "x86_64")]
        if leaf.is_fast {
            // Safety: `is_fast` is set only on processors with these instructions.
            #[allow(
                unsafe_code,
                reason = "a leaf with instructions for bits takes an eighth fewer of them, and 4 % less time"
            )]
            return unsafe { fast_leaf_value(self, after, leaf) };
        }
        portable_leaf_value(self, after, leaf)
    }

    fn set_static(&self, boards: [Board; 2], leaf: &mut Leaf) {
        #[cfg(target_arch = "x86_64")]
        if leaf.is_fast {
            // Safety: `is_fast` is set only on processors with these instructions.
            #[allow(unsafe_code, reason = "instructions for bits, as in a leaf")]
            return unsafe { fast_set_static(self, boards, leaf) };
        }
        portable_set_static(self, boards, leaf);
    }

    fn play(&self, depth_one: &mut DepthOne, leaf: &mut Leaf, session: &mut Session) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            if leaf.is_fast {
                // Safety: `is_fast` is set only on processors with these instructions.
                #[allow(
                    unsafe_code,
                    reason = "moves in one piece with their leaves and spawns save a sixth of the time at depth 1"
                )]
                return unsafe { fast_play(self, depth_one, leaf, session) };
            }
            play_any(self, depth_one, leaf, session)
        }
        #[cfg(not(target_arch = "x86_64"))]
        depth_one.play(self, session, Board::draw_empty, |board, afters| {
            self.chance_values(board, afters, leaf)
        })
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fast_leaf_value<T: LeafKernel>(tables: &T, after: Board, leaf: &mut Leaf) -> f32 {
    tables.chance_value([after, after.transpose()], leaf)
}

#[inline(never)]
fn portable_leaf_value<T: LeafKernel>(tables: &T, after: Board, leaf: &mut Leaf) -> f32 {
    tables.chance_value([after, after.transpose()], leaf)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fast_set_static<T: LeafKernel>(tables: &T, boards: [Board; 2], leaf: &mut Leaf) {
    tables.set_gaps(boards, leaf);
}

#[inline(never)]
fn portable_set_static<T: LeafKernel>(tables: &T, boards: [Board; 2], leaf: &mut Leaf) {
    tables.set_gaps(boards, leaf);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fast_play<T: LeafKernel>(
    tables: &T,
    depth_one: &mut DepthOne,
    leaf: &mut Leaf,
    session: &mut Session,
) -> bool {
    let has_fast_pdep = depth_one.has_fast_pdep;
    let draw_cell = |board: Board, draw| {
        if has_fast_pdep { board.fast_draw_empty(draw) } else { board.draw_empty(draw) }
    };
    depth_one
        .play(tables, session, draw_cell, |board, afters| tables.chance_values(board, afters, leaf))
}

/// Play on a processor without the fast path: few have one, so that no heuristic has code of its own for it.
#[cfg(target_arch = "x86_64")]
fn play_any(
    tables: &dyn Searched,
    depth_one: &mut DepthOne,
    leaf: &mut Leaf,
    session: &mut Session,
) -> bool {
    depth_one.play(tables, session, Board::draw_empty, |board, afters| {
        afters.map(
            |[after, _]| {
                if after == board { f32::NEG_INFINITY } else { tables.leaf_value(after, leaf) }
            },
        )
    })
}
