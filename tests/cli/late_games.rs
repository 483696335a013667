//! Campaigns whose games begin late.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

fn late() -> String {
    replaced(TINY, "[objective]", "[objective]\nbegin-at = 512")
}

#[test]
fn the_record_depends_neither_on_threads_nor_on_kills() {
    let scratch = Scratch::with("late.toml", late());
    let run = scratch.tune2048("run late.toml --out whole --threads 1").succeeds();
    assert!(run.stderr.contains("3 games from 512 on per generation"), "{run}");

    let mut cut = scratch.start("run late.toml --out cut --threads 3");
    cut.wait_until(|| scratch.rows("cut/trials.csv") >= 3);
    cut.kill();
    scratch.tune2048("resume cut --threads 2").succeeds();
    scratch.assert_same_record("cut", "whole");
}

#[test]
fn reports_say_what_scores_are() {
    let scratch = Scratch::with("late.toml", late());
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run late.toml --out late").succeeds();
    scratch.tune2048("run tiny.toml --out whole").succeeds();
    let note = "Scores are the points from the board on which the starting weights have made 512";
    for (folder, has_note) in [("late", true), ("whole", false)] {
        let report = scratch.tune2048(&format!("report {folder} --markdown"));
        assert_eq!(report.succeeds().text().contains(note), has_note);
        let report = scratch.tune2048(&format!("report {folder}")).succeeds();
        let page = scratch.read(&format!("{folder}/report.html"));
        assert_eq!(page.contains(note), has_note, "{report}");
    }
}
