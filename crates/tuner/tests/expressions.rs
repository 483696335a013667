//! The row heuristic of 2014 written as expressions, compared with the built-in one.

use std::path::Path;

use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_tuner::space::CampaignSpec;

/// Returns the starting weights of the committed search space.
fn written() -> Weights {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../search-spaces/rows-expressions.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let start = CampaignSpec::parse(&path, &text).unwrap().start_weights();
    start.board_player().unwrap().weights
}

fn row_values(weights: &Weights) -> Vec<u32> {
    let Tables::Rows(tables) = Tables::new(weights) else {
        panic!("expressions are rows");
    };
    tables.row_values().map(f32::to_bits).collect()
}

#[test]
fn tables_equal_the_built_in_ones_bit_for_bit() {
    let built_in = Weights::defaults(HeuristicKind::Rows);
    assert_eq!(row_values(&written()), row_values(&built_in));
}
