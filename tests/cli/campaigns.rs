//! Campaigns of each kind, from their file to the files that they leave.

use tune2048_testkit::program::{Scratch, TINY, assert_has, event, matrix, replaced};

#[test]
fn a_campaign_ends_with_its_verdict_and_its_files() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let run = scratch.tune2048("run tiny.toml").succeeds();
    let parts = ["Ratio of the mean scores ", "97.5 % interval", "tune2048 report results/tiny\n"];
    assert_has(run.text(), &parts);
    let (result, _) = run.text().split_once("\n\n").unwrap_or((run.text(), ""));
    assert!(result.lines().count() <= 5, "{run}");
    assert!(run.stderr.contains("tiny: 3 weights of rows tuned by cma-es"), "{run}");
    let run = scratch.tune2048("resume results/tiny").succeeds();
    // The program is called as this one was.
    let program = tune2048_testkit::program::path();
    assert_has(run.text(), &[", 2014 weights ", &format!("{program} report results/tiny\n")]);
    let run = run.says(&format!("{program} resume results/tiny --generations 8\n"));
    assert_eq!(scratch.read("results/tiny/search-space.toml"), TINY);
    assert_eq!(scratch.rows("results/tiny/trials.csv"), 20);
    // Off a terminal nothing is drawn, and without a carriage return.
    assert!(!run.stderr.contains('\r') && !run.text().contains('\r'), "{run}");
    assert!(run.stderr.lines().count() < 10, "{run}");
}

#[test]
fn the_report_tells_what_was_asked_and_what_came_out() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let parts = ["# Campaign tiny", "## Verdict", "## Race and validation", "## To repeat it"];
    let text = scratch.prints("report out --markdown", &parts).says_nothing().text().to_owned();
    let written = scratch.tune2048("report out").succeeds().says_nothing();
    assert!(written.text().contains("out/report.html: open it in a browser"));
    let page = scratch.read("out/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>tiny</h1>"));
    scratch.tune2048("report out --markdown --out a.md").succeeds();
    assert_eq!(scratch.read("a.md"), text);
    scratch.tune2048("report out --out b.html").succeeds();
    assert_eq!(scratch.read("b.html"), page);
    assert!(!scratch.path("b.md").exists());
    let mut names = scratch.names("out");
    names.sort();
    let files = "best.toml games.csv log.jsonl report.html search-space.toml trials.csv";
    assert_eq!(names.join(" "), files);
    // A campaign with a report in its folder is the same campaign.
    scratch.tune2048("resume out").succeeds();
}

#[test]
fn campaigns_are_put_side_by_side() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out all/first").succeeds();
    scratch.tune2048("run tiny.toml --out all/second").succeeds();
    scratch.refuses("report all/first all/second", &["found 2 folders", "--compare"]);
    scratch.prints("report --compare all/first all/second", &["all/comparison.html"]);
    assert_has(&scratch.read("all/comparison.html"), &["all/first", "all/second"]);
    scratch.tune2048("report --compare all/first --out c.html").succeeds();
    assert!(scratch.read("c.html").contains("all/first"));
    scratch.refuses("report --compare all/first missing", &["missing: no campaign here"]);
}

#[test]
fn weights_at_a_bound_are_marked_with_the_way_to_search_a_wider_range() {
    let scratch = Scratch::new();
    // Both values of this range are bounds.
    let range = "empty = { start = 3, low = 2, high = 3, integer = true }";
    let space = replaced(TINY, "empty = \"tune\"", range);
    scratch.write("space.toml", &space);
    let run = scratch.tune2048("run space.toml --out out").succeeds();
    let end = run.text();
    let (bound, wider) = match end.contains("empty ended at the lower bound of its range, 2: ") {
        true => ("lower", "low = 1, high = 3"),
        false => ("upper", "low = 2, high = 4"),
    };
    let start = "warm-start.campaign = \"out\"";
    assert_has(end, &[start]);
    let mark = format!("at its {bound} bound");
    assert!(end.contains(&format!("at the {bound} bound of its range")), "{run}");
    scratch.prints("status out", &["better weights may lie beyond", start]);
    scratch.tune2048("report out").succeeds();
    assert!(scratch.read("out/report.html").contains(&mark));
    scratch.prints("report out --markdown", &[&mark]);
    let space = replaced(&space, "low = 2, high = 3", wider);
    scratch.write("wider.toml", format!("{start}\n{space}"));
    scratch.tune2048("run wider.toml --out wider").succeeds();
    let log = scratch.read("wider/log.jsonl");
    assert_eq!(event(log.lines().nth(1).unwrap())["event"], "restart");
}

#[test]
fn settings_of_the_command_line_replace_those_of_the_file() {
    let scratch = Scratch::new();
    scratch.tune2048("run quickstart --seed 7 --games 0.5k --plain").succeeds();
    let space = scratch.read("results/quickstart/search-space.toml");
    assert!(space.contains("seed = 7") && space.contains("games = 500"), "{space}");
    scratch.refuses("run quickstart --games 10x", &["such as 5000, 10k or 2M"]);
}

/// Reports say what scores are where games begin late, and only there.
#[test]
fn threads_change_no_column_but_times_and_late_games_are_noted() {
    let note = "Scores are the points from the board on which the starting weights have made 512";
    let late = replaced(TINY, "[objective]", "[objective]\nbegin-at = 512");
    for space in [TINY, &late, &matrix("particle-swarm", "diagonal")] {
        let scratch = Scratch::with("space.toml", space);
        for threads in [1, 3] {
            let arguments = format!("run space.toml --out out{threads} --threads {threads}");
            let run = scratch.tune2048(&arguments).succeeds();
            let is_told = run.stderr.contains("expectimax depth 1 from 512 on");
            assert_eq!(is_told, space == late, "{run}");
            scratch.assert_same_record(&format!("out{threads}"), "out1");
        }
        scratch.tune2048("report out1").succeeds();
        assert_eq!(scratch.read("out1/report.html").contains(note), space == late);
        let summary = scratch.tune2048("report out1 --markdown").succeeds();
        assert_eq!(summary.text().contains(note), space == late, "{summary}");
    }
}
