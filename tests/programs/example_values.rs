//! What boards are worth to the examples in C++, by values that come from elsewhere.

#![allow(clippy::float_cmp, reason = "features are halves")]

use crate::cli::export_code::{compile, numbers};
use crate::programs::examples::{FOLDER, repository};
use tune2048_testkit::program::{Scratch, is_installed};

/// A board in a list: row 0 and its left cell come first in the text, and lowest in the program's boards.
fn in_cpp(board: &str) -> String {
    format!("0x{}, ", board.chars().rev().collect::<String>())
}

/// Runs a harness that includes a source of the examples; it prints numbers.
fn harness(source: &str, main: &str) -> Option<Vec<f64>> {
    if !is_installed("c++") {
        return None;
    }
    let scratch = Scratch::new();
    let path = repository().join(FOLDER).join(source);
    let text = format!(
        "#define main program_main\n#include \"{}\"\n#undef main\nint main() {{\n{main}}}\n",
        path.display()
    );
    scratch.write("harness.cpp", text);
    let options = ["-std=c++17", "-w", "harness.cpp", "-o", "harness"];
    compile(&scratch, "c++", &options);
    Some(numbers(&scratch, "./harness", &[]))
}

/// The formula of 2014, moves and spawns, by the golden values of another program.
#[test]
fn expectimax_has_the_golden_values() {
    let file = repository().join("crates/engine/tests/golden/rows-other-depth1-2.csv");
    let mut reader = csv::Reader::from_path(file).unwrap();
    let header = reader.headers().unwrap().clone();
    let columns = ["heuristic", "depth1_left", "depth1_right", "depth1_up", "depth1_down"];
    let columns = columns.map(|name| header.iter().position(|column| column == name).unwrap());
    let (mut boards, mut expected) = (String::new(), Vec::new());
    for record in reader.records().map(Result::unwrap) {
        boards += &in_cpp(&record[0]);
        expected.extend(columns.map(|column| record[column].parse::<f64>().unwrap()));
    }
    let main = format!(
        r#"
    Player player({{{{"SCORE_LOST_PENALTY", 200000}}, {{"SCORE_MONOTONICITY_POWER", 2.17}},
                   {{"SCORE_MONOTONICITY_WEIGHT", 11.9}}, {{"SCORE_SUM_POWER", 3.04}}, {{"SCORE_SUM_WEIGHT", 1.31}},
                   {{"SCORE_MERGES_WEIGHT", 58.5}}, {{"SCORE_EMPTY_WEIGHT", 48}}}}, 1);
    for (const Board board : std::initializer_list<Board>{{{boards}}}) {{
        Board after[4];
        move_all(board, after);
        std::printf("%.9g\n", player.static_value(board));
        for (const Board moved : after) std::printf("%.9g\n", moved == board ? 0 : player.chance_value(moved, 1, 1));
    }}
"#
    );
    let Some(found) = harness("expectimax.cpp", &main) else { return };
    assert_eq!(found.len(), 500);
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let allowed = f64::max(1e-5 * expected.abs(), 0.25);
        let line = index / 5 + 2;
        assert!((found - expected).abs() <= allowed, "line {line}: {found}, {expected}");
    }
}

/// The six features of a board, counted by hand.
///
/// ```text
/// before, I dropped on the right    after
/// ..........                        .........#
/// ..#.#.#...                        ..#.#.#..#
/// ##.##.###.                        ##.##.####
/// #########.                        (cleared)
/// ```
#[test]
fn tetris_counts_the_features_of_dellacherie() {
    let main = r#"
    Board board{6, 3, {0b0111111111, 0b0111011011, 0b0001010100}};
    Placement placement;
    if (!drop(board, PIECES[0][1], 9, placement)) return 1;
    for (const char *name : {"landing-height", "eroded-piece-cells", "row-transitions", "column-transitions", "holes",
                             "cumulative-wells"}) {
        tune2048::Weights weights = DELLACHERIE;
        for (auto &weight : weights) weight.second = weight.first == name;
        std::printf("%g\n", Player(weights).value(placement));
    }
"#;
    if let Some(found) = harness("tetris.cpp", main) {
        // The middle of rows 0 to 3; 1 line of which 1 cell is of the piece; 4 + 8 + 2 in rows and 2 in each of the
        // three empty ones; 3 in the third column and 1 in the others; below the block in the third column;
        // 1 + (1 + 2) + 1 in the third, sixth and fourth column.
        assert_eq!(found, [1.5, 1.0, 20.0, 12.0, 1.0, 5.0]);
    }
}
