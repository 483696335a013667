//! Campaigns of each kind, from their file to the files that they leave.

use std::path::Path;

use tune2048_tuner::weights_file::WeightsFile;

use crate::spaces::{TINY, matrix};
use crate::support::{Scratch, replaced};

/// A column of a trials file, as numbers.
fn column(csv: &str, name: &str) -> Vec<f64> {
    let mut lines = csv.lines();
    let header = lines.next().unwrap();
    let place = header.split(',').position(|column| column == name);
    let place = place.unwrap_or_else(|| panic!("no column {name} in {header}"));
    lines
        .map(|line| line.split(',').nth(place).unwrap().parse().unwrap())
        .collect()
}

fn weights(scratch: &Scratch, name: &str) -> WeightsFile {
    let text = scratch.read(name);
    WeightsFile::parse(Path::new(name), &text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Runs a campaign and returns its trials.
fn trials(space: &str) -> String {
    let scratch = Scratch::new();
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out out").succeeds();
    scratch.read("out/trials.csv")
}

fn assert_close(found: f64, expected: f64) {
    let error = (found - expected).abs();
    assert!(
        error <= 1e-9 * expected.abs(),
        "found {found}, expected {expected}"
    );
}

#[test]
fn a_campaign_ends_with_its_verdict_and_its_files() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
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
    let called = format!("  {} export results/tiny", crate::support::PROGRAM);
    assert!(run.text().contains(&called), "{run}");
    assert_eq!(scratch.read("results/tiny/search-space.toml"), TINY);

    let trials = scratch.read("results/tiny/trials.csv");
    assert_eq!(
        column(&trials, "trial"),
        (0..20).map(f64::from).collect::<Vec<_>>()
    );
    assert_eq!(column(&trials, "generation")[4..6], [0.0, 1.0]);
    for name in [
        "candidate",
        "fitness",
        "objective",
        "games",
        "mean_score",
        "sd_score",
        "median_score",
        "share_2048",
        "share_65536",
        "moves",
        "weight.empty",
        "weight.constant",
        "point.merges",
        "time_games_seconds",
        "time_elapsed_seconds",
    ] {
        assert_eq!(column(&trials, name).len(), 20, "{name}");
    }
    assert!(column(&trials, "games").iter().all(|&games| games == 3.0));

    let best = weights(&scratch, "results/tiny/best.toml");
    assert_eq!(best.evidence["search_games"].as_integer(), Some(60));
    assert_eq!(best.evidence["tuned"]["games"].as_integer(), Some(10));
    assert_eq!(best.weights.get("sum"), Some(11.0));
}

#[test]
fn nothing_is_played_outside_the_ranges_and_leaving_them_costs() {
    let trials = trials(&replaced(TINY, "generations = 4", "generations = 12"));
    for (name, low, high) in [
        ("empty", 0.0, 2000.0),
        ("merges", 100.0, 2000.0),
        ("monotonicity", 10.0, 200.0),
    ] {
        let played = column(&trials, &format!("weight.{name}"));
        assert!(
            played.iter().all(|&weight| low <= weight && weight <= high),
            "{name}: {played:?}"
        );
    }
    assert!(
        column(&trials, "weight.merges")
            .iter()
            .all(|weight| weight.fract() == 0.0)
    );
    let points =
        ["empty", "merges", "monotonicity"].map(|name| column(&trials, &format!("point.{name}")));
    let (fitness, objective) = (column(&trials, "fitness"), column(&trials, "objective"));
    let mut outside = 0;
    for trial in 0..fitness.len() {
        let is_inside = points
            .iter()
            .all(|point| (0.0..=1.0).contains(&point[trial]));
        outside += usize::from(!is_inside);
        if is_inside {
            assert_eq!(fitness[trial], -objective[trial], "trial {trial}");
        } else {
            assert!(fitness[trial] > -objective[trial], "trial {trial}");
        }
    }
    assert!(outside > 0, "the test has nothing to see");
}

#[test]
fn a_logarithmic_scale_divides_by_factors() {
    let trials = trials(TINY);
    let (points, weights) = (
        column(&trials, "point.monotonicity"),
        column(&trials, "weight.monotonicity"),
    );
    for (point, weight) in points.into_iter().zip(weights) {
        assert_close(weight, 10.0 * 20_f64.powf(point.clamp(0.0, 1.0)));
    }
}

#[test]
fn objectives_are_what_they_are_called() {
    let of = |maximize: &str| {
        let objective = format!("[objective]\nmaximize = {maximize}");
        trials(&replaced(TINY, "[objective]", &objective))
    };
    let csv = of("\"mean-score\"");
    assert_eq!(column(&csv, "objective"), column(&csv, "mean_score"));
    let csv = of("\"median-score\"");
    assert_eq!(column(&csv, "objective"), column(&csv, "median_score"));
    let csv = of("\"tile-share\"\ntile = 2048");
    assert_eq!(column(&csv, "objective"), column(&csv, "share_2048"));
    let csv = of("\"mean-log-score\"");
    let (lowest, highest) = (column(&csv, "min_score"), column(&csv, "max_score"));
    for (trial, log) in column(&csv, "objective").into_iter().enumerate() {
        let score = log.exp();
        assert!(
            lowest[trial] <= score && score <= highest[trial] + 1.0,
            "trial {trial}: {score}"
        );
    }
}

#[test]
fn the_first_generation_plays_the_same_games_whatever_is_maximised() {
    let moves = |space: &str| column(&trials(space), "moves")[..5].to_vec();
    let by_median = replaced(
        TINY,
        "[objective]",
        "[objective]\nmaximize = \"median-score\"",
    );
    assert_eq!(moves(TINY), moves(&by_median));
}

#[test]
fn corner_matrices_are_tuned_by_each_optimizer_in_each_layout() {
    for optimizer in ["random-matrix", "particle-swarm", "cma-es"] {
        for layout in ["reading-order", "diagonal", "free"] {
            let scratch = Scratch::new();
            scratch.write("space.toml", matrix(optimizer, layout));
            let run = scratch.tune2048("run space.toml --out out").succeeds();
            assert!(run.text().contains("ratio"), "{run}");
            assert_eq!(scratch.rows("out/trials.csv"), 12);
            let csv = scratch.read("out/trials.csv");
            let columns: Vec<Vec<f64>> = (0..16)
                .map(|cell| column(&csv, &format!("weight.w{}{}", cell / 4, cell % 4)))
                .collect();
            for trial in 0..12 {
                let matrix: Vec<f64> = columns.iter().map(|column| column[trial]).collect();
                let falls = |from: usize, to: usize| matrix[from] >= matrix[to];
                let place = format!("{optimizer}, {layout}, trial {trial}");
                match layout {
                    "reading-order" => {
                        assert!((1..16).all(|cell| falls(cell - 1, cell)), "{place}");
                    }
                    "diagonal" => {
                        assert!(
                            (0..16)
                                .filter(|cell| cell % 4 > 0)
                                .all(|cell| falls(cell - 1, cell)),
                            "{place}"
                        );
                        assert!((4..16).all(|cell| falls(cell - 4, cell)), "{place}");
                    }
                    _ => {}
                }
            }
            let best = weights(&scratch, "out/best.toml");
            assert_eq!(best.weights.subject.table_name(), "corner-matrix");
            let chosen_by = best.evidence["chosen_by"].as_str().unwrap();
            let how = ", first of 4 in a race of 64 games";
            assert!(chosen_by.ends_with(how), "{chosen_by}");
        }
    }
}

#[test]
fn a_matrix_over_powers_is_tuned_with_its_exponent() {
    let scratch = Scratch::new();
    let space = matrix("cma-es", "diagonal");
    let power =
        "[heuristic.corner-matrix]\ncells = \"power\"\nexponent = { low = 0.5, high = 2.0 }";
    scratch.write(
        "space.toml",
        replaced(&space, "[heuristic.corner-matrix]", power),
    );
    scratch.tune2048("run space.toml --out out").succeeds();
    let exponents = column(&scratch.read("out/trials.csv"), "weight.exponent");
    assert!(
        exponents
            .iter()
            .all(|exponent| (0.5..=2.0).contains(exponent)),
        "{exponents:?}"
    );
    let text = scratch.tune2048("export out").succeeds().text().to_owned();
    assert!(text.contains("cells = \"power\""), "{text}");
    scratch.write("weights.toml", text);
    scratch
        .tune2048("evaluate weights.toml --games 5")
        .succeeds();
}

#[test]
fn deeper_searches_and_the_rule_are_tuned_too() {
    for depth in ["2", "\"distinct-tiles\""] {
        let player = format!(
            "[player.expectimax]\ndepth = {depth}\nprobability-cut = 0.3\n\n[heuristic.rows]"
        );
        let space = replaced(TINY, "[heuristic.rows]", &player);
        let space = replaced(&space, "games-per-candidate = 3", "games-per-candidate = 1");
        let space = replaced(&space, "generations = 4", "generations = 1");
        let space = replaced(&space, "population = 5", "population = 2");
        let space = replaced(&space, "games = 10", "games = 2");
        let space = replaced(&space, "games = 90", "games = 0");
        let csv = trials(&space);
        assert_eq!(csv.lines().count(), 3);
        // One game has no standard deviation: an empty cell, not a 0.
        let sd = csv
            .lines()
            .next()
            .unwrap()
            .split(',')
            .position(|name| name == "sd_score")
            .unwrap();
        assert_eq!(csv.lines().nth(1).unwrap().split(',').nth(sd), Some(""));
    }
}

#[test]
fn a_budget_of_games_is_never_exceeded() {
    // A generation has 15 games.
    for (games, rows) in [(15, 5), (44, 10), (45, 15)] {
        let space = replaced(TINY, "generations = 4", &format!("games = {games}"));
        assert_eq!(trials(&space).lines().count(), rows + 1, "{games} games");
    }
}

#[test]
fn a_budget_below_one_generation_is_told_of_or_measures_the_start() {
    let scratch = Scratch::new();
    scratch.write(
        "space.toml",
        replaced(TINY, "generations = 4", "games = 14"),
    );
    let run = scratch.tune2048("run space.toml --out out");
    match run.code {
        // Refused: the message must say what a generation needs.
        Some(2) => drop(run.says("15")),
        Some(0) => assert_eq!(scratch.rows("out/trials.csv"), 0),
        _ => panic!("{run}"),
    }
}

#[test]
fn a_budget_of_minutes_ends_the_search() {
    let scratch = Scratch::new();
    scratch.write(
        "space.toml",
        replaced(TINY, "generations = 4", "minutes = 0.005"),
    );
    scratch.tune2048("run space.toml --out out").succeeds();
    let elapsed = column(&scratch.read("out/trials.csv"), "time_elapsed_seconds");
    // Each generation but the last ended within the limit of 0.3 s, which a
    // time written in tenths may reach; the one under way is finished.
    assert_eq!(elapsed.len() % 5, 0, "{elapsed:?}");
    let before_last = &elapsed[..elapsed.len().saturating_sub(5)];
    assert!(before_last.iter().all(|&time| time <= 0.3), "{elapsed:?}");
}

#[test]
fn the_report_tells_what_was_asked_and_what_came_out() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    let text = scratch
        .tune2048("report out --markdown")
        .succeeds()
        .says_nothing()
        .text()
        .to_owned();
    for part in [
        "# Campaign tiny",
        "## Result",
        "## Weights",
        "## Generations",
        "## Settings",
        "95 %",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let written = scratch.tune2048("report out").succeeds().says_nothing();
    assert!(
        written
            .text()
            .contains("out/report.html: open it in a browser")
    );
    assert_eq!(scratch.read("out/report.md"), text);
    let page = scratch.read("out/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>tiny</h1>"));
    scratch
        .tune2048("report out --markdown --out a.md")
        .succeeds();
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
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    for folder in ["all/a", "all/b"] {
        scratch
            .tune2048(&format!("run tiny.toml --out {folder}"))
            .succeeds();
    }
    scratch
        .tune2048("report all/a all/b")
        .fails(2)
        .says("found 2 folders")
        .says("--compare");
    let written = scratch.tune2048("report --compare all/a all/b").succeeds();
    assert!(written.text().contains("all/comparison.html"), "{written}");
    let page = scratch.read("all/comparison.html");
    assert!(page.contains("all/a") && page.contains("all/b"));
    scratch
        .tune2048("report --compare all/a --out c.html")
        .succeeds();
    assert!(scratch.read("c.html").contains("tiny"));
    scratch
        .tune2048("report --compare all/a all/missing")
        .fails(2)
        .says("all/missing: no campaign here");
}

