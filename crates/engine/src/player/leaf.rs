//! The leaves of the search, which look past the last spawn.

use super::children::Children;
use super::setting::TerminalValue;
use crate::game::gaps::bits;
use crate::game::{Board, MoveTables};
use crate::heuristic::{Leaf, Searched};

/// The leaves of a search over the tables of a heuristic.
#[derive(Debug)]
pub(super) struct Leaves<'t> {
    pub(super) tables: &'t dyn Searched,
    /// [`ValueFunction::counts_points`](crate::heuristic::ValueFunction::counts_points) of the tables.
    counts_points: bool,
    pub(super) moves: &'static MoveTables,
    /// The leaf in progress, and the nodes counted so far.
    pub(super) leaf: Leaf,
}

impl<'t> Leaves<'t> {
    /// Leaves over the given tables.
    pub(super) fn new(tables: &'t dyn Searched, dead_value: TerminalValue) -> Self {
        Self {
            tables,
            counts_points: tables.counts_points(),
            moves: MoveTables::get(),
            leaf: Leaf::new(dead_value.without_offset(tables.offset())),
        }
    }

    /// The value of an afterstate by looking past one spawn.
    #[inline(always)]
    pub(super) fn value(&mut self, after: Board) -> f32 {
        self.tables.leaf_value(after, &mut self.leaf)
    }

    /// The points of the move that leads to a child, if the values count points.
    #[inline(always)]
    pub(super) fn points(&self, children: &Children, place: usize) -> f32 {
        if self.counts_points { children.points(place, self.moves) } else { 0.0 }
    }

    /// The values of moves with the constant that tables leave out.
    pub(super) fn with_offset(&self, values: [Option<f32>; 4]) -> [Option<f64>; 4] {
        values.map(|value| Some(f64::from(value?) + self.tables.offset()))
    }

    /// The static value of an afterstate.
    #[inline]
    pub(super) fn static_value(&mut self, after: Board) -> f32 {
        self.leaf.nodes += 1;
        self.tables.value(after)
    }

    /// The sum of one tile over all spawns, where it is minus infinity if some leave no legal move.
    #[inline(always)]
    pub(super) fn with_dead(&self, sum: f32, after: Board, illegal: [u64; 2], tile: usize) -> f32 {
        if sum == f32::NEG_INFINITY { self.sum_with_dead(after, illegal, tile) } else { sum }
    }

    #[cold]
    fn sum_with_dead(&self, after: Board, illegal: [u64; 2], tile: usize) -> f32 {
        let best_or_dead = |bit| {
            let best = self.leaf.gaps.best_sums(1_u64 << bit, illegal)[tile];
            if best == f32::NEG_INFINITY { self.value_if_dead(after, bit, tile) } else { best }
        };
        bits(after.empty_mask()).map(best_or_dead).fold(0.0, |sum, best| sum + best)
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
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::game::{GameSeed, Move, Session, Stream, first_best};
    use crate::heuristic::tuples::Tuples;
    use crate::heuristic::{HeuristicKind, Tables, Weights};
    use crate::player::setting::StaticValue;
    use crate::presets::Preset;
    use crate::processor::Processor;
    use crate::tuples::{Layout, NamedNetwork, Network, Stages, parse_tuples, write_network};

    /// The value of each move's leaf.
    fn values(leaves: &mut Leaves<'_>, board: Board) -> [Option<f32>; 4] {
        Move::ALL.map(|direction| {
            let value = leaves.value(leaves.moves.legal(board, direction)?);
            Some(leaves.tables.with_points(value, board, direction))
        })
    }

    fn assert_plays_the_best(tables: &dyn Searched, dead_value: TerminalValue) {
        let [mut player, mut analyst, mut without_pdep, mut portable] =
            [(); 4].map(|()| Leaves::new(tables, dead_value));
        portable.leaf.processor = Processor::ANY;
        without_pdep.leaf.processor.has_fast_pdep = false;
        let [mut played, mut by_portable, mut by_shifts, mut expected] =
            [(); 4].map(|()| Session::new(GameSeed::new(5, Stream::Evaluation, 0)));
        loop {
            let goes_on = tables.play(&mut player.leaf, &mut played);
            assert_eq!(goes_on, tables.play(&mut portable.leaf, &mut by_portable));
            assert_eq!(goes_on, tables.play(&mut without_pdep.leaf, &mut by_shifts));
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
                let tables = Tables::new(&Preset::find(preset).unwrap().weights());
                assert_plays_the_best(&*tables, dead);
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
        let weights = (0..layout.weights()).map(weight);
        let mut bytes = Vec::new();
        write_network(&mut bytes, &layout, weights, &BTreeMap::new()).unwrap();
        let network = Arc::new(NamedNetwork {
            name: "network".to_owned(),
            network: Network::from_bytes(&bytes).unwrap(),
        });
        let heuristic = HeuristicKind::Tuples(Arc::new(Tuples::new(network, [])));
        let tables = Tables::new(&Weights { heuristic, values: vec![1.5] });
        for dead in [TerminalValue::Number(0.0), TerminalValue::Static(StaticValue::Static)] {
            assert_plays_the_best(&*tables, dead);
        }
    }
}
