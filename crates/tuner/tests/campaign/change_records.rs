//! Changes that are refused, and the file that records changes, damaged or cut at every byte.

use std::collections::BTreeSet;
use std::fs;

use crate::campaign::changed_space::*;
use crate::campaign::damage::untold_changes;
use tune2048_testkit::campaigns::{Fake, Scratch, resume, space};
use tune2048_testkit::replaced;

/// A range that does not hold what the search has found.
const NARROW: &str = "merges = { start = 3990, low = 3980, high = 4000 }";

#[test]
fn invalid_changes_are_refused_and_change_nothing() {
    let scratch = Scratch::new();
    let plain = space("cma-es", "generations = 3");
    scratch.run("out", &plain);
    let files = || {
        let paths = fs::read_dir(scratch.folder("out")).unwrap().map(|entry| entry.unwrap().path());
        paths.map(|path| (fs::read(&path).unwrap(), path)).collect::<BTreeSet<_>>()
    };
    let before = files();
    for (from, to, expected) in [
        ("seed = 11", "seed = 12", "seed: recorded 11, found 12"),
        ("\"fake\"", "\"other\"", "this is another campaign"),
        ("[objective]", "[objective]\nmaximize = \"median-score\"", "objective.maximize"),
        ("optimizer.cma-es", "optimizer.spsa", "another campaign"),
        ("empty", "sum = \"tune\"\nempty", "sum: found a weight to tune, expected it fixed"),
        (MERGES, NARROW, "merges: found the range 3980 to 4000, expected one that holds"),
        ("generations = 3", "generations = 2", "budget.generations: found 2, expected at least 3"),
        ("generations = 3", "games = 71", "budget.games: found 71, expected at least 72"),
        ("\ngames = 7\n", "\ngames = 6\n", "validation.games: found 6, expected at least 7"),
        ("empty = \"tune\"", "emtpy = \"tune\"", "unknown key"),
    ] {
        let error = scratch.change("out", &replaced(&plain, from, to)).unwrap_err();
        assert!(error.is_bad_input(), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(files(), before, "{to}");
    }
    // A limit may equal the games already played.
    scratch.change("out", &plain.replace("generations = 3", "games = 72")).unwrap();
}

#[test]
fn a_changed_byte_in_the_record_of_changes_is_reported() {
    let scratch = Scratch::new();
    stopped_and_changed(&scratch, "whole", "cma-es", 9, &changed("cma-es", KINDS[7].1));
    scratch.finish("whole");
    let whole = scratch.read("whole/changes.csv").into_bytes();
    let time = whole.iter().rposition(|&byte| byte == b',').unwrap();
    let untold = untold_changes(&scratch, "changes.csv", &[], (0..whole.len()).step_by(3));
    assert!(untold.iter().all(|&place| place > time), "{untold:?}");
    for length in (0..whole.len()).step_by(3) {
        scratch.copy("whole", "out");
        scratch.write("out/changes.csv", &whole[..length]);
        let error = resume(&scratch.folder("out")).unwrap_err().to_string();
        assert!(error.contains("changes.csv line "), "{length}: {error}");
    }
    fs::remove_file(scratch.folder("out/changes.csv")).unwrap();
    let error = resume(&scratch.folder("out")).unwrap_err().to_string();
    assert!(error.contains("found the end after 0 changes, expected 1"), "{error}");
    let manifest = scratch.read("out/campaign.json");
    scratch.write("out/campaign.json", replaced(&manifest, "  \"changes\": 1,\n", ""));
    let error = resume(&scratch.folder("out")).unwrap_err().to_string();
    assert!(error.contains("changes.csv line 1: found no change, but campaign.json"), "{error}");
}

#[test]
fn a_partly_recorded_change_is_complete_or_absent() {
    let scratch = Scratch::new();
    let plain = space("cma-es", "generations = 3");
    let text = changed("cma-es", KINDS[7].1);
    scratch.begin("before", &plain, &Fake::stopping_after(9));
    scratch.copy("before", "changed");
    scratch.change("changed", &text).unwrap();
    scratch.copy("changed", "whole");
    scratch.finish("whole");
    scratch.run("plain", &plain);
    let row = scratch.read("changed/changes.csv");
    for length in (0..row.len()).step_by(7).chain([row.len() - 1, row.len()]) {
        scratch.copy("before", "out");
        scratch.write("out/changes.csv", &row[..length]);
        scratch.finish("out");
        let expected = if length < row.len() { "plain" } else { "whole" };
        scratch.assert_same("out", expected, &format!("{length} bytes"));
    }
    // The row and one of the files were written.
    scratch.copy("before", "out");
    scratch.write("out/changes.csv", &row);
    scratch.write("out/search-space.toml", &text);
    scratch.finish("out");
    scratch.assert_same("out", "whole", "with its file");
    assert_eq!(scratch.read("out/search-space.toml"), text);
}

#[test]
fn a_file_with_other_comments_is_not_a_change() {
    let scratch = Scratch::new();
    let plain = space("cma-es", "generations = 3");
    scratch.run("out", &plain);
    let commented = format!("# A comment.\n{plain}");
    assert_eq!(scratch.change("out", &commented).unwrap().differences, []);
    assert_eq!(scratch.read("out/search-space.toml"), commented);
    assert!(!scratch.folder("out/changes.csv").exists());
    let raised = commented.replace("generations = 3", "generations = 5");
    scratch.go_on_with("out", &raised, &Fake::default()).unwrap();
    // A larger budget is recorded like any other change.
    let rows = changes(&scratch, "out");
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].change, rows[0].generation), (1, 3));
    assert_eq!(rows[0].settings, "budget.generations: 3 -> 5");
    assert_eq!([&rows[0].before, &rows[0].after], [&commented, &raised]);
    scratch.run("whole", &raised);
    scratch.assert_same_search("out", "whole", "raised");
}

#[test]
fn a_raised_budget_leaves_candidates_and_their_games_as_they_were() {
    let scratch = Scratch::new();
    let with = |games: u32| {
        let text = space("cma-es", &format!("games = {games}"));
        text.replace("[objective]\ngames-per-candidate = 6\n\n", "")
    };
    scratch.run("out", &with(400));
    assert!(scratch.read("out/campaign.json").contains("\"defaults_budget\": 400"));
    scratch.go_on_with("out", &with(2_000), &Fake::default()).unwrap();
    assert_eq!(changes(&scratch, "out")[0].settings, "budget.games: 400 -> 2000");
}
