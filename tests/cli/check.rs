//! Mistakes of search spaces, all at once, and the schema.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

/// Every line that ends in a comment with words has a mistake, and its message those words.
const MISTAKES: &str = r#"name = "a/b" # name
seed = -1 # seed
colour = "red" # colour

[player.expectimax]
depth = 9 # depth
dead-valu = 0 # dead-value

[heuristic.rows]
empty = { start = 300, low = 500, high = 100 } # low
merges = { start = 5000, low = 100, high = 2000 } # start
monotonicty = "tune" # monotonicity
sum = { low = 0.0, high = 90.0, scale = "log" } # log
edge = "tuned" # tune
constant = true # constant

[objective]
maximize = "mean" # mean-score
games-per-candidate = 0 # games-per-candidate

[optimizer.cma-es]
population = 1 # population

[budget]
generations = 0 # generations
games = "many" # games
"#;

#[test]
fn all_mistakes_are_told_at_once_each_with_its_line() {
    let scratch = Scratch::new();
    scratch.write("space.toml", MISTAKES);
    for command in ["check space.toml", "run space.toml --out out", "resume space.toml"] {
        let run = scratch.tune2048(command).fails(2);
        for (index, line) in MISTAKES.lines().enumerate() {
            let Some((_, words)) = line.split_once(" # ") else {
                continue;
            };
            let number = index + 1;
            let place = format!("space.toml:{number}:");
            assert_eq!(run.stderr.matches(&place).count(), 1, "line {number} ({words}): {run}");
            let message = run.stderr.split("\n\n").find(|message| message.contains(&place));
            assert!(message.unwrap().contains(words), "line {number} ({words}): {run}");
        }
    }
    assert!(!scratch.path("out").exists());
}

#[test]
fn a_file_that_is_no_toml_is_told_with_its_line() {
    let scratch = Scratch::new();
    scratch.write("space.toml", replaced(TINY, "seed = 7", "seed = = 7"));
    scratch.tune2048("check space.toml").fails(2).says("space.toml:2:");
    scratch.write("space.toml", [0xff, 0xfe, 0x00]);
    scratch.tune2048("check space.toml").fails(2).says("space.toml");
    scratch.write("space.toml", "");
    scratch.tune2048("check space.toml").fails(2).says("name").says("heuristic");
    scratch.tune2048("check .").fails(2);
}

#[test]
fn a_sound_file_is_shown_with_its_defaults() {
    let scratch = Scratch::new();
    scratch.write("tiny.toml", replaced(TINY, "games = 90", "games = 30"));
    let run = scratch.tune2048("check tiny.toml").succeeds().says_nothing();
    for part in [
        "tiny",
        "heuristic.rows.merges",
        "700, tuned from 100 to 2000 in integers",
        "47, tuned from 10 to 200 on a log scale",
        "11, fixed",
        "validation.games",
        "probability-cut",
    ] {
        assert!(run.text().contains(part), "no {part:?} in {run}");
    }
    assert!(!scratch.path("results").exists(), "nothing is played or written");
}

#[test]
fn the_schema_is_json_that_knows_every_weight() {
    let scratch = Scratch::new();
    let run = scratch.tune2048("schema").succeeds().says_nothing();
    let schema = run.json();
    assert!(schema["$schema"].is_string(), "{run}");
    for weight in [
        "monotonicity-exponent",
        "sum-exponent",
        "edge",
        "exponent",
        "reading-order",
        "games-per-candidate",
    ] {
        assert!(run.text().contains(&format!("\"{weight}\"")), "no {weight} in {run}");
    }
    let required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    assert_eq!(required, ["name", "heuristic"]);
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn help_is_there_for_every_command() {
    let scratch = Scratch::new();
    let run = scratch.tune2048("--help").succeeds().says_nothing();
    for command in [
        "run", "resume", "status", "report", "export", "check", "schema", "evaluate", "inspect",
        "explain", "play",
    ] {
        assert!(run.text().contains(&format!("  {command} ")), "{run}");
        let help = scratch.tune2048(&format!("{command} --help")).succeeds().says_nothing();
        assert!(help.text().contains("Usage:"), "{help}");
    }
    assert!(run.text().contains("130"), "{run}");
    scratch.tune2048("--version").succeeds();
}

#[test]
fn topics_are_printed_without_the_repository() {
    let scratch = Scratch::new();
    let topics = [
        ("formats", "trials.csv"),
        ("search-space", "[budget]"),
        ("json", "serve-evaluations"),
        ("terms", "reliability"),
    ];
    for (topic, word) in topics {
        let page = scratch.tune2048(&format!("help {topic}")).succeeds().says_nothing();
        assert!(page.text().contains(word), "{page}");
    }
    let run = scratch.tune2048("help reliability").succeeds();
    let meaning = run.text().strip_prefix("reliability: ").expect("a term");
    assert!(meaning.contains("share of the variance"), "{run}");
    let typo = scratch.tune2048("help relability").fails(2);
    assert!(typo.stderr.contains("did you mean `reliability`?"), "{typo}");
    let run = scratch.tune2048("help run").succeeds().says_nothing();
    assert!(run.text().contains("Usage: tune2048 run"), "{run}");
    let typo = scratch.tune2048("help formts").fails(2);
    assert!(typo.stderr.contains("did you mean `formats`?"), "{typo}");
}

#[test]
fn wrong_usage_is_bad_input() {
    let scratch = Scratch::new();
    for arguments in [
        "",
        "walk",
        "run a.toml b.toml",
        "run a.toml --threads many",
        "evaluate 2014 --depth 9",
        "export 2014 --format pascal",
    ] {
        scratch.tune2048(arguments).fails(2);
    }
}

#[test]
fn a_text_of_megabytes_is_not_printed_whole() {
    let scratch = Scratch::new();
    let huge = "x".repeat(400_000);
    for space in [replaced(TINY, "\"tiny\"", &format!("\"{huge}\"")), format!("{huge} = 1\n{TINY}")]
    {
        scratch.write("space.toml", space);
        let run = scratch.tune2048("check space.toml").fails(2);
        assert!(run.stderr.contains("bytes left out"));
        assert!(run.stderr.len() < 20_000, "{} bytes", run.stderr.len());
    }
    scratch.write("scores.csv", format!("block,candidate,score\n0,0,{huge}\n"));
    let run = scratch.tune2048("diagnose scores.csv").fails(2);
    assert!(run.stderr.len() < 20_000, "{} bytes", run.stderr.len());
}

#[test]
fn settings_that_are_hardly_meant_are_warned_of() {
    let scratch = Scratch::new();
    let warning = |space: &str| {
        scratch.write("space.toml", space);
        scratch.tune2048("check space.toml").succeeds().stderr
    };
    assert_eq!(
        warning(TINY),
        "warning: race and validation play 110 games, more than the search, which plays at most 60: lower \
         selection.games or validation.games, or raise the budget\n"
    );
    let sound = &replaced(TINY, "games = 90", "games = 30");
    assert_eq!(warning(sound), "");
    let tuned = "empty = \"tune\"";
    let huge = warning(&replaced(TINY, tuned, "empty = 1e30"));
    assert!(huge.contains("warning: the starting weights are too large"), "{huge}");
    let at_bound = warning(&replaced(TINY, tuned, "empty = { start = 0, low = 0, high = 9 }"));
    let expected = "warning: empty starts at the lower bound of its range, 0";
    assert!(at_bound.contains(expected), "{at_bound}");
    // `run` repeats the warning before it begins.
    let run = scratch.tune2048("run space.toml --out out").succeeds();
    assert!(run.stderr.contains(expected), "{run}");
}
