//! Minimax with alpha-beta: every spawn is the worst possible one.
//!
//! The opponent puts a 2 or a 4 in any empty cell. Depth counts the spawns that the search
//! looks past. Alpha-beta leaves a branch as soon as it cannot change the move. To make
//! that happen early, moves and spawns are tried in the order of the heuristic's values of
//! their boards; at the last spawn, the spawn that last refuted a move is tried first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::depth::Depth;
use super::setting::{MAX_DEPTH, SettingsError, TerminalValue};
use crate::game::gaps::bits;
use crate::game::{Board, Move, MoveTables, Player};
use crate::heuristic::ValueFunction;

/// Settings of a minimax player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MinimaxSettings {
    /// How many spawns the search looks past.
    pub depth: Depth,
    /// The value of a position without a legal move: a number, or `"static"` for the heuristic's own value of the board.
    pub dead_value: TerminalValue,
}

impl MinimaxSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        self.depth.check(1)?;
        self.dead_value.check()
    }
}

impl Default for MinimaxSettings {
    /// Depth 1, and 0 for a position without a legal move.
    fn default() -> Self {
        Self { depth: Depth::Fixed(1), dead_value: TerminalValue::Number(0.0) }
    }
}

/// A minimax player over the tables of a heuristic.
#[derive(Debug)]
pub struct Minimax<'t> {
    tables: &'t dyn ValueFunction,
    moves: &'static MoveTables,
    depth: Depth,
    dead: Option<f32>,
    nodes: u64,
    /// The last spawn of a search that refuted a move: its tile, shifted to its cell. Each search
    /// starts without one, so that a move depends on the board only.
    killer: u64,
}

/// What a board is sorted by, the board, and its index before.
type Rated = (f32, Board, usize);

const NOTHING: Rated = (0.0, Board::EMPTY, 0);

impl<'t> Minimax<'t> {
    /// A player with the given tables and settings.
    pub fn new(tables: &'t dyn ValueFunction, settings: &MinimaxSettings) -> Self {
        Self {
            tables,
            moves: MoveTables::get(),
            depth: settings.depth,
            dead: settings.dead_value.without_offset(tables.offset()),
            nodes: 0,
            killer: 0,
        }
    }

    /// The depth and the move of the last search that the settings require.
    fn deepest_search(&mut self, board: Board) -> (u32, Option<Move>) {
        let Depth::Nodes(budget) = self.depth else {
            let depth = self.depth.of(board).unwrap_or(u32::from(MAX_DEPTH));
            return (depth, self.search(board, depth));
        };
        // One spawn deeper each time until the budget is spent.
        let start = self.nodes;
        let mut depth = u32::from(budget.at_least);
        loop {
            let before = self.nodes;
            let chosen = self.search(board, depth);
            let is_spent = budget.is_spent(self.nodes - start, self.nodes - before);
            if is_spent || depth >= u32::from(MAX_DEPTH) {
                return (depth, chosen);
            }
            depth += 1;
        }
    }

    /// The best move at a depth; of equal moves the first.
    fn search(&mut self, board: Board, depth: u32) -> Option<Move> {
        self.killer = 0;
        let mut rated = [NOTHING; 4];
        let mut best: Option<(usize, f32)> = None;
        for &(_, after, place) in self.rate_moves(board, &mut rated) {
            // A move that is earlier in `Move::ALL` wins with an equal value.
            let alpha = best.map_or(f32::NEG_INFINITY, |(first, highest)| {
                if place < first { highest.next_down() } else { highest }
            });
            let value = self.worst_spawn(after, depth, alpha, f32::INFINITY);
            if value > alpha {
                best = Some((place, value));
            }
        }
        best.map(|(place, _)| Move::ALL[place])
    }

    /// The value of the best move, exact between the bounds.
    fn best_move(&mut self, board: Board, depth: u32, alpha: f32, beta: f32) -> f32 {
        if depth == 0 {
            return self.best_afterstate(board, beta);
        }
        let mut best = f32::NEG_INFINITY;
        let mut rated = [NOTHING; 4];
        for &(_, after, _) in self.rate_moves(board, &mut rated) {
            best = best.max(self.worst_spawn(after, depth, alpha.max(best), beta));
            if best >= beta {
                return best;
            }
        }
        self.unless_dead(best, board)
    }

