//! Files that belong to another campaign, were edited, or have lost rows.

use crate::campaign::adaptive::GAMES;
use tune2048_testkit::campaigns::{Fake, OUTCOME, Scratch, adaptive, resume, space};
use tune2048_testkit::csv_text::{field, with_field};
use tune2048_tuner::campaign::Progress;

/// Returns two finished campaigns with the same columns in `mine` and `other`, and `mine` once more in `out`.
fn two_campaigns() -> Scratch {
    let scratch = Scratch::new();
    let mine = adaptive("cma-es", GAMES, "generations = 3");
    scratch.run("mine", &mine);
    scratch.run("other", &mine.replace("seed = 11", "seed = 12"));
    scratch.copy("mine", "out");
    copy_outcome(&scratch);
    scratch
}

fn copy_outcome(scratch: &Scratch) {
    for file in OUTCOME {
        scratch.write(&format!("out/{file}"), scratch.read(&format!("mine/{file}")));
    }
}

#[test]
fn a_table_of_another_campaign_is_refused() {
    for file in [
        "trials.csv",
        "distributions.csv",
        "rounds.csv",
        "finalists.csv",
        "final-games.csv",
        "looks.csv",
    ] {
        let scratch = two_campaigns();
        scratch.write(&format!("out/{file}"), scratch.read(&format!("other/{file}")));
        let error = scratch.go_on("out", &Fake::default()).expect_err(file).to_string();
        let lines = scratch.lines("mine/trials.csv");
        let mine = field(&lines[0], &lines[1], "campaign");
        let lines = scratch.lines("other/trials.csv");
        let other = field(&lines[0], &lines[1], "campaign");
        let problem = format!(
            "{file} line 2: campaign: found a row of campaign {other}, expected one of this campaign, {mine}"
        );
        assert!(error.contains(&problem), "{error}");
        assert!(error.contains("restore the file"), "{error}");
    }
}

#[test]
fn recommended_weights_of_another_campaign_are_refused_and_written_again() {
    let scratch = two_campaigns();
    scratch.write("out/best.toml", scratch.read("other/best.toml"));
    let error = Progress::read(&scratch.folder("out")).expect_err("other weights");
    let text = error.to_string();
    assert!(text.contains("best.toml: the file is that of another campaign"), "{text}");
    scratch.go_on("out", &Fake::default()).unwrap();
    assert_eq!(scratch.read("out/best.toml"), scratch.read("mine/best.toml"));
}

#[test]
fn a_pilot_of_another_campaign_is_refused() {
    let scratch = two_campaigns();
    scratch
        .write("out/pilot.json", "{\"campaign\": \"00000000\", \"games\": 0, \"findings\": null}");
    let error = resume(&scratch.folder("out")).expect_err("another pilot").to_string();
    assert!(
        error.contains("pilot.json") && error.contains("found the fingerprint 00000000"),
        "{error}"
    );
}

#[test]
fn a_distribution_that_was_edited_is_noticed_by_replay() {
    for column in ["step_size", "mean.empty", "covariance.merges.empty"] {
        let scratch = Scratch::new();
        scratch.run("mine", &space("cma-es", "generations = 3"));
        scratch.copy("mine", "out");
        let mut lines = scratch.lines("out/distributions.csv");
        let value: f64 = field(&lines[0], &lines[2], column).parse().unwrap();
        lines[2] = with_field(&lines[0], &lines[2], column, &value.next_up().to_string());
        scratch.write("out/distributions.csv", lines.concat());
        let error = scratch.go_on("out", &Fake::default()).expect_err(column).to_string();
        let problem =
            "distributions.csv line 3: the distribution of generation 1 is not that of the trials";
        assert!(error.contains(problem), "{column}: {error}");
    }
}

#[test]
fn lost_rounds_are_noticed() {
    let scratch = two_campaigns();
    let lines = scratch.lines("out/rounds.csv");
    scratch.write("out/rounds.csv", lines[..lines.len() - 1].concat());
    let error = scratch.go_on("out", &Fake::default()).expect_err("a lost row").to_string();
    assert!(error.contains("rounds.csv: found "), "{error}");
    assert!(error.contains("games of generation 2, candidate "), "{error}");
}

#[test]
fn a_finished_campaign_checks_what_it_rests_on() {
    // A finalist that the ledger names is gone.
    let scratch = two_campaigns();
    let lines = scratch.lines("out/finalists.csv");
    scratch.write("out/finalists.csv", lines[..1].concat());
    scratch.write("out/final-games.csv", scratch.lines("out/final-games.csv")[0].clone());
    let error = scratch.go_on("out", &Fake::default()).expect_err("no finalists").to_string();
    assert!(error.contains("finalists.csv line 2: found the end after 0 finalists"), "{error}");

    // Lost games are played again.
    let scratch = two_campaigns();
    let lines = scratch.lines("out/final-games.csv");
    scratch.write("out/final-games.csv", lines[..lines.len() - 1].concat());
    scratch.go_on("out", &Fake::default()).unwrap();
    scratch.assert_same("out", "mine", "a lost game");
}

#[test]
fn edited_evidence_is_no_evidence_and_is_written_again() {
    let scratch = two_campaigns();
    let whole = scratch.read("out/best.toml");
    let ratio = whole.lines().find(|line| line.starts_with("ratio = ")).expect("a ratio");
    scratch.write("out/best.toml", whole.replacen(ratio, "ratio = 1.999", 1));
    let progress = Progress::read(&scratch.folder("out")).unwrap();
    assert_eq!(progress.evidence, None);
    assert!(progress.best.is_some(), "the weights stay readable");
    scratch.go_on("out", &Fake::default()).unwrap();
    assert_eq!(scratch.read("out/best.toml"), whole);
}
