//! The search of a budget: to a horizon, which is a sum of tiles and not a number of spawns.
//!
//! At horizon `h` a spawned 2 is one step and a spawned 4 is two, and the search ends after
//! `h` steps. How far a board is searched depends only on its tiles: its value is the same on
//! every path, the table serves all paths, and rival boards are searched equally far.
//!
//! The search follows the moves after a spawn whose boards are nearly as good as the best by
//! their static values. The caller sets the margin.

use wide::f32x4;

use super::children::Children;
use super::depth::NodeBudget;
use super::leaf::Leaves;
use super::transposition::TranspositionTable;
use crate::game::Board;
use crate::game::gaps::{bits, mirrored};
use crate::heuristic::gap_values::swapped;

/// A search of moves that goes deeper where there are fewer boards.
#[derive(Debug)]
pub(super) struct BudgetSearch<'t> {
    pub(super) leaves: Leaves<'t>,
    pub(super) budget: NodeBudget,
    /// The values of afterstates, by horizon.
    values: Option<TranspositionTable>,
    /// The largest distance in value from the best rival at which a board is searched.
    pub(super) margin: f32,
    /// The number of boards valued at which the search stops.
    pub(super) limit: u64,
}

impl<'t> BudgetSearch<'t> {
    /// A search with at most `slots` slots in its table.
    pub(super) fn new(leaves: Leaves<'t>, slots: u32, budget: NodeBudget) -> Self {
        // No more slots than a search fills: fitting the caches matters more than the last hits.
        let slots = slots.min(1 << 13);
        let values = (slots > 0).then(|| TranspositionTable::new(slots));
        Self { leaves, budget, values, margin: f32::INFINITY, limit: u64::MAX }
    }

    /// Forgets earlier searches and their margin and limit.
    pub(super) fn start(&mut self) {
        self.values.iter_mut().for_each(TranspositionTable::clear);
        self.limit = u64::MAX;
        self.margin = f32::INFINITY;
    }

    /// The value of an afterstate at a horizon of at least 1; meaningless once the limit is
    /// reached.
    #[inline(always)]
    pub(super) fn afterstate(&mut self, after: Board, horizon: u32) -> f32 {
        let value =
            if horizon == 1 { self.leaves.value(after) } else { self.chance_value(after, horizon) };
        if !self.is_stopped()
            && let Some(table) = &mut self.values
        {
            table.insert(after, horizon, value);
        }
        value
    }

    /// The value of a leaf, from the table if it contains it.
    pub(super) fn leaf(&mut self, after: Board) -> f32 {
        let known = self.values.as_ref().and_then(|table| table.get(after, 1));
        known.unwrap_or_else(|| self.leaves.value(after))
    }

    fn chance_value(&mut self, after: Board, horizon: u32) -> f32 {
        self.leaves.leaf.processor.run(
            #[inline(always)]
            |search: &mut Self, after, horizon| search.chance_value_here(after, horizon),
            self,
            after,
            horizon,
        )
    }

    /// The mean over the spawns of the value of the best promising move.
    #[inline(always)]
    fn chance_value_here(&mut self, after: Board, horizon: u32) -> f32 {
        if self.is_stopped() {
            return 0.0;
        }
        self.leaves.leaf.inner_nodes += 1;
        let mut children = Children::new(after, self.leaves.moves);
        let illegal = children.illegal;
        let empty = after.empty_mask();
        let leaves = &mut self.leaves;
        leaves.tables.set_static(children.slid.boards, &mut leaves.leaf);
        let mut fours = leaves.leaf.gaps.best_sums(empty, illegal)[1];
        // The search ends with a 4 here: its moves have their static values.
        let fours_end = horizon <= 2;
        if fours_end {
            fours = leaves.with_dead(fours, after, illegal, 1);
        }
        children.pending = self.promising(&children, illegal, !fours_end);
        self.look_up(&mut children, horizon);
        for place in bits(children.pending) {
            let (place, steps) = (place as usize, steps(place));
            children.values[place] += self.afterstate(children.boards[place], horizon - steps);
        }
        let gaps = &mut self.leaves.leaf.gaps;
        children.set_gaps(gaps);
        let deep = gaps.best_sums(empty, illegal);
        let twos = self.leaves.with_dead(deep[0], after, illegal, 0);
        if !fours_end {
            fours = self.leaves.with_dead(deep[1], after, illegal, 1);
        }
        (0.9 * twos + 0.1 * fours) / empty.count_ones() as f32
    }

    /// The places of the children that are nearly the best of a spawn, by the values that
    /// the gaps contain.
    #[inline(always)]
    fn promising(&self, children: &Children, illegal: [u64; 2], with_fours: bool) -> u64 {
        let gaps = &self.leaves.leaf.gaps;
        let least = f32x4::new([-self.margin; 4]);
        let lowest = f32x4::new([f32::MIN; 4]);
        let mut places = 0;
        for bit in bits(children.after.empty_mask()) {
            let bits = [bit, mirrored(bit)];
            let values = [0, 1].map(|axis| gaps.value(axis, bits[axis], illegal));
            let best = values[0].fast_max(values[1]);
            // Minus infinity, an illegal move, is below every least value.
            let least = (best.fast_max(swapped(best)) + least).fast_max(lowest);
            for axis in 0..2 {
                let of_gap = u64::from(values[axis].simd_ge(least).to_bitmask());
                places |= of_gap << children.place(axis, bits[axis]);
            }
        }
        if with_fours { places } else { places & 0x3333_3333_3333_3333 }
    }

