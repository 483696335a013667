//! Kinds of changes to a campaign, and helpers that make and read a changed campaign.

use tune2048_testkit::campaigns::{Fake, Scratch, space};
use tune2048_testkit::replaced;
use tune2048_tuner::record::ChangeRow;

/// Kinds of changes: a name, and pairs of a text in the search space and its replacement.
pub(crate) const KINDS: [(&str, &[(&str, &str)]); 8] = [
    ("nothing but the budget", &[]),
    ("fixed", &[(MERGES, "merges = 900")]),
    ("wider", &[(MERGES, "merges = { low = 0.5, high = 9000.0, scale = \"log\" }")]),
    ("another scale", &[(MERGES, "merges = { low = 1.0, high = 4000.0 }")]),
    ("more games", &[("games-per-candidate = 6", "games-per-candidate = 10")]),
    (
        "adaptive games",
        &[("games-per-candidate = 6", "games-per-candidate = { low = 4, high = 12 }")],
    ),
    ("deeper", &[("[objective]", DEEPER)]),
    (
        "all at once",
        &[
            (MERGES, "merges = 900"),
            ("population = 4", "population = 6"),
            ("games-per-candidate = 6", "games-per-candidate = 8"),
            ("[objective]", DEEPER),
        ],
    ),
];

pub(crate) const MERGES: &str = "merges = { low = 1.0, high = 4000.0, scale = \"log\" }";

pub(crate) const DEEPER: &str = "[player.expectimax]\ndepth = 2\n\n[objective]";

/// Returns the search space after a change of `kind`, with a budget of six generations (three before the change).
pub(crate) fn changed(optimizer: &str, kind: &[(&str, &str)]) -> String {
    let mut text = space(optimizer, "generations = 6");
    for (from, to) in kind {
        text = replaced(&text, from, to);
    }
    text
}

/// Creates a campaign, stops it after `stop` candidates and changes it to `text`.
pub(crate) fn stopped_and_changed(
    scratch: &Scratch,
    name: &str,
    optimizer: &str,
    stop: usize,
    text: &str,
) {
    scratch.begin(name, &space(optimizer, "generations = 3"), &Fake::stopping_after(stop));
    scratch.change(name, text).unwrap();
}

/// Returns the recorded changes without their times.
pub(crate) fn changes(scratch: &Scratch, name: &str) -> Vec<ChangeRow> {
    let mut rows = scratch.progress(name).changes().to_vec();
    for row in &mut rows {
        row.unix_seconds = 0;
    }
    rows
}
