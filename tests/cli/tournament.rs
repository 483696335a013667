//! Tournaments: the table, going on, and what is refused.

use tune2048_testkit::program::{Scratch, replaced, without_times};

const TWO: &str = include_str!("tournament.toml");

const MINE: &str = "[heuristic.rows]\nempty = 20\n[player.expectimax]\ndepth = 1\n";

fn two() -> Scratch {
    let scratch = Scratch::with("weights/mine.toml", MINE);
    scratch.write("two.toml", TWO);
    scratch
}

#[test]
fn the_table_holds_what_evaluate_says_and_other_players_are_refused() {
    let scratch = two();
    scratch.prints("tournament two.toml", &[" one that | is odd  ", "  by hand\n"]);
    assert_eq!(scratch.rows("results/two/games.csv"), 60);
    let written = scratch.read("results/two/table.md");
    assert!(written.contains("| one that \\| is odd |"), "{written}");
    assert!(written.contains("| by hand |"), "{written}");

    let table = scratch.read_json("results/two/table.json");
    let players = table["players"].as_array().unwrap();
    for (name, weights) in [("2014", "2014"), ("one that | is odd", "weights/mine.toml")] {
        let player = players.iter().find(|player| player["name"] == name).unwrap();
        let alone = scratch.json(&format!("evaluate {weights} --games 30 --seed 7"));
        for key in ["games", "mean", "mean_ci95", "median", "min", "max", "tiles"] {
            assert_eq!(player[key], alone[key], "{name}: {key}");
        }
        let boards = alone["nodes"].as_f64().unwrap() / alone["moves"].as_f64().unwrap();
        assert_eq!(player["boards_per_move"].as_f64().unwrap(), boards);
    }
    // What has changed is refused.
    scratch.write("weights/mine.toml", replaced(MINE, "20", "21"));
    let words =
        ["player \"one that | is odd\": found games of `empty = 20`, expected `empty = 21`"];
    scratch.refuses("tournament two.toml", &words);
    scratch.write("weights/mine.toml", MINE);
    scratch.write("other.toml", replaced(TWO, "seed = 7", "seed = 8"));
    scratch.refuses("tournament other.toml", &["found games of seed 7, expected seed 8"]);
    scratch.tune2048("tournament two.toml").succeeds();
    let record = scratch.read("results/two/tournament.json");
    let without: Vec<&str> = record.lines().filter(|line| !line.contains("2014")).collect();
    scratch.write("results/two/tournament.json", without.join("\n"));
    let words = ["player \"2014\": found games of weights that tournament.json does not have"];
    scratch.refuses("tournament two.toml", &words);
}

#[test]
fn threads_change_nothing_and_more_games_are_added() {
    let scratch = two();
    let games = |folder: &str| without_times(&scratch.read(&format!("{folder}/games.csv")));
    for threads in [1, 2] {
        let command = format!("tournament two.toml --out {threads} --threads {threads}");
        scratch.tune2048(&command).succeeds();
    }
    assert_eq!(games("1"), games("2"));
    scratch.write("more.toml", replaced(TWO, "games = 30", "games = 40"));
    scratch.tune2048("tournament more.toml --out 1").succeeds();
    assert_eq!(scratch.rows("1/games.csv"), 80);
    assert!(games("1").starts_with(&games("2")));
    // The shorter one is that of its first games.
    let found = scratch.json("tournament two.toml --out 1");
    assert_eq!(scratch.rows("1/games.csv"), 80);
    let whole = scratch.read_json("2/table.json");
    for player in 0..2 {
        assert_eq!(found["players"][player]["mean"], whole["players"][player]["mean"]);
    }
}

#[test]
fn a_killed_tournament_goes_on() {
    let scratch = two();
    let deep =
        replaced(TWO, "weights = \"2014\"", "weights = \"2014\"\nplayer.expectimax.depth = 2");
    scratch.write("two.toml", deep);
    scratch.tune2048("tournament two.toml --out whole").succeeds();
    for signal in ["KILL", "INT", "KILL"] {
        let mut running = scratch.start("tournament two.toml --out cut --threads 1");
        let rows = scratch.rows("cut/games.csv");
        running.wait_until(|| scratch.rows("cut/games.csv") > rows);
        if signal == "KILL" {
            running.kill();
        } else {
            running.signal(signal);
            running.finish().fails(130).says("go on with the same command");
        }
        assert!(scratch.rows("cut/games.csv") < 60, "it came too late");
    }
    scratch.tune2048("tournament two.toml --out cut").succeeds();
    let games = |folder: &str| without_times(&scratch.read(&format!("{folder}/games.csv")));
    assert_eq!(games("cut"), games("whole"));
}

#[test]
fn mistakes_are_told_with_their_places() {
    let scratch = two();
    scratch.write("a.toml", "name = \"a\"\nseed = -1\n[[players]]\nweigths = \"2014\"\n");
    let words = ["a.toml:2:8", "did you mean `weights`?", "missing key `games`"];
    scratch.refuses("tournament a.toml", &words);
    let alone = "name = \"a\"\nseed = 1\ngames = 1\n[[players]]\nweights = \"2014\"\n";
    scratch.write("alone.toml", alone);
    let words = ["a tournament needs at least two players", "found 1, expected two or more"];
    scratch.refuses("tournament alone.toml", &words);
    let twice = replaced(TWO, "name = \"one that | is odd\"", "name = \"2014\"");
    scratch.write("d.toml", twice);
    scratch.refuses("tournament d.toml", &["two players have the same name"]);
}
