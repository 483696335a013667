//! Upper bounds: no board on the way of a search exceeds them, and they are near.

use std::sync::LazyLock;

use proptest::prelude::*;
use tune2048_engine::game::{Board, Move, MoveTables};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};

use super::{outer_and_inner, preset};

static HEURISTICS: LazyLock<Vec<Tables>> = LazyLock::new(|| {
    let of = |values: [f64; 8]| Weights { heuristic: HeuristicKind::Rows, values: values.to_vec() };
    let weights = [
        preset("2014"),
        preset("2014-simple"),
        preset("tuned-depth1"),
        of([0.0, -300.0, -700.0, 47.0, 2.0, -11.0, 3.5, 9e4]),
        of([2e5, 300.0, -700.0, -47.0, 4.0, -11.0, 3.5, -9e4]),
        of([0.0, -1e9, 3.0, -47.0, 40.0, 1e200, -2.0, 1e-300]),
        outer_and_inner("2014", "tuned-depth1"),
        preset("tuned-depth1-rich"),
        preset("corner-published"),
    ];
    let all = weights.iter().map(Tables::new);
    all.inspect(|tables| assert!(tables.upper_bound(Board(0), 1).is_finite())).collect()
});

fn boards() -> impl Strategy<Value = Board> {
    let rank = prop_oneof![Just(0_u8), 0_u8..4, 9_u8..12, 0_u8..=15];
    prop::array::uniform16(rank).prop_map(|ranks| Board::from_ranks(ranks).unwrap())
}

proptest! {
    #[test]
    fn no_board_on_the_way_exceeds_the_bound(
        start in boards(),
        steps in prop::collection::vec((0..4_usize, 0..16_usize, 1..=2_u64), 1..6),
    ) {
        for heuristic in HEURISTICS.iter() {
            let upper_bound = heuristic.upper_bound(start, steps.len() as u32);
            let mut board = start;
            for &(direction, cell, tile) in &steps {
                board = MoveTables::get().apply(board, Move::ALL[direction]);
                prop_assert!(heuristic.value(board) <= upper_bound, "{start} {board}");
                let empty: Vec<usize> = (0..16).filter(|&cell| board.rank(cell) == 0).collect();
                if !empty.is_empty() {
                    board.0 |= tile << (4 * empty[cell % empty.len()]);
                }
                for direction in Move::ALL {
                    let after = MoveTables::get().apply(board, direction);
                    prop_assert!(heuristic.value(after) <= upper_bound, "{start} {after}");
                }
            }
        }
    }
}

#[test]
fn boards_of_one_rank_have_a_bound_at_any_depth() {
    let tables = Tables::new(&preset("2014"));
    for rank in 0..16 {
        let board = Board::from_ranks([rank; 16]).unwrap();
        for spawns in 0..=20 {
            assert!(tables.upper_bound(board, spawns) >= tables.value(board));
        }
    }
}

/// A board in perfect order with different tiles only: no arrangement is better.
#[test]
fn the_bound_is_no_higher_than_a_perfect_board() {
    let tables = Tables::new(&preset("2014"));
    let board: Board = "ba98456732100000".parse().unwrap();
    let value = tables.value(board);
    let upper_bound = tables.upper_bound(board, 0);
    assert!(upper_bound >= value);
    assert!(upper_bound - value < 0.002 * value.abs(), "{upper_bound} {value}");
}

/// Two tiles can merge, or stand beside each other in one line.
#[test]
fn equal_tiles_add_the_better_of_their_merge_and_their_neighbourhood() {
    let tables = Tables::new(&preset("2014"));
    let upper_bound = |board: &str| f64::from(tables.upper_bound(board.parse().unwrap(), 0));
    // 11 r^3.5 in both lines of a tile, 270 for an empty cell, 700 for a neighbour.
    let sum = |rank: f64| 2.0 * 11.0 * rank.powf(3.5);
    let lone = |ranks: &[f64]| {
        let empty = 2.0 * 270.0 * (16 - ranks.len()) as f64;
        empty - ranks.iter().map(|&rank| sum(rank)).sum::<f64>()
    };
    let beside = lone(&[3.0, 3.0]) + 2.0 * 700.0;
    assert!((upper_bound("3000000000000030") - beside).abs() < 200.0);
    let merged = lone(&[10.0]);
    assert!(merged > lone(&[9.0, 9.0]) + 2.0 * 700.0);
    assert!((upper_bound("9000000000000090") - merged).abs() < 200.0);
}
