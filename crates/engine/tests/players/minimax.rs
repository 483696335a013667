//! Minimax beside the same without pruning, and its budgets of nodes.

use tune2048_engine::game::{Board, Move};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{
    self, Depth, MinimaxSettings, NodesOf, PlayerSettings, StaticValue, TerminalValue,
};

use super::{budget, minimax, positions, tables};
use crate::{preset, rules};

/// What a board is worth, and what it is worth when it is dead.
struct Reference<'r> {
    value: &'r dyn Fn(Board) -> f64,
    dead: &'r dyn Fn(Board) -> f64,
}

impl Reference<'_> {
    fn best_move(&self, board: Board, depth: u32) -> f64 {
        let moves = Move::ALL.into_iter().filter_map(|direction| rules::make(board, direction));
        moves
            .map(|(after, _)| self.worst_spawn(after, depth))
            .reduce(f64::max)
            .unwrap_or_else(|| (self.dead)(board))
    }

    fn worst_spawn(&self, after: Board, depth: u32) -> f64 {
        if depth == 0 {
            return (self.value)(after);
        }
        let spawns = rules::spawns(after).into_iter();
        spawns.map(|(board, _)| self.best_move(board, depth - 1)).reduce(f64::min).unwrap()
    }

    fn move_values(&self, board: Board, depth: u32) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let (after, _) = rules::make(board, direction)?;
            Some(self.worst_spawn(after, depth))
        })
    }
}

/// Positions with few empty cells, and those around them.
fn crowded(step: usize) -> Vec<Board> {
    let boards = positions(1);
    let crowded = boards.into_iter().filter(|board| board.empty_cells() <= 4);
    crowded.step_by(step).collect()
}

fn check(weights: &Weights) {
    let tables = Tables::new(weights);
    for dead_value in [
        TerminalValue::Number(0.0),
        TerminalValue::Number(1e7),
        TerminalValue::Static(StaticValue::Static),
    ] {
        // The tables' own scale, so that nothing is rounded on the way.
        let dead = |board: Board| match dead_value {
            TerminalValue::Number(value) => f64::from((value - tables.offset()) as f32),
            TerminalValue::Static(_) => f64::from(tables.value(board)),
        };
        let reference = Reference { value: &|board| f64::from(tables.value(board)), dead: &dead };
        for (depth, boards) in
            [(1, positions(17)), (2, positions(97)), (2, crowded(15)), (3, crowded(60))]
        {
            let settings =
                PlayerSettings::Minimax(MinimaxSettings { depth: Depth::Fixed(depth), dead_value });
            let mut player = player::build(&settings, &tables);
            for board in boards {
                let expected = reference
                    .move_values(board, u32::from(depth))
                    .map(|value| Some(value? + tables.offset()));
                assert_eq!(player.move_values(board), expected, "depth {depth}: {board}");
            }
        }
    }
}

#[test]
fn pruning_changes_no_value() {
    check(&preset("2014"));
    check(&preset("corner-published"));
    // A heuristic with few values, all of them negative: ties everywhere.
    let ties = Weights {
        heuristic: HeuristicKind::Rows,
        values: vec![0.0; HeuristicKind::Rows.weights().len()],
    };
    check(&ties.with("empty", -1.0));
}

/// The nodes that one search to a depth takes, and its move.
fn search(tables: &Tables, board: Board, depth: u8) -> (u64, Option<Move>) {
    let mut player = player::build(&minimax(Depth::Fixed(depth)), tables);
    let chosen = player.choose(board);
    (player.nodes(), chosen)
}

/// Far fewer boards than there are, those included that only put others in order.
#[test]
fn most_branches_are_left_early() {
    let tables = tables("2014");
    let (mut pruned, mut all) = (0, 0);
    for board in positions(40) {
        pruned += search(&tables, board, 2).0;
        let of_moves = |board| Move::ALL.into_iter().filter_map(move |d| rules::make(board, d));
        all += of_moves(board)
            .flat_map(|(after, _)| rules::spawns(after))
            .flat_map(|(board, _)| of_moves(board))
            .flat_map(|(after, _)| rules::spawns(after))
            .map(|(board, _)| of_moves(board).count() as u64)
            .sum::<u64>();
    }
    assert!(5 * pruned < all, "{pruned} of {all}");
}

#[test]
fn deepening_goes_on_while_searches_are_small() {
    let tables = tables("2014");
    for board in positions(23) {
        for of in [NodesOf::Move, NodesOf::Search] {
            let mut player = player::build(&minimax(budget(1_000, of)), &tables);
            let chosen = player.choose(board);
            let mut spent = 0;
            let mut expected = None;
            for depth in 1..=8 {
                let (nodes, direction) = search(&tables, board, depth);
                spent += nodes;
                expected = direction;
                let is_spent = match of {
                    NodesOf::Move => spent >= 200,
                    NodesOf::Search => nodes >= 1_000,
                };
                if is_spent {
                    break;
                }
            }
            assert_eq!(chosen, expected, "{board}");
            assert_eq!(player.nodes(), spent, "{board}");
        }
    }
}
