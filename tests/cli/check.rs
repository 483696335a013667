//! Mistakes of search spaces, all at once, and the schema.

use tune2048_testkit::program::{Scratch, TINY, assert_has, replaced};

#[test]
fn mistakes_are_told_by_every_command_that_reads_the_file() {
    let seed = replaced(TINY, "seed = 7", "seed = -1");
    let scratch = Scratch::with("space.toml", replaced(&seed, "merges", "megres"));
    for command in ["check space.toml", "run space.toml --out out", "resume space.toml"] {
        scratch.refuses(command, &["space.toml:2:8", "space.toml:6:1", "did you mean `merges`?"]);
    }
    assert!(!scratch.path("out").exists());
}

#[test]
fn topics_are_printed_without_the_repository() {
    let scratch = Scratch::new();
    for (topic, word) in [
        ("formats", "trials.csv"),
        ("search-space", "[budget]"),
        ("programs", "serve-evaluations"),
        ("terms", "reliability"),
    ] {
        let run = scratch.prints(&format!("help {topic}"), &[word]).says_nothing();
        assert!(!run.text().contains("<!--"), "{run}");
    }
    scratch.refuses("help reliability", &["expected a command or a topic"]);
    scratch.tune2048("help run").succeeds().says_nothing().prints("Usage: tune2048 run");
}

#[test]
fn files_of_every_kind_are_checked_and_others_are_told_where_they_belong() {
    let scratch = Scratch::new();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, file) in [
        ("space 1.toml", "search-spaces/quickstart.toml"),
        ("weights.toml", "results/exports/tuned-depth1.toml"),
        ("tournament.toml", "search-spaces/tournaments/ancestors.toml"),
        ("learning.toml", "learning/first-network.toml"),
    ] {
        scratch.write(name, std::fs::read(repository.join(file)).unwrap());
    }
    let told = |arguments: &[&str]| {
        let output = scratch.command(arguments).output().unwrap();
        let code = output.status.code();
        (code, String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
    };
    for (name, expected) in [
        ("space 1.toml", "6 coordinates"),
        ("weights.toml", "weights for expectimax depth 1"),
        ("tournament.toml", "a tournament of "),
        ("learning.toml", "a learning run of 100 000 games"),
    ] {
        let (code, text) = told(&["check", name]);
        assert!(code == Some(0) && text.contains(expected), "{name}: {text}");
    }
    for (command, name, expected) in [
        ("run", "tournament.toml", "found a tournament, expected a search space"),
        ("run", "learning.toml", "by `tune2048 learn learning.toml`"),
        ("evaluate", "space 1.toml", "by `tune2048 run 'space 1.toml'`"),
        ("learn", "tournament.toml", "by `tune2048 tournament tournament.toml`"),
        ("tournament", "weights.toml", "by `tune2048 evaluate weights.toml`"),
    ] {
        let (code, text) = told(&[command, name]);
        assert!(code == Some(2) && text.contains(expected), "{command} {name}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn settings_that_are_hardly_meant_are_warned_of() {
    let scratch = Scratch::new();
    let warning = |space: &str| {
        scratch.write("space.toml", space);
        scratch.tune2048("check space.toml").succeeds().stderr
    };
    assert_eq!(warning(TINY), "");
    let tuned = "empty = \"tune\"";
    let at_bound = warning(&replaced(TINY, tuned, "empty = { start = 0, low = 0, high = 9 }"));
    let expected = "warning: empty starts at the lower bound of its range, 0";
    assert_has(&at_bound, &[expected]);
    // `run` repeats the warning before it begins.
    scratch.tune2048("run space.toml --out out").succeeds().says(expected);
}
