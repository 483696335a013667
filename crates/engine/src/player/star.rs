//! Star1: chance nodes are searched only as far as they can change the move.
//!
//! A node is searched only to decide whether it exceeds a floor. The search stops once the
//! upper bound on unseen spawns rules that out. A node that exceeds its floor is searched
//! completely, so that its value is exact.
//!
//! Ballard, The *-minimax search procedure for trees containing chance nodes,
//! Artificial Intelligence 21 (1983).

use super::chance_bound::ChanceBound;
use super::children::Children;
use super::expectimax::Expectimax;
use crate::game::gaps::{bits, mirrored};
use crate::heuristic::ValueFunction;

impl<T: ValueFunction> Expectimax<'_, T> {
    /// Whether the value of a node may exceed a floor. If so, the best child of every spawn has
    /// been searched; other children may stay pending. `shares` are the probabilities of one
    /// spawn by tile.
    #[inline(always)]
    pub(super) fn is_above(
        &mut self,
        floor: f32,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        if self.nodes.is_some() {
            return self.remembered_is_above(floor, children, depth, shares);
        }
        if depth == 2 {
            let bound = ChanceBound::new(children, self.upper_bound, floor);
            return self.leaves_are_above(bound, children, shares);
        }
        // At depth 2 a bound for this node would cost more than it saves.
        let outer = self.upper_bound;
        self.upper_bound = outer.min(self.search_bound(children.after, depth));
        let bound = ChanceBound::new(children, self.upper_bound, floor);
        let is_above = self.nodes_are_above(bound, children, depth, shares);
        self.upper_bound = outer;
        is_above
    }

    /// [`Self::is_above`] for a node whose children are leaves.
    #[inline(always)]
    fn leaves_are_above(
        &mut self,
        mut bound: ChanceBound,
        children: &mut Children,
        shares: &[f32],
    ) -> bool {
        for (tile, &share) in shares.iter().enumerate() {
            self.look_up(children, 2, tile, share);
            for bit in bits(children.after.empty_mask()) {
                let mut best = f32::NEG_INFINITY;
                let places = children.legal_places(bit, tile);
                for place in bits(places & children.pending) {
                    self.search(children, place as usize, 2, share, f32::NEG_INFINITY);
                }
                for (axis, bit) in [(0, bit), (1, mirrored(bit))] {
                    let place = 4 * children.gap(axis, bit) + 2 * tile;
                    for place in [place, place + 1] {
                        let value = children.values[place];
                        let is_legal = places >> place & 1 == 1;
                        best = best.max(if is_legal { value } else { f32::NEG_INFINITY });
                    }
                }
                if best == f32::NEG_INFINITY {
                    best = self.value_if_dead(children.after, bit, tile);
                }
                if !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }

    /// [`Self::is_above`] for a node whose children are chance nodes, each with its own floor.
    #[inline(never)]
    fn nodes_are_above(
        &mut self,
        mut bound: ChanceBound,
        children: &mut Children,
        depth: u32,
        shares: &[f32],
    ) -> bool {
        let mut guesses = [0.0; 64];
        // By place, the floor that the child is known to be below.
        let mut below = [f32::INFINITY; 64];
        for (tile, &share) in shares.iter().enumerate() {
            self.look_up(children, depth, tile, share);
            for place in bits(children.pending & 0x3333_3333_3333_3333 << (2 * tile)) {
                let place = place as usize;
                guesses[place] = self.tables.value(children.boards[place]);
                if self.tables.counts_points() {
                    guesses[place] += children.points(place, self.moves);
                }
            }
            for bit in bits(children.after.empty_mask()) {
                let needed = bound.needed(tile, bound.upper_bound);
                let mut best = f32::NEG_INFINITY;
                let mut pending = [0; 4];
                let mut count = 0;
                let mut is_dead = true;
                for place in bits(children.legal_places(bit, tile)) {
                    let place = place as usize;
                    is_dead = false;
                    best = best.max(children.values[place]);
                    pending[count] = place;
                    count += (children.pending >> place & 1) as usize;
                }
                // Likely the best first.
                let pending = &mut pending[..count];
                pending.sort_unstable_by(|&a, &b| guesses[b].total_cmp(&guesses[a]));
                for &mut place in pending {
                    let floor = best.max(needed);
                    if below[place] > floor {
                        best = best.max(self.search(children, place, depth, share, floor));
                        below[place] = floor;
                    }
                }
                if is_dead {
                    best = self.value_if_dead(children.after, bit, tile);
                }
                if best < needed || !bound.is_above_with(tile, best) {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, GameSeed, Player, Session, Stream};
    use crate::heuristic::row_tables::RowTables;
    use crate::heuristic::{CellValue, corner_matrix, rows};
    use crate::player::{
        AnalysingPlayer, Depth, DepthRule, ExpectimaxSettings, StaticValue, TerminalValue,
        first_best,
    };
    use crate::presets::Preset;
    use proptest::prelude::*;

    fn settings(depth: u8) -> ExpectimaxSettings {
        ExpectimaxSettings {
            depth: Depth::Fixed(depth),
            ..ExpectimaxSettings::default()
        }
    }

    /// Heuristics whose upper bound is tight, loose, and useless.
    fn heuristics() -> Vec<RowTables> {
        let presets = ["2014", "tuned-depth1", "tuned-depth2"];
        let mut weights: Vec<_> = presets
            .map(|name| Preset::find(name).unwrap().weights().values)
            .into();
        weights.push([0.0, -300.0, -700.0, 47.0, 2.0, -11.0, 3.5, 9e4].to_vec());
        weights.push(vec![0.0; 8]);
        weights.iter().map(|values| rows::tables(values)).collect()
    }

    /// Asserts that each move of a game has the highest value of all moves.
    fn assert_moves_are_the_best(settings: &ExpectimaxSettings, moves: u32) {
        for tables in heuristics() {
            let mut player = Expectimax::new(&tables, settings);
            let mut analyst = Expectimax::new(&tables, settings);
            let mut session = Session::new(GameSeed::new(11, Stream::Evaluation, 0));
            while session.moves() < moves {
                let board = session.board();
                let values = analyst.move_values(board);
                let Some(direction) = player.choose(board) else {
                    break;
                };
                assert_eq!(Some(direction), first_best(values), "{board} {values:?}");
                session.make(direction);
            }
            // Ordering the moves costs a few boards, even if it does not help.
            let [boards, all] = [player.nodes(), analyst.nodes()].map(|nodes| nodes as f64);
            assert!(boards <= 1.1 * all, "{boards} boards instead of {all}");
        }
    }

    #[test]
    fn moves_of_a_matrix_are_those_of_the_full_search() {
        let weights = Preset::find("corner-published").unwrap().weights().values;
        let tables = corner_matrix::tables(CellValue::Face, &weights);
        for (depth, moves) in [(2, 400), (3, 30)] {
            let mut player = Expectimax::new(&tables, &settings(depth));
            let mut analyst = Expectimax::new(&tables, &settings(depth));
            let mut session = Session::new(GameSeed::new(11, Stream::Evaluation, 0));
            while session.moves() < moves {
                let board = session.board();
                let best = first_best(analyst.move_values(board));
                assert_eq!(player.choose(board), best, "{board}");
                session.make(best.unwrap());
            }
            assert!(player.nodes() < analyst.nodes());
        }
    }

    #[test]
    fn moves_are_those_of_the_full_search() {
        assert_moves_are_the_best(&settings(2), 400);
        assert_moves_are_the_best(&settings(3), 40);
        let rule = ExpectimaxSettings {
            depth: Depth::Rule(DepthRule::DistinctTiles),
            ..settings(1)
        };
        assert_moves_are_the_best(&rule, 12);
    }

    #[test]
    fn moves_are_exact_for_any_cut_and_terminal_value() {
        let dead = [
            TerminalValue::Number(-1e9),
            TerminalValue::Number(3e6),
            TerminalValue::Static(StaticValue::Static),
        ];
        for (dead_value, probability_cut) in dead.into_iter().zip([0.0, 0.01, 0.003]) {
            let settings = ExpectimaxSettings {
                dead_value,
                probability_cut,
                ..settings(3)
            };
            assert_moves_are_the_best(&settings, 20);
        }
    }

    #[test]
    fn a_third_of_the_boards_is_not_valued() {
        let tables = &heuristics()[0];
        let boards = |all: bool| {
            let mut player = Expectimax::new(tables, &settings(3));
            let mut session = Session::new(GameSeed::new(11, Stream::Evaluation, 0));
            while session.moves() < 60 {
                let board = session.board();
                let direction = if all {
                    first_best(player.move_values(board))
                } else {
                    player.choose(board)
                };
                session.make(direction.unwrap());
            }
            player.nodes() as f64
        };
        assert!(boards(false) < boards(true) * 2.0 / 3.0);
    }

    proptest! {
        #[test]
        fn moves_on_crowded_boards_are_those_of_the_full_search(
            mut ranks in prop::array::uniform16(prop_oneof![1_u8..4, 1_u8..12]),
            empty in prop::collection::vec(0..16_usize, 0..4),
        ) {
            for cell in empty {
                ranks[cell] = 0;
            }
            let board = Board::from_ranks(ranks).unwrap();
            for tables in heuristics() {
                for depth in 2..=3 {
                    let mut player = Expectimax::new(&tables, &settings(depth));
                    let values = player.move_values(board);
                    prop_assert_eq!(player.choose(board), first_best(values), "{}", board);
                }
            }
        }
    }
}
