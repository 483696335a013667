//! What every heuristic promises, and what each is worth by its formula.

mod contract;
mod formulas;
mod leaves;
mod precision;
mod reference;

use proptest::prelude::*;
use tune2048::game::Board;
use tune2048::heuristic::{HeuristicKind, HeuristicTables, Tables, Weights};

/// The tables of any heuristic.
fn tables(weights: &Weights) -> Box<dyn HeuristicTables> {
    match Tables::new(weights) {
        Tables::Rows(tables) => Box::new(tables),
        Tables::Matrix(tables) => Box::new(tables),
        Tables::MatrixWithBoardTerms(tables) => Box::new(tables),
    }
}

/// Any board: ranks 0 to 15, small ones more likely.
fn boards() -> impl Strategy<Value = Board> {
    let rank = prop_oneof![Just(0_u8), 0_u8..4, 0_u8..=15];
    prop::array::uniform16(rank).prop_map(|ranks| Board::from_ranks(ranks).unwrap())
}

/// Any board with an empty cell.
fn afterstates() -> impl Strategy<Value = Board> {
    (boards(), 0..16_u32).prop_map(|(board, cell)| Board(board.0 & !(0xf << (4 * cell))))
}

/// Some heuristic with weights within their natural ranges, their ends included.
fn natural_weights() -> impl Strategy<Value = Weights> {
    any_kind().prop_flat_map(|heuristic| {
        let places = prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0_f64];
        let count = heuristic.weights().len();
        prop::collection::vec(places, count).prop_map(move |places| {
            let weights = heuristic.weights().iter().zip(places);
            Weights {
                values: weights
                    .map(|(w, place)| w.low + place * (w.high - w.low))
                    .collect(),
                heuristic: heuristic.clone(),
            }
        })
    })
}

/// Some heuristic with any finite weights.
fn finite_weights() -> impl Strategy<Value = Weights> {
    any_kind().prop_flat_map(|heuristic| {
        let any = any::<u64>()
            .prop_map(f64::from_bits)
            .prop_filter("finite", |value| value.is_finite());
        let extreme = prop::sample::select(vec![f64::MAX, f64::MIN, 0.0, -0.0, 5e-324, 1e308]);
        let number = prop_oneof![any, extreme, -100.0..100.0_f64];
        prop::collection::vec(number, heuristic.weights().len()).prop_map(move |values| Weights {
            values,
            heuristic: heuristic.clone(),
        })
    })
}

fn any_kind() -> impl Strategy<Value = HeuristicKind> {
    prop::sample::select(HeuristicKind::ALL.to_vec())
}
