//! The textbook expectimax that everybody copies, to measure the engine against.
//!
//! Faithful to the well-known program of 2014: one table per move, rows
//! ready to be XORed into the board; eight lookups per evaluation with the
//! constant in the tables; the standard library's hash map over every chance
//! node, a new one for each root move; a cumulative probability below which a
//! branch is valued as it stands; a max node that starts from 0.

use std::collections::HashMap;

use tune2048_engine::game::{Board, Move, Player};

const ROW_MASK: u64 = 0xffff;
const COLUMN_MASK: u64 = 0x000f_000f_000f_000f;

/// Branches below this cumulative probability are evaluated statically.
const PROBABILITY_CUT: f32 = 1e-4;

/// How deep to search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BaselineDepth {
    /// A fixed number of spawns.
    Fixed(u32),
    /// max(3, distinct tiles - 2).
    Rule,
}

/// An entry of the hash map of afterstates.
struct Entry {
    depth: u32,
    value: f32,
}

/// A textbook expectimax player.
pub(crate) struct Baseline {
    left: Box<[u16; 65536]>,
    right: Box<[u16; 65536]>,
    up: Box<[u64; 65536]>,
    down: Box<[u64; 65536]>,
    values: Box<[f32; 65536]>,
    depth: BaselineDepth,
    limit: u32,
    searched: HashMap<u64, Entry>,
    nodes: u64,
}

impl Baseline {
    /// Returns a player with the given values of rows, the constant included.
    pub(crate) fn new(row_values: impl Iterator<Item = f32>, depth: BaselineDepth) -> Self {
        let mut player = Self {
            left: table(),
            right: table(),
            up: table(),
            down: table(),
            values: table(),
            depth,
            limit: 0,
            searched: HashMap::new(),
            nodes: 0,
        };
        for (slot, value) in player.values.iter_mut().zip(row_values) {
            *slot = value;
        }
        for row in 0..=u16::MAX {
            let result = slide(row);
            let reversed = usize::from(reverse(row));
            let reversed_result = reverse(result);
            let index = usize::from(row);
            player.left[index] = row ^ result;
            player.right[reversed] = reverse(row) ^ reversed_result;
            player.up[index] = column(row) ^ column(result);
            player.down[reversed] = column(reverse(row)) ^ column(reversed_result);
        }
        player
    }

    /// The value of a move, 0 if it is illegal.
    pub(crate) fn move_value(&mut self, board: Board, direction: Move) -> f32 {
        self.limit = match self.depth {
            BaselineDepth::Fixed(depth) => depth,
            BaselineDepth::Rule => board.distinct_tiles().saturating_sub(2).max(3),
        };
        self.searched = HashMap::new();
        let after = self.execute(board.0, direction);
        if after == board.0 { 0.0 } else { self.chance_node(after, 0, 1.0) }
    }

    fn execute(&self, board: u64, direction: Move) -> u64 {
        let row = |board: u64, index: u32| (board >> (16 * index) & ROW_MASK) as usize;
        match direction {
            Move::Up | Move::Down => {
                let table = if direction == Move::Up { &self.up } else { &self.down };
                let columns = transpose(board);
                board
                    ^ table[row(columns, 0)]
                    ^ table[row(columns, 1)] << 4
                    ^ table[row(columns, 2)] << 8
                    ^ table[row(columns, 3)] << 12
            }
            Move::Left | Move::Right => {
                let table = if direction == Move::Left { &self.left } else { &self.right };
                board
                    ^ u64::from(table[row(board, 0)])
                    ^ u64::from(table[row(board, 1)]) << 16
                    ^ u64::from(table[row(board, 2)]) << 32
                    ^ u64::from(table[row(board, 3)]) << 48
            }
        }
    }

    fn value(&self, board: u64) -> f32 {
        let rows = |board: u64| {
            self.values[(board & ROW_MASK) as usize]
                + self.values[(board >> 16 & ROW_MASK) as usize]
                + self.values[(board >> 32 & ROW_MASK) as usize]
                + self.values[(board >> 48 & ROW_MASK) as usize]
        };
        rows(board) + rows(transpose(board))
    }

    fn chance_node(&mut self, board: u64, depth: u32, probability: f32) -> f32 {
        if probability < PROBABILITY_CUT || depth >= self.limit {
            self.nodes += 1;
            return self.value(board);
        }
        if let Some(entry) = self.searched.get(&board)
            && entry.depth <= depth
        {
            return entry.value;
        }
        let empty_cells = count_empty(board) as f32;
        let share = probability / empty_cells;
        let mut sum = 0.0;
        let mut rest = board;
        let mut tile = 1_u64;
        while tile != 0 {
            if rest & 0xf == 0 {
                sum += 0.9 * self.max_node(board | tile, depth + 1, share * 0.9);
                sum += 0.1 * self.max_node(board | tile << 1, depth + 1, share * 0.1);
            }
            rest >>= 4;
            tile <<= 4;
        }
        let value = sum / empty_cells;
        self.searched.insert(board, Entry { depth, value });
        value
    }

    fn max_node(&mut self, board: u64, depth: u32, probability: f32) -> f32 {
        let mut best = 0.0_f32;
        for direction in Move::ALL {
            let after = self.execute(board, direction);
            if after != board {
                best = best.max(self.chance_node(after, depth, probability));
            }
        }
        best
    }
}

impl Player for Baseline {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let is_legal = self.execute(board.0, direction) != board.0;
            is_legal.then(|| self.move_value(board, direction).into())
        })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

fn table<T: Copy + Default>() -> Box<[T; 65536]> {
    vec![T::default(); 65536]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the length is 65 536"))
}

/// Slides a row towards its lowest four bits.
fn slide(row: u16) -> u16 {
    let mut line: [u16; 4] = std::array::from_fn(|cell| row >> (4 * cell) & 0xf);
    let mut cell = 0;
    while cell < 3 {
        let Some(next) = (cell + 1..4).find(|&next| line[next] != 0) else { break };
        if line[cell] == 0 {
            line[cell] = line[next];
            line[next] = 0;
            // Look at the same cell again: its new tile may merge.
            continue;
        }
        if line[cell] == line[next] {
            line[cell] = (line[cell] + 1).min(15);
            line[next] = 0;
        }
        cell += 1;
    }
    (0..4).fold(0, |row, cell| row | line[cell] << (4 * cell))
}

fn reverse(row: u16) -> u16 {
    row >> 12 | (row >> 4 & 0x00f0) | (row << 4 & 0x0f00) | row << 12
}

fn column(row: u16) -> u64 {
    let row = u64::from(row);
    (row | row << 12 | row << 24 | row << 36) & COLUMN_MASK
}

fn transpose(x: u64) -> u64 {
    let a1 = x & 0xf0f0_0f0f_f0f0_0f0f;
    let a2 = x & 0x0000_f0f0_0000_f0f0;
    let a3 = x & 0x0f0f_0000_0f0f_0000;
    let a = a1 | a2 << 12 | a3 >> 12;
    let b1 = a & 0xff00_ff00_00ff_00ff;
    let b2 = a & 0x00ff_00ff_0000_0000;
    let b3 = a & 0x0000_0000_ff00_ff00;
    b1 | b2 >> 24 | b3 << 24
}

/// The empty cells of a board that has a tile.
fn count_empty(board: u64) -> u32 {
    let mut x = board;
    x |= x >> 2 & 0x3333_3333_3333_3333;
    x |= x >> 1;
    x = !x & 0x1111_1111_1111_1111;
    x += x >> 32;
    x += x >> 16;
    x += x >> 8;
    x += x >> 4;
    (x & 0xf) as u32
}
