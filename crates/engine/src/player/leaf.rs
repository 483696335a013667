//! The leaves of the search, which look past the last spawn; and play at depth 1, where every
//! move is a leaf.

use std::hint::select_unpredictable;

use super::setting::TerminalValue;
use crate::game::gaps::bits;
use crate::game::{Board, Move, MoveTables, Session};
use crate::heuristic::{Leaf, Searched};
use crate::processor::Processor;

/// The leaves of a search over the tables of a heuristic.
#[derive(Debug)]
pub(super) struct Leaves<'t, T: ?Sized> {
    pub(super) tables: &'t T,
    pub(super) moves: &'static MoveTables,
    /// The leaf in progress, and the nodes counted so far.
    pub(super) leaf: Leaf,
    /// The move made least often of late, at depth 1; no value depends on it.
    rarest: Move,
    /// Whether to draw spawns with the instruction `pdep`.
    has_fast_pdep: bool,
}

impl<'t, T: Searched + ?Sized> Leaves<'t, T> {
    /// Leaves over the given tables.
    ///
    /// # Panics
    /// If the tables need the fast path and the processor does not have it.
    pub(super) fn new(tables: &'t T, dead_value: TerminalValue) -> Self {
        let processor = Processor::get();
        let dead = dead_value.without_offset(tables.offset());
        let leaf = if T::IS_FAST {
            assert!(processor.has_fast_path, "this processor has only the path of any tables");
            Leaf::new(dead)
        } else {
            Leaf::portable(dead)
        };
        let (moves, rarest) = (MoveTables::get(), Move::Right);
        Self { tables, moves, leaf, rarest, has_fast_pdep: processor.has_fast_pdep }
    }

    /// Starts to count nodes.
    pub(super) fn start_game(&mut self) {
        self.leaf.nodes = 0;
        self.leaf.inner_nodes = 0;
    }

