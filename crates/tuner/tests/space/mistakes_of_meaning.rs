//! Mistakes of meaning, which the schema cannot express.

use super::mistakes::{check, matrix, small};
use super::{SMALL, parse};
use tune2048_engine::player::PlayerSettings;
use tune2048_testkit::assert_has;

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
            let no_weights = format!("the player `{name}` has no weights");
            let pieces = ["there is nothing to tune", "test.toml:1:", "tune2048 evaluate"];
            assert_has(&mistakes, &pieces);
            assert_has(&mistakes, &[&no_weights]);
        }
    }
}

#[test]
fn objectives_and_their_tiles() {
    let replace =
        |new: &str, pieces: &[&str]| small("[objective]", &format!("[objective]\n{new}"), pieces);
    let needs = ["\"tile-share\" needs a tile", "for example tile = 2048"];
    replace("maximize = \"tile-share\"", &needs);
    replace("tile = 2048", &["`objective.tile` has no use here", "test.toml:12:8"]);
    let power = ["expected a power of two from 4 to 65536, found 3000", "write 2048 or 4096"];
    replace("maximize = \"tile-share\"\ntile = 3000", &power);
    replace("maximize = \"tile-share\"\ntile = 131072", &["found 131072", "write 32768 or 65536"]);
}

#[test]
fn ranges_of_weights() {
    let empty = |entry: &str, pieces: &[&str]| small("\"tune\"", entry, pieces);
    empty("{ low = 270, high = 270 }", &["to fix the weight, give it as a plain number"]);
    let high = "`high` is the end of the natural range: give `high` as well";
    empty("{ start = 1, low = 3000 }", &[high]);
    let low = ["`low` is the end of the natural range", "found low = 0 and high = 0"];
    empty("{ start = 1, high = 0 }", &low);
    let outside = "the default of the weight lies outside: give `start` as well";
    empty("{ low = 300 }", &[outside, "test.toml:8:9"]);
    let integers = ["the range must contain two or more integers", "from `low` to `high`"];
    empty("{ start = 0.5, low = 0.2, high = 1.8, integer = true }", &integers);
    let start = ["the start must be one of the integers", "expected an integer, found 2.5"];
    empty("{ start = 2.5, integer = true }", &start);
    // Two mistakes of one weight are both reported.
    let both = ["the start must lie", "logarithmic"];
    check(SMALL, "\"tune\"", "{ start = 5000, scale = \"log\" }", 2, &both);
}

#[test]
fn empty_spaces() {
    let empty = ["the search space is empty", "test.toml:7:1", "give a weight as \"tune\""];
    small("\"tune\"", "270", &empty);
    matrix("matrix = { layout = \"reading-order\" }", "", &["the search space is empty"]);
    // An empty search space is not reported while a weight has a mistake.
    small("\"tune\"", "\"tun\"", &["did you mean \"tune\"?"]);
}

#[test]
fn matrices_and_their_layouts() {
    let start = |rows: &str| format!("layout = \"reading-order\", start = {rows}");
    let layout = "layout = \"reading-order\"";
    let rises = start("[[4, 3, 2, 1], [1, 1, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]");
    let advice = "give another `start`, or another `layout`";
    matrix(layout, &rises, &["the matrix must fall along the reading order", advice]);
    matrix(layout, &rises, &["test.toml:6:68", "found 2 in row 2, column 3"]);
    matrix(layout, &start("\"corner-diagonal\""), &["found 6 in row 2, column 1"]);
    let zeros = "[0, 0, 0, 0]";
    matrix(layout, &start(&format!("[{zeros}, {zeros}, {zeros}, {zeros}]")), &["found 0 in row 1"]);
    let low = ["`low` has no use here", "layout = \"free\""];
    matrix("\"reading-order\"", "\"diagonal\", low = 0", &low);
    let ends = ["`heuristic.corner-matrix.matrix`: `low` must be below `high`", "test.toml:6:35"];
    matrix("\"reading-order\"", "\"free\", low = 2", &ends);
    let outside = "layout = \"free\", high = 6, start = \"corner-diagonal\"";
    matrix(layout, outside, &["expected 0 to 6, found 7 in row 1, column 1"]);
    let face = "cells = \"face\"";
    let power = "give cells = \"power\", or remove the exponent";
    let no_use = ["`exponent` has no use here", "test.toml:6:12", power];
    matrix(face, "cells = \"rank\"\nexponent = \"tune\"", &no_use);
    let start = ["`heuristic.corner-matrix.exponent`: the start must lie in the range"];
    matrix(face, "cells = \"power\"\nexponent = { high = 0.5 }", &start);
}

