//! Files that belong to another campaign, were edited, or have lost rows.

use crate::campaign::adaptive::GAMES;
use tune2048_testkit::campaigns::{Fake, OUTCOME, Scratch, adaptive, space};
use tune2048_testkit::csv_text::{field, with_next_number};
use tune2048_tuner::campaign::Progress;

/// Returns two finished campaigns with the same columns in `mine` and `other`, and `mine` once more in `out`.
fn two_campaigns() -> Scratch {
    let scratch = Scratch::new();
    let mine = adaptive("cma-es", GAMES, "generations = 3");
    scratch.run("mine", &mine);
    scratch.run("other", &mine.replace("seed = 11", "seed = 12"));
    scratch.copy("mine", "out");
    scratch.copy_files("mine", "out", &OUTCOME);
    scratch
}

#[test]
fn a_table_of_another_campaign_is_refused() {
    let scratch = two_campaigns();
    let [mine, other] = ["mine", "other"].map(|folder| {
        let lines = scratch.lines(&format!("{folder}/trials.csv"));
        field(&lines[0], &lines[1], "campaign").to_owned()
    });
    for &file in ["trials.csv", "distributions.csv"].iter().chain(&OUTCOME[..3]) {
        scratch.copy("mine", "out");
        scratch.copy_files("mine", "out", &OUTCOME);
        scratch.copy_files("other", "out", &[file]);
        let error = scratch.go_on("out", &Fake::default()).expect_err(file).to_string();
        let problem = format!(
            "{file} line 2: campaign: found a row of campaign {other}, expected one of this campaign, {mine}"
        );
        assert!(error.contains(&problem), "{error}");
        assert!(error.contains("restore the file"), "{error}");
    }
}

#[test]
fn evidence_of_another_campaign_or_edited_is_none_and_is_written_again() {
    let scratch = two_campaigns();
    let whole = scratch.read("mine/best.toml");
    scratch.write("out/best.toml", scratch.read("other/best.toml"));
    let error = Progress::read(&scratch.folder("out")).expect_err("other weights").to_string();
    assert!(error.contains("best.toml: the file is that of another campaign"), "{error}");
    scratch.finish("out");
    assert_eq!(scratch.read("out/best.toml"), whole);
    let ratio = whole.lines().find(|line| line.starts_with("ratio = ")).expect("a ratio");
    scratch.write("out/best.toml", whole.replacen(ratio, "ratio = 1.999", 1));
    let progress = scratch.progress("out");
    assert_eq!(progress.evidence, None);
    assert!(progress.best.is_some(), "the weights stay readable");
    scratch.finish("out");
    assert_eq!(scratch.read("out/best.toml"), whole);
}

#[test]
fn a_distribution_that_was_edited_is_noticed_by_replay() {
    let scratch = Scratch::new();
    scratch.run("mine", &space("cma-es", "generations = 3"));
    for column in ["step_size", "mean.empty", "covariance.merges.empty"] {
        scratch.copy("mine", "out");
        let mut lines = scratch.lines("out/distributions.csv");
        lines[2] = with_next_number(&lines[0], &lines[2], column);
        scratch.write("out/distributions.csv", lines.concat());
        let error = scratch.go_on("out", &Fake::default()).expect_err(column).to_string();
        let problem =
            "distributions.csv line 3: the distribution of generation 1 is not that of the trials";
        assert!(error.contains(problem), "{column}: {error}");
    }
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
    scratch.copy("mine", "out");
    scratch.copy_files("mine", "out", &OUTCOME);
    let lines = scratch.lines("out/final-games.csv");
    scratch.write("out/final-games.csv", lines[..lines.len() - 1].concat());
    scratch.finish("out");
    scratch.assert_same("out", "mine", "a lost game");
}
