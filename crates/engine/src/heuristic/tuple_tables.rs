//! A learned network as a value function: points still to come.
//!
//! Lines and squares have tables of their own (`lines_and_squares`). Of any other network, each
//! board after a spawn and a move is valued by as many lookups as the network has. They are far
//! apart in memory, so that a leaf is as fast as they can be brought: those of the next gap are
//! asked for before those of a gap are added up.

use std::fmt;
use std::sync::Arc;

use super::f32x4::F32x4;
use super::leaf_kernel::{self, LeafKernel};
use super::limits::{MAX_VALUE, limited};
use super::lines_and_squares::{LinesAndSquares, SharedSquares};
use super::network_leaves;
use super::network_lookups::{NetworkLookups, SharedNetwork};
use super::row_tables::SlidLine;
use super::value_function::{Leaf, TerminalEvaluation, ValueFunction, one_by_one};
use crate::game::Board;
use crate::game::gaps::Gap;
use crate::tuples::NamedNetwork;

/// A learned network, times a factor, as a value function.
pub struct TupleTables {
    lookups: Lookups,
}

/// How boards are looked up.
enum Lookups {
    LinesAndSquares(Box<LinesAndSquares>),
    Any(NetworkLookups),
}

impl fmt::Debug for TupleTables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TupleTables")
    }
}

impl TupleTables {
    /// The values of a network, times a factor.
    pub fn new(network: Arc<NamedNetwork>, factor: f64) -> Self {
        let factor = limited(factor, MAX_VALUE) as f32;
        let lookups = match LinesAndSquares::new(&network.network, factor) {
            Some(tables) => Lookups::LinesAndSquares(Box::new(tables)),
            None => Lookups::Any(NetworkLookups::new(network, factor)),
        };
        Self { lookups }
    }
}

impl ValueFunction for TupleTables {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        match &self.lookups {
            Lookups::LinesAndSquares(tables) => tables.value(board),
            Lookups::Any(network) => network.value(board),
        }
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        true
    }

    #[inline]
    fn spawn_sums(
        &self,
        afterstate: Board,
        terminal: TerminalEvaluation,
        leaf: &mut Leaf,
    ) -> [f32; 2] {
        match &self.lookups {
            Lookups::LinesAndSquares(tables) => tables.spawn_sums(afterstate, terminal, leaf),
            Lookups::Any(_) => leaf_kernel::spawn_sums(self, afterstate, terminal, leaf),
        }
    }

    #[inline(always)]
    fn chance_value(
        &self,
        boards: [Board; 2],
        terminal: TerminalEvaluation,
        leaf: &mut Leaf,
    ) -> f32 {
        match &self.lookups {
            Lookups::LinesAndSquares(tables) => tables.chance_value(boards, terminal, leaf),
            Lookups::Any(network) => {
                let leaves = [boards];
                network_leaves::chance_values(self, network, leaves, [false], terminal, leaf)[0]
            }
        }
    }

    #[inline(always)]
    fn chance_values(
        &self,
        board: Board,
        afters: [[Board; 2]; 4],
        terminal: TerminalEvaluation,
        leaf: &mut Leaf,
    ) -> [f32; 4] {
        match &self.lookups {
            Lookups::LinesAndSquares(tables) => {
                one_by_one(&**tables, board, afters, terminal, leaf)
            }
            Lookups::Any(network) => {
                let is_illegal = afters.map(|after| after[0] == board);
                network_leaves::chance_values(self, network, afters, is_illegal, terminal, leaf)
            }
        }
    }

    #[inline(always)]
    fn set_gaps(&self, boards: [Board; 2], leaf: &mut Leaf) {
        match &self.lookups {
            Lookups::LinesAndSquares(tables) => tables.set_gaps(boards, leaf),
            Lookups::Any(_) => leaf_kernel::count_and_set_gaps(self, boards, leaf),
        }
    }
}

/// The data that all moves of an afterstate share.
#[allow(
    clippy::large_enum_variant,
    reason = "one lives on the stack at a time; an allocation would cost more"
)]
pub(super) enum SharedTuples {
    LinesAndSquares(SharedSquares),
    Any(SharedNetwork),
}

/// The rows after a spawn and a move, if their tables have been looked up already.
pub(super) type SlidTuples = Option<SlidLine>;

impl LeafKernel for TupleTables {
    type Shared = SharedTuples;
    type Slid = SlidTuples;
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedTuples, [u64; 2]) {
        match &self.lookups {
            Lookups::LinesAndSquares(tables) => {
                let (shared, illegal) = tables.share(boards);
                (SharedTuples::LinesAndSquares(shared), illegal)
            }
            Lookups::Any(network) => {
                let (shared, illegal) = network.share(boards);
                (SharedTuples::Any(shared), illegal)
            }
        }
    }

    #[inline(always)]
    fn slide(&self, shared: &SharedTuples, gap: Gap) -> SlidTuples {
        match (&self.lookups, shared) {
            (Lookups::LinesAndSquares(tables), SharedTuples::LinesAndSquares(shared)) => {
                Some(tables.slide(shared, gap))
            }
            (Lookups::Any(network), SharedTuples::Any(shared)) => {
                network.prefetch(shared, gap);
                None
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn move_values(&self, shared: &SharedTuples, gap: Gap, slid: SlidTuples) -> F32x4 {
        match (&self.lookups, shared, slid) {
            (
                Lookups::LinesAndSquares(tables),
                SharedTuples::LinesAndSquares(shared),
                Some(slid),
            ) => tables.move_values(shared, gap, slid),
            (Lookups::Any(network), SharedTuples::Any(shared), _) => {
                network.move_values(shared, gap)
            }
            _ => unreachable!("a network is looked up in one way"),
        }
    }
}
