//! Chance nodes above the leaves: what an afterstate is worth by search.

use super::axis::Axis;
use super::expectimax::Expectimax;
use crate::game::Board;
use crate::game::gaps::{bits, first_of_gaps};
use crate::heuristic::HeuristicTables;
use crate::heuristic::lanes::Lanes;
use crate::heuristic::tables::dead_value;

/// No more gaps on a board: two in each row and column.
const GAPS: usize = 16;

impl<T: HeuristicTables> Expectimax<'_, T> {
    /// The mean over the spawns of the best value that a move leads to: one
    /// search per gap, tile and direction, as at a leaf.
    pub(super) fn spawn_mean(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.leaf.is_fast() {
            // Safety: the processor has been asked for these features.
            #[allow(
                unsafe_code,
                reason = "instructions for bits save a thirtieth of the time at depth 3"
            )]
            return unsafe { self.fast_spawn_mean(after, depth, probability) };
        }
        self.portable_spawn_mean(after, depth, probability)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_spawn_mean(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        self.portable_spawn_mean(after, depth, probability)
    }

    #[inline(always)]
    fn portable_spawn_mean(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        let empty = after.empty_mask();
        let cells = empty.count_ones() as f32;
        let shares = [probability * (0.9 / cells), probability * (0.1 / cells)];
        let fours_are_cut = shares[1] < self.probability_cut;
        let lanes = if fours_are_cut { 2 } else { 4 };
        let axes = [
            Axis::new(after, self.moves),
            Axis::new(after.transpose(), self.moves),
        ];
        // First what the table holds is looked up, then the rest is searched: the
        // processor waits for memory once.
        let mut values = [[f32::NEG_INFINITY; 4]; GAPS];
        // Two arrays: pairs would be cleared one by one.
        let mut boards_to_search = [Board::EMPTY; 4 * GAPS];
        let mut places = [0_u8; 4 * GAPS];
        let mut count = 0;
        let firsts = first_of_gaps(axes[0].board) | first_of_gaps(axes[1].board) << 1;
        for (gap, bit) in bits(firsts).enumerate() {
            let axis = (bit & 1) as usize;
            let boards = axes[axis].moved(bit, self.moves);
            let illegal = axes[axis].illegal_in_gap(bit & !1);
            for lane in 0..lanes {
                let mut board = boards[lane];
                let mirrored = board.transpose();
                if axis == 1 {
                    board = mirrored;
                }
                let depth = self.effective_depth(board, depth - 1, shares[lane >> 1]);
                let known = match &self.transpositions {
                    Some(table) if self.is_whole(depth, shares[lane >> 1]) => {
                        table.get(board, depth)
                    }
                    _ => None,
                };
                let is_legal = illegal >> lane & 1 == 0;
                if let Some(value) = known
                    && is_legal
                {
                    values[gap][lane] = value;
                }
                boards_to_search[count] = board;
                places[count] = (4 * gap + lane) as u8;
                count += usize::from(is_legal && known.is_none());
            }
        }
        for (&board, place) in boards_to_search[..count].iter().zip(places) {
            let lane = usize::from(place & 3);
            values[usize::from(place >> 2)][lane] =
                self.afterstate(board, depth - 1, shares[lane >> 1]);
        }
        // No leaf is under way: its arrays serve, and none are cleared.
        let gaps = &mut self.leaf.gaps;
        for (gap, bit) in bits(firsts).enumerate() {
            gaps.set((bit & 1) as usize, bit, Lanes(values[gap]));
        }
        let illegal = [axes[0].illegal, axes[1].illegal];
        let [mut twos, mut fours] = gaps.best_sums(empty, illegal);
        if twos == f32::NEG_INFINITY {
            twos = self.sum_with_dead(after, illegal, 0);
        }
        if fours_are_cut {
            fours = self.tables.spawn_sums(after, self.dead, &mut self.leaf)[1];
        } else if fours == f32::NEG_INFINITY {
            fours = self.sum_with_dead(after, illegal, 1);
        }
        (0.9 * twos + 0.1 * fours) / cells
    }

    /// The sum of one tile where a spawn leaves no move.
    #[cold]
    fn sum_with_dead(&self, after: Board, illegal: [u64; 2], tile: usize) -> f32 {
        let mut sum = 0.0;
        for bit in bits(after.empty_mask()) {
            let best = self.leaf.gaps.best_sums(1 << bit, illegal)[tile];
            sum += if best == f32::NEG_INFINITY {
                let board = Board(after.0 | (tile as u64 + 1) << bit);
                dead_value(self.tables, board, self.dead)
            } else {
                best
            };
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSeed, Player, Session, Stream};
    use crate::heuristic::Leaf;
    use crate::heuristic::row_tables::RowTables;
    use crate::player::Thinker;
    use crate::player::{Depth, DepthRule, ExpectimaxSettings};
    use crate::presets::Preset;

    #[test]
    fn both_paths_value_moves_alike() {
        let tables = RowTables::new(&Preset::find("2014").unwrap().weights());
        let depths = [
            (Depth::Fixed(2), 300),
            (Depth::Fixed(3), 40),
            (Depth::Rule(DepthRule::DistinctTiles), 10),
        ];
        for (depth, moves) in depths {
            let settings = ExpectimaxSettings {
                depth,
                ..ExpectimaxSettings::default()
            };
            let mut player = Expectimax::new(&tables, &settings);
            let mut portable = Expectimax::new(&tables, &settings);
            portable.leaf = Leaf::portable();
            let mut session = Session::new(GameSeed::new(7, Stream::Evaluation, 0));
            while session.moves() < moves {
                let board = session.board();
                let bits = |values: [Option<f64>; 4]| values.map(|value| value.map(f64::to_bits));
                assert_eq!(
                    bits(player.move_values(board)),
                    bits(portable.move_values(board)),
                    "{board}"
                );
                session.make(player.choose(board).expect("a move is legal"));
            }
        }
    }
}
