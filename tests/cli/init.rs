//! `init`: files to start from.

use tune2048_testkit::program::{Scratch, assert_has};

/// Every heuristic with a word that its search space explains.
const HEURISTICS: [(&str, &str); 6] = [
    ("rows", "# Per empty cell of a row or column.\nempty = \"tune\"  # from 270, 0 to 2 000\n"),
    ("corner-matrix", "layout = \"free\""),
    ("path", "orientations = 8"),
    ("exponential-snake", "scale = \"log\""),
    ("differences", "dead-value = -1e20"),
    ("expressions", "#   r0      rank of the first cell"),
];

#[test]
fn every_heuristic_has_a_search_space_that_passes_check_without_a_warning() {
    let scratch = Scratch::new();
    for (heuristic, explained) in HEURISTICS {
        let init = format!("init {heuristic} --heuristic {heuristic} --depth 2");
        scratch.prints(&init, &[&format!("tune2048 run {heuristic}.toml\n")]);
        assert_has(&scratch.read(&format!("{heuristic}.toml")), &[explained]);
        let check = scratch.tune2048(&format!("check {heuristic}.toml")).succeeds().says_nothing();
        let settings = check.text();
        assert!(settings.contains(" tuned from "), "{settings}");
        let depth = settings.lines().find(|line| line.starts_with("player.expectimax.depth "));
        assert!(depth.is_some_and(|line| line.ends_with(" 2")), "{settings}");
    }
    scratch.refuses("init other --heuristic none", &HEURISTICS.map(|(heuristic, _)| heuristic));
}

/// A file with the settings in its comments.
fn uncommented(text: &str, is_setting: impl Fn(&str) -> bool) -> String {
    let line = |line: &str| match line.strip_prefix("# ") {
        Some(entry) if is_setting(entry) => format!("{entry}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn every_weight_in_a_comment_can_be_tuned() {
    let scratch = Scratch::new();
    scratch.tune2048("init mine").succeeds();
    let text = scratch.read("mine.toml");
    let all = uncommented(&text, |entry| entry.contains(" = \"tune\"  # from "));
    scratch.write("mine.toml", &all);
    scratch.prints("check mine.toml", &["heuristic.rows.edge "]);
}

#[test]
fn what_init_writes_runs() {
    let scratch = Scratch::new();
    scratch.tune2048("init --heuristic path").succeeds();
    let text = scratch.read("my-campaign.toml") + "\n[selection]\ngames = 16\n";
    scratch.write("my-campaign.toml", text);
    scratch.tune2048("run my-campaign.toml --games 160 --validation-games 10").succeeds();
    assert_eq!(scratch.json("status my-campaign")["finished"], true);
}

#[test]
fn a_program_has_placeholders_that_say_what_to_fill_in() {
    let scratch = Scratch::new();
    let mut command = scratch.command(["init", "solver", "--command", "./solver --tune"]);
    assert!(command.output().unwrap().status.success());
    let text = scratch.read("solver.toml");
    assert!(text.contains("program = [\"./solver\", \"--tune\"]"), "{text}");
    assert!(text.contains("# Fill in: one line for each parameter of yours."), "{text}");
    for command in ["check", "run"] {
        let found = "heuristic.command: found `placeholder-tuned`, expected the parameters";
        scratch.refuses(&format!("{command} solver.toml"), &["solver.toml: ", found]);
    }
    scratch.write("solver.toml", text.replace("placeholder-", ""));
    let words = ["starts the program ./solver --tune"];
    scratch.prints("check solver.toml", &words).says_nothing();
    for (line, entry) in [
        ("./solver --seed={seed} --w={w}", "\nw = { start = 100, low = 0, high = 1000 }\n"),
        ("./solver {seed}", "\"{seed}\", \"{placeholder-tuned}\"]"),
    ] {
        let file = format!("{}.toml", line.len());
        let mut command = scratch.command(["init", &file, "--command", line]);
        assert!(command.output().unwrap().status.success());
        assert!(scratch.read(&file).contains(entry), "{}", scratch.read(&file));
    }
    scratch.tune2048("init other --command x --depth 2").fails(2);
    // The page that the comment names.
    assert!(text.contains("tune2048 help programs"));
    scratch.prints("help programs", &["seeds"]);
}

#[test]
fn tournaments_and_learning_runs_have_files_to_start_from() {
    let scratch = Scratch::new();
    for (option, command, topic) in [
        ("--tournament", "tournament my-tournament.toml", "tournament-files"),
        ("--learning", "learn my-network.toml", "learning-files"),
    ] {
        let init = scratch.tune2048(&format!("init {option}")).succeeds();
        init.prints(&format!("tune2048 {command}\n")).prints(&format!("help {topic}"));
        let file = command.split_once(' ').unwrap().1;
        let text = scratch.read(file);
        assert!(text.contains(&format!("`tune2048 help {topic}`")), "{text}");
        scratch.prints(&format!("help {topic}"), &["`name`"]);
        scratch.tune2048(&format!("check {file}")).succeeds().says_nothing();
        // Every setting in a comment is one.
        let is_setting = |entry: &str| entry.contains(" = ") || entry.starts_with('[');
        scratch.write("all.toml", uncommented(&text, is_setting));
        scratch.tune2048("check all.toml").succeeds().says_nothing();
        scratch.tune2048(&format!("init other {option} --depth 2")).fails(2);
    }
    let text = scratch.read("my-tournament.toml").replace("games = 200", "games = 2");
    scratch.write("my-tournament.toml", text);
    scratch.prints("tournament my-tournament.toml", &["without search"]);
    let text = scratch.read("my-network.toml").replace("100000", "200");
    let text =
        text.replace("lines-and-squares", "lines").replace("test-games = 1000", "test-games = 2");
    scratch.write("my-network.toml", text);
    scratch.prints("learn my-network.toml", &["networks/my-network"]);
}

#[test]
fn files_are_never_overwritten_and_names_are_checked() {
    let scratch = Scratch::with("mine.toml", "precious");
    scratch.refuses("init mine", &["mine.toml: found a file, expected none"]);
    assert_eq!(scratch.read("mine.toml"), "precious");
    scratch.tune2048("init mine.toml --out other.toml").succeeds();
    assert!(scratch.read("other.toml").contains("name = \"mine\""));
    scratch.refuses("init .hidden", &["name"]);
    assert!(!scratch.path(".hidden.toml").exists());
    scratch.fails(1, "init a --out nowhere/a.toml", &["nowhere"]);
}
