//! Names in place of paths: campaigns in `results`, and search spaces that are built in.

use tune2048_testkit::program::Scratch;
use tune2048_testkit::spaces::TINY;

#[test]
fn a_campaign_in_results_is_found_by_its_name() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml").succeeds();
    for command in ["status", "export", "evaluate --games 5"] {
        let (command, options) = command.split_once(' ').unwrap_or((command, ""));
        let by_name = scratch.tune2048(&format!("{command} tiny {options}")).succeeds();
        let by_path = scratch.tune2048(&format!("{command} results/tiny {options}"));
        if command != "evaluate" {
            assert_eq!(by_name.text(), by_path.text());
        }
    }
    scratch.tune2048("change tiny --generations 9 --dry-run").succeeds();
    // What is there under the name itself comes first.
    std::fs::create_dir(scratch.path("tiny")).unwrap();
    scratch.tune2048("status tiny").fails(2);
    scratch.tune2048("status other").fails(2).says("other");
}

#[test]
fn a_name_that_is_built_in_is_taken_wherever_a_file_is() {
    let scratch = Scratch::new();
    for (name, found) in [
        ("quickstart", "empty"),
        ("short", "short: a learning run of"),
        ("tuned-depth2", "tuned-depth2: weights for "),
    ] {
        scratch.tune2048(&format!("check {name}")).succeeds().prints(found);
    }
    for (command, found, right) in [
        ("run short", "the settings of a learning run", "learn short"),
        ("plan 2014", "a file of weights", "evaluate 2014"),
        ("learn rows-depth2", "a search space", "run rows-depth2"),
        ("tournament quickstart", "a search space", "run quickstart"),
        ("evaluate rows-depth2", "a search space", "run rows-depth2"),
        ("compare 2014 short", "the settings of a learning run", "learn short"),
    ] {
        let run = scratch.tune2048(command).fails(2);
        run.says(&format!(": found {found}, expected ")).says(&format!("`tune2048 {right}`"));
    }
}

#[test]
fn a_campaign_and_a_learning_run_of_one_name_are_told_apart() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    scratch.write("learn/tiny.toml", "games = 200\ntuples = 'lines'\ntest-games = 2\n");
    scratch.tune2048("learn learn/tiny.toml --threads 1").succeeds().prints("networks/tiny");
    for command in ["evaluate", "status", "resume", "report", "export"] {
        let run = scratch.tune2048(&format!("{command} tiny")).fails(2);
        run.says("a campaign in results/tiny and a learning run in networks/tiny");
    }
    scratch.tune2048("evaluate results/tiny --games 2").succeeds().prints("results/tiny, ");
    scratch
        .tune2048("evaluate networks/tiny --games 2 --depth 1")
        .succeeds()
        .prints("networks/tiny, ");
    let list = scratch.tune2048("list --json").succeeds().json();
    let mut folders: Vec<&str> =
        list.as_array().unwrap().iter().map(|entry| entry["folder"].as_str().unwrap()).collect();
    folders.sort_unstable();
    assert_eq!(folders, ["networks/tiny", "results/tiny"]);
    // Also where a file of the name is built in.
    for folder in ["results", "networks"] {
        let [tiny, quickstart] = ["tiny", "quickstart"].map(|name| format!("{folder}/{name}"));
        std::fs::rename(scratch.path(&tiny), scratch.path(&quickstart)).unwrap();
    }
    scratch.tune2048("evaluate quickstart").fails(2).says("a campaign in results/quickstart and");
}

#[test]
fn a_campaign_without_a_game_gives_its_name_to_the_next() {
    let scratch = Scratch::new();
    scratch.tune2048("init solver --command ./missing").succeeds();
    let text = scratch.read("solver.toml").replace("placeholder-", "");
    for options in ["", "--no-pilot"] {
        scratch.write("solver.toml", &text);
        let run = scratch.tune2048(&format!("run solver.toml {options}"));
        run.fails(1).says("missing is not found");
        scratch.write("solver.toml", text.replace("./missing", "./other"));
        scratch.tune2048("resume solver.toml").fails(2).says("`tune2048 run` begins again");
        scratch.tune2048("run solver.toml").fails(1).says("other is not found");
    }
    // One that has played stays.
    scratch.write("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --no-pilot").succeeds();
    scratch.tune2048("run tiny.toml").fails(2).says("remove the folder to start afresh");
}

#[test]
fn printed_commands_can_be_pasted() {
    let scratch = Scratch::with("tiny.toml", TINY);
    let out = "it's Läufe 1";
    let mut command = scratch.command(["run", "tiny.toml", "--no-pilot", "--out", out]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let given = r"'it'\''s Läufe 1'";
    for expected in ["export", "report", "resume"] {
        assert!(text.contains(&format!("tune2048 {expected} {given}")), "{expected}: {text}");
    }
    let line = text.lines().find_map(|line| line.split_once("a report  ")).expect("a report").1;
    let pasted = std::process::Command::new("sh")
        .args(["-c", line])
        .current_dir(scratch.root())
        .output()
        .unwrap();
    assert!(pasted.status.success(), "{pasted:?}");
    assert!(scratch.path(out).join("report.html").is_file());
}

#[test]
fn search_spaces_are_built_in() {
    let scratch = Scratch::new();
    let built_in = scratch.tune2048("check quickstart").succeeds();
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/search-spaces/quickstart.toml"));
    scratch.write("quickstart.toml", file.unwrap());
    let by_file = scratch.tune2048("check quickstart.toml").succeeds();
    assert_eq!(built_in.text(), by_file.text());
    // A file of this name comes first.
    scratch.write("quickstart", "seed = 0.5");
    scratch.tune2048("check quickstart").fails(2).says("seed");
    for command in ["check", "run", "plan", "serve-evaluations"] {
        scratch
            .tune2048(&format!("{command} quickstrat"))
            .fails(2)
            .says("built in: corner-depth2, ");
    }
    assert!(!scratch.path("results").exists());
}
