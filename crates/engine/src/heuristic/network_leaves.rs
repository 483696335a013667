//! The leaves of a large network, gap by gap without a pause between leaves.
//!
//! The weights of a gap's boards are far apart in memory. They are found, and asked for, a gap
//! before they are added up: at the end of a leaf, those of the first gap of the next one.

use super::f32x4::F32x4;
use super::network_lookups::{NetworkLookups, SharedBoards};
use super::tuple_tables::TupleTables;
use super::value_function::{Leaf, TerminalEvaluation, generic_spawn_sums, mean};
use crate::game::Board;
use crate::game::gaps::{Gap, first_of_gaps};

/// The number of gaps that are asked for before one is added up. Two and three are slower.
const AHEAD: usize = 1;

/// The number of gaps whose weights are remembered: a power of two above [`AHEAD`].
const SLOTS: usize = (AHEAD + 1).next_power_of_two();

/// The weights that gaps ahead have asked for.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    slots: [Slot; SLOTS],
    /// The places of the weights of the boards of each slot; as long as the largest network so far
    /// has needed.
    places: Vec<u32>,
}

/// The boards of a gap: after a spawn of a 2 and a move to the left and to the right, then of a 4.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The places of the first weights of their stages.
    stage_starts: [usize; 4],
    /// The points of the moves after a 2 and after a 4.
    points: [f32; 2],
}

impl Asked {
    #[inline(always)]
    fn make_room(&mut self, places: usize) {
        if self.places.len() < places {
            self.places.resize(places, 0);
        }
    }
}

/// An afterstate, and what all moves after its spawns share.
struct SharedLeaf {
    /// The afterstate and its transpose.
    boards: [Board; 2],
    slid: SharedBoards,
    points: [[u32; 4]; 2],
    illegal: [u64; 2],
}

/// [`chance_value`](super::value_function::ValueFunction::chance_value) of several afterstates,
/// each with its transpose; minus infinity for one that is left out.
#[inline(always)]
pub(super) fn chance_values<const N: usize>(
    tables: &TupleTables,
    network: &NetworkLookups,
    leaves: [[Board; 2]; N],
    is_left_out: [bool; N],
    terminal: TerminalEvaluation,
    leaf: &mut Leaf,
) -> [f32; N] {
    let leaves = Leaves {
        tables,
        network,
        shared: leaves.map(|boards| {
            let (slid, illegal) = network.share(boards);
            SharedLeaf {
                boards,
                slid,
                points: tables.points_of_other_rows(boards),
                illegal,
            }
        }),
    };
    leaf.asked.make_room(SLOTS * leaves.places());
    let gaps: [u64; N] = std::array::from_fn(|number| {
        if is_left_out[number] {
            0
        } else {
            Gap::codes(leaves.shared[number].boards.map(first_of_gaps))
        }
    });
    let mut behind = GapsOfLeaves { gaps, number: 0 };
    let mut ahead = behind.clone();
    for slot in 0..AHEAD {
        if let Some(gap) = ahead.next() {
            leaves.look_up(gap, slot, &mut leaf.asked);
        }
    }
    let mut values = [f32::NEG_INFINITY; N];
    let mut slot = 0;
    while let Some((number, gap)) = behind.next() {
        if let Some(gap) = ahead.next() {
            let slot = (slot + AHEAD) % SLOTS;
            leaves.look_up(gap, slot, &mut leaf.asked);
        }
        let value = leaves.value(slot, &leaf.asked);
        leaf.gaps.set(gap, value);
        slot = (slot + 1) % SLOTS;
        if behind.gaps[number] != 0 {
            continue;
        }
        let SharedLeaf {
            boards, illegal, ..
        } = &leaves.shared[number];
        let mut sums = leaf.gaps.best_sums(boards[0].empty_mask(), *illegal);
        if sums[0] + sums[1] == f32::NEG_INFINITY {
            sums = generic_spawn_sums(tables, boards[0], terminal, leaf);
        } else {
            leaf.nodes += u64::from(4 * gaps[number].count_ones());
        }
        values[number] = mean(sums, boards[0]);
    }
    values
}

struct Leaves<'t, const N: usize> {
    tables: &'t TupleTables,
    network: &'t NetworkLookups,
    shared: [SharedLeaf; N],
}

impl<const N: usize> Leaves<'_, N> {
    /// The number of places of a slot.
    #[inline(always)]
    fn places(&self) -> usize {
        4 * self.network.lookups()
    }

    /// Finds and asks for the weights of a gap of a leaf.
    #[inline(always)]
    fn look_up(&self, (number, gap): (usize, Gap), slot: usize, asked: &mut Asked) {
        let shared = &self.shared[number];
        let rows = [1, 2].map(|rank| usize::from(gap.row_with(&shared.boards, rank)));
        let places = &mut asked.places[slot * self.places()..][..self.places()];
        asked.slots[slot] = Slot {
            points: self.tables.points(&shared.points, gap, rows),
            stage_starts: self.network.look_up(&shared.slid, gap, rows, places),
        };
    }

    /// The values of the moves of a gap that [`Self::look_up`] has put into a slot.
    #[inline(always)]
    fn value(&self, slot: usize, asked: &Asked) -> F32x4 {
        let places = &asked.places[slot * self.places()..][..self.places()];
        let Slot {
            stage_starts,
            points: [two, four],
        } = asked.slots[slot];
        // Safety: every gap is looked up in its slot before it is valued.
        #[allow(unsafe_code, reason = "see `WeightTable::weight`")]
        let values = unsafe { self.network.values_at(stage_starts, places) };
        values.plus(F32x4::new([two, two, four, four]))
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
