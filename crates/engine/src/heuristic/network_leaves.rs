//! A learned network of any tuples as a value function: points still to come.
//!
//! The weights of a gap's boards are far apart in memory, so that a leaf is as fast as they can be brought. They
//! are found, and asked for, a gap before they are added up: at the end of a leaf, those of the first gap of the
//! next one.

use wide::f32x4;

use super::leaf_kernel::LeafKernel;
use super::network_lookups::{NetworkLookups, SharedNetwork};
use super::slid_boards::SlidBoards;
use super::value_function::{Leaf, generic_spawn_sums, mean};
use crate::game::Board;
use crate::game::gaps::{Gap, Legality, first_of_gaps};
use crate::tuples::{ExtractBits, Weight};

/// The boards of a gap: after a spawn of a 2 and a move to the left and to the right, then of a 4.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The places of the first weights of their stages.
    stage_starts: [usize; 4],
    /// The points of the moves after a 2 and after a 4.
    points: [f32; 2],
}

impl<T: Weight, B: ExtractBits> LeafKernel for NetworkLookups<T, B> {
    type Shared = SharedNetwork;
    type Slid = ();
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedNetwork, [u64; 2]) {
        let shared = SharedNetwork {
            boards: SlidBoards::new(boards, self.moves),
            points: boards.map(|board| self.points_of_other_rows(board)),
        };
        let illegal = |board| Legality::illegal_moves_on(self.legality, board);
        (shared, [illegal(boards[0]), illegal(boards[1])])
    }

    /// Asks for the weights of the boards of [`Self::move_values`].
    #[inline(always)]
    fn slide(&self, shared: &SharedNetwork, gap: Gap) {
        let (layout, weights) = (self.layout(), self.numbers.table());
        for board in self.boards(shared, gap) {
            let start = layout.stage_start(board);
            layout.for_each_place(board, self.bits, |_, place| weights.prefetch(start + place));
        }
    }

    #[inline(always)]
    fn move_values(&self, shared: &SharedNetwork, gap: Gap, (): ()) -> f32x4 {
        let [two, four] = self.points(shared, gap);
        let mut values = [0.0; 4];
        for (value, board) in values.iter_mut().zip(self.boards(shared, gap)) {
            *value = self.value_here(board);
        }
        f32x4::new(values) + f32x4::new([two, two, four, four])
    }

    #[inline(always)]
    fn boards_after(&self, shared: &SharedNetwork, gap: Gap, (): &()) -> [u64; 4] {
        self.boards(shared, gap).map(|board| board.0)
    }

    #[inline(always)]
    fn chance_value(&self, boards: [Board; 2], leaf: &mut Leaf) -> f32 {
        chance_values(self, [boards], [false], leaf)[0]
    }

    #[inline(always)]
    fn chance_values(&self, board: Board, afters: [[Board; 2]; 4], leaf: &mut Leaf) -> [f32; 4] {
        let is_illegal = afters.map(|after| after[0] == board);
        chance_values(self, afters, is_illegal, leaf)
    }
}

/// The [`chance_value`](LeafKernel::chance_value) of several afterstates, each with its
/// transpose; minus infinity for one that is left out.
#[inline(always)]
fn chance_values<T: Weight, B: ExtractBits, const N: usize>(
    network: &NetworkLookups<T, B>,
    leaves: [[Board; 2]; N],
    is_left_out: [bool; N],
    leaf: &mut Leaf,
) -> [f32; N] {
    let mut leaves = Leaves {
        network,
        shared: leaves.map(|boards| network.share(boards)),
        slots: [Slot::default(); 2],
    };
    if leaf.scratch.len() < 2 * leaves.places() {
        leaf.scratch.resize(2 * leaves.places(), 0);
    }
    let gaps: [u64; N] = std::array::from_fn(|number| {
        if is_left_out[number] {
            0
        } else {
            let boards = leaves.shared[number].0.boards.boards;
            Gap::codes(boards.map(first_of_gaps))
        }
    });
    let mut behind = GapsOfLeaves { gaps, number: 0 };
    let mut ahead = behind.clone();
    if let Some(gap) = ahead.next() {
        leaves.look_up(gap, 0, &mut leaf.scratch);
    }
    let mut values = [f32::NEG_INFINITY; N];
    let mut slot = 0;
    while let Some((number, gap)) = behind.next() {
        if let Some(gap) = ahead.next() {
            leaves.look_up(gap, slot ^ 1, &mut leaf.scratch);
        }
        let value = leaves.value(slot, &leaf.scratch);
        leaf.gaps.set(gap, value);
        slot ^= 1;
        if behind.gaps[number] != 0 {
            continue;
        }
        let (shared, illegal) = &leaves.shared[number];
        let afterstate = shared.boards.boards[0];
        let mut sums = leaf.gaps.best_sums(afterstate.empty_mask(), *illegal);
        if sums[0] + sums[1] == f32::NEG_INFINITY {
            sums = generic_spawn_sums(network, afterstate, leaf);
        } else {
            leaf.nodes += u64::from(4 * gaps[number].count_ones());
        }
        values[number] = mean(sums, afterstate);
    }
    values
}

/// Leaves, and the gaps whose weights have been asked for. Their places are in memory of the
/// caller: [`Self::places`] for each slot.
struct Leaves<'t, T, B, const N: usize> {
    network: &'t NetworkLookups<T, B>,
    /// What all moves after the spawns on a leaf share, and the illegal moves by axis.
    shared: [(SharedNetwork, [u64; 2]); N],
    /// The slot of the gap that is added up next, and that of the one after it.
    slots: [Slot; 2],
}

impl<T: Weight, B: ExtractBits, const N: usize> Leaves<'_, T, B, N> {
    /// The number of places of a slot.
    #[inline(always)]
    fn places(&self) -> usize {
        4 * self.network.layout().lookups()
    }

    /// Finds and asks for the weights of a gap of a leaf.
    #[inline(always)]
    fn look_up(&mut self, (number, gap): (usize, Gap), slot: usize, places: &mut [u32]) {
        let shared = &self.shared[number].0;
        let places = &mut places[slot * self.places()..][..self.places()];
        self.slots[slot] = Slot {
            points: self.network.points(shared, gap),
            stage_starts: self.network.look_up(shared, gap, places),
        };
    }

    /// The values of the moves of a gap that [`Self::look_up`] has put into a slot.
    #[inline(always)]
    fn value(&self, slot: usize, places: &[u32]) -> f32x4 {
        let places = &places[slot * self.places()..][..self.places()];
        let Slot { stage_starts, points: [two, four] } = self.slots[slot];
        // Safety: every gap is looked up in its slot before it is valued.
        #[allow(unsafe_code, reason = "see `Table::weight`")]
        let values = unsafe { self.network.values_at(stage_starts, places) };
        values + f32x4::new([two, two, four, four])
    }
}

/// The gaps of leaves, from the first to the last, with the number of their leaf.
#[derive(Clone)]
struct GapsOfLeaves<const N: usize> {
    /// The codes of the gaps that are left.
    gaps: [u64; N],
    number: usize,
}

impl<const N: usize> GapsOfLeaves<N> {
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, Gap)> {
        while self.number < N {
            if let Some(gap) = Gap::take_first(&mut self.gaps[self.number]) {
                return Some((self.number, gap));
            }
            self.number += 1;
        }
        None
    }
}
