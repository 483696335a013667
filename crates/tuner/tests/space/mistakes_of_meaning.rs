//! Mistakes of meaning, which the schema cannot express.

use super::mistakes::{check, matrix, small};
use super::{SMALL, parse};
use tune2048_engine::player::PlayerSettings;

#[test]
fn names_that_name_no_folder() {
    for name in ["a/b", "..", ".hidden", "", "a b", "C:\\x", "\\u0000", "ä", &"x".repeat(101)] {
        let line = format!("name = '{name}'");
        small("name = \"small\"", &line, &["`name` cannot name a folder", "test.toml:1:8"]);
    }
}

#[test]
fn players_that_leave_nothing_to_tune() {
    for name in PlayerSettings::WITHOUT_HEURISTIC {
        let player = format!("[player.{name}]");
        let heuristics = ["", "[heuristic.rows]\nempty = \"tune\"\n"];
        for text in heuristics.map(|heuristic| format!("{player}\n{heuristic}")) {
            let mistakes = parse(&text).unwrap_err().to_string();
            assert_eq!(mistakes.matches("error").count(), 1, "{mistakes}");
            for piece in [
                "there is nothing to tune",
                "test.toml:1:",
                &format!("the player `{name}` has no weights"),
                "tune2048 evaluate",
            ] {
                assert!(mistakes.contains(piece), "{mistakes}");
            }
        }
    }
}

#[test]
fn objectives_and_their_tiles() {
    let replace =
        |new: &str, pieces: &[&str]| small("[objective]", &format!("[objective]\n{new}"), pieces);
    replace(
        "maximize = \"tile-share\"",
        &["\"tile-share\" needs a tile", "for example tile = 2048"],
    );
    replace("tile = 2048", &["`objective.tile` has no use here", "test.toml:12:8"]);
    replace(
        "maximize = \"tile-share\"\ntile = 3000",
        &["expected a power of two, found 3000", "write 2048 or 4096"],
    );
    replace("maximize = \"tile-share\"\ntile = 131072", &["expected an integer from 4 to 65536"]);
}

#[test]
fn ranges_of_weights() {
    let empty = |entry: &str, pieces: &[&str]| small("\"tune\"", entry, pieces);
    empty(
        "{ low = 300, high = 100 }",
        &[
            "`heuristic.rows.empty`: `low` must be below `high`",
            "test.toml:8:17",
            "found low = 300 and high = 100",
            "swap the two ends",
        ],
    );
    empty("{ low = 270, high = 270 }", &["to fix the weight, give it as a plain number"]);
    empty(
        "{ start = 1, low = 3000 }",
        &["`high` is the end of the natural range: give `high` as well"],
    );
    empty(
        "{ start = 1, high = 0 }",
        &["`low` is the end of the natural range", "found low = 0 and high = 0"],
    );
    empty(
        "{ start = 9, low = 10, high = 20 }",
        &[
            "`heuristic.rows.empty`: the start must lie in the range",
            "test.toml:8:19",
            "expected 10 to 20, found 9",
        ],
    );
    empty(
        "{ low = 300 }",
        &["the default of the weight lies outside: give `start` as well", "test.toml:8:9"],
    );
    empty(
        "{ low = 0, scale = \"log\" }",
        &[
            "`heuristic.rows.empty`: a logarithmic scale needs a range above 0",
            "test.toml:8:17",
            "give a `low` above 0, or scale = \"linear\"",
        ],
    );
    empty("{ scale = \"log\" }", &["test.toml:8:19", "expected a `low` above 0, found 0"]);
    empty(
        "{ start = 0.5, low = 0.2, high = 1.8, integer = true }",
        &[
            "`heuristic.rows.empty`: the range must contain two or more integers",
            "expected two or more integers from `low` to `high`",
        ],
    );
    empty(
        "{ start = 2.5, integer = true }",
        &[
            "`heuristic.rows.empty`: the start must be one of the integers",
            "expected an integer, found 2.5",
        ],
    );
    // Two mistakes of one weight are both reported.
    check(
        SMALL,
        "\"tune\"",
        "{ start = 5000, scale = \"log\" }",
        2,
        &["the start must lie", "logarithmic"],
    );
}

#[test]
fn empty_spaces() {
    small(
        "\"tune\"",
        "270",
        &["the search space is empty", "test.toml:7:1", "give a weight as \"tune\""],
    );
    matrix("matrix = { layout = \"reading-order\" }", "", &["the search space is empty"]);
    // An empty search space is not reported while a weight has a mistake.
    small("\"tune\"", "\"tun\"", &["unknown word"]);
}