    /// Fills in the boards of pending children, and the values of those that the table
    /// contains, which are no longer pending. The values of the others become the points
    /// of their moves.
    #[inline(always)]
    fn look_up(&self, children: &mut Children, horizon: u32) {
        let moves = self.leaves.moves;
        for gap in children.gaps() {
            for tile in 0..2 {
                let place = children.place(gap.axis(), gap.bit()) + 2 * tile;
                if children.pending >> place & 3 != 0 {
                    children.set_boards(gap, tile, moves);
                }
            }
        }
        for place in bits(children.pending) {
            let (place, steps) = (place as usize, steps(place));
            let mut value = self.leaves.points(children, place);
            let table = self.values.as_ref();
            let known = table.and_then(|t| t.get(children.boards[place], horizon - steps));
            if let Some(known) = known {
                value += known;
                children.pending &= !(1 << place);
            }
            children.values[place] = value;
        }
    }

    /// Whether the limit is reached.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.leaves.leaf.nodes >= self.limit
    }
}

/// The steps of the spawn before a child: one for a 2, two for a 4.
fn steps(place: u32) -> u32 {
    1 + (place >> 1 & 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, MoveTables};
    use crate::heuristic::{Searched, Tables};
    use crate::player::TerminalValue;
    use crate::presets::Preset;
    use crate::processor::Processor;

    /// The value of an afterstate as the definition says it: spawn by spawn, without gaps,
    /// tables or kernels. Of the moves after a spawn those count that are within the margin.
    fn textbook(tables: &dyn Searched, after: Board, horizon: i32, margin: f64) -> f64 {
        if horizon <= 0 {
            return f64::from(tables.value(after));
        }
        let cells: Vec<_> = (0..16).filter(|&cell| after.rank(cell) == 0).collect();
        let mut sum = 0.0;
        for &cell in &cells {
            for (rank, share) in [(1, 0.9), (2, 0.1)] {
                let board = Board(after.0 | rank << (4 * cell));
                let moved = Move::ALL.map(|to| (to, MoveTables::get().apply(board, to)));
                let legal = || moved.into_iter().filter(|&(_, moved)| moved != board);
                let value = |(to, moved): (Move, Board), horizon| {
                    f64::from(tables.with_points(0.0, board, to))
                        + textbook(tables, moved, horizon, margin)
                };
                let best = legal().map(|moved| value(moved, 0)).reduce(f64::max);
                // A leaf looks past its spawn of either tile, and no further.
                let rest = if horizon == 1 { 0 } else { horizon - rank as i32 };
                let near = legal()
                    .filter(|&moved| best.is_some_and(|best| value(moved, 0) >= best - margin));
                let deep = near.map(|moved| value(moved, rest)).reduce(f64::max);
                sum += share * deep.unwrap_or(-tables.offset());
            }
        }
        sum / cells.len() as f64
    }

    fn search(tables: &dyn Searched, slots: u32) -> BudgetSearch<'_> {
        let leaves = Leaves::new(tables, TerminalValue::Number(0.0));
        BudgetSearch::new(leaves, slots, NodeBudget::default())
    }

    fn assert_values(tables: &dyn Searched) {
        let boards =
            ["b963431132100100", "8765123112323210", "1213454376891210", "1212212112122120"];
        for board in boards.map(|text| text.parse().unwrap()) {
            for (horizon, slots) in [(1, 64), (2, 0), (3, 64), (4, 4096)] {
                if horizon == 4 && Board::empty_cells(board) > 3 {
                    continue;
                }
                let mut search = search(tables, slots);
                let found = f64::from(search.afterstate(board, horizon));
                let expected = textbook(tables, board, horizon as i32, f64::INFINITY);
                let close = |found: f64| (found - expected).abs() <= 1e-5 * expected.abs().max(1e3);
                assert!(close(found), "{board} {horizon}: {found}, not {expected}");
                let mut portable = self::search(tables, slots);
                portable.leaves.leaf.processor = Processor::ANY;
                let by_portable = f64::from(portable.afterstate(board, horizon));
                assert_eq!(found.to_bits(), by_portable.to_bits());
            }
        }
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for preset in ["2014", "corner-published"] {
            assert_values(&*Tables::new(&Preset::find(preset).unwrap().weights()));
        }
    }

    /// Spawns in one gap share their searches, so that of the moves beyond the margin some
    /// count too: the value lies between those with the near moves and with all.
    #[test]
    fn moves_far_below_the_best_are_left_out() {
        let tables = Tables::new(&Preset::find("2014").unwrap().weights());
        let board: Board = "3013454376801210".parse().unwrap();
        let all = textbook(&*tables, board, 2, f64::INFINITY);
        let mut boards = Vec::new();
        for margin in [0.0, 3e3, 3e4, f32::INFINITY] {
            let mut search = search(&*tables, 0);
            search.margin = margin;
            let found = f64::from(search.afterstate(board, 2));
            let near = textbook(&*tables, board, 2, f64::from(margin));
            let is_between = near - 10.0 < found && found < all + 10.0;
            assert!(is_between, "{margin}: {found}, not {near} to {all}");
            boards.push(search.leaves.leaf.nodes);
        }
        assert!(boards.is_sorted() && boards[0] < boards[3], "{boards:?}");
    }
}