#[test]
fn a_second_campaign_on_the_same_validation_games_is_noticed() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    let warning = "was validated on the same games (seed 7, same player)";
    let first = scratch.tune2048("run tiny.toml --out first").succeeds();
    assert!(!first.stderr.contains(warning), "{first}");
    let second = scratch.tune2048("run tiny.toml --out second").succeeds();
    assert!(second.stderr.contains("the campaign first"), "{second}");
    assert!(second.stderr.contains(warning), "{second}");
    for (from, to) in [
        ("seed = 7", "seed = 8"),
        (
            "[heuristic.rows]",
            "[player.expectimax]\ndepth = 2\n\n[heuristic.rows]",
        ),
    ] {
        scratch.write("other.toml", replaced(TINY, from, to));
        let other = scratch.tune2048(&format!("run other.toml --out other-{to:.6}"));
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
    let (_, end) = run
        .text()
        .split_once("Weights, tuned and starting:")
        .unwrap();
    // Every tuned weight is listed, changed or not.
    for name in ["empty", "merges", "monotonicity"] {
        assert!(end.contains(&format!("  {name} ")), "{run}");
    }
    let (_, command) = end.split_once("tune2048 change ").expect("a command");
    let command = command.lines().next().unwrap();
    let options = command
        .strip_prefix("out --range empty=")
        .expect("the range");
    let bound = match options {
        "-1..1 --generations 8" => "lower",
        "0..2 --generations 8" => "upper",
        other => panic!("{other}"),
    };
    let mark = format!("at its {bound} bound");
    assert!(end.contains(&mark), "{run}");
    let status = scratch.tune2048("status out").succeeds();
    assert!(status.text().contains(command), "{status}");
    scratch.tune2048("report out").succeeds();
    assert!(scratch.read("out/report.html").contains(&mark));
    assert!(scratch.read("out/report.md").contains(&mark));
    // The command can be given as it is.
    scratch.tune2048(&format!("change {command}")).succeeds();
}

#[test]
fn weights_of_another_heuristic_in_a_campaign_never_panic() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out out").succeeds();
    let other = scratch
        .tune2048("export corner-published")
        .succeeds()
        .stdout;
    scratch.write("out/best.toml", other);
    for command in ["status", "report", "resume"] {
        // Every run is checked for panics.
        scratch.tune2048(&format!("{command} out"));
    }
}

#[test]
fn intervals_are_named_by_the_level_that_they_have() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", TINY);
    let run = scratch.tune2048("run tiny.toml --out out").succeeds();
    let ratio = run
        .text()
        .lines()
        .find(|line| line.contains("Ratio of "))
        .unwrap();
    assert!(ratio.contains("97.5 % interval"), "{ratio}");
    scratch.tune2048("report out").succeeds();
    let export = scratch.tune2048("export out --format c").succeeds();
    for text in [
        scratch.tune2048("status out").succeeds().text().to_owned(),
        scratch.read("out/report.md"),
        scratch.read("out/report.html").replace('\u{202f}', " "),
        export.text().to_owned(),
    ] {
        assert!(text.contains("97.5 %"), "{text}");
    }
    assert!(!ratio.contains(" 95 % interval"), "{ratio}");
}
