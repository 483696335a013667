//! A learned network of any tuples as a value function: points still to come.
//!
//! The weights of a gap's boards are far apart in memory, so that a leaf is as fast as they can be brought. They
//! are found, and asked for, a gap before they are added up: at the end of a leaf, those of the first gap of the
//! next one.

use std::sync::Arc;

use wide::f32x4;

use super::leaf_kernel::LeafKernel;
use super::slid_boards::SlidBoards;
use super::value_function::{Leaf, ValueFunction, generic_spawn_sums, mean};
use crate::game::gaps::{Gap, first_of_gaps};
use crate::game::{Board, Move, MoveTables};
use crate::processor::Processor;
use crate::tuples::{ExtractBits, Layout, NamedNetwork, Numbers, Weight, prefetch};

/// The lookups of a network, whose values are multiplied by a factor.
#[derive(Debug)]
pub(super) struct NetworkLookups<T, B> {
    network: Arc<NamedNetwork>,
    numbers: Arc<Numbers<T>>,
    /// How the places of weights are gathered from the bits of a board.
    bits: B,
    factor: f32,
    moves: &'static MoveTables,
    processor: Processor,
}

impl<T: Weight, B: ExtractBits> NetworkLookups<T, B> {
    /// The lookups in these numbers, which are those of the network.
    pub(super) fn new(
        network: Arc<NamedNetwork>,
        numbers: Arc<Numbers<T>>,
        bits: B,
        factor: f32,
    ) -> Self {
        let (moves, processor) = (MoveTables::get(), Processor::get());
        Self { network, numbers, bits, factor, moves, processor }
    }

    #[inline(always)]
    fn layout(&self) -> &Layout {
        self.network.network.layout()
    }

    /// The value of a board by the instructions of the caller.
    #[inline(always)]
    fn value_here(&self, board: Board) -> f32 {
        let sum = self.layout().value(self.numbers.all(), board, self.bits);
        self.factor * self.numbers.points(sum)
    }

    /// The points of a move along a gap's row with a 2 and with a 4.
    #[inline(always)]
    fn points(&self, shared: &SlidBoards, gap: Gap) -> [f32; 2] {
        let board = shared.boards[gap.axis()].0;
        let points = |rank: u64| self.moves.points(Board(board | rank << gap.bit()), Move::Left);
        [points(1) as f32, points(2) as f32]
    }

    /// Asks for the weights of the boards of a gap and writes their places
    /// ([`Layout::set_places`]), board by board.
    #[inline(always)]
    fn look_up(&self, shared: &SlidBoards, gap: Gap, places: &mut [u32]) -> Slot {
        let (layout, weights) = (self.layout(), self.numbers.all());
        let lookups = layout.lookups();
        let mut stage_starts = [0; 4];
        // Not `map`: its closure would be compiled without the instructions of the leaf.
        for (number, board) in shared.all_after(gap, self.moves).into_iter().enumerate() {
            let start = layout.stage_start(board);
            stage_starts[number] = start;
            let places = &mut places[number * lookups..][..lookups];
            layout.set_places(board, self.bits, places, |place| {
                prefetch(weights.as_ptr().wrapping_add(start + place));
            });
        }
        Slot { stage_starts, points: self.points(shared, gap) }
    }

    /// The values of the moves of a gap from what [`Self::look_up`] has found.
    ///
    /// # Safety
    /// `places` must be written by [`Self::look_up`] of these lookups.
    #[inline(always)]
    #[allow(unsafe_code, reason = "see `Layout::value`")]
    unsafe fn values_at(&self, slot: Slot, places: &[u32]) -> f32x4 {
        let (layout, weights) = (self.layout(), self.numbers.all());
        let Slot { stage_starts, points: [two, four] } = slot;
        let lookups = layout.lookups();
        let mut values = [0.0; 4];
        for (number, value) in values.iter_mut().enumerate() {
            let places = &places[number * lookups..][..lookups];
            // Safety: `look_up` has the places from this layout.
            let sum = unsafe { layout.value_at(weights, stage_starts[number], places) };
            *value = self.factor * self.numbers.points(sum);
        }
        f32x4::new(values) + f32x4::new([two, two, four, four])
    }
}

