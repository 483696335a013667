//! What a search knows: its leaves, and tables of what it has found out.

use super::children::{Children, PLACES};
use super::cut::{Cut, CutRange, TWO_SHARES};
use super::depth::{Depth, DepthRule};
use super::expectimax_settings::ExpectimaxSettings;
use super::leaf::Leaves;
use super::transposition::{Known, NodeTable, Slots, TranspositionTable};
use crate::game::Board;
use crate::game::gaps::bits;

/// The number of bounds that are kept: sets of tiles at a depth.
const BOUND_SLOTS: u32 = 1 << 10;

/// A search of chance nodes: its leaves, and tables of what it has found out.
#[derive(Debug)]
pub(super) struct ChanceSearch<'t> {
    pub(super) leaves: Leaves<'t>,
    pub(super) depth: Depth,
    pub(super) cut: Cut,
    /// The range of the search of the present chance node, so far.
    pub(super) range: CutRange,
    /// The values of leaves; below depth 4 also those of other afterstates.
    pub(super) values: Option<TranspositionTable>,
    /// From depth 4 on, what is known of chance nodes above the leaves.
    pub(super) nodes: Option<NodeTable>,
    /// Bounds on the values of nodes, by their tiles: most nodes of a search share theirs.
    bounds: Option<TranspositionTable>,
    /// An upper bound on the boards of the search; infinite if nothing may be left out.
    pub(super) upper_bound: f32,
    /// A bound that the value of the last node below its floor does not reach.
    pub(super) proven: f32,
}

impl<'t> ChanceSearch<'t> {
    /// Searches by these settings, whose depth is no budget.
    pub(super) fn new(leaves: Leaves<'t>, settings: &ExpectimaxSettings) -> Self {
        let depth = settings.depth;
        // No more slots than a search fills: fitting the caches matters more than the
        // last hits. At depth 1 no afterstate occurs twice, and at depth 2 too few do
        // if a bound rules most of them out.
        let is_bounded = leaves.tables.upper_bound(Board::EMPTY, 0) < f32::INFINITY;
        let (slots, is_deep) = match depth {
            Depth::Fixed(0 | 1) => (0, false),
            Depth::Fixed(2) if is_bounded => (0, false),
            Depth::Fixed(2) => (1 << 10, false),
            Depth::Fixed(3) => (1 << 12, false),
            Depth::Rule(rule) => (1 << 14, rule == DepthRule::DistinctTiles),
            Depth::Schedule(schedule) if schedule.at_most < 4 => (1 << 12, false),
            Depth::Fixed(_) | Depth::Schedule(_) | Depth::Nodes(_) => (1 << 15, true),
        };
        let slots = settings.transposition_slots.min(slots);
        Self {
            leaves,
            depth,
            cut: Cut::new(settings.probability_cut),
            range: CutRange::ALL,
            values: (slots > 0).then(|| TranspositionTable::new(slots)),
            nodes: (slots > 0 && is_deep).then(|| NodeTable::of_nodes(slots)),
            bounds: is_deep.then(|| TranspositionTable::new(BOUND_SLOTS)),
            upper_bound: f32::INFINITY,
            proven: 0.0,
        }
    }

    /// Forgets earlier searches.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.values.iter_mut().for_each(Slots::clear);
        self.nodes.iter_mut().for_each(Slots::clear);
        self.bounds.iter_mut().for_each(Slots::clear);
    }

    /// An upper bound on the boards that a search to a depth values.
    #[inline]
    pub(super) fn search_bound(&mut self, board: Board, depth: u32) -> f32 {
        let upper_bound = match &mut self.bounds {
            None => self.leaves.tables.upper_bound(board, depth),
            Some(bounds) => {
                let tiles = board.tiles();
                bounds.get(tiles, depth).unwrap_or_else(|| {
                    let upper_bound = self.leaves.tables.upper_bound(board, depth);
                    bounds.insert(tiles, depth, upper_bound);
                    upper_bound
                })
            }
        };
        self.leaves.leaf.dead.map_or(upper_bound, |dead| upper_bound.max(dead))
    }

    /// Fills in the children after one of the tiles, and looks all of them up before any is
    /// searched, so that the processor waits for memory only once. Sets `caps`, upper bounds on
    /// their values by place.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        children: &mut Children,
        depth: u32,
        tile: usize,
        mut caps: Option<&mut [f32; PLACES]>,
    ) {
        let share = children.shares[tile];
        let mut all = 0;
        let moves = self.leaves.moves;
        for gap in children.gaps() {
            let (place, boards, legal) = children.set_boards(gap, tile, moves);
            all |= legal << place;
            if depth > 2
                && let Some(nodes) = &self.nodes
            {
                nodes.prefetch(boards[0], depth - 1);
                nodes.prefetch(boards[1], depth - 1);
            }
        }
        // The numbers of empty cells of children that are cut, and of the others.
        let mut cells = [0_u32; 2];
        for place in bits(all) {
            let place = place as usize;
            let board = children.boards[place];
            let effective = self.cut.effective_depth(board, depth - 1, share);
            if depth > 2 {
                cells[usize::from(effective > 1)] |= 1 << board.empty_cells();
            }
            let known = self.known(board, effective, share);
            let Some(Known { value, is_bound }) = known else {
                children.pending |= 1 << place;
                continue;
            };
            let points = self.leaves.points(children, place);
            if let Some(caps) = &mut caps {
                caps[place] = value + points;
            }
            if is_bound {
                children.pending |= 1 << place;
            } else {
                children.values[place] = value + points;
            }
        }
        // The most probable that is cut, and the least probable that is not.
        let [cut, uncut] = cells;
        if cut != 0 {
            let share = share * TWO_SHARES[cut.trailing_zeros() as usize];
            self.range.compare(share, self.cut.probability);
        }
        if uncut != 0 {
            let share = share * TWO_SHARES[uncut.ilog2() as usize];
            self.range.compare(share, self.cut.probability);
        }
    }

    /// What a table knows of a child.
    #[inline(always)]
    fn known(&mut self, board: Board, depth: u32, share: f32) -> Option<Known> {
        if depth > 1
            && let Some(table) = &self.nodes
        {
            let (known, range) = table.get(board, depth, share)?;
            self.range.intersect(range);
            return Some(known);
        }
        let table = self.values.as_ref()?;
        if !self.cut.is_path_independent(depth, share) {
            return None;
        }
        table.get(board, depth).map(|value| Known { value, is_bound: false })
    }

    /// The value of a leaf that is reached with a given probability.
    #[inline(always)]
    pub(super) fn leaf(&mut self, after: Board, probability: f32) -> f32 {
        if probability < self.cut.probability {
            return self.leaves.static_value(after);
        }
        let value = self.leaves.value(after);
        if self.cut.is_path_independent(1, probability)
            && let Some(table) = &mut self.values
        {
            table.insert(after, 1, value);
        }
        value
    }
}
