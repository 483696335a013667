//! Mistakes of search spaces, all at once, and the schema.

use tune2048_testkit::assert_has;
use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

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
fn a_sound_file_is_shown_with_its_defaults() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let parts = [
        "heuristic.rows.merges",
        "700, tuned from 100 to 2000 in integers",
        "47, tuned from 10 to 200 on a log scale",
        "11, fixed",
        "validation.games",
        "probability-cut",
    ];
    scratch.prints("check tiny.toml", &parts).says_nothing();
    assert!(!scratch.path("results").exists(), "nothing is played or written");
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
        assert!(!run.text().contains("<!--") && !run.text().contains("]("), "{run}");
    }
    scratch.prints("help interval", &["interval: the values"]);
    scratch.prints("help seeds", &["common seeds: the same game seeds"]);
    let run = scratch.tune2048("help reliability").succeeds();
    let meaning = run.text().strip_prefix("reliability: ").expect("a term");
    assert!(meaning.contains("share of the variance"), "{run}");
    scratch.refuses("help relability", &["did you mean `reliability`?"]);
    scratch.tune2048("help run").succeeds().says_nothing().prints("Usage: tune2048 run");
    scratch.refuses("help formts", &["did you mean `formats`?"]);
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
        ("weights.h", "results/exports/tuned-depth1.h"),
        ("weights.json", "results/exports/tuned-depth1.json"),
        ("weights.py", "results/exports/tuned-depth1.py"),
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
        ("check", "weights.h", "found weights as C, expected a search space"),
        ("evaluate", "space 1.toml", "by `tune2048 run 'space 1.toml'`"),
        ("evaluate", "weights.json", "found weights as JSON, expected a file of weights"),
        ("evaluate", "weights.py", "found weights as Python, expected a file of weights"),
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
    let huge = warning(&replaced(TINY, tuned, "empty = 1e30"));
    assert_has(&huge, &["warning: the starting weights are too large"]);
    let at_bound = warning(&replaced(TINY, tuned, "empty = { start = 0, low = 0, high = 9 }"));
    let expected = "warning: empty starts at the lower bound of its range, 0";
    assert_has(&at_bound, &[expected]);
    // `run` repeats the warning before it begins.
    scratch.tune2048("run space.toml --out out").succeeds().says(expected);
}

/// A program with two parameters of a logarithmic range and of choices, started from trials.
const TRIED: &str = "name = 'tried'\n[player.command]\nprogram = ['./solver']\n[heuristic.command]\n\
     x = { start = 0.01, low = 0.001, high = 10, scale = 'log' }\n\
     k = { choices = [1, 2, 4, 8], start = 1 }\nv = { values = [0.1, 0.5, 1], start = 0.5 }\n\
     [warm-start]\ntrials = 'study.csv'\n";

#[test]
fn trials_of_other_tools_are_read_as_they_write_them() {
    let scratch = Scratch::with("space.toml", TRIED);
    for study in [
        ",number,value,params_k,params_v,state\n0,0,10.0,8.0,0.10,COMPLETE\n1,1,12.0,+2,5e-1,COMPLETE\n2,2,,,,FAIL\n",
        ",number,value,params_x\n0,0,1,0.1\n1,1,2,0.2\n",
        "#loss,x\n-1,0.1\n-2,0.2\n",
        "x,value\n0.1,1\n0.2,2\n",
        "x\tscore\n0,1\t1,351\n0,2\t956\n",
    ] {
        scratch.write("study.csv", study);
        scratch.tune2048("check space.toml").succeeds();
    }
    for (study, said) in [
        ("k,score\n3,1\n", &["study.csv:2:1", "found \"3\""][..]),
        (
            "number,values_0,values_1,params_x,state\n0,1,2,0.1,COMPLETE\n",
            &["several objectives", "rename"],
        ),
        ("x,points\n0.1,5\n", &["study.csv:1:1", "expected `score`, `value` or `#loss`"]),
        ("x,score\n-1,9\n-2,8\n0.5,7\n", &["`x` is outside of its range in 2 of 3", "-1"]),
    ] {
        scratch.write("study.csv", study);
        let run = scratch.refuses("check space.toml", said);
        assert!(!run.stderr.contains("--columns"), "{run}");
    }
}
