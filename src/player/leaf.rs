//! Leaves of the search, where it looks past the last spawn; and depth 1, where
//! a move is a leaf and nothing else.

use super::expectimax::Expectimax;
use crate::game::{Board, Move};
use crate::heuristic::HeuristicTables;

impl<T: HeuristicTables> Expectimax<'_, T> {
    /// The value of an afterstate past one spawn.
    #[inline(always)]
    pub(super) fn leaf_value(&mut self, after: Board) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.leaf.is_fast() {
            // Safety: the processor has been asked for these features.
            #[allow(
                unsafe_code,
                reason = "a leaf that ends in the instructions it began with saves a fiftieth of the time at depth 2"
            )]
            return unsafe { self.fast_leaf_value(after) };
        }
        self.portable_leaf_value(after)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn fast_leaf_value(&mut self, after: Board) -> f32 {
        self.portable_leaf_value(after)
    }

    #[inline(always)]
    fn portable_leaf_value(&mut self, after: Board) -> f32 {
        let boards = [after, after.transpose()];
        self.tables.spawn_mean(boards, self.dead, &mut self.leaf)
    }

    /// The move whose leaf is worth most, the first of equals.
    pub(super) fn best_leaf(&mut self, board: Board) -> Option<Move> {
        #[cfg(target_arch = "x86_64")]
        if self.leaf.is_fast() {
            // Safety: the processor has been asked for these features.
            #[allow(
                unsafe_code,
                reason = "a move that is one piece with its leaves saves a tenth of the time at depth 1"
            )]
            return unsafe { self.fast_best_leaf(board) };
        }
        self.portable_best_leaf(board)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast_best_leaf(&mut self, board: Board) -> Option<Move> {
        self.portable_best_leaf(board)
    }

    #[inline(always)]
    fn portable_best_leaf(&mut self, board: Board) -> Option<Move> {
        let mirrored = board.transpose();
        let ([left, right], [up, down]) = (self.moves.along(board), self.moves.along(mirrored));
        let afters = [up.transpose(), down.transpose(), left, right];
        let transposed = [up, down, left.transpose(), right.transpose()];
        let mut values = [f32::NEG_INFINITY; 4];
        let mut legal = 0_u32;
        for number in 0..4 {
            if afters[number] != board {
                let boards = [afters[number], transposed[number]];
                values[number] = self.tables.spawn_mean(boards, self.dead, &mut self.leaf);
                legal |= 1 << number;
            }
        }
        let mut best = *Move::ALL.get(legal.trailing_zeros() as usize)?;
        let mut highest = f32::NEG_INFINITY;
        for (direction, value) in Move::ALL.into_iter().zip(values) {
            if value > highest {
                // A branch, for the processor to go on with the game as it foresees it;
                // and here, not between leaves, where a wrong guess would take the next
                // leaf's work with it.
                keep_branch();
                highest = value;
                best = direction;
            }
        }
        Some(best)
    }
}

/// Keeps the compiler from making a choice of values of the branch it is called in.
#[cold]
#[inline]
fn keep_branch() {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSeed, Player, Session, Stream};
    use crate::heuristic::none::NoTables;
    use crate::heuristic::{Leaf, Tables};
    use crate::player::{DeadValue, Depth, ExpectimaxSettings, StaticValue, Thinker, first_best};
    use crate::presets::Preset;

    fn assert_best_leaves<T: HeuristicTables>(tables: &T, dead_value: DeadValue) {
        let settings = ExpectimaxSettings {
            depth: Depth::Fixed(1),
            dead_value,
            ..ExpectimaxSettings::default()
        };
        let mut player = Expectimax::new(tables, &settings);
        let mut portable = Expectimax::new(tables, &settings);
        portable.leaf = Leaf::portable();
        let mut thinker = Expectimax::new(tables, &settings);
        let mut session = Session::new(GameSeed::new(5, Stream::Evaluation, 0));
        loop {
            let board = session.board();
            let values = thinker.move_values(board);
            let choice = player.choose(board);
            assert_eq!(choice, first_best(values), "{board} {values:?}");
            assert_eq!(choice, portable.choose(board), "{board}");
            assert_eq!(player.nodes(), thinker.nodes(), "{board}");
            let Some(direction) = choice else { break };
            session.make(direction);
        }
        assert!(session.moves() > 100);
    }

    #[test]
    fn the_best_leaf_is_that_of_the_highest_value() {
        for preset in ["2014", "tuned-depth1-rich", "corner-published"] {
            for dead in [
                DeadValue::Number(0.0),
                DeadValue::Static(StaticValue::Static),
            ] {
                match Tables::new(&Preset::find(preset).unwrap().weights()) {
                    Tables::Rows(tables) => assert_best_leaves(&tables, dead),
                    Tables::RichRows(tables) => assert_best_leaves(&tables, dead),
                    Tables::Matrix(tables) => assert_best_leaves(&tables, dead),
                    other => panic!("unexpected tables: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn of_moves_that_are_worth_the_same_the_first_is_best() {
        let tables = NoTables;
        let settings = ExpectimaxSettings {
            depth: Depth::Fixed(1),
            ..ExpectimaxSettings::default()
        };
        let mut player = Expectimax::new(&tables, &settings);
        let choose = |board: &str| player.choose(board.parse().unwrap());
        let choices = ["0000000001000000", "1000000000000000", "1234234134124123"].map(choose);
        assert_eq!(choices, [Some(Move::Up), Some(Move::Down), None]);
    }
}
