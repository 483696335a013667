//! Messages about mistakes in files.

use super::{MATRIX, SMALL, parse};
use tune2048_testkit::{assert_has, replaced};

/// Changes a text and checks that the message contains each given piece, and that the number of
/// mistakes is the expected one.
#[track_caller]
pub(super) fn check(text: &str, old: &str, new: &str, count: usize, pieces: &[&str]) {
    let mistakes = parse(&replaced(text, old, new)).expect_err("a broken file");
    let shown = mistakes.to_string();
    assert_has(&shown, pieces);
    assert_eq!(mistakes.list().len(), count, "for {new:?}:\n{shown}");
}

/// Checks a file of the row heuristic with one mistake.
#[track_caller]
pub(super) fn small(old: &str, new: &str, pieces: &[&str]) {
    check(SMALL, old, new, 1, pieces);
}

/// Checks a file of the matrix heuristic with one mistake.
#[track_caller]
pub(super) fn matrix(old: &str, new: &str, pieces: &[&str]) {
    check(MATRIX, old, new, 1, pieces);
}

#[test]
fn the_valid_texts_are_valid() {
    for text in [SMALL, MATRIX] {
        parse(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        parse(&windows).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    }
}

#[test]
fn choices_between_tables() {
    let choice = "`[heuristic]` takes exactly one of `rows`, `corner-matrix`, `path`, \
                  `exponential-snake`, `differences`, `tuples`, `expressions` and `command`";
    let two = "found `rows` and `corner-matrix`";
    let pieces = [choice, "test.toml:11:12", two, "keep one of them"];
    small("[objective]", "[heuristic.corner-matrix]\n[objective]", &pieces);
    let one =
        ["`[optimizer]` takes exactly one of `mirrored-es`, ", "add `[optimizer.mirrored-es]`, "];
    small("[objective]", "[optimizer]\n[objective]", &one);
    small("[player.expectimax]\ndepth = 1", "[player]", &["add `[player.expectimax]`"]);
}

#[test]
fn text_that_is_not_toml() {
    let nothing = ["this is not TOML", "test.toml:2:8", "expected a value, found nothing"];
    small("seed = 1", "seed = ", &nothing);
    small("\"tune\"", "tune", &["test.toml:8:9", "put text in quotes"]);
    small("sum = 11", "empty = 3", &["duplicate key", "test.toml:9:1"]);
    small("sum = 11", "sum 11", &["test.toml:9"]);
    // The other mistakes of the file are reported with it.
    let text = replaced(SMALL, "seed = 1", "seed = ");
    check(&text, "depth = 1", "dept = 1", 2, &["expected a value", "did you mean `depth`?"]);
    let text = replaced(SMALL, "seed = 1", "seed 1");
    check(&text, "\"tune\"", "{ low = 3000, high = 1 }", 2, &["must be below"]);
}

#[test]
fn all_mistakes_of_a_file_are_reported_at_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/space");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).expect("test data");
    let mistakes = parse(&read("dozen.toml")).expect_err("a dozen mistakes");
    assert_eq!(mistakes.list().len(), 14);
    let lines: Vec<_> = mistakes.list().iter().map(|mistake| mistakes.line(mistake)).collect();
    assert!(lines.is_sorted());
    assert_eq!(format!("{mistakes}\n"), read("dozen.txt"));
}
