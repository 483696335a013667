//! Campaigns whose games begin late.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

fn late() -> String {
    replaced(TINY, "[objective]", "[objective]\nbegin-at = 512")
}

#[test]
fn reports_say_what_scores_are() {
    let scratch = Scratch::with("late.toml", late());
    scratch.write("tiny.toml", TINY);
    let run = scratch.tune2048("run late.toml --out late").succeeds();
    run.says("3 games from 512 on per generation");
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