    /// The value of the worst spawn, exact between the bounds.
    fn worst_spawn(&mut self, after: Board, depth: u32, alpha: f32, beta: f32) -> f32 {
        if depth <= 1 {
            return self.worst_last_spawn(after, alpha, beta);
        }
        let mut worst = f32::INFINITY;
        let mut rated = [NOTHING; 32];
        let empty = bits(after.empty_mask());
        let spawned = empty.flat_map(|bit| [1, 2].map(|tile| Board(after.0 | tile << bit)));
        for &(_, board, _) in self.rate_all(spawned.enumerate(), 1.0, &mut rated) {
            worst = worst.min(self.best_move(board, depth - 1, alpha, beta.min(worst)));
            if worst <= alpha {
                break;
            }
        }
        worst
    }

    /// [`Self::worst_spawn`] for the last spawn of the search.
    fn worst_last_spawn(&mut self, after: Board, alpha: f32, beta: f32) -> f32 {
        let empty = after.empty_mask();
        let killer = self.killer & (empty | empty << 1);
        let mut worst = f32::INFINITY;
        if killer != 0 {
            worst = self.best_afterstate(Board(after.0 | killer), beta);
            if worst <= alpha {
                return worst;
            }
        }
        for bit in bits(empty) {
            for spawn in [1 << bit, 2 << bit] {
                worst = worst.min(self.best_afterstate(Board(after.0 | spawn), beta.min(worst)));
                if worst <= alpha {
                    self.killer = spawn;
                    return worst;
                }
            }
        }
        worst
    }

    /// The value of the best afterstate of a board, exact below `beta`.
    #[inline]
    fn best_afterstate(&mut self, board: Board, beta: f32) -> f32 {
        let mut best = f32::NEG_INFINITY;
        for direction in Move::ALL {
            let after = self.moves.apply(board, direction);
            if after != board {
                best = best.max(self.rate(after));
                if best >= beta {
                    return best;
                }
            }
        }
        self.unless_dead(best, board)
    }

    /// The value of the best move, or of a board without a legal move.
    #[inline]
    fn unless_dead(&self, best: f32, board: Board) -> f32 {
        if best == f32::NEG_INFINITY { self.tables.terminal_value(board, self.dead) } else { best }
    }

    /// The afterstates of the legal moves, best first.
    fn rate_moves<'r>(&mut self, board: Board, rated: &'r mut [Rated]) -> &'r [Rated] {
        let afters = Move::ALL.map(|direction| self.moves.apply(board, direction));
        let legal = afters.into_iter().enumerate().filter(|&(_, after)| after != board);
        self.rate_all(legal, -1.0, rated)
    }

    /// Boards by their values times a sign, the lowest first.
    fn rate_all<'r>(
        &mut self,
        boards: impl Iterator<Item = (usize, Board)>,
        sign: f32,
        rated: &'r mut [Rated],
    ) -> &'r [Rated] {
        let mut count = 0;
        for (index, board) in boards {
            rated[count] = (sign * self.rate(board), board, index);
            count += 1;
        }
        let rated = &mut rated[..count];
        rated.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        rated
    }

    #[inline]
    fn rate(&mut self, board: Board) -> f32 {
        self.nodes += 1;
        self.tables.value(board)
    }
}

impl Player for Minimax<'_> {
    /// The exact value of each move, at the depth of the search that chooses.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        let depth = self.depth.of(board).unwrap_or_else(|| self.deepest_search(board).0);
        self.killer = 0;
        Move::ALL.map(|direction| {
            let after = self.moves.legal(board, direction)?;
            let value = self.worst_spawn(after, depth, f32::NEG_INFINITY, f32::INFINITY);
            Some(f64::from(value) + self.tables.offset())
        })
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        self.deepest_search(board).1
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
