//! Campaigns of each kind, from their file to the files that they leave.

use std::path::Path;

use tune2048_tuner::weights::file::WeightsFile;

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

/// A column of a trials file, as numbers.
fn column(csv: &str, name: &str) -> Vec<f64> {
    let mut lines = csv.lines();
    let header = lines.next().unwrap();
    let place = header.split(',').position(|column| column == name);
    let place = place.unwrap_or_else(|| panic!("no column {name} in {header}"));
    lines.map(|line| line.split(',').nth(place).unwrap().parse().unwrap()).collect()
}

fn weights(scratch: &Scratch, name: &str) -> WeightsFile {
    let text = scratch.read(name);
    WeightsFile::parse(Path::new(name), &text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn a_campaign_ends_with_its_verdict_and_its_files() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let run = scratch.tune2048("run tiny.toml").succeeds();
    for part in [
        "On 10 games that nothing was tuned on",
        "Ratio of the mean scores ",
        "Mean scores with 95 % intervals: tuned weights ",
        ", 2014 weights ",
        "results/tiny",
        "tune2048 resume results/tiny --generations 8\n",
        "tune2048 export results/tiny",
        "tune2048 report results/tiny",
    ] {
        assert!(run.text().contains(part), "no {part:?} in {run}");
    }
    assert!(run.text().lines().count() <= 32, "{run}");
    // The program is called as this one was.
    let called = format!("  {} export results/tiny", tune2048_testkit::program::path());
    assert!(run.text().contains(&called), "{run}");
    assert_eq!(scratch.read("results/tiny/search-space.toml"), TINY);

    let trials = scratch.read("results/tiny/trials.csv");
    assert_eq!(column(&trials, "trial"), (0..20).map(f64::from).collect::<Vec<_>>());
    assert_eq!(column(&trials, "generation")[4..6], [0.0, 1.0]);
    assert!(column(&trials, "games").iter().all(|&games| games == 3.0));

    let best = weights(&scratch, "results/tiny/best.toml");
    assert_eq!(best.evidence["search_games"].as_integer(), Some(60));
    assert_eq!(best.evidence["tuned"]["games"].as_integer(), Some(10));
    assert_eq!(best.weights.get("sum"), Some(11.0));
}

#[test]
fn the_report_tells_what_was_asked_and_what_came_out() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let text =
        scratch.tune2048("report out --markdown").succeeds().says_nothing().text().to_owned();
    for part in
        ["# Campaign tiny", "## Result", "## Weights", "## Generations", "## Settings", "95 %"]
    {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let written = scratch.tune2048("report out").succeeds().says_nothing();
    assert!(written.text().contains("out/report.html: open it in a browser"));
    assert_eq!(scratch.read("out/report.md"), text);
    let page = scratch.read("out/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>tiny</h1>"));
    scratch.tune2048("report out --markdown --out a.md").succeeds();
    assert_eq!(scratch.read("a.md"), text);
    // Where the page goes, the summary goes too.
    scratch.tune2048("report out --out b.html").succeeds();
    assert_eq!(scratch.read("b.html"), page);
    assert_eq!(scratch.read("b.md"), text);
    // A campaign with a report in its folder is the same campaign.
    scratch.tune2048("resume out").succeeds();
}

#[test]
fn campaigns_are_put_side_by_side() {
    let scratch = Scratch::with("tiny.toml", TINY);
    for folder in ["all/a", "all/b"] {
        scratch.tune2048(&format!("run tiny.toml --out {folder}")).succeeds();
    }
    scratch.tune2048("report all/a all/b").fails(2).says("found 2 folders").says("--compare");
    scratch.tune2048("report --compare all/a all/b").succeeds().prints("all/comparison.html");
    let page = scratch.read("all/comparison.html");
    assert!(page.contains("all/a") && page.contains("all/b"));
    scratch.tune2048("report --compare all/a --out c.html").succeeds();
    assert!(scratch.read("c.html").contains("tiny"));
    scratch
        .tune2048("report --compare all/a all/missing")
        .fails(2)
        .says("all/missing: no campaign here");
}

#[test]
fn a_second_campaign_on_the_same_validation_games_is_noticed() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let warning = "was validated on the same games (seed 7, same player)";
    let first = scratch.tune2048("run tiny.toml --out first").succeeds();
    assert!(!first.stderr.contains(warning), "{first}");
    let second = scratch.tune2048("run tiny.toml --out second").succeeds();
    assert!(second.stderr.contains("the campaign first"), "{second}");
    assert!(second.stderr.contains(warning), "{second}");
    let short = replaced(TINY, "games = 30", "games = 0");
    for (from, to) in [
        ("seed = 7", "seed = 8"),
        ("[heuristic.rows]", "[player.expectimax]\ndepth = 2\n\n[heuristic.rows]"),
    ] {
        scratch.write("other.toml", replaced(&short, from, to));
        let other =
            scratch.tune2048(&format!("run other.toml --generations 1 --out other-{to:.6}"));
        assert!(!other.stderr.contains(warning), "{other}");
    }
}

#[test]
fn weights_at_a_bound_are_marked_with_the_command_that_widens_it() {
    let scratch = Scratch::new();
    // Both values of this range are bounds.
    let range = "empty = { start = 1, low = 0, high = 1, integer = true }";
    scratch.write("space.toml", replaced(TINY, "empty = \"tune\"", range));
    let run = scratch.tune2048("run space.toml --out out").succeeds();
    let (_, end) = run.text().split_once("Weights, tuned and starting:").unwrap();
    // Every tuned weight is listed, changed or not.
    for name in ["empty", "merges", "monotonicity"] {
        assert!(end.contains(&format!("  {name} ")), "{run}");
    }
    let (_, command) = end.split_once("tune2048 change ").expect("a command");
    let command = command.lines().next().unwrap();
    let options = command.strip_prefix("out --range empty=").expect("the range");
    let bound = match options {
        "-1..1 --generations 8" => "lower",
        "0..2 --generations 8" => "upper",
        other => panic!("{other}"),
    };
    let mark = format!("at its {bound} bound");
    assert!(end.contains(&mark), "{run}");
    scratch.tune2048("status out").succeeds().prints(command);
    scratch.tune2048("report out").succeeds();
    assert!(scratch.read("out/report.html").contains(&mark));
    assert!(scratch.read("out/report.md").contains(&mark));
    // The command can be given as it is.
    scratch.tune2048(&format!("change {command}")).succeeds();
}

#[test]
fn settings_of_the_command_line_replace_those_of_the_file() {
    let scratch = Scratch::new();
    let options =
        "--seed 7 --games 0.3k --set name=mine --set optimizer.cma-es.population=6 --plain";
    scratch.tune2048(&format!("run quickstart {options}")).succeeds();
    let space = scratch.read("results/mine/search-space.toml");
    assert!(space.contains("seed = 7") && space.contains("games = 300"), "{space}");
    let status = scratch.tune2048("status mine --json").succeeds().json();
    assert_eq!(
        (&status["campaign"], &status["games"]),
        (&"mine".into(), &status["games"]),
        "{status}"
    );
    scratch.tune2048("run quickstart --set budget").fails(2).says("KEY=VALUE");
    scratch.tune2048("run quickstart --games 10x").fails(2).says("such as 5000, 10k or 2M");
}
