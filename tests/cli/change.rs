//! Campaigns that go on differently, by the real program: with a larger budget, finished, killed and running ones.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::{TINY, long};

const EVERYTHING: &str = "--fix empty=300 --range monotonicity=5..400 --games-per-candidate 4 \
                          --depth 2 --generations 5 --validation-games 12";

#[test]
fn a_change_is_told_recorded_and_the_same_on_any_number_of_threads() {
    // Games of depth 2 take long: no race.
    let scratch = Scratch::finished("space.toml", replaced(TINY, "games = 30", "games = 0"));
    let before = scratch.read("out/search-space.toml");
    let told = [
        "heuristic.rows.empty: 270, tuned from 0 to 2000 -> 300, fixed",
        "player.expectimax.depth: 1 -> 2",
        "objective.games-per-candidate: 3 -> 4",
        "budget.generations: 4 -> 5",
        "cma-es restarts from its mean, spread and correlations, twice as wide",
        "their scores are not compared",
        "the next validation is number 2: the ratio's interval is one of 99.2 %",
    ];
    scratch.prints(&format!("change out {EVERYTHING} --dry-run"), &told);
    assert_eq!(scratch.read("out/search-space.toml"), before);
    assert!(!scratch.path("out/changes.csv").exists());
    scratch.prints(&format!("change out {EVERYTHING}"), &["takes effect from generation 4 on"]);
    scratch.prints("status out", &["from generation 4 on: player.expectimax.depth: 1 -> 2"]);
    for threads in [1, 2] {
        scratch.copy("out", &format!("out{threads}"));
        let resume = format!("resume out{threads} --threads {threads}");
        scratch.prints(&resume, &["another player played generation 0 to 3"]);
    }
    scratch.assert_same_record("out1", "out2");
    let json = scratch.json("status out1");
    assert_eq!(json["finished"], true);
    assert_eq!(json["generations"], 5);
    assert_eq!(json["changes"][0]["generation"], 4);
    assert_eq!(json["evidence"]["look"], 2);
    scratch.tune2048("report out1").succeeds();
    // The weights that the campaign began with are those before the change.
    let row = ">empty</th><td>270</td><td>300</td><td>+11.1 %</td><td>fixed</td>";
    let page = scratch.read("out1/report.html").replace('\u{202f}', " ");
    assert!(page.contains(row), "{page}");
    scratch.prints("report out1 --markdown", &["## Changes"]);
    // Other tools read the record as ever.
    scratch.tune2048("diagnose out1").succeeds();
    scratch.prints("export out1", &["depth = 2"]);
}

