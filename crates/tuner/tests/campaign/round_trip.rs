//! Searches that go on from a distribution: the one in memory is the one on record, to the bit.

use tune2048_testkit::campaigns::{Fake, Scratch, space};

const EMPTY: &str = "empty = \"tune\"";

/// Returns a search space of four weights.
fn four_weights(seed: u64, generations: u32) -> String {
    space("cma-es", &format!("generations = {generations}"))
        .replace("seed = 11", &format!("seed = {seed}"))
        .replace(EMPTY, "empty = \"tune\"\nmonotonicity = \"tune\"\nsum = \"tune\"")
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