    /// The value of an afterstate by looking past one spawn.
    #[inline(always)]
    pub(super) fn value(&mut self, after: Board) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if T::IS_FAST {
            // Safety: `Leaves::new` has found these features.
            #[allow(
                unsafe_code,
                reason = "a leaf that ends in the instructions it began with saves a fiftieth of the time at depth 2"
            )]
            return unsafe { self.fast_value(after) };
        }
        self.portable_value(after)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn fast_value(&mut self, after: Board) -> f32 {
        let boards = [after, after.transpose()];
        self.tables.chance_value(boards, &mut self.leaf)
    }

    /// The value of a leaf on any processor. Inlined, it would stand four times in each search for
    /// newer processors, which never enters it.
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    fn portable_value(&mut self, after: Board) -> f32 {
        let boards = [after, after.transpose()];
        self.tables.chance_value(boards, &mut self.leaf)
    }

    /// Sets the leaf's values of the moves after the spawns on an afterstate. `boards` is the
    /// afterstate and its transpose.
    #[inline(always)]
    pub(super) fn set_static(&mut self, boards: [Board; 2]) {
        #[cfg(target_arch = "x86_64")]
        if T::IS_FAST {
            // Safety: `Leaves::new` has found these features.
            #[allow(unsafe_code, reason = "instructions for bits, as in a leaf")]
            return unsafe { self.fast_set_static(boards) };
        }
        self.portable_set_static(boards);
    }

    #[cfg_attr(target_arch = "x86_64", inline(never))]
    fn portable_set_static(&mut self, boards: [Board; 2]) {
        self.tables.set_gaps(boards, &mut self.leaf);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn fast_set_static(&mut self, boards: [Board; 2]) {
        self.tables.set_gaps(boards, &mut self.leaf);
    }

    /// Makes several moves at depth 1, so that the cost of this call does not matter.
    pub(super) fn play(&mut self, session: &mut Session) -> bool {
        #[cfg(target_arch = "x86_64")]
        if T::IS_FAST {
            // Safety: `Leaves::new` has found these features.
            #[allow(
                unsafe_code,
                reason = "moves in one piece with their leaves and spawns save a sixth of the time at depth 1"
            )]
            return unsafe { self.fast_play(session) };
        }
        self.portable_play(session, Board::draw_empty)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_play(&mut self, session: &mut Session) -> bool {
        let has_fast_pdep = self.has_fast_pdep;
        self.portable_play(session, |board, draw| {
            if has_fast_pdep { board.fast_draw_empty(draw) } else { board.draw_empty(draw) }
        })
    }

    #[inline(always)]
    fn portable_play(
        &mut self,
        session: &mut Session,
        draw_cell: impl Fn(Board, u32) -> u64,
    ) -> bool {
        let order = ORDERS[self.rarest as usize];
        let mut made = [0_u32; 4];
        for _ in 0..MOVES_AT_ONCE {
            let Some((direction, afterstate)) = self.best(session.board(), order) else {
                return false;
            };
            made[direction as usize] += 1;
            session.make_known(direction, afterstate, &draw_cell);
        }
        let rarest = Move::ALL.into_iter().min_by_key(|&direction| made[direction as usize]);
        self.rarest = rarest.unwrap_or(self.rarest);
        true
    }

    /// The move with the highest value of its leaf, the first of equals, and its afterstate.
    /// The order of the leaves, one of [`ORDERS`], affects the time only.
    #[inline(always)]
    fn best(&mut self, board: Board, order: [usize; 4]) -> Option<(Move, Board)> {
        let mirrored = board.transpose();
        let ([left, right], [up, down]) = (self.moves.along(board), self.moves.along(mirrored));
        let afters = [up.transpose(), down.transpose(), left, right];
        let transposed = [up, down, left.transpose(), right.transpose()];
        // "& 3" removes the bounds checks.
        let afters = order.map(|number| afters[number & 3]);
        let transposed = order.map(|number| transposed[number & 3]);
        let afters_both = [0, 1, 2, 3].map(|place| [afters[place], transposed[place]]);
        let mut values = self.tables.leaf_values(board, afters_both, &mut self.leaf);
        if self.tables.counts_points() {
            for (value, number) in values.iter_mut().zip(order) {
                *value = self.tables.with_points(*value, board, Move::ALL[number & 3]);
            }
        }
        let (mut best, mut afterstate, mut highest) = (order[0], afters[0], values[0]);
        // The first three are compared without branches, while the last leaf is computed.
        for place in [1, 2] {
            let is_better = values[place] > highest;
            best = select_unpredictable(is_better, order[place], best);
            afterstate = select_unpredictable(is_better, afters[place], afterstate);
            highest = if is_better { values[place] } else { highest };
        }
        // The last is compared with a branch, so that the processor can predict it and
        // continue with the game; a comparison before the last leaf would discard the work
        // on it after a wrong prediction.
        let is_better = if order[3] < best { values[3] >= highest } else { values[3] > highest };
        if is_better {
            keep_branch();
            (best, afterstate, highest) = (order[3], afters[3], values[3]);
        }
        if highest == f32::NEG_INFINITY {
            return self.first_legal(board);
        }
        Some((Move::ALL[best & 3], afterstate))
    }

    /// The first legal move and its afterstate.
    #[cold]
    #[inline(never)]
    fn first_legal(&self, board: Board) -> Option<(Move, Board)> {
        let after = |direction| (direction, self.moves.apply(board, direction));
        let mut moves = Move::ALL.into_iter().map(after);
        moves.find(|&(_, after)| after != board)
    }

    /// The static value of an afterstate.
    #[inline]
    pub(super) fn static_value(&mut self, after: Board) -> f32 {
        self.leaf.nodes += 1;
        self.tables.value(after)
    }

    /// A value plus the constant that tables leave out.
    pub(super) fn with_offset(&self, value: f32) -> f64 {
        f64::from(value) + self.tables.offset()
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

/// The number of moves between two checks whether to stop: about ten microseconds.
const MOVES_AT_ONCE: u32 = 64;

/// `ORDERS[m]` evaluates move `m` last: the rarest recent move, so that the branch on the last
/// leaf is predicted well.
static ORDERS: [[usize; 4]; 4] = [[1, 2, 3, 0], [0, 2, 3, 1], [0, 1, 3, 2], [0, 1, 2, 3]];

/// Prevents the compiler from replacing the branch that calls it by a conditional move.
#[cold]
#[inline]
fn keep_branch() {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::game::{GameSeed, Stream};
    use crate::heuristic::network_lookups::NetworkLookups;
    use crate::heuristic::none::NoTables;
    use crate::heuristic::{Tables, ValueFunction};
    use crate::player::setting::StaticValue;
    use crate::player::valuing::first_best;
    use crate::presets::Preset;
    use crate::tuples::{Layout, NamedNetwork, Network, Stages, parse_tuples, write_network};

    /// The value of each move's leaf.
    fn values<T: Searched + ?Sized>(leaves: &mut Leaves<'_, T>, board: Board) -> [Option<f32>; 4] {
        Move::ALL.map(|direction| {
            let value = leaves.value(leaves.moves.legal(board, direction)?);
            Some(leaves.tables.with_points(value, board, direction))
        })
    }

    fn assert_plays_the_best<T: ValueFunction>(tables: &T, dead_value: TerminalValue) {
        let [mut player, mut analyst, mut without_pdep] =
            [(); 3].map(|()| Leaves::new(tables, dead_value));
        let any: &dyn ValueFunction = tables;
        let mut portable = Leaves::new(any, dead_value);
        without_pdep.has_fast_pdep = false;
        let [mut played, mut by_portable, mut by_shifts, mut expected] =
            [(); 4].map(|()| Session::new(GameSeed::new(5, Stream::Evaluation, 0)));
        loop {
            let goes_on = player.play(&mut played);
            assert_eq!(goes_on, portable.play(&mut by_portable));
            assert_eq!(goes_on, without_pdep.play(&mut by_shifts));
            while expected.moves() < played.moves() {
                let best =
                    first_best(values(&mut analyst, expected.board())).expect("a move is legal");
                assert!(expected.make(best), "{best} {}", expected.board());
            }
            for session in [&played, &by_portable, &by_shifts] {
                assert_eq!(session.moves(), expected.moves());
                assert_eq!(session.board(), expected.board());
                assert_eq!(session.score(), expected.score());
            }
            assert_eq!(player.leaf.nodes, analyst.leaf.nodes);
            assert_eq!(portable.leaf.nodes, analyst.leaf.nodes);
            if !goes_on {
                break;
            }
        }
        assert_eq!(values(&mut analyst, played.board()), [None; 4]);
        assert!(played.moves() > 100);
    }

    #[test]
    fn the_moves_have_the_highest_values() {
        for preset in ["2014", "tuned-depth1-rich", "corner-published"] {
            for dead in [TerminalValue::Number(0.0), TerminalValue::Static(StaticValue::Static)] {
                match Tables::new(&Preset::find(preset).unwrap().weights()) {
                    Tables::Rows(tables) => assert_plays_the_best(&tables, dead),
                    Tables::LinesWithBoardTerms(tables) => assert_plays_the_best(&tables, dead),
                    Tables::Matrix(tables) => assert_plays_the_best(&tables, dead),
                    other => panic!("unexpected tables: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn moves_of_a_network_have_the_highest_values() {
        let tuples = parse_tuples(&["012", "0145", "56"]).unwrap();
        let layout = Layout::new(tuples, Stages::new(&[64, 256]).unwrap());
        // More for empty cells, so that games last.
        let weight = |index: usize| {
            let empty = (0..4).filter(|cell| index >> (4 * cell) & 0xf == 0).count();
            (200 * empty + index * 7919 % 101) as f32
        };
        let weights: Vec<f32> = (0..layout.weights()).map(weight).collect();
        let mut bytes = Vec::new();
        write_network(&mut bytes, &layout, &weights, &BTreeMap::new()).unwrap();
        let network = Arc::new(NamedNetwork {
            name: "network".to_owned(),
            network: Network::from_bytes(&bytes).unwrap(),
        });
        let tables = NetworkLookups::new(network, 1.5);
        for dead in [TerminalValue::Number(0.0), TerminalValue::Static(StaticValue::Static)] {
            assert_plays_the_best(&tables, dead);
        }
    }

    #[test]
    fn the_first_of_equal_moves_is_best() {
        let tables = NoTables;
        let mut player = Leaves::new(&tables, TerminalValue::Number(0.0));
        let after = |board: &str| board.parse().unwrap();
        let expected = [
            Some((Move::Up, after("0100000000000000"))),
            Some((Move::Down, after("0000000000001000"))),
            None,
        ];
        for last in Move::ALL {
            let order = ORDERS[last as usize];
            assert_eq!(Move::ALL[order[3]], last);
            let best = |board: &str| player.best(board.parse().unwrap(), order);
            let best = ["0000000001000000", "1000000000000000", "1234234134124123"].map(best);
            assert_eq!(best, expected);
        }
    }
}