impl<T: Weight, B: ExtractBits> ValueFunction for NetworkLookups<T, B> {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        self.processor.run(
            #[inline(always)]
            |lookups: &Self, board, ()| lookups.value_here(board),
            self,
            board,
            (),
        )
    }

    #[inline(always)]
    fn counts_points(&self) -> bool {
        true
    }
}

/// The boards of a gap: after a spawn of a 2 and a move to the left and to the right, then of a 4.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The places of the first weights of their stages.
    stage_starts: [usize; 4],
    /// The points of the moves after a 2 and after a 4.
    points: [f32; 2],
}

impl<T: Weight, B: ExtractBits> LeafKernel for NetworkLookups<T, B> {
    type Shared = SlidBoards;
    type Slid = ();
    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SlidBoards, [u64; 2]) {
        let shared = SlidBoards::new(boards, self.moves);
        let illegal = shared.illegal();
        (shared, illegal)
    }

    /// Asks for the weights of the boards of [`Self::move_values`].
    #[inline(always)]
    fn slide(&self, shared: &SlidBoards, gap: Gap) {
        let (layout, weights) = (self.layout(), self.numbers.all());
        for board in shared.all_after(gap, self.moves) {
            let start = layout.stage_start(board);
            layout.for_each_place(board, self.bits, |_, place| {
                prefetch(weights.as_ptr().wrapping_add(start + place));
            });
        }
    }

    #[inline(always)]
    fn move_values(&self, shared: &SlidBoards, gap: Gap, (): ()) -> f32x4 {
        let [two, four] = self.points(shared, gap);
        let mut values = [0.0; 4];
        for (value, board) in values.iter_mut().zip(shared.all_after(gap, self.moves)) {
            *value = self.value_here(board);
        }
        f32x4::new(values) + f32x4::new([two, two, four, four])
    }

    #[inline(always)]
    fn boards_after(&self, shared: &SlidBoards, gap: Gap, (): &()) -> [u64; 4] {
        shared.all_after(gap, self.moves).map(|board| board.0)
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
    let leaves = leaves.map(|boards| network.share(boards));
    // The gap that is added up next, and the one after it; the places of each are side by side.
    let mut slots = [Slot::default(); 2];
    let places = 4 * network.layout().lookups();
    if leaf.scratch.len() < 2 * places {
        leaf.scratch.resize(2 * places, 0);
    }
    let firsts: [[u64; 2]; N] = std::array::from_fn(|number| {
        if is_left_out[number] { [0; 2] } else { leaves[number].0.boards.map(first_of_gaps) }
    });
    let of_leaf = |number: usize| Gap::all(firsts[number]).map(move |gap| (number, gap));
    let mut gaps = (0..N).flat_map(of_leaf);
    let mut current = gaps.next();
    if let Some((number, gap)) = current {
        slots[0] = network.look_up(&leaves[number].0, gap, &mut leaf.scratch[..places]);
    }
    let mut values = [f32::NEG_INFINITY; N];
    let mut slot = 0;
    while let Some((number, gap)) = current {
        current = gaps.next();
        if let Some((number, gap)) = current {
            let places = &mut leaf.scratch[(slot ^ 1) * places..][..places];
            slots[slot ^ 1] = network.look_up(&leaves[number].0, gap, places);
        }
        let places = &leaf.scratch[slot * places..][..places];
        // Safety: every gap is looked up in its slot before it is valued.
        #[allow(unsafe_code, reason = "see `Layout::value`")]
        let value = unsafe { network.values_at(slots[slot], places) };
        leaf.gaps.set(gap, value);
        slot ^= 1;
        if current.is_some_and(|(next, _)| next == number) {
            continue;
        }
        let (shared, illegal) = &leaves[number];
        let afterstate = shared.boards[0];
        let mut sums = leaf.gaps.best_sums(afterstate.empty_mask(), *illegal);
        if sums[0] + sums[1] == f32::NEG_INFINITY {
            sums = generic_spawn_sums(network, afterstate, leaf);
        } else {
            leaf.nodes += u64::from(4 * Gap::count(firsts[number]));
        }
        values[number] = mean(sums, afterstate);
    }
    values
}
