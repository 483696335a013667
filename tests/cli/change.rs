//! Campaigns that go on differently, by the real program: finished, killed and running ones.

use std::thread;
use std::time::Duration;

use crate::spaces::{EXPRESSIONS, LONG, TINY};
use crate::support::{OUTCOME, Scratch, random, replaced};

/// A finished campaign in `out`.
fn finished(space: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out out").succeeds();
    scratch
}

fn copy(scratch: &Scratch, from: &str, to: &str) {
    let _ = std::fs::remove_dir_all(scratch.path(to));
    std::fs::create_dir(scratch.path(to)).unwrap();
    for entry in std::fs::read_dir(scratch.path(from)).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), scratch.path(to).join(entry.file_name())).unwrap();
    }
}

fn status(scratch: &Scratch, folder: &str) -> serde_json::Value {
    let status = scratch.tune2048(&format!("status {folder} --json"));
    status.succeeds().json()
}

const EVERYTHING: &str = "--fix empty=300 --range monotonicity=5..400 --games-per-candidate 4 \
                          --depth 2 --generations 7 --validation-games 12";

#[test]
fn a_change_is_told_recorded_and_the_same_on_any_number_of_threads() {
    let scratch = finished(TINY);
    let before = scratch.read("out/search-space.toml");
    let dry = scratch
        .tune2048(&format!("change out {EVERYTHING} --dry-run"))
        .succeeds();
    for told in [
        "heuristic.rows.empty: 270, tuned from 0 to 2000 -> 300, fixed",
        "player.expectimax.depth: 1 -> 2",
        "objective.games-per-candidate: 3 -> 4",
        "budget.generations: 4 -> 7",
        "cma-es restarts from its mean, spread and correlations, twice as wide",
        "their scores are not compared",
        "the next validation is number 2: the ratio's interval is one of 99.2 %",
    ] {
        assert!(dry.text().contains(told), "{told} in {dry}");
    }
    assert_eq!(scratch.read("out/search-space.toml"), before);
    assert!(!scratch.path("out/changes.csv").exists());
    let change = scratch
        .tune2048(&format!("change out {EVERYTHING}"))
        .succeeds();
    assert!(
        change.text().contains("takes effect from generation 4 on"),
        "{change}"
    );
    let status_text = scratch.tune2048("status out").succeeds();
    assert!(
        status_text
            .text()
            .contains("from generation 4 on: player.expectimax.depth: 1 -> 2"),
        "{status_text}"
    );
    for threads in [1, 2] {
        copy(&scratch, "out", &format!("out{threads}"));
        let end = scratch
            .tune2048(&format!("resume out{threads} --threads {threads}"))
            .succeeds();
        assert!(
            end.text()
                .contains("another player played generation 0 to 3"),
            "{end}"
        );
    }
    scratch.assert_same_record("out1", "out2");
    let json = status(&scratch, "out1");
    assert_eq!(json["finished"], true);
    assert_eq!(json["generations"], 7);
    assert_eq!(json["changes"][0]["generation"], 4);
    assert_eq!(json["evidence"]["look"], 2);
    scratch.tune2048("report out1").succeeds();
    // The weights that the campaign began with are those before the change.
    let row = ">empty</th><td>270</td><td>300</td><td>+11.1 %</td><td>fixed</td>";
    let page = scratch.read("out1/report.html").replace('\u{202f}', " ");
    assert!(page.contains(row), "{page}");
    let report = scratch.tune2048("report out1 --markdown").succeeds();
    assert!(report.text().contains("## Changes"), "{report}");
    let best = scratch.read("out1/best.toml");
    assert!(best.contains("depth = 2"), "{best}");
    // Other tools read the record as ever.
    scratch.tune2048("diagnose out1").succeeds();
    scratch.tune2048("export out1 --format c").succeeds();
}

