//! The examples of programs: what they play by hand is what `evaluate` gets from them.

#![allow(clippy::float_cmp, reason = "scores are whole, and features halves")]

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use toml::Table;

use crate::cli::export_code::compile;
use crate::programs::line_schema::LineSchema;
use tune2048_testkit::program::{Scratch, is_installed};
use tune2048_testkit::recorded;

/// The folder of the examples, in the repository and in the scratch folder of a test.
pub(super) const FOLDER: &str = "examples/programs";

pub(super) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An example in a folder of its own, with the search space that is shipped with it.
struct Example {
    scratch: Scratch,
    space: Table,
}

impl Example {
    /// Copies an example, and compiles it if it is written in C++; `None` if its tool is missing.
    fn new(source: &str, space: &str) -> Option<Self> {
        let (name, extension) = source.split_once('.').unwrap();
        let tool = match extension {
            "cpp" => "c++",
            "py" => "python3",
            "js" => "node",
            _ => panic!("{source}"),
        };
        if !is_installed(tool) {
            return None;
        }
        let scratch = Scratch::new();
        let folder = scratch.path(FOLDER);
        fs::create_dir_all(&folder).unwrap();
        let source = repository().join(FOLDER).join(source);
        if extension == "cpp" {
            let program = format!("{FOLDER}/{name}");
            let options =
                ["-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", &program];
            let source = [source.to_str().unwrap()];
            compile(&scratch, tool, &[&options[..], &source].concat());
        } else {
            fs::copy(&source, folder.join(source.file_name().unwrap())).unwrap();
        }
        let space = fs::read_to_string(repository().join(FOLDER).join(space)).unwrap();
        Some(Self { scratch, space: space.parse().unwrap() })
    }

    fn program(&self) -> Vec<String> {
        let words = self.space["player"]["command"]["program"].as_array().unwrap();
        words.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    }

    /// Writes a weights file for a program with the starting weights of the search space.
    ///
    /// A program that is not said to be deterministic plays each game once.
    fn write_weights(&self, name: &str, program: &[String], is_deterministic: bool) {
        let mut parameters = Table::new();
        for (name, value) in self.space["heuristic"]["command"].as_table().unwrap() {
            let start = value.get("start").unwrap_or(value);
            parameters.insert(name.clone(), start.clone());
        }
        let settings = format!(
            "player.command.program = {}\nplayer.command.deterministic = {is_deterministic}\n",
            toml::Value::from(program.to_vec())
        );
        self.scratch.write(name, format!("{settings}[heuristic.command]\n{parameters}"));
    }

    /// Runs the program as a user would by hand: with these lines on its standard input.
    fn by_hand(&self, input: &str) -> Output {
        let program = self.program();
        let is_here = program[0].contains('/');
        let path = if is_here { self.scratch.path(&program[0]) } else { program[0].clone().into() };
        assert_cmd::Command::new(path)
            .args(&program[1..])
            .current_dir(self.scratch.root())
            .write_stdin(input)
            .output()
            .unwrap()
    }

    fn evaluate(&self, weights: &str) -> Value {
        evaluated(&self.scratch, &format!("{weights} --games 2 --seed 1 --threads 1"))
    }
}

/// The answer of `evaluate` without the player and what depends on time.
fn evaluated(scratch: &Scratch, arguments: &str) -> Value {
    let mut json = scratch.json(&format!("evaluate {arguments}"));
    for key in ["weights", "player", "seconds", "moves_per_second"] {
        json.as_object_mut().unwrap().shift_remove(key).unwrap();
    }
    json
}

