//! Other commands with a program.

use super::{PLAYER, solver};
use tune2048_testkit::program::{Scratch, replaced};

fn weights(scratch: &Scratch, name: &str, a: f64) {
    let text = format!(
        "[player.command]\nprogram = [\"python3\", \"player.py\"]\n\n\
         [heuristic.command]\na = {a}\nb = 40\nunused = 0\n"
    );
    scratch.write(name, text);
}

#[test]
fn commands_that_value_boards_refuse_a_program() {
    let Some(scratch) = solver() else { return };
    weights(&scratch, "w.toml", 3.0);
    for arguments in [
        "inspect w.toml 1234",
        "explain w.toml",
        "explain 2014 --against w.toml",
        "play w.toml --plain",
    ] {
        scratch.refuses(arguments, &["found command python3 player.py"]);
    }
    assert!(!scratch.path("pids").exists());
}

#[test]
fn compare_settles_which_of_two_builds_is_better() {
    let Some(scratch) = solver() else { return };
    // These programs have no parameters: their constants are their own.
    let fixed = PLAYER.replace("weights[\"a\"]", "3");
    let fixed = replaced(&fixed, "weights[\"b\"]", "40");
    let build = |name: &str, points: &str| {
        let program = replaced(&fixed, "int(10000", &format!("int({points}"));
        scratch.write(&format!("{name}.py"), program);
        let text = format!("player.command.program = [\"python3\", \"{name}.py\", \"--tune\"]\n");
        scratch.write(&format!("{name}.toml"), text);
    };
    build("old", "10000");
    build("new", "13000");
    scratch.prints("compare old.toml new.toml", &["B is better than A"]);
    // A build of the same name is another player: its games are new ones.
    let is_record = |name: &String| !name.ends_with(".looks.csv");
    let records = || scratch.names("results/compare").iter().filter(|name| is_record(name)).count();
    assert_eq!(records(), 1);
    build("new", "7000");
    scratch.prints("compare old.toml new.toml", &["B is worse than A"]);
    assert_eq!(records(), 2);
}

#[test]
fn plans_and_tournaments_play_programs() {
    let Some(scratch) = solver() else { return };
    scratch.prints("plan space.toml --games 200", &["the validation of at most"]);
    weights(&scratch, "good.toml", 3.0);
    weights(&scratch, "bad.toml", 9.0);
    let entrant =
        |name: &str| format!("[[players]]\nname = \"{name}\"\nweights = \"{name}.toml\"\n");
    let entrants = entrant("good") + &entrant("bad");
    scratch.write("t.toml", format!("name = \"t\"\nseed = 1\ngames = 20\n{entrants}"));
    let table = scratch.tune2048("tournament t.toml").succeeds();
    let place = |name: &str| table.text().find(&format!(" {name} ")).expect("a row");
    assert!(place("good") < place("bad"), "{table}");
}
