//! Campaign files that ask for stored scores of their starting weights.

use std::path::Path;

use super::{SMALL, parse};
use tune2048_testkit::{assert_has, replaced};
use tune2048_tuner::space::CampaignSpec;

/// Reads a text of a campaign to be started that has the key `baseline = "stored"`.
fn start(text: &str) -> Result<CampaignSpec, String> {
    let text = format!("{text}\n[validation]\nbaseline = \"stored\"\n");
    let spec = CampaignSpec::parse_new(Path::new("test.toml"), &text);
    spec.map_err(|mistakes| mistakes.to_string())
}

#[test]
fn scores_that_are_not_stored() {
    start(SMALL).unwrap();
    let cut = "depth = 1\nprobability-cut = 0.25";
    for (old, new, found) in [
        ("depth = 1", "depth = 2", "found the weights of 2014 with expectimax depth 2"),
        ("sum = 11", "sum = 11.5", "found weights of no preset with expectimax depth 1"),
        ("depth = 1", cut, "found the weights of 2014 with expectimax depth 1, cut 0.25"),
    ] {
        let text = replaced(SMALL, old, new);
        let shown = start(&text).expect_err("no such scores");
        let line = format!("{} | baseline = \"stored\"", text.lines().count() + 3);
        let pieces = [
            "`validation.baseline`: no scores of these starting weights are stored",
            "let the starting weights play, by baseline = \"played\"",
            "start from exactly one of: 2014 with expectimax depth 1",
        ];
        assert_has(&shown, &pieces);
        assert_has(&shown, &[&line, found]);
        // A campaign that was started with a program that had the scores is still read.
        parse(&format!("{text}\n[validation]\nbaseline = \"stored\"\n")).unwrap();
    }
}

#[test]
fn stored_scores_have_means_only() {
    for measure in ["\"mean-log-score\"", "\"median-score\"", "\"tile-share\"\ntile = 2048"] {
        let text = replaced(SMALL, "[objective]", &format!("[objective]\nmaximize = {measure}"));
        parse(&text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let shown = start(&text).expect_err("another objective");
        let why = "expected none, since only mean scores are stored";
        assert_has(&shown, &["`validation.baseline` has no use here", why]);
    }
}