/// Lets `evaluate` play games, notes the lines that are exchanged, and repeats them by hand.
#[track_caller]
fn assert_same_games_by_hand(example: &Example) {
    let noted = "tee -a requests | \"$0\" \"$@\" | tee -a answers";
    let shell = ["sh", "-c", noted].map(str::to_owned);
    example.write_weights("noted.toml", &[&shell[..], &example.program()].concat(), false);
    example.write_weights("weights.toml", &example.program(), true);
    let evaluated = example.evaluate("noted.toml");
    assert_eq!(example.evaluate("weights.toml"), evaluated);

    let schema = LineSchema::new();
    let (mut requests, mut played) = (String::new(), Vec::new());
    for line in example.scratch.read("requests").lines() {
        let mut request = schema.check("request", line);
        // The starting weights of the search space are the ones that the program has by itself.
        request["weights"] = json!({});
        requests += &format!("{request}\n");
    }
    let answers = example.scratch.read("answers");
    let (greeting, answers) = answers.split_once('\n').unwrap();
    schema.check("greeting", greeting);
    for line in answers.lines() {
        played.push(schema.check("answer", line));
    }
    assert_eq!(played.len(), 2, "{answers}");
    let scores = played.iter().map(|answer| answer["score"].as_f64().unwrap());
    assert_eq!(evaluated["mean"], scores.sum::<f64>() / 2.0);

    for _ in 0..2 {
        let output = example.by_hand(&requests);
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text, format!("{greeting}\n{answers}"));
    }
    let unknown = json!({"id": 1, "weights": {"unheard-of": 1}, "seeds": [1]});
    let output = example.by_hand(&format!("{unknown}\n"));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("unheard-of"), "{error}");
}

/// A pair of games leaves the other side what the first one does not get, and equal sides half.
#[track_caller]
fn assert_sides_share_the_points(example: &Example) {
    let scores = |own: &Value, other: &Value| -> Vec<f64> {
        let request = json!({"id": 1, "weights": own, "opponent": other, "seeds": [1, 2, 3, 4]});
        scores(&example.by_hand(&format!("{request}\n")))
    };
    let (better, first) = (json!({"center": 3, "twos": 2, "theirs": 4}), json!({}));
    assert_eq!(scores(&first, &first), [0.5; 4]);
    let [won, left] = [scores(&better, &first), scores(&first, &better)];
    let sums: Vec<f64> = won.iter().zip(&left).map(|(won, left)| won + left).collect();
    assert_eq!(sums, [1.0; 4], "{won:?} {left:?}");
}

/// The scores of the answers that a program has printed after its greeting.
fn scores(output: &Output) -> Vec<f64> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap());
    lines.map(|answer: Value| answer["score"].as_f64().unwrap()).collect()
}

/// Builds that meet in a runner share the points as weights do in a loop of one process.
#[track_caller]
fn assert_builds_meet(example: &Example) {
    let (pairs, build) = (100, format!("{FOLDER}/connect_four"));
    let runner = repository().join("examples/matches/gtp.py");
    for (name, more) in [("old", ""), ("new", ", \"center=3\", \"twos=2\", \"theirs=4\"")] {
        let file = format!(
            "[player.command]\nprogram = [\"python3\", {runner:?}, \"--game\", \"connect-four\"]\n\
             engine = [{build:?}, \"--gtp\"{more}]\n[heuristic.command]\n"
        );
        example.scratch.write(&format!("{name}.toml"), file);
    }
    let compare = format!("compare old.toml new.toml --games {pairs} --once");
    let met = example.scratch.json(&compare)["b"].clone();
    let weights = json!({"center": 3, "twos": 2, "theirs": 4});
    let seeds: Vec<u32> = (1..=pairs).collect();
    let request = json!({"id": 1, "weights": weights, "opponent": {}, "seeds": seeds});
    let own: f64 = scores(&example.by_hand(&format!("{request}\n"))).iter().sum();
    let [met, sd] = ["mean", "sd"].map(|name| met[name].as_f64().unwrap());
    // Three standard errors of a difference between means of other openings.
    let within = 3.0 * sd * (2.0 / f64::from(pairs)).sqrt();
    assert!((met - own / f64::from(pairs)).abs() < within, "{met} {own}");
    assert!(met > 0.5, "{met}");
}

