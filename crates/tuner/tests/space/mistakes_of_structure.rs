//! Unknown and missing keys, wrong types, words and numbers.

use super::mistakes::{matrix, small};
use super::{SMALL, parse};
use tune2048_testkit::{assert_has, replaced};

#[test]
fn unknown_keys() {
    // The missing key is the misspelt one.
    small("name = \"small\"", "nme = 'small'", &["unknown key `nme`", "did you mean `name`?"]);
    small("depth = 1", "Depth = 1", &["in `[player.expectimax]`", "did you mean `depth`?"]);
    let unknown = "unknown key `strat` in `[heuristic.rows.empty]`";
    let known = "expected `start`, `low`, `high`, `scale` or `integer`";
    small("\"tune\"", "{ strat = 2 }", &[unknown, known, "did you mean `start`?"]);
    let unknown = "unknown key `expectimx` in `[player]`";
    let pieces = [unknown, "test.toml:4:9", "did you mean `expectimax`?"];
    small("[player.expectimax]", "[player.expectimx]", &pieces);
    small("[heuristic.rows]", "[heuristic.row]", &["did you mean `rows`?"]);
}

#[test]
fn names_of_other_programs() {
    small("\"tune\"", "{ min = 0 }", &["unknown key `min`", "expected `start`, `low`, `high`"]);
    small("[objective]", "[objective]\nmaximize = \"score\"", &["did you mean \"mean-score\"?"]);
    let table = "help: write `[optimizer.cma-es]`";
    let words = ["unknown key `name` in `[optimizer]`", "expected `mirrored-es`", table];
    small("[budget]", "[optimizer]\nname = \"cma-es\"\n\n[budget]", &words);
}

#[test]
fn a_number_in_place_of_a_table() {
    let text = replaced(SMALL, "[budget]\ngenerations = 5\n", "");
    let text = format!("budget = 5000\n{text}");
    let mistakes = parse(&text).unwrap_err().to_string();
    let pieces = ["expected a table, found the integer", "write `[budget]` and below it games"];
    assert_has(&mistakes, &pieces);
    let text = format!("optimizer = \"cmaes\"\n{SMALL}");
    assert_has(&parse(&text).unwrap_err().to_string(), &["help: write `[optimizer.cma-es]`"]);
    // What is said of a number does not hide what is said of a word.
    let word = ["wrong value of `validation`", "found the string \"many\""];
    small("seed = 1", "seed = 1\nvalidation = \"many\"", &word);
}

#[test]
fn missing_keys() {
    let missing = ["missing key `name` at the top of the file", "test.toml:1:1"];
    small("name = \"small\"\n", "", &missing);
    let tables = "add `[heuristic.rows]`, `[heuristic.corner-matrix]`, `[heuristic.path]`, \
                  `[heuristic.exponential-snake]`, `[heuristic.differences]`, \
                  `[heuristic.tuples]`, `[heuristic.expressions]` or `[heuristic.command]`";
    let missing = ["missing table `[heuristic.…]`", tables];
    small("[heuristic.rows]\nempty = \"tune\"\nsum = 11", "", &missing);
}

#[test]
fn wrong_types() {
    let seeds = "expected an integer from 0 to 9223372036854775807, found the string \"1\"";
    let pieces = ["wrong value of `seed`", "test.toml:2:8", seeds, "remove the quotes: 1"];
    small("seed = 1", "seed = \"1\"", &pieces);
    small("name = \"small\"", "name = 5", &["expected a string, found the integer 5"]);
    let array = "expected a number, a table or \"tune\", found an array of 1";
    small("sum = 11", "sum = [1]", &["wrong value of `heuristic.rows.sum`", array]);
    small("\"tune\"", "{ integer = 1 }", &["expected true or false, found the integer 1"]);
    small("depth = 1", "depth = 2024-01-01", &["found the date or time 2024-01-01"]);
    small("[budget]\ngenerations = 5", "[[budget]]", &["expected a table, found an array of 1"]);
    let (layout, row) = ("{ layout = \"reading-order\" }", "[1, 1, 1, 1]");
    let rows = "expected an array of 4 arrays of 4 numbers or a table, found an array of 3";
    matrix(layout, &format!("[{row}, {row}, {row}]"), &[rows]);
    let text = format!("{{ start = [{row}, [1, 1, \"x\", 1], {row}, {row}] }}");
    let place = "wrong value of `heuristic.corner-matrix.matrix.start[1][2]`";
    matrix(layout, &text, &[place, "expected a number, found the string \"x\""]);
}

#[test]
fn unknown_words() {
    let found = "expected a number, a table or \"tune\", found the string \"tun\"";
    small("\"tune\"", "\"tun\"", &[found, "did you mean \"tune\"?"]);
    small("depth = 1", "depth = \"distinct\"", &["did you mean \"distinct-tiles\"?"]);
    let scales = ["expected \"linear\", \"log\" or \"signed-log\""];
    small("\"tune\"", "{ scale = \"logarithmic\" }", &scales);
    matrix("reading-order", "spiral", &["expected \"reading-order\", \"diagonal\" or \"free\""]);
    let meant = ["did you mean \"corner-published\"?"];
    matrix("layout", "start = \"corner-publishd\", layout", &meant);
    matrix("face", "faces", &["did you mean \"face\"?"]);
}

#[test]
fn numbers_out_of_range() {
    small("depth = 1", "probability-cut = 1.5", &["expected 0 to 1, found 1.5"]);
    small("seed = 1", "seed = 9223372036854775808", &["wrong value of `seed`"]);
    small("= 10", "= 0", &["wrong value of `objective.games-per-candidate`"]);
    small("generations = 5", "generations = 0", &["expected an integer from 1 to 1000000000"]);
    small("generations = 5", "minutes = 0.0", &["expected a number above 0, at most 1000000000"]);
    let budget = ["`[budget]` takes at least one of `games`, `generations` and `minutes`"];
    small("generations = 5", "", &budget);
    small("[budget]", "[validation]\ngames = 1\n[budget]", &["expected an integer from 2 to"]);
    small("[budget]", "[optimizer.cma-es]\nstep-size = 0\n[budget]", &["above 0, at most 1"]);
    small("\"tune\"", "{ low = -1e31 }", &["expected a number from -1e30 to 1e30"]);
    for word in ["-inf", "1e999"] {
        let pieces = ["wrong value of `heuristic.rows.sum`", "test.toml:9:7"];
        small("sum = 11", &format!("sum = {word}"), &pieces);
    }
}
