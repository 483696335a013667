//! Names in place of paths: campaigns in `results`, and search spaces that are built in.

use tune2048_testkit::program::{Scratch, TINY, assert_has};

#[test]
fn a_campaign_in_results_is_found_by_its_name_unless_a_learning_run_has_it_too() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    for command in ["status", "export", "diagnose"] {
        let by_name = scratch.tune2048(&format!("{command} tiny")).succeeds();
        let by_path = scratch.tune2048(&format!("{command} results/tiny"));
        assert_eq!(by_name.text(), by_path.text());
    }
    scratch.prints("evaluate tiny --games 5", &["tiny, "]);
    // It is not overwritten by a second one.
    scratch.refuses("run tiny.toml --no-pilot", &["remove the folder to start afresh"]);
    // What is there under the name itself comes first.
    std::fs::create_dir(scratch.path("tiny")).unwrap();
    scratch.tune2048("status tiny").fails(2);
    scratch.refuses("status other", &["other"]);
    std::fs::remove_dir(scratch.path("tiny")).unwrap();

    scratch.write("learn/tiny.toml", "games = 200\ntuples = 'lines'\ntest-games = 2\n");
    scratch.prints("learn learn/tiny.toml --threads 1", &["networks/tiny"]);
    for command in ["evaluate", "status", "resume", "report", "export"] {
        let words = ["a campaign in results/tiny and a learning run in networks/tiny"];
        scratch.refuses(&format!("{command} tiny"), &words);
    }
    scratch.prints("evaluate results/tiny --games 2", &["results/tiny, "]);
    scratch.prints("evaluate networks/tiny --games 2 --depth 1", &["networks/tiny, "]);
    let list = scratch.json("list").to_string();
    assert_has(&list, &["\"networks/tiny\"", "\"results/tiny\""]);
    // Also where a file of the name is built in.
    for folder in ["results", "networks"].map(|folder| scratch.path(folder)) {
        std::fs::rename(folder.join("tiny"), folder.join("quickstart")).unwrap();
    }
    scratch.refuses("evaluate quickstart", &["a campaign in results/quickstart and"]);
    std::fs::rename(scratch.path("results/quickstart"), scratch.path("results/path")).unwrap();
    for command in ["export path --format c", "evaluate path --games 10", "compare 2014 path"] {
        scratch.refuses(command, &["preset:path", "results/path"]);
    }
}

#[test]
fn a_campaign_without_a_game_gives_its_name_to_the_next() {
    let scratch = Scratch::new();
    scratch.tune2048("init solver --command ./missing").succeeds();
    let text = scratch.read("solver.toml").replace("placeholder-", "");
    for options in ["", "--no-pilot"] {
        scratch.write("solver.toml", &text);
        scratch.fails(1, &format!("run solver.toml {options}"), &["missing` cannot be executed"]);
        scratch.write("solver.toml", text.replace("./missing", "./other"));
        scratch.refuses("resume solver.toml", &["`tune2048 run` begins again"]);
        scratch.fails(1, "run solver.toml", &["other` cannot be executed"]);
    }
}

#[test]
fn printed_commands_can_be_pasted() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let out = "it's Läufe 1";
    let mut command = scratch.command(["run", "tiny.toml", "--no-pilot", "--out", out]);
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let given = r"'it'\''s Läufe 1'";
    assert!(text.contains(&format!("tune2048 report {given}")), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("More: ")).expect("a report");
    let mut shell = std::process::Command::new("sh");
    let pasted = shell.args(["-c", line]).current_dir(scratch.root()).output().unwrap();
    assert!(pasted.status.success(), "{pasted:?}");
    assert!(scratch.path(out).join("report.html").is_file());
}

#[test]
fn files_come_before_what_is_built_in_and_a_misspelt_name_gets_the_list() {
    // A file of this name comes first.
    let scratch = Scratch::with("quickstart", "seed = 0.5");
    scratch.refuses("check quickstart", &["seed"]);
    for command in ["check", "run", "plan", "serve-evaluations"] {
        let words = ["did you mean `quickstart`?", "built in: corner-depth2, "];
        scratch.refuses(&format!("{command} quickstrat"), &words);
    }
    assert!(!scratch.path("results").exists());
}
