//! Terms in files and the mistakes in them.

use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};

use super::{committed, parse};

const REST: &str = "\n[objective]\ngames-per-candidate = 1\n[budget]\ngenerations = 1\n";

/// Returns a campaign file with these terms, the first of them in line 3.
fn space(terms: &str) -> String {
    format!("name = \"terms\"\nseed = 1\n{terms}{REST}")
}

/// Returns a tuned term whose expression begins at line 4, column 15.
fn term(expression: &str) -> String {
    space(&format!("[heuristic.expressions.a]\nexpression = {expression}\nweight = \"tune\"\n"))
}

#[test]
fn weights_and_parameters_are_tuned_like_others() {
    let space = parse(&space(
        "[heuristic.expressions.first-one]\n\
         expression = \"r0 ** high_power + low\"\n\
         weight = { start = 2, low = 1, high = 9, scale = \"log\" }\n\
         parameters = { high_power = \"tune\", low = 7 }\n\
         [heuristic.expressions.second]\n\
         expression = \"empty * n\"\n\
         weight = 5\n\
         parameters.n = { start = 2, low = 1, high = 3, integer = true }\n",
    ))
    .unwrap();
    assert_eq!(space.coordinate_names(), ["first-one", "first-one-high-power", "second-n"]);
    assert_eq!(space.start_weights().values, [2.0, 1.0, 7.0, 5.0, 2.0]);
    let low = space.decode(&[0.0, 0.0, 0.0]);
    assert_eq!(low.values, [1.0, 0.5, 7.0, 5.0, 1.0]);
    let high = space.decode(&[1.0, 1.0, 1.0]);
    assert_eq!(high.values, [9.0, 6.0, 7.0, 5.0, 3.0]);
    assert_eq!(high.get("first-one-high-power"), Some(6.0));
    let settings = space.settings();
    let setting = |key: &str| settings[&format!("heuristic.expressions.second.{key}")].as_str();
    assert_eq!(setting("parameters.n"), "2, tuned from 1 to 3 in integers");
    assert_eq!(setting("expression"), "empty * n");
}

#[test]
fn a_mistake_after_a_windows_line_end_has_its_place() {
    let mistakes = parse(&term("'''\r\n2 *\r\n emtpy'''")).unwrap_err().to_string();
    assert!(mistakes.contains("test.toml:6:2"), "{mistakes}");
}

#[test]
fn what_an_expression_says_is_part_of_what_is_recorded() {
    let one = parse(&term("\"r0 + r1\"")).unwrap();
    let other = parse(&term("\"r0 - r1\"")).unwrap();
    let differences = one.differences(&other);
    assert_eq!(differences.len(), 1);
    assert_eq!(differences[0].setting, "heuristic.expressions.a.expression");
    assert!(!differences[0].is_accepted);
    // The formatting of the file does not count.
    let again = parse(&term("'''\n  r0 + r1\n'''")).unwrap();
    assert_eq!(one.differences(&again), []);
}

fn row_values(weights: &Weights) -> Vec<u32> {
    let values = Tables::new(weights).row_values().expect("expressions are rows");
    values.into_iter().map(f32::to_bits).collect()
}

/// The row heuristic of 2014 written as expressions, in the committed search space.
#[test]
fn tables_equal_the_built_in_ones_bit_for_bit() {
    let files = committed();
    let written = files.iter().find(|(path, _)| path.ends_with("rows-expressions.toml"));
    let start = parse(&written.expect("it is committed").1).unwrap().start_weights();
    let written = start.board_player().unwrap().weights;
    assert_eq!(row_values(&written), row_values(&Weights::defaults(HeuristicKind::Rows)));
}