#[test]
fn matrices_and_their_layouts() {
    let start = |rows: &str| format!("layout = \"reading-order\", start = {rows}");
    let layout = "layout = \"reading-order\"";
    matrix(
        layout,
        &start("[[4, 3, 2, 1], [1, 1, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]"),
        &[
            "the matrix must fall along the reading order",
            "test.toml:6:68",
            "found 2 in row 2, column 3",
            "give another `start`, or another `layout`",
        ],
    );
    matrix(layout, &start("\"corner-diagonal\""), &["found 6 in row 2, column 1"]);
    let zeros = "[0, 0, 0, 0]";
    matrix(layout, &start(&format!("[{zeros}, {zeros}, {zeros}, {zeros}]")), &["found 0 in row 1"]);
    matrix(
        "\"reading-order\"",
        "\"diagonal\", low = 0",
        &["`low` has no use here", "layout = \"free\""],
    );
    matrix(
        "\"reading-order\"",
        "\"free\", low = 2",
        &["`heuristic.corner-matrix.matrix`: `low` must be below `high`", "test.toml:6:35"],
    );
    let outside = "layout = \"free\", high = 6, start = \"corner-diagonal\"";
    matrix(layout, outside, &["expected 0 to 6, found 7 in row 1, column 1"]);
    let face = "cells = \"face\"";
    matrix(
        face,
        "cells = \"rank\"\nexponent = \"tune\"",
        &[
            "`exponent` has no use here",
            "test.toml:6:12",
            "give cells = \"power\", or remove the exponent",
        ],
    );
    matrix(
        face,
        "cells = \"power\"\nexponent = { high = 0.5 }",
        &["`heuristic.corner-matrix.exponent`: the start must lie in the range"],
    );
}

#[test]
fn heuristics_of_other_keys() {
    let rows = "[heuristic.rows]\nempty = \"tune\"\nsum = 11";
    check(
        SMALL,
        rows,
        "[heuristic.path]\norientations = 4\nratio = { low = 0.5, high = 0.9 }",
        2,
        &[
            "`heuristic.path.orientations` is out of range",
            "expected 1, 2 or 8, found the integer 4",
            "`heuristic.path.ratio`: the start must lie in the range",
            "expected 0.5 to 0.9, found 0.25",
        ],
    );
    check(
        SMALL,
        rows,
        "[heuristic.path]\norientations = \"8\"\nexponents = []",
        2,
        &[
            "remove the quotes: 8",
            "unknown key `exponents` in `[heuristic.path]`",
            "expected `orientations` or `ratio`",
        ],
    );
    let exponents = |third: &str| {
        format!(
            "[heuristic.exponential-snake]\nexponents = [[1, 2, 3, 4], [1, 2, 3, \"tune\"], {third}, [4, 3, 2, 1]]"
        )
    };
    small(
        rows,
        &exponents("[1, { start = 9 }, \"tuned\", 4]"),
        &[
            "unknown word for `heuristic.exponential-snake.exponents[2][2]`",
            "did you mean \"tune\"?",
        ],
    );
    small(
        rows,
        &exponents("[1, { start = 9 }, 3, 4]"),
        &["`heuristic.exponential-snake.exponents[2][1]`: the start must lie in the range"],
    );
    small(rows, &exponents("[1, 2, 3]"), &["expected an array of 4 values, found an array of 3"]);
    small(
        rows,
        "[heuristic.differences]\nsum = 4",
        &["the search space is empty", "found fixed ones only"],
    );
}

#[test]
fn a_budget_below_one_generation() {
    small(
        "[budget]",
        "[budget]\ngames = 3",
        &["`budget.games` does not pay for one generation", "found 3"],
    );
}

#[test]
fn adaptive_games() {
    let games = |table: &str, said: &[&str]| {
        small("games-per-candidate = 10", &format!("games-per-candidate = {table}"), said);
    };
    games(
        "{ low = 40, high = 20 }",
        &[
            "`objective.games-per-candidate`: `low` must not be above `high`",
            "test.toml:12:31",
            "found low = 40 and high = 20",
        ],
    );
    games("{ low = 1000 }", &["found low = 1000 and high = 400", "raise `high`, or lower `low`"]);
    games(
        "{ low = 1 }",
        &["`objective.games-per-candidate.low` is out of range", "from 2 to 100000000"],
    );
    games(
        "{ lo = 4 }",
        &["unknown key `lo` in `[objective.games-per-candidate]`", "did you mean `low`?"],
    );
    games(
        "{ on-noise = \"halt\" }",
        &["expected \"stop\", \"restart\" or \"go-on\", found the string \"halt\""],
    );
    games(
        "{ low = 4, on-noise = \"restart\" }\n[optimizer.random-matrix]",
        &[
            "`objective.games-per-candidate.on-noise`: random-matrix cannot restart wider",
            "expected \"stop\" or \"go-on\", found \"restart\"",
        ],
    );
    games(
        "{ low = 100 }\n[pilot]\nshare = 0.6",
        &["`pilot.share` is out of range", "expected a number from 0 to 0.5"],
    );
}

#[test]
fn tiles_at_which_games_cannot_begin() {
    let objective =
        |new: &str, pieces: &[&str]| small("[objective]", &format!("[objective]\n{new}"), pieces);
    objective(
        "begin-at = 1000",
        &["`begin-at` must be a tile", "found 1000", "write 512 or 1024", "test.toml:12:12"],
    );
    objective("begin-at = 4", &["`objective.begin-at`", "from 8 to 32768"]);
    objective(
        "begin-at = 1024\nmaximize = \"median-score\"",
        &["`begin-at` has no use here", "only mean scores"],
    );
    small(
        "games-per-candidate = 10",
        "begin-at = 1024\n[[ladder]]\ndepth = 1",
        &["`begin-at` has no use here", "move it into each `[[ladder]]`"],
    );
    small(
        "[budget]",
        "[[ladder]]\ndepth = 1\nbegin-at = 1000\n[budget]",
        &["`begin-at` must be a tile", "test.toml:16:12"],
    );
}
