//! Expectimax: the best move when spawns fall by chance.
//!
//! Depth counts the spawns that the search looks past: at depth 1 a move, a
//! spawn and a move are made and the afterstate is valued.

use super::axis::Axis;
use super::settings::{DeadValue, Depth, ExpectimaxSettings, MAXIMUM_DEPTH};
use super::transposition::TranspositionTable;
use super::{Thinker, first_best};
use crate::game::gaps::{bits, first_of_gaps};
use crate::game::{Board, Move, MoveTables, Player};
use crate::heuristic::tables::dead_value;
use crate::heuristic::{Dead, HeuristicTables, Leaf};

/// An expectimax player over the tables of a heuristic.
#[derive(Debug)]
pub struct Expectimax<'t, T> {
    tables: &'t T,
    moves: &'static MoveTables,
    depth: Depth,
    probability_cut: f32,
    /// By depth: from which probability on no cut can happen below an afterstate.
    whole_from: [f32; 32],
    dead: Dead,
    transpositions: Option<TranspositionTable>,
    leaf: Leaf,
}

impl<'t, T: HeuristicTables> Expectimax<'t, T> {
    /// A player with these tables and settings.
    pub fn new(tables: &'t T, settings: &ExpectimaxSettings) -> Self {
        // No more slots than a search fills: a table that fits the caches is
        // worth more than the last hit. At depth 1 no afterstate comes twice.
        let slots = settings.transposition_slots.min(match settings.depth {
            Depth::Fixed(0 | 1) => 0,
            Depth::Fixed(2) => 1 << 10,
            Depth::Fixed(3) => 1 << 12,
            _ => 1 << 15,
        });
        Self {
            tables,
            moves: MoveTables::get(),
            depth: settings.depth,
            probability_cut: settings.probability_cut as f32,
            whole_from: whole_from(settings.probability_cut),
            dead: match settings.dead_value {
                DeadValue::Number(value) => Dead::Value((value - tables.offset()) as f32),
                DeadValue::Static(_) => Dead::Static,
            },
            transpositions: (slots > 0).then(|| TranspositionTable::new(slots)),
            leaf: Leaf::new(),
        }
    }

    /// Forgets earlier searches, so that a move depends on nothing but the
    /// board, and returns the depth to search to.
    #[inline]
    fn start_search(&mut self, board: Board) -> u32 {
        self.forget();
        self.depth.of(board).unwrap_or(MAXIMUM_DEPTH)
    }

    #[inline]
    fn forget(&mut self) {
        if let Some(table) = &mut self.transpositions {
            table.clear();
        }
    }

    /// The value of each move, searched to a depth.
    pub(super) fn values_to(&mut self, board: Board, depth: u32) -> [Option<f32>; 4] {
        self.forget();
        Move::ALL.map(|direction| self.move_value(board, direction, depth))
    }

    pub(super) fn probability_cut(&self) -> f32 {
        self.probability_cut
    }

    pub(super) fn set_probability_cut(&mut self, cut: f32) {
        self.probability_cut = cut;
        self.whole_from = whole_from(f64::from(cut));
    }

    /// A value with the constant that tables leave out.
    pub(super) fn with_offset(&self, value: f32) -> f64 {
        f64::from(value) + self.tables.offset()
    }

    #[inline]
    fn move_value(&mut self, board: Board, direction: Move, depth: u32) -> Option<f32> {
        let after = self.moves.apply(board, direction);
        (after != board).then(|| match depth {
            0 => self.static_afterstate(after),
            1 => self.leaf_value(after),
            _ => self.spawn_mean(after, depth, 1.0),
        })
    }

    #[inline]
    fn static_afterstate(&mut self, after: Board) -> f32 {
        self.leaf.nodes += 1;
        self.tables.value(after)
    }

    #[inline]
    fn leaf_value(&mut self, after: Board) -> f32 {
        self.tables.spawn_mean(after, self.dead, &mut self.leaf)
    }

    /// The value of an afterstate that is reached with a probability, if the table holds it.
    #[inline]
    fn known(&self, after: Board, depth: u32, probability: f32) -> Option<f32> {
        let table = self.transpositions.as_ref()?;
        let depth = self.effective_depth(after, depth, probability);
        // A value that the cut may touch depends on the way to it, so that it
        // must not serve on another.
        if probability < self.whole_from[depth as usize] {
            return None;
        }
        table.get(after, depth)
    }

    /// The value of an afterstate that is reached with a probability.
    #[inline]
    fn afterstate(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        if probability < self.probability_cut {
            return self.static_afterstate(after);
        }
        let depth = self.effective_depth(after, depth, probability);
        let value = self.chance_node(after, depth, probability);
        if probability >= self.whole_from[depth as usize]
            && let Some(table) = &mut self.transpositions
        {
            table.insert(after, depth, value);
        }
        value
    }

