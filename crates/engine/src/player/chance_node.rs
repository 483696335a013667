//! Chance nodes above the leaves: the value of an afterstate by search.

use super::children::Children;
use super::expectimax::Expectimax;
use super::transposition::Known;
use crate::game::Board;
use crate::game::gaps::bits;
use crate::heuristic::ValueFunction;

impl<T: ValueFunction> Expectimax<'_, T> {
    /// The mean over the spawns of the value of the best move, with one search per gap, tile
    /// and direction. `None` if it is below the floor.
    pub(super) fn chance_value(
        &mut self,
        after: Board,
        depth: u32,
        probability: f32,
        floor: f32,
    ) -> Option<f32> {
        #[cfg(target_arch = "x86_64")]
        if self.leaf.is_fast {
            // Safety: the processor has these features.
            #[allow(
                unsafe_code,
                reason = "instructions for bits save a thirtieth of the time at depth 3"
            )]
            return unsafe { self.fast_chance_value(after, depth, probability, floor) };
        }
        self.portable_chance_value(after, depth, probability, floor)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_chance_value(
        &mut self,
        after: Board,
        depth: u32,
        probability: f32,
        floor: f32,
    ) -> Option<f32> {
        self.portable_chance_value(after, depth, probability, floor)
    }

    #[inline(always)]
    fn portable_chance_value(
        &mut self,
        after: Board,
        depth: u32,
        probability: f32,
        floor: f32,
    ) -> Option<f32> {
        self.leaf.inner_nodes += 1;
        let empty = after.empty_mask();
        let cells = empty.count_ones() as f32;
        let shares = [probability * (0.9 / cells), probability * (0.1 / cells)];
        let fours_are_cut = shares[1] < self.probability_cut;
        self.range.compare(shares[1], self.probability_cut);
        let mut children = Children::new(after, self.moves);
        let tiles = if fours_are_cut { 1 } else { 2 };
        if self.upper_bound < f32::INFINITY && (depth > 2 || floor > f32::NEG_INFINITY) {
            if !self.is_above(floor, &mut children, depth, &shares[..tiles]) {
                return None;
            }
        } else {
            for (tile, &share) in shares[..tiles].iter().enumerate() {
                self.look_up(&mut children, depth, tile, share);
            }
            for gap in children.gaps() {
                let gap = children.gap(gap.axis(), gap.bit());
                for place in bits(children.pending & 0xf << (4 * gap)) {
                    let share = shares[place as usize >> 1 & 1];
                    let floor = f32::NEG_INFINITY;
                    self.search(&mut children, place as usize, depth, share, floor);
                }
            }
        }
        // The arrays of leaves are free here: no leaf is in progress.
        let gaps = &mut self.leaf.gaps;
        children.set_gaps(gaps);
        let illegal = children.illegal();
        let [mut twos, mut fours] = gaps.best_sums(empty, illegal);
        if twos == f32::NEG_INFINITY {
            twos = self.sum_with_dead(after, illegal, 0);
        }
        if fours_are_cut {
            fours = match children.static_fours {
                Some(fours) => fours,
                None => self.tables.spawn_sums(after, &mut self.leaf)[1],
            };
        } else if fours == f32::NEG_INFINITY {
            fours = self.sum_with_dead(after, illegal, 1);
        }
        Some((0.9 * twos + 0.1 * fours) / cells)
    }

    /// Fills in the children after one of the tiles, and looks all of them up before any is
    /// searched, so that the processor waits for memory only once.
    #[inline(always)]
    pub(super) fn look_up(&mut self, children: &mut Children, depth: u32, tile: usize, share: f32) {
        // The numbers of empty cells of children that are cut, and of the others.
        let (mut cut, mut uncut) = (0_u32, 0_u32);
        for gap in children.gaps() {
            let (axis, bit) = (gap.axis(), gap.bit());
            let gap = children.gap(axis, bit);
            let boards = children.axes[axis].moved(bit, tile, self.moves);
            let legal = children.axes[axis].legal_in_gap(bit) >> (2 * tile);
            for (side, mut board) in boards.into_iter().enumerate() {
                let mirrored = board.transpose();
                if axis == 1 {
                    board = mirrored;
                }
                let place = 4 * gap + 2 * tile + side;
                children.boards[place] = board;
                if legal >> side & 1 == 0 {
                    continue;
                }
                let effective = self.effective_depth(board, depth - 1, share);
                if depth > 2 {
                    let cells = 1 << board.empty_cells();
                    if effective == 1 {
                        cut |= cells;
                    } else {
                        uncut |= cells;
                    }
                }
                let known = self.known(board, effective, share);
                let points = if known.is_some() && self.tables.counts_points() {
                    children.axes[axis].points(bit, tile, self.moves)
                } else {
                    0.0
                };
                match known {
                    Some(Known::Value(value)) => children.values[place] = value + points,
                    Some(Known::Below(_)) | None => children.pending |= 1 << place,
                }
            }
        }
        self.compare_cut(share, [cut, uncut]);
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
        let table = self.transpositions.as_ref()?;
        if !self.is_path_independent(depth, share) {
            return None;
        }
        table.get(board, depth).map(Known::Value)
    }

    /// Searches a pending child and returns its value. If that is below the floor, the child
    /// stays pending and the result is minus infinity.
    #[inline(always)]
    pub(super) fn search(
        &mut self,
        children: &mut Children,
        place: usize,
        depth: u32,
        share: f32,
        floor: f32,
    ) -> f32 {
        let (mut points, mut floor) = (0.0, floor);
        if self.tables.counts_points() {
            points = children.points(place, self.moves);
            floor -= points;
        }
        match self.afterstate(children.boards[place], depth - 1, share, floor) {
            Some(mut value) => {
                if self.tables.counts_points() {
                    value += points;
                }
                children.values[place] = value;
                children.pending &= !(1 << place);
                value
            }
            None => f32::NEG_INFINITY,
        }
    }

    /// The sum of one tile over all spawns, if some leave no legal move.
    #[cold]
    pub(super) fn sum_with_dead(&self, after: Board, illegal: [u64; 2], tile: usize) -> f32 {
        let mut sum = 0.0;
        for bit in bits(after.empty_mask()) {
            let best = self.leaf.gaps.best_sums(1 << bit, illegal)[tile];
            sum +=
                if best == f32::NEG_INFINITY { self.value_if_dead(after, bit, tile) } else { best };
        }
        sum
    }

    /// The value of a spawn that leaves no legal move.
    #[cold]
    pub(super) fn value_if_dead(&self, after: Board, bit: u32, tile: usize) -> f32 {
        let board = Board(after.0 | (tile as u64 + 1) << bit);
        self.tables.terminal_value(board, self.leaf.dead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSeed, Player, Session, Stream};
    use crate::heuristic::{Leaf, rows};
    use crate::player::AnalysingPlayer;
    use crate::player::{Depth, DepthRule, ExpectimaxSettings};
    use crate::presets::Preset;

    #[test]
    fn both_paths_value_moves_alike() {
        let tables = rows::tables(&Preset::find("2014").unwrap().weights().values);
        let depths = [
            (Depth::Fixed(2), 300),
            (Depth::Fixed(3), 40),
            (Depth::Rule(DepthRule::DistinctTiles), 10),
        ];
        for (depth, moves) in depths {
            let settings = ExpectimaxSettings { depth, ..ExpectimaxSettings::default() };
            let mut player = Expectimax::new(&tables, &settings);
            let mut portable = Expectimax::new(&tables, &settings);
            portable.leaf = Leaf::portable(portable.leaf.dead);
            let mut session = Session::new(GameSeed::new(7, Stream::Evaluation, 0));
            while session.moves() < moves {
                let board = session.board();
                let bits = |values: [Option<f64>; 4]| values.map(|value| value.map(f64::to_bits));
                let [values, by_portable] =
                    [&mut player, &mut portable].map(|player| bits(player.move_values(board)));
                assert_eq!(values, by_portable, "{board}");
                session.make(player.choose(board).expect("a move is legal"));
            }
        }
    }
}
