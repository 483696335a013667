//! The row heuristic of 2014 written as expressions, compared with the built-in one.

use std::path::Path;

use proptest::prelude::*;
use tune2048_engine::heuristic::expressions::{Term, VARIABLES};
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_weights_give_the_same_tables(
        numbers in [0.0..2000.0_f64, 0.0..4000.0, 0.0..400.0, 0.0..100.0],
        powers in [0.5..6.0_f64, 0.5..6.0],
    ) {
        let [empty, merges, monotonicity, sum] = numbers;
        let built_in = Weights::defaults(HeuristicKind::Rows)
            .with("empty", empty)
            .with("merges", merges)
            .with("monotonicity", monotonicity)
            .with("monotonicity-exponent", powers[0])
            .with("sum", sum)
            .with("sum-exponent", powers[1]);
        let written = written()
            .with("empty", empty)
            .with("merges", merges)
            .with("monotonicity", -monotonicity)
            .with("monotonicity-power", powers[0])
            .with("sum", -sum)
            .with("sum-power", powers[1]);
        prop_assert!(row_values(&written) == row_values(&built_in));
    }
}

#[test]
fn terms_add_up_with_any_values() {
    let term = |name: &str, text: &str| Term::new(name, text, &[]).unwrap();
    let expressions = tune2048_engine::heuristic::Expressions::new(vec![
        term("constant", "3"),
        term("faces", "f0 + 2 * f1 + 3 * f2 + 4 * f3"),
        term("harmful", "1 / r0"),
    ]);
    let values = |weights: &[f64]| {
        let (constant, values) = expressions.row_values(weights);
        (constant, values)
    };
    let (constant, rows) = values(&[2.0, 0.5, 0.0]);
    assert!((constant - 6.0).abs() < 1e-12);
    // The ranks 1 0 2 3 are the faces 2, none, 4 and 8.
    assert!((f64::from(rows[0x3201]) - 0.5 * (2.0 + 12.0 + 32.0)).abs() < 1e-6);
    // Infinite and very large values are clamped, so that sums stay finite.
    for weights in [[0.0, 0.0, 1.0], [1e308, 1e308, -1e308], [-1e308, 0.0, 1.0]] {
        let (constant, rows) = values(&weights);
        assert!(constant.abs() <= 1e30 && rows.iter().all(|value| value.abs() <= 1e30));
    }
}

/// The reference lists all variables of expressions, and its example is valid.
#[test]
fn the_reference_knows_the_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/expressions.md");
    let readme = std::fs::read_to_string(path).unwrap();
    for variable in VARIABLES {
        assert!(readme.contains(&format!("`{}`", variable.name)), "{}", variable.name);
    }
    let table = "[heuristic.expressions.";
    let blocks = readme.split("```toml\n").skip(1);
    let mut examples = blocks.map(|block| block.split("```").next().unwrap());
    let example = examples.find(|block| block.contains(table));
    let example = example.expect("an example with expressions");
    let text = format!(
        "name = \"readme\"\nseed = 1\n{example}\n[objective]\ngames-per-candidate = 1\n\
         [budget]\ngenerations = 1\n"
    );
    let space =
        CampaignSpec::parse(Path::new("README.md"), &text).unwrap_or_else(|m| panic!("{m}"));
    assert!(space.dimensions() >= 3);
}