    /// Where all that follows is below the cut, the search looks past one
    /// spawn, however deep it might: its value then serves on any way.
    #[inline]
    fn effective_depth(&self, after: Board, depth: u32, probability: f32) -> u32 {
        let share = probability * (0.9 / after.empty_cells() as f32);
        if share < self.probability_cut {
            1
        } else {
            depth
        }
    }

    #[inline]
    fn chance_node(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        if depth == 1 {
            self.leaf_value(after)
        } else {
            self.spawn_mean(after, depth, probability)
        }
    }

    /// The mean over the spawns of the best value that a move leads to: one
    /// search per gap, tile and direction, as at a leaf.
    fn spawn_mean(&mut self, after: Board, depth: u32, probability: f32) -> f32 {
        let empty = after.empty_mask();
        let cells = empty.count_ones() as f32;
        let shares = [probability * (0.9 / cells), probability * (0.1 / cells)];
        let fours_are_cut = shares[1] < self.probability_cut;
        let lanes: &[usize] = if fours_are_cut {
            &[0, 2]
        } else {
            &[0, 1, 2, 3]
        };
        let horizontal = Axis::new(after, self.moves);
        let vertical = Axis::new(after.transpose(), self.moves);
        let mut values = [[[0.0; 4]; 20]; 2];
        for (axis, (lines, values)) in [&horizontal, &vertical]
            .into_iter()
            .zip(&mut values)
            .enumerate()
        {
            for bit in bits(first_of_gaps(lines.board)) {
                // All four slots are looked up before the first search, so that
                // the processor waits for memory once.
                let moved = [0, 1, 2, 3].map(|lane| lines.moved(bit, lane, self.moves));
                let moved = if axis == 0 {
                    moved
                } else {
                    moved.map(|board| board.map(Board::transpose))
                };
                let known =
                    [0, 1, 2, 3].map(|lane| self.known(moved[lane]?, depth - 1, shares[lane & 1]));
                let mut gap = [f32::NEG_INFINITY; 4];
                for &lane in lanes {
                    if let Some(board) = moved[lane] {
                        gap[lane] = known[lane]
                            .unwrap_or_else(|| self.afterstate(board, depth - 1, shares[lane & 1]));
                    }
                }
                let cell = (bit >> 2 & 15) as usize;
                values[cell..cell + 4].fill(gap);
            }
        }
        let vertical_illegal = Board(vertical.illegal).transpose().0;
        let sum = |rank: usize| {
            let mut sum = 0.0;
            for bit in bits(empty) {
                let (cell, mirrored) =
                    ((bit >> 2 & 15) as usize, (bit >> 4 & 3 | bit & 12) as usize);
                let mut best = f32::NEG_INFINITY;
                for lane in [rank, rank + 2] {
                    if horizontal.illegal >> (bit as usize + lane) & 1 == 0 {
                        best = best.max(values[0][cell][lane]);
                    }
                    if vertical_illegal >> (bit as usize + lane) & 1 == 0 {
                        best = best.max(values[1][mirrored][lane]);
                    }
                }
                if best == f32::NEG_INFINITY {
                    best = dead_value(
                        self.tables,
                        Board(after.0 | (rank as u64 + 1) << bit),
                        self.dead,
                    );
                }
                sum += best;
            }
            sum
        };
        let twos = sum(0);
        let fours = if fours_are_cut {
            self.tables.spawn_sums(after, self.dead, &mut self.leaf)[1]
        } else {
            sum(1)
        };
        (0.9 * twos + 0.1 * fours) / cells
    }
}

/// By depth: the probability of an afterstate from which on no branch below it
/// falls under the cut. A spawn has at least one in ten of one in fifteen: an
/// afterstate has a tile.
fn whole_from(probability_cut: f64) -> [f32; 32] {
    std::array::from_fn(|depth| {
        let spawns = depth.saturating_sub(1) as i32;
        // Rounded up, so that no product of shares in single precision falls below.
        ((probability_cut * 150.0_f64.powi(spawns)) * 1.0001) as f32
    })
}

impl<T: HeuristicTables> Player for Expectimax<'_, T> {
    fn start_game(&mut self) {
        self.leaf.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let depth = self.start_search(board);
        first_best(Move::ALL.map(|direction| self.move_value(board, direction, depth)))
    }

    fn nodes(&self) -> u64 {
        self.leaf.nodes
    }
}

impl<T: HeuristicTables> Thinker for Expectimax<'_, T> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let depth = self.start_search(board);
        Move::ALL.map(|direction| {
            let value = self.move_value(board, direction, depth)?;
            Some(self.with_offset(value))
        })
    }

    fn static_value(&self, board: Board) -> f64 {
        self.tables.static_value(board)
    }

    fn depth_for(&self, board: Board) -> Option<u32> {
        self.depth.of(board)
    }
}