#[test]
fn killed_at_many_instants_after_a_change_it_ends_the_same() {
    let scratch = Scratch::new();
    let space = replaced(LONG, "generations = 40", "generations = 8");
    scratch.write("space.toml", replaced(&space, "games = 400", "games = 100"));
    let mut campaign = scratch.start("run space.toml --out out --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("out/trials.csv") >= 15));
    assert!(campaign.kill(), "the kill came too late");
    scratch
        .tune2048(
            "change out --fix merges --range monotonicity=5..400 --generations 16 \
             --games-per-candidate 4..20",
        )
        .succeeds();
    copy(&scratch, "out", "whole");
    scratch.tune2048("resume whole").succeeds();
    let all = scratch.rows("whole/trials.csv");
    let mut random = random(5);
    let mut landed = 0;
    for kill in 0..10 {
        let mut campaign = scratch.start(&format!("resume out --threads {}", kill % 2 + 1));
        let rows = scratch.rows("out/trials.csv") + random(14) as usize;
        campaign.wait_until(|| scratch.rows("out/trials.csv") >= rows.min(all));
        thread::sleep(Duration::from_micros(random(10_000)));
        landed += usize::from(campaign.kill());
    }
    assert!(landed >= 5, "{landed} kills landed");
    scratch.tune2048("resume out").succeeds();
    scratch.assert_same_record("out", "whole");
    let changes = |folder: &str| scratch.read(&format!("{folder}/changes.csv"));
    assert_eq!(changes("out"), changes("whole"));
}

#[test]
fn a_running_campaign_takes_a_change_up_and_the_record_replays() {
    let scratch = Scratch::new();
    let space = replaced(LONG, "games = 400", "games = 40");
    scratch.write("space.toml", replaced(&space, "games = 200", "games = 40"));
    let mut campaign = scratch.start("run space.toml --out out --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("out/trials.csv") >= 8));
    let change =
        scratch.tune2048("change out --fix empty --range merges=-3000..3000 --generations 41");
    assert!(!campaign.has_ended(), "the test has nothing to see");
    let change = change.succeeds();
    assert!(
        change
            .text()
            .contains("adopts the change before its next generation"),
        "{change}"
    );
    let end = campaign.finish().succeeds();
    end.says("from generation ");
    let json = status(&scratch, "out");
    let generation = json["changes"][0]["generation"].as_u64().unwrap();
    assert!((1..40).contains(&generation), "{json}");
    assert_eq!(json["generations"], 41);
    assert!(!scratch.path("out/change-request.toml").exists());
    // A record that is cut before the change meets it again in the same place.
    let trials = scratch.read("out/trials.csv");
    let lines: Vec<&str> = trials.split_inclusive('\n').collect();
    for kept in [3, 6 * generation as usize + 4] {
        copy(&scratch, "out", "cut");
        for file in OUTCOME {
            std::fs::remove_file(scratch.path(format!("cut/{file}"))).unwrap();
        }
        scratch.write("cut/trials.csv", lines[..kept].concat());
        scratch.tune2048("resume cut").succeeds();
        scratch.assert_same_record("cut", "out");
    }
}

#[test]
fn a_change_that_comes_after_the_last_generation_waits_for_resume() {
    let scratch = Scratch::new();
    let space = replaced(LONG, "generations = 40", "generations = 2");
    scratch.write(
        "space.toml",
        replaced(&space, "games = 400", "games = 2000"),
    );
    let mut campaign = scratch.start("run space.toml --out out --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("out/looks.csv") == 1));
    let change = scratch.tune2048("change out --generations 3");
    assert!(!campaign.has_ended(), "the test has nothing to see");
    change.succeeds();
    campaign
        .finish()
        .succeeds()
        .says("a change came after the last generation")
        .says("tune2048 resume out");
    assert_eq!(status(&scratch, "out")["generations"], 2);
    scratch.tune2048("resume out").succeeds();
    assert_eq!(status(&scratch, "out")["generations"], 3);
}

#[test]
fn an_edited_file_is_taken_with_consent_only() {
    let changed = replaced(TINY, "empty = \"tune\"", "empty = 400");
    let changed = replaced(&changed, "generations = 4", "generations = 6");
    let scratch = finished(TINY);
    scratch.write("changed.toml", &changed);
    copy(&scratch, "out", "edited");
    copy(&scratch, "out", "command");
    scratch
        .tune2048("resume changed.toml --out out")
        .fails(2)
        .says("heuristic.rows.empty: recorded")
        .says("--change");
    scratch
        .tune2048("resume changed.toml --out out --change")
        .succeeds();
    // The same by the file in the folder, and by the command without options.
    for (folder, command) in [
        ("edited", "resume edited --change"),
        ("command", "change command"),
    ] {
        scratch.write(&format!("{folder}/search-space.toml"), &changed);
        scratch.tune2048(&format!("resume {folder}")).fails(2);
        scratch.tune2048(&format!("status {folder}")).succeeds();
        scratch.tune2048(command).succeeds();
        scratch.tune2048(&format!("resume {folder}")).succeeds();
        scratch.assert_same_record(folder, "out");
        assert_eq!(
            scratch.read(&format!("{folder}/search-space.toml")),
            changed
        );
    }
    // A new run of the changed file is another campaign.
    scratch.tune2048("run changed.toml --out new").succeeds();
    assert_ne!(
        scratch.read("new/trials.csv"),
        scratch.read("out/trials.csv")
    );
}

#[test]
fn a_weight_is_fixed_at_its_mean_and_freed_again() {
    let scratch = finished(TINY);
    scratch.tune2048("change out --fix empty").succeeds();
    let space = scratch.read("out/search-space.toml");
    let fixed = space.lines().find(|line| line.starts_with("empty = "));
    let value: f64 = fixed.unwrap().split_once(" = ").unwrap().1.parse().unwrap();
    // The last mean times the width of the natural range.
    let rows = scratch.read("out/distributions.csv");
    let mean: f64 = rows
        .lines()
        .last()
        .unwrap()
        .split(',')
        .nth(3)
        .unwrap()
        .parse()
        .unwrap();
    assert!(
        (value - 2000.0 * mean.clamp(0.0, 1.0)).abs() < 1e-6,
        "{value} {mean}"
    );
    scratch
        .tune2048("change out --free empty --generations 6")
        .succeeds();
    let space = scratch.read("out/search-space.toml");
    assert_eq!(space, replaced(TINY, "generations = 4", "generations = 6"));
    scratch.tune2048("resume out").succeeds();
    // Nothing was played in between: it is as if only the budget had been raised.
    scratch.write("six.toml", &space);
    scratch.tune2048("run six.toml --out whole").succeeds();
    scratch.assert_same_search("out", "whole");
}

#[test]
fn terms_of_expressions_are_fixed_by_their_names() {
    let scratch = finished(EXPRESSIONS);
    scratch
        .tune2048("change out --fix free-power=1.5 --range slope=-500..500 --generations 5")
        .succeeds();
    let space = scratch.read("out/search-space.toml");
    assert!(space.contains("parameters.power = 1.5"), "{space}");
    scratch.tune2048("resume out").succeeds();
    assert!(scratch.read("out/best.toml").contains("power"));
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_lost() {
    let scratch = finished(TINY);
    let files = || {
        let names = std::fs::read_dir(scratch.path("out")).unwrap();
        let mut files: Vec<_> = names
            .map(|entry| entry.unwrap().path())
            .map(|path| (std::fs::read(&path).unwrap(), path))
            .collect();
        files.sort();
        files
    };
    let before = files();
    for (options, expected) in [
        ("", "nothing would change"),
        ("--generations 4", "nothing would change"),
        (
            "--fix emtpy=3",
            "--fix: found \"emtpy\", expected a weight of rows",
        ),
        (
            "--fix empty=x",
            "--fix: found \"empty=x\", expected WEIGHT=VALUE",
        ),
        (
            "--range empty",
            "--range: found \"empty\", expected WEIGHT=LOW..HIGH",
        ),
        ("--range empty=5", "expected WEIGHT=LOW..HIGH"),
        ("--range empty=9..5", "`low` must be below `high`"),
        (
            "--range monotonicity=0..5",
            "a logarithmic scale needs a range above 0",
        ),
        ("--range monotonicity=10..10.1", "expected one that holds"),
        (
            "--range sum=1..20",
            "expected a weight of rows that its table names",
        ),
        (
            "--free edge",
            "expected a weight of rows that its table names",
        ),
        ("--games-per-candidate 0", "games-per-candidate"),
        (
            "--games-per-candidate 9..4",
            "`low` must not be above `high`",
        ),
        (
            "--games-per-candidate many",
            "expected a number or LOW..HIGH",
        ),
        ("--depth 9", "expected 0 to 8"),
        (
            "--generations 3",
            "budget.generations: found 3, expected at least 4",
        ),
        ("--games 30", "budget.games: found 30, expected at least 60"),
        (
            "--validation-games 9",
            "validation.games: found 9, expected at least 10",
        ),
        ("--minutes 0", "minutes"),
    ] {
        scratch
            .tune2048(&format!("change out {options}"))
            .fails(2)
            .says(expected);
        assert_eq!(files(), before, "{options}");
    }
    for folder in ["missing", "space.toml"] {
        scratch
            .tune2048(&format!("change {folder} --generations 9"))
            .fails(2)
            .says("no campaign here");
    }
    scratch.tune2048("resume out").succeeds();
}
