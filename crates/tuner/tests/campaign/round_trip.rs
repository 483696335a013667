//! Searches that go on from a distribution: the one in memory is the one on record, to the bit.

use std::path::Path;

use tune2048_testkit::campaigns::{Fake, Scratch, space};
use tune2048_testkit::csv_text::{field, with_field};

const EMPTY: &str = "empty = \"tune\"";

/// Returns a search space of four weights.
fn four_weights(seed: u64, generations: u32) -> String {
    space("cma-es", &format!("generations = {generations}"))
        .replace("seed = 11", &format!("seed = {seed}"))
        .replace(EMPTY, "empty = \"tune\"\nmonotonicity = \"tune\"\nsum = \"tune\"")
}

#[test]
fn after_a_weight_is_fixed_a_campaign_can_be_resumed_again_and_again() {
    for seed in 1..=6 {
        let scratch = Scratch::new();
        scratch.run("out", &four_weights(seed, 3));
        for (generations, fixed) in [(5, 1), (6, 1), (8, 2), (9, 2)] {
            let text = four_weights(seed, generations).replace(EMPTY, "empty = 270");
            let text = if fixed == 1 { text } else { text.replace("sum = \"tune\"", "sum = 11") };
            if [5, 8].contains(&generations) {
                scratch.change("out", &text).unwrap();
            }
            let found = scratch.go_on_with("out", &text, &Fake::default());
            found.unwrap_or_else(|error| panic!("seed {seed}, {generations}: {error}"));
        }
    }
}

#[test]
fn after_a_warm_start_that_fixes_a_weight_a_campaign_can_be_resumed() {
    for seed in 1..=6 {
        let scratch = Scratch::new();
        scratch.run("first", &four_weights(seed, 3));
        let text = |generations| {
            let first = scratch.folder("first");
            let text = four_weights(seed, generations).replace(EMPTY, "empty = 270");
            format!("{text}\n[warm-start]\ncampaign = \"{}\"\n", first.display())
        };
        scratch.run("out", &text(2));
        let found = scratch.go_on_with("out", &text(3), &Fake::default());
        found.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

/// Copies a campaign that an earlier build has recorded: three generations of real games, then a weight was fixed, then
/// two more. That build kept a covariance that was not symmetric to the bit, so that its own replay of the last
/// generations failed. Its files carry no fingerprint.
fn earlier_build() -> Scratch {
    let scratch = Scratch::new();
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/campaign/earlier-build");
    let folder = scratch.folder("out");
    std::fs::create_dir(&folder).unwrap();
    for file in std::fs::read_dir(recorded).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    scratch
}

#[test]
fn a_campaign_of_an_earlier_build_goes_on() {
    let scratch = earlier_build();
    let before = scratch.read("out/trials.csv");
    let recorded = scratch.progress("out");
    assert!(recorded.finished && recorded.evidence.is_some());
    let space = scratch.read("out/search-space.toml");
    for generations in [6, 7] {
        let larger = space.replace("generations = 5", &format!("generations = {generations}"));
        scratch.go_on_with("out", &larger, &Fake::default()).unwrap();
        assert!(scratch.read("out/trials.csv").starts_with(&before), "recorded rows stand");
        assert_eq!(scratch.progress("out").generations, generations);
    }
}

#[test]
fn a_point_of_an_earlier_build_that_was_edited_is_noticed() {
    let scratch = earlier_build();
    let mut lines = scratch.lines("out/trials.csv");
    let point: f64 = field(&lines[0], &lines[14], "point.sum").parse().unwrap();
    lines[14] = with_field(&lines[0], &lines[14], "point.sum", &(point + 1e-6).to_string());
    scratch.write("out/trials.csv", lines.concat());
    let resumed = scratch.go_on("out", &Fake::default());
    let error = resumed.expect_err("an edited point").to_string();
    assert!(error.contains("generation 3, candidate 1"), "{error}");
}