#[test]
fn heuristics_of_other_keys() {
    let rows = "[heuristic.rows]\nempty = \"tune\"\nsum = 11";
    let path = |settings: &str, pieces: &[&str]| {
        check(SMALL, rows, &format!("[heuristic.path]\n{settings}"), 2, pieces);
    };
    let outside = "orientations = 4\nratio = { low = 0.5, high = 0.9 }";
    let orientations = "wrong value of `heuristic.path.orientations`";
    path(outside, &[orientations, "expected 1, 2 or 8, found the integer 4"]);
    let ratio = "`heuristic.path.ratio`: the start must lie in the range";
    path(outside, &[ratio, "expected 0.5 to 0.9, found 0.25"]);
    let unknown = "unknown key `exponents` in `[heuristic.path]`";
    let pieces = ["remove the quotes: 8", unknown, "expected `orientations` or `ratio`"];
    path("orientations = \"8\"\nexponents = []", &pieces);
    let exponents = |third: &str| {
        format!(
            "[heuristic.exponential-snake]\nexponents = [[1, 2, 3, 4], [1, 2, 3, \"tune\"], {third}, [4, 3, 2, 1]]"
        )
    };
    let word = "wrong value of `heuristic.exponential-snake.exponents[2][2]`";
    let tuned = exponents("[1, { start = 9 }, \"tuned\", 4]");
    small(rows, &tuned, &[word, "did you mean \"tune\"?"]);
    let start = "`heuristic.exponential-snake.exponents[2][1]`: the start must lie in the range";
    small(rows, &exponents("[1, { start = 9 }, 3, 4]"), &[start]);
    small(rows, &exponents("[1, 2, 3]"), &["expected an array of 4 values, found an array of 3"]);
    let fixed = ["the search space is empty", "found fixed ones only"];
    small(rows, "[heuristic.differences]\nsum = 4", &fixed);
}

#[test]
fn a_budget_below_one_generation() {
    let words = ["`budget.games` does not pay for one generation", "found 3"];
    small("[budget]", "[budget]\ngames = 3", &words);
}

#[test]
fn the_least_budget_that_is_named_is_enough() {
    for optimizer in ["particle-swarm", "cma-es", "mirrored-es"] {
        for each in ["{ low = 4 }", "{ low = 50 }", "200"] {
            let text = |games: u64| {
                format!(
                    "name = \"x\"\n[heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\n\
                     [optimizer.{optimizer}]\n[objective]\ngames-per-candidate = {each}\n\
                     [budget]\ngames = {games}\n"
                )
            };
            let refused = parse(&text(30)).unwrap_err().to_string();
            let (_, least) = refused.split_once("expected at least ").expect("a least number");
            let least: u64 = least.split(',').next().unwrap().parse().unwrap();
            assert!(parse(&text(least)).is_ok(), "{optimizer}, {each}: {least}");
            assert!(parse(&text(least - 1)).is_err(), "{optimizer}, {each}: {least}");
        }
    }
}

#[test]
fn adaptive_games() {
    let games = |table: &str, said: &[&str]| {
        small("games-per-candidate = 10", &format!("games-per-candidate = {table}"), said);
    };
    let ends = "`objective.games-per-candidate`: `low` must not be above `high`";
    games("{ low = 40, high = 20 }", &[ends, "test.toml:12:31", "found low = 40 and high = 20"]);
    games("{ low = 1000 }", &["found low = 1000 and high = 400", "raise `high`, or lower `low`"]);
    games("{ low = 1 }", &["candidate.low`", "from 2 to 100000000"]);
    games("{ lo = 4 }", &["unknown key `lo`", "did you mean `low`?"]);
    games("{ on-noise = \"halt\" }", &["expected \"stop\", \"restart\" or \"go-on\""]);
    let wider = ["random-matrix cannot restart wider", "expected \"stop\" or \"go-on\""];
    games("{ low = 4, on-noise = \"restart\" }\n[optimizer.random-matrix]", &wider);
    let share = ["wrong value of `pilot.share`", "expected a number from 0 to 0.5"];
    games("{ low = 100 }\n[pilot]\nshare = 0.6", &share);
}

#[test]
fn tiles_at_which_games_cannot_begin() {
    let objective =
        |new: &str, pieces: &[&str]| small("[objective]", &format!("[objective]\n{new}"), pieces);
    let tile = ["`begin-at` must be a tile", "found 1000", "write 512 or 1024", "test.toml:12:12"];
    objective("begin-at = 1000", &tile);
    objective("begin-at = 4", &["`objective.begin-at`", "from 8 to 32768"]);
    let means = ["`begin-at` has no use here", "only mean scores"];
    objective("begin-at = 1024\nmaximize = \"median-score\"", &means);
}
