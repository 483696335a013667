//! Terms in files and the mistakes in them.

use super::mistakes::check;
use super::parse;

const REST: &str = "\n[objective]\ngames-per-candidate = 1\n[budget]\ngenerations = 1\n";

#[track_caller]
fn refused(text: &str, pieces: &[&str]) {
    check(text, "seed = 1", "seed = 1", 1, pieces);
}

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
fn mistakes_are_shown_within_the_string() {
    let place = |expression: &str, place: &str| {
        refused(&term(expression), &["unknown name `emtpy`", place, "did you mean `empty`?"]);
    };
    place("\"2 * emtpy\"", "test.toml:4:19");
    place("'2 * emtpy'", "test.toml:4:19");
    place("'''\n2 *\n  emtpy\n'''", "test.toml:6:3");
    place("'''\r\n2 *\r\n emtpy'''", "test.toml:6:2");
    // A string with escapes is shown as a whole.
    place("\"\"\"2 * \\\n\n   emtpy\"\"\"", "test.toml:4:14");
    place("\"\\u0032 \\u002a emtpy\"", "test.toml:4:14");
}

#[test]
fn all_mistakes_are_shown_at_once() {
    let text = space(
        "[heuristic.expressions.a]\n\
         expression = \"r0 + \"\n\
         weight = { low = 3, high = 2 }\n\
         [heuristic.expressions.b]\n\
         expression = \"x + y ^ 2\"\n\
         weigth = 1\n\
         parameters = { used = \"tuned\" }\n\
         [heuristic.expressions.c]\n\
         expression = 1\n\
         weight = 1\n",
    );
    let mistakes = parse(&text).unwrap_err();
    let lines: Vec<usize> = mistakes.list().iter().map(|m| mistakes.line(m)).collect();
    assert_eq!(lines, [4, 5, 7, 7, 7, 8, 9, 11], "{mistakes}");
}

#[test]
fn values_must_be_finite_wherever_the_search_may_go() {
    let infinite = "infinite one for the ranks 1 1 1 1";
    let pieces = ["finite value for every row", "test.toml:4:21", infinite];
    refused(&term("\"3 + 1 / empty\""), &pieces);
    let undefined = "[heuristic.expressions.a]\nexpression = \"log(r0 + shift)\"\nweight = 1\n\
                     parameters.shift = { start = 1, low = -1, high = 2 }\n";
    let pieces = ["test.toml:4:15", "no number for the ranks 0 0 0 0, shift = -1"];
    refused(&space(undefined), &pieces);
}

#[test]
fn names_that_columns_and_exports_cannot_bear() {
    let plain = "expression = \"r0\"\nweight = \"tune\"\n";
    let both =
        "expression = \"r0 * b\"\nweight = \"tune\"\nparameters.b = 1\n[heuristic.expressions.a-b]";
    for (name, term, pieces) in [
        ("\"a.b\"", plain, ["`a.b` cannot be a name", "test.toml:3:24"]),
        ("A", plain, ["`A` cannot be a name", "lower-case"]),
        ("a--b", plain, ["`a--b` cannot be a name", "lower-case"]),
        ("heuristic", plain, ["`heuristic` cannot be a name", "another name"]),
        ("a", &format!("{plain}parameters.empty = 1"), ["`empty` cannot be", "is a variable"]),
        ("a", &format!("{both}\n{plain}"), ["`a-b` cannot be a name", "there is a weight `a-b`"]),
        ("a", &format!("{plain}parameters.power = 1"), ["`power` has no effect", "test.toml:6:20"]),
    ] {
        refused(&space(&format!("[heuristic.expressions.{name}]\n{term}\n")), &pieces);
    }
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