#[test]
fn a_running_campaign_takes_a_change_up_and_the_record_replays() {
    let scratch = Scratch::with("space.toml", long(20, 40));
    let mut campaign = scratch.start("run space.toml --out out --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("out/trials.csv") >= 8));
    campaign.signal("STOP");
    let change =
        scratch.tune2048("change out --fix empty --range merges=-3000..3000 --generations 21");
    campaign.signal("CONT");
    change.succeeds().prints("adopts the change before its next generation");
    campaign.finish().succeeds().says("from generation ");
    let json = scratch.json("status out");
    let generation = json["changes"][0]["generation"].as_u64().unwrap();
    assert!((1..20).contains(&generation), "{json}");
    assert_eq!(json["generations"], 21);
    assert!(!scratch.path("out/change-request.toml").exists());
}

#[test]
fn a_change_that_comes_after_the_last_generation_waits_for_resume() {
    let scratch = Scratch::with("space.toml", long(2, 1000));
    let mut campaign = scratch.start("run space.toml --out out --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("out/looks.csv") == 1));
    campaign.signal("STOP");
    let change = scratch.tune2048("change out --generations 3");
    campaign.signal("CONT");
    change.succeeds();
    let end = campaign.finish().succeeds();
    end.says("a change came after the last generation").says("tune2048 resume out");
    assert_eq!(scratch.json("status out")["generations"], 2);
    scratch.tune2048("resume out").succeeds();
    assert_eq!(scratch.json("status out")["generations"], 3);
}

#[test]
fn an_edited_file_is_taken_with_consent_only() {
    let changed = replaced(TINY, "empty = \"tune\"", "empty = 400");
    let changed = replaced(&changed, "generations = 4", "generations = 6");
    let scratch = Scratch::finished("space.toml", TINY);
    scratch.write("changed.toml", &changed);
    scratch.copy("out", "edited");
    let words = ["heuristic.rows.empty: recorded", "--change"];
    scratch.refuses("resume changed.toml --out out", &words);
    scratch.tune2048("resume changed.toml --out out --change").succeeds();
    // The same by the file in the folder.
    scratch.write("edited/search-space.toml", &changed);
    scratch.tune2048("resume edited").fails(2);
    scratch.tune2048("status edited").succeeds();
    scratch.tune2048("change edited").succeeds();
    scratch.tune2048("resume edited").succeeds();
    scratch.assert_same_record("edited", "out");
    assert_eq!(scratch.read("edited/search-space.toml"), changed);
}

#[test]
fn a_weight_is_fixed_at_its_mean_and_freed_again_and_what_makes_no_sense_is_refused() {
    let scratch = Scratch::finished("space.toml", TINY);
    let before = scratch.files("out");
    for (options, expected) in [
        ("", "nothing would change"),
        ("--fix emtpy=3", "--fix: found \"emtpy\", expected a weight of rows"),
        ("--fix empty=x", "--fix: found \"empty=x\", expected WEIGHT=VALUE"),
        ("--range empty", "--range: found \"empty\", expected WEIGHT=LOW..HIGH"),
        ("--range sum=1..20", "expected a weight of rows that its table names"),
        ("--games-per-candidate many", "expected a number or LOW..HIGH"),
        ("--depth 9", "expected 0 to 8"),
    ] {
        scratch.refuses(&format!("change out {options}"), &[expected]);
        assert_eq!(scratch.files("out"), before, "{options}");
    }
    for folder in ["missing", "space.toml"] {
        scratch.refuses(&format!("change {folder} --generations 9"), &["no campaign here"]);
    }
    scratch.tune2048("change out --fix empty").succeeds();
    let space = scratch.read("out/search-space.toml");
    let fixed = space.lines().find(|line| line.starts_with("empty = "));
    let value: f64 = fixed.unwrap().split_once(" = ").unwrap().1.parse().unwrap();
    // The last mean times the width of the natural range.
    let rows = scratch.read("out/distributions.csv");
    let mean: f64 = rows.lines().last().unwrap().split(',').nth(3).unwrap().parse().unwrap();
    assert!((value - 2000.0 * mean.clamp(0.0, 1.0)).abs() < 1e-6, "{value} {mean}");
    scratch.tune2048("change out --free empty --generations 6").succeeds();
    let space = scratch.read("out/search-space.toml");
    assert_eq!(space, replaced(TINY, "generations = 4", "generations = 6"));
    scratch.tune2048("resume out").succeeds();
}

/// On the command line or in the file, which keeps its comments.
#[test]
fn more_generations() {
    let space = replaced(TINY, "[budget]", "# How long.\n[budget] # here");
    let larger = replaced(&space, "generations = 4", "generations = 7");
    let scratch = Scratch::finished("space.toml", &space);
    scratch.write("larger.toml", &larger);
    scratch.copy("out", "edited");
    for (folder, command) in
        [("out", "resume out --generations 7"), ("edited", "resume larger.toml --out edited")]
    {
        scratch.tune2048(command).succeeds();
        assert_eq!(scratch.rows(&format!("{folder}/trials.csv")), 7 * 5);
        assert_eq!(scratch.read(&format!("{folder}/search-space.toml")), larger);
    }
    scratch.refuses("resume out --generations 6", &["budget.generations: recorded 7, found 6"]);
    assert_eq!(scratch.json("status out")["finished"], true);
}

#[test]
fn the_advice_at_the_end_can_be_followed() {
    for (budget, larger) in [("generations = 2", 3), ("games = 30", 45), ("minutes = 0.001", 1)] {
        let scratch = Scratch::with("space.toml", replaced(TINY, "generations = 4", budget));
        let run = scratch.tune2048("run space.toml --out out").succeeds();
        let advice = run.text().lines().find(|line| line.contains("a larger budget"));
        let advice = advice.unwrap_or_else(|| panic!("no advice in {run}"));
        let (_, command) = advice.split_once("tune2048 ").unwrap();
        let (command, _placeholder) = command.trim_end().rsplit_once(' ').unwrap();
        // More minutes would take a minute.
        if !command.ends_with("--minutes") {
            scratch.tune2048(&format!("{command} {larger}")).succeeds();
        }
    }
}
