//! Differences between a recorded campaign file and a changed one.

use super::{MATRIX, SMALL, parse};
use tune2048_testkit::replaced;

/// Returns the differences between a text and the same text with one change, and whether
/// a campaign goes on with each of them.
fn differences(text: &str, old: &str, new: &str) -> Vec<(String, bool)> {
    let recorded = parse(text).expect("a valid search space");
    let found = parse(&replaced(text, old, new)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let differences = recorded.differences(&found);
    let shown = |difference: &tune2048_tuner::space::Difference| {
        (difference.to_string(), difference.is_accepted)
    };
    differences.iter().map(shown).collect()
}

#[test]
fn the_way_a_file_is_written_does_not_count() {
    for (old, new) in [
        ("seed = 1", "seed = 0x1   # the same"),
        ("sum = 11", "sum = 11.0\nedge = 0"),
        ("empty = \"tune\"", "empty = { start = 270, low = 0, high = 2000, scale = \"linear\" }"),
        ("[budget]", "[selection]\n\n[optimizer.mirrored-es]\npopulation = 48\n\n[budget]"),
        ("depth = 1", "probability-cut = 1e-4"),
    ] {
        assert_eq!(differences(SMALL, old, new), []);
    }
}

#[test]
fn changes_are_named_with_both_values() {
    let wider = "heuristic.rows.empty: recorded 270, tuned from 0 to 2000, found 270, tuned from \
                 0 to 3000";
    for (old, new, expected) in [
        ("seed = 1", "seed = 2", "seed: recorded 1, found 2"),
        ("depth = 1", "depth = 3", "player.expectimax.depth: recorded 1, found 3"),
        ("\"tune\"", "{ high = 3000 }", wider),
        ("sum = 11", "sum = 12", "heuristic.rows.sum: recorded 11, fixed, found 12, fixed"),
        ("generations = 5", "generations = 4", "budget.generations: recorded 5, found 4"),
        ("[budget]", "[budget]\nminutes = 10", "budget.minutes: recorded nothing, found 10"),
    ] {
        assert_eq!(differences(SMALL, old, new), [(expected.to_owned(), false)]);
    }
    let diagonal = "\"diagonal\", start = \"corner-published\"";
    for (old, new, expected) in [
        ("\"face\"", "\"rank\"", "cells: recorded face, found rank"),
        ("\"reading-order\"", diagonal, "layout: recorded reading-order, found diagonal"),
    ] {
        let expected = format!("heuristic.corner-matrix.{expected}");
        assert_eq!(differences(MATRIX, old, new), [(expected, false)]);
    }
}

#[test]
fn a_larger_budget_is_told_apart() {
    let raised = "budget.generations: recorded 5, found 6";
    let found = differences(SMALL, "generations = 5", "generations = 6");
    assert_eq!(found, [(raised.to_owned(), true)]);
    let lifted = "budget.generations: recorded 5, found nothing".to_owned();
    let limited = "budget.games: recorded nothing, found 700".to_owned();
    let given = SMALL.to_owned() + "[optimizer.mirrored-es]\npopulation = 8\ngenerations = 5\n";
    let found = differences(&given, "[budget]\ngenerations = 5", "[budget]\ngames = 700");
    assert_eq!(found, [(lifted, true), (limited, false)]);
}

/// A number of final games that a file names differs from one that follows the budget.
#[test]
fn final_games_that_are_named_are_differences() {
    let named = |games: u32| {
        let text = SMALL.to_owned() + &format!("[selection]\ngames = {games}\n");
        parse(&text).unwrap()
    };
    let by_budget = parse(SMALL).unwrap();
    assert_eq!(by_budget.differences(&named(0)), []);
    let raised = &by_budget.differences(&named(1))[..];
    let [raised] = raised else { panic!("{raised:?}") };
    assert_eq!(raised.to_string(), "selection.games: recorded 0, found 1");
    assert!(raised.is_accepted);
    assert!(!named(1).differences(&by_budget)[0].is_accepted);
}