#[test]
fn examples_in_cpp_play_the_same_games_by_hand() {
    for (source, space) in
        [("expectimax.cpp", "textbook-expectimax.toml"), ("tetris.cpp", "tetris.toml")]
    {
        let Some(example) = Example::new(source, space) else { return };
        assert_same_games_by_hand(&example);
    }
}

/// One build for all that is asked of it.
#[test]
fn connect_four_in_cpp_meets_itself_and_another_build() {
    let Some(example) = Example::new("connect_four.cpp", "connect-four.toml") else { return };
    assert_same_games_by_hand(&example);
    assert_sides_share_the_points(&example);
    if is_installed("python3") {
        assert_builds_meet(&example);
    }
}

#[test]
fn connect_four_in_python_shares_the_points() {
    let Some(mut example) = Example::new("connect_four.py", "connect-four.toml") else { return };
    let program = format!("program = ['python3', '{FOLDER}/connect_four.py']");
    example.space["player"]["command"] = program.parse::<Table>().unwrap().into();
    assert_sides_share_the_points(&example);
}

#[test]
fn examples_in_other_languages_play_the_same_games_by_hand_and_once_per_game() {
    if let Some(example) = Example::new("player.js", "javascript-player.toml") {
        assert_same_games_by_hand(&example);
    }
    let Some(example) = Example::new("one_page.py", "python-player.toml") else { return };
    assert_same_games_by_hand(&example);
    let mut program = example.program();
    program.extend(["{seed}", "{weights-file}"].map(str::to_owned));
    example.write_weights("once.toml", &program, true);
    assert_eq!(example.evaluate("once.toml"), example.evaluate("weights.toml"));
}

/// The search spaces are sound, and `check` starts nothing: their programs are not compiled.
#[test]
fn search_spaces() {
    let scratch = Scratch::new();
    let paths = [FOLDER, "examples/matches"].into_iter().flat_map(recorded::files);
    let spaces: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    assert_eq!(spaces.len(), 8, "{spaces:?}");
    for space in spaces {
        let run = scratch.tune2048(&format!("check {}", space.display())).succeeds();
        let text = fs::read_to_string(&space).unwrap();
        let space: Table = text.parse().unwrap();
        let words = space["player"]["command"]["program"].as_array().unwrap();
        for word in words {
            assert!(run.text().contains(word.as_str().unwrap()), "{run}");
        }
    }
}

/// The examples of the referee's lines play equal games in all four languages.
#[test]
fn moves_in_four_languages() {
    let scratch = Scratch::new();
    let folder = repository().join("examples/referee");
    let source = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (cpp, rust) = (source("player.cpp"), source("player.rs"));
    let players = [
        ("python3", vec!["python3".to_owned(), source("player.py")], vec![]),
        ("node", vec!["node".to_owned(), source("player.js")], vec![]),
        (
            "c++",
            vec!["./cpp".to_owned()],
            vec!["-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "cpp", &cpp],
        ),
        ("rustc", vec!["./rust".to_owned()], vec!["-O", "-Dwarnings", "-o", "rust", &rust]),
    ];
    let text = fs::read_to_string(folder.join("player.toml")).unwrap();
    let mut first: Option<Value> = None;
    for (tool, program, compiled) in players {
        if !is_installed(tool) {
            continue;
        }
        if !compiled.is_empty() {
            compile(&scratch, tool, &compiled);
        }
        let program = toml::Value::from(program);
        scratch.write(
            "player.toml",
            format!("player.command.program = {program}\nplayer.command.plays = \"2048\"\nheuristic.command.empty = 20\nheuristic.command.points = 1\n"),
        );
        let json = evaluated(&scratch, "player.toml --games 8 --seed 3 --threads 2");
        assert!(json["mean"].as_f64().unwrap() > 1000.0, "{json}");
        assert_eq!(*first.get_or_insert_with(|| json.clone()), json, "{tool}");
    }
    scratch.write("space.toml", text);
    scratch.tune2048("check space.toml").succeeds();
}
