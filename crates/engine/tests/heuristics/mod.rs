//! The contract of every heuristic, and each against its formula.

mod contract;
mod formulas;
mod leaves;
mod plain_data;
pub(crate) mod reference;
mod terms;
mod upper_bound;

use std::sync::Arc;

use proptest::prelude::*;
use tune2048_engine::game::Board;
use tune2048_engine::heuristic::expressions::Term;
use tune2048_engine::heuristic::{Expressions, HeuristicKind, Weights, rich_rows, rows};

use crate::preset;

/// The outer lines of one preset with the inner lines of another.
fn outer_and_inner(outer: &str, inner: &str) -> Weights {
    let names: Vec<String> =
        rows::WEIGHTS.iter().map(|spec| format!("{}{}", rich_rows::INNER, spec.name)).collect();
    let mut weights = Weights::defaults(HeuristicKind::rows_with(names.iter().map(String::as_str)));
    for (spec, value) in preset(outer).iter() {
        weights = weights.with(&spec.name, value);
    }
    for (spec, value) in preset(inner).iter() {
        let name = format!("{}{}", rich_rows::INNER, spec.name);
        if weights.get(&name).is_some() {
            weights = weights.with(&name, value);
        }
    }
    weights
}

/// Any board: ranks 0 to 15, small ones more likely.
pub(crate) fn boards() -> impl Strategy<Value = Board> {
    let rank = prop_oneof![Just(0_u8), 0_u8..4, 0_u8..=15];
    prop::array::uniform16(rank).prop_map(|ranks| Board::from_ranks(ranks).unwrap())
}

/// Any board with an empty cell.
fn afterstates() -> impl Strategy<Value = Board> {
    (boards(), 0..16_u32).prop_map(|(board, cell)| Board(board.0 & !(0xf << (4 * cell))))
}

/// Any heuristic with weights within their natural ranges, ends included.
fn natural_weights() -> impl Strategy<Value = Weights> {
    any_kind().prop_flat_map(|heuristic| {
        let places = prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0_f64];
        let count = heuristic.weights().len();
        prop::collection::vec(places, count).prop_map(move |places| {
            let weights = heuristic.weights().iter().zip(places);
            Weights {
                values: weights.map(|(w, place)| w.low + place * (w.high - w.low)).collect(),
                heuristic: heuristic.clone(),
            }
        })
    })
}

/// Any heuristic with any finite weights.
fn finite_weights() -> impl Strategy<Value = Weights> {
    any_kind().prop_flat_map(|heuristic| {
        let any =
            any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |value| value.is_finite());
        let extreme = prop::sample::select(vec![f64::MAX, f64::MIN, 0.0, -0.0, 5e-324, 1e308]);
        let number = prop_oneof![any, extreme, -100.0..100.0_f64];
        prop::collection::vec(number, heuristic.weights().len())
            .prop_map(move |values| Weights { values, heuristic: heuristic.clone() })
    })
}

/// Every kind with every setting, and one of each kind that a user defines.
fn every_kind() -> Vec<HeuristicKind> {
    let mut kinds = HeuristicKind::ALL.to_vec();
    kinds.push(HeuristicKind::rows_with(rich_rows::WEIGHTS.iter().map(|weight| &*weight.name)));
    let term = |name, text, parameters: &[&str]| {
        let parameters: Vec<_> = parameters.iter().map(ToString::to_string).collect();
        Term::new(name, text, &parameters).expect("an expression")
    };
    kinds.push(HeuristicKind::Expressions(Arc::new(Expressions::new(vec![
        term("constant", "2", &[]),
        term("slope", "r0 ** power - f3 / (1 + empty * scale)", &["power", "scale"]),
        term("merges", "if r1 > limit { merges } else { log(r2) }", &["limit"]),
    ]))));
    kinds
}

fn any_kind() -> impl Strategy<Value = HeuristicKind> {
    prop::sample::select(every_kind())
}
