//! Expectimax over values that are points still to come, beside a textbook's.

use std::collections::BTreeMap;
use std::sync::Arc;

use tune2048_engine::game::Board;
use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Tables, WeightSpec, Weights};
use tune2048_engine::player::{Depth, ExpectimaxSettings, NodeBudget, NodesOf, expectimax};
use tune2048_engine::tuples::{Layout, NamedNetwork, Network, Stages, parse_tuples, write_network};

use crate::node_budget::positions;
use crate::preset;
use crate::textbook::{Textbook, assert_close};

/// A hundredth of the values of rows, as points still to come: beside a network of zeros.
fn points() -> Tables {
    let layout = Layout::new(parse_tuples(&["01"]).unwrap(), Stages::default());
    let mut bytes = Vec::new();
    let zeros = std::iter::repeat_n(0.0, layout.weights());
    write_network(&mut bytes, &layout, zeros, &BTreeMap::new()).unwrap();
    let network = Network::from_bytes(&bytes).unwrap();
    let network = Arc::new(NamedNetwork { name: "zeros".to_owned(), network });
    // The constant would be an offset of all values.
    let rows = preset("2014").with("constant", 0.0);
    let names = rows.iter().map(|(spec, _)| &*spec.name);
    let heuristic = HeuristicKind::Tuples(Arc::new(Tuples::new(network, names)));
    let hundredth =
        |(spec, value): (&WeightSpec, f64)| value * if spec.is_factor() { 0.01 } else { 1.0 };
    let values = std::iter::once(1.0).chain(rows.iter().map(hundredth)).collect();
    Tables::new(&Weights { heuristic, values })
}

/// The values of the moves as the textbook has them; a dead board is worth 0. To a horizon a 4
/// counts as two spawns.
fn textbook(tables: &Tables, board: Board, depth: u32, is_horizon: bool) -> [Option<f64>; 4] {
    let value = |board| f64::from(tables.value(board));
    let textbook =
        Textbook { counts_points: true, counts_tiles: is_horizon, ..Textbook::new(&value) };
    textbook.move_values(board, depth)
}

fn settings(depth: Depth) -> ExpectimaxSettings {
    ExpectimaxSettings { depth, probability_cut: 0.0, ..ExpectimaxSettings::default() }
}

/// Crowded boards, on which a textbook is quick, with merges in all directions and near their end.
fn boards() -> Vec<Board> {
    let mut boards: Vec<Board> = [
        "1223344556677889",
        "8765123112323210",
        "1212212112122120",
        "4321567812348760",
        "9911552266330044",
        "1234234134124120",
    ]
    .map(|board| board.parse().unwrap())
    .into();
    boards.extend(positions().into_iter().filter(|board| board.empty_cells() < 4));
    boards
}

#[test]
fn fixed_depths_have_the_values_of_the_textbook() {
    let tables = points();
    for (depth, step) in [(0, 1), (1, 1), (2, 2), (3, 9)] {
        let mut player = expectimax(&*tables, &settings(Depth::Fixed(depth)));
        for board in boards().into_iter().step_by(step) {
            let found = player.move_values(board);
            let expected = textbook(&tables, board, u32::from(depth), false);
            assert_close(found, expected, 100.0, &format!("depth {depth}, {board}"));
        }
    }
}

#[test]
fn the_first_search_of_a_budget_is_the_textbooks() {
    let tables = points();
    for of in [NodesOf::Move, NodesOf::Search] {
        for at_least in 1..=2 {
            let budget = NodeBudget { nodes: 1, of, at_least };
            let mut player = expectimax(&*tables, &settings(Depth::Nodes(budget)));
            for board in boards() {
                let leaves = textbook(&tables, board, 1, false);
                // A single move is not searched further.
                let is_single = leaves.iter().flatten().count() < 2;
                let further = || textbook(&tables, board, at_least.into(), true);
                let expected = if is_single { leaves } else { further() };
                assert_close(player.move_values(board), expected, 100.0, &board.to_string());
            }
        }
    }
}

#[test]
fn a_cut_ends_with_the_points_of_the_moves_before_it() {
    let tables = points();
    let settings = ExpectimaxSettings { probability_cut: 1.0, ..settings(Depth::Fixed(3)) };
    let mut player = expectimax(&*tables, &settings);
    for board in boards() {
        let found = player.move_values(board);
        let expected = textbook(&tables, board, 1, false);
        assert_close(found, expected, 100.0, &board.to_string());
    }
}

#[test]
fn moves_with_points_are_the_best_by_the_textbook() {
    let tables = points();
    for depth in 1..=2 {
        let mut player = expectimax(&*tables, &settings(Depth::Fixed(depth)));
        for board in boards().into_iter().step_by(1 + 2 * usize::from(depth - 1)) {
            let values = textbook(&tables, board, u32::from(depth), false);
            let best = values.into_iter().flatten().reduce(f64::max);
            let chosen = player.choose(board).map(|chosen| chosen as usize);
            let chosen = chosen.and_then(|chosen| values[chosen]);
            assert_eq!(chosen.is_some(), best.is_some(), "{board}");
            let (chosen, best) = (chosen.unwrap_or(0.0), best.unwrap_or(0.0));
            assert!(best - chosen < 1e-5 * best.abs().max(100.0), "{board}");
        }
    }
}
