//! Duels on games of a few moves, one entrant a program of somebody else's.

use std::fs;

use tempfile::TempDir;
use tune2048_engine::evaluate::Monitor;
use tune2048_testkit::recorded;

use super::command::DuelCommand;
use super::error::DuelError;
use super::run::Duel;
use super::spec::DuelSpec;

const SPACE: &str = "name = \"small\"\nseed = 99\n[heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\n\
                     [objective]\ngames-per-candidate = 2\n[budget]\nminutes = 1\n\
                     [selection]\nfinalists = 2\ngames = 10\n[validation]\ngames = 2\n";

const DUEL: &str = include_str!("tests.toml");

/// Plays twice at the corner of the ranges, which so is what it recommends.
const CORNER: &str = "read greeting\n\
                      for seeds in '0, 1, 2' '3, 4, 5, 6'; do\n\
                      echo '{\"id\": 1, \"point\": [1, 1], \"seeds\": ['\"$seeds\"']}'\n\
                      for seed in $seeds; do read answer; done\n\
                      done\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("space.toml", SPACE), ("duel.toml", DUEL), ("corner.sh", CORNER)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn play(folder: &TempDir, out: &str) -> Result<String, DuelError> {
    let command = DuelCommand {
        file: folder.path().join("duel.toml"),
        out: Some(folder.path().join(out)),
        threads: Some(2),
        json: true,
    };
    command.play(&Monitor::default())
}

fn read(folder: &TempDir, file: &str) -> String {
    fs::read_to_string(folder.path().join(file)).unwrap()
}

#[test]
fn tables_say_what_the_recommended_weights_score() {
    let folder = folder();
    let outcome: serde_json::Value = serde_json::from_str(&play(&folder, "out").unwrap()).unwrap();
    let budgets = outcome["budgets"].as_array().unwrap();
    assert_eq!(budgets.len(), 2);
    for (at, budget) in budgets.iter().zip([24.0, 48.0]) {
        let entrants = at["entrants"].as_array().unwrap();
        assert_eq!(entrants.len(), 3);
        for pair in entrants.windows(2) {
            assert!(pair[0]["mean"].as_f64() >= pair[1]["mean"].as_f64());
        }
        for entrant in entrants {
            let is_corner = entrant["entrant"] == "corner";
            let expected = if is_corner { 7.0 } else { budget };
            assert_eq!(entrant["search_games"], expected, "{entrant}");
            // All campaigns of the corner recommend the same, and are the same.
            let means = entrant["means"].as_array().unwrap();
            assert!(!is_corner || means.iter().all(|mean| mean == &means[0]));
        }
        assert_eq!(at["differences"].as_array().unwrap().len(), 3);
    }
    assert!(read(&folder, "out/table.md").contains("| corner | 3 | 7 |"));
}

#[test]
fn a_duel_goes_on_where_it_was_cut_and_refuses_other_settings() {
    let folder = folder();
    play(&folder, "whole").unwrap();
    play(&folder, "cut").unwrap();
    let whole = read(&folder, "whole/campaigns.csv");
    fs::write(folder.path().join("cut/campaigns.csv"), &whole[..whole.len() / 2]).unwrap();
    play(&folder, "cut").unwrap();
    for file in ["campaigns.csv", "table.json", "table.csv", "table.md"] {
        let [whole, cut] = ["whole", "cut"].map(|out| read(&folder, &format!("{out}/{file}")));
        assert_eq!(whole, cut, "{file}");
    }
    let changed = DUEL.replace("step-size = 0.1", "step-size = 0.2");
    fs::write(folder.path().join("duel.toml"), changed).unwrap();
    let error = play(&folder, "whole").unwrap_err();
    assert!(error.is_bad_input());
    let problem = "campaign 1 of narrow at 24 games was run with other settings";
    assert!(error.to_string().contains(problem), "{error}");
}

#[test]
fn mistakes_are_told_before_anything_is_played() {
    let folder = folder();
    for (from, to, message) in [
        ("budgets = [24, 48]", "budgets = []", "`budgets` is empty"),
        ("\"random\"", "\"narrow\"", "two entrants are called `narrow`"),
        ("[\"sh\", \"corner.sh\"]", "[]", "the command of the entrant `corner` is empty"),
        ("\"space.toml\"", "\"none.toml\"", "none.toml: cannot read"),
        ("space.optimizer.cma-es", "space.seed = 2\nspace.optimizer.cma-es", "belongs to the duel"),
        ("budgets = [24, 48]", "budgets = [24, 1]", "budget.games"),
    ] {
        fs::write(folder.path().join("duel.toml"), DUEL.replacen(from, to, 1)).unwrap();
        let error = play(&folder, "out").unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert!(error.is_bad_input(), "{error}");
        assert!(!folder.path().join("out").exists(), "{message}");
    }
}

#[test]
fn the_ready_duels_have_no_mistakes() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = recorded::repository().join("search-spaces/duels");
    let mut checked = 0;
    for path in recorded::files("search-spaces/duels") {
        let spaces = ["six-weights", "six-weights-free", "nineteen-weights", "nineteen-from-2014"];
        if spaces.iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name)) {
            continue;
        }
        let spec = DuelSpec::parse(&path, &fs::read_to_string(&path).unwrap());
        let spec = spec.unwrap_or_else(|error| panic!("{error}"));
        let results = scratch.path().join(&spec.name);
        let duel = Duel::open(spec, &folder, &results);
        duel.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        checked += 1;
    }
    assert!(checked >= 4);
}

#[test]
fn recorded_duels_are_read() {
    let mut read = 0;
    for folder in recorded::results() {
        let recorded = folder.join("campaigns.csv");
        if !recorded.exists() {
            continue;
        }
        // A copy: opening takes the lock of the file.
        let copy = tempfile::NamedTempFile::new().unwrap();
        fs::copy(&recorded, copy.path()).unwrap();
        let found = super::results::Results::open_file(copy.path(), ()).unwrap();
        assert!(!found.rows().is_empty(), "{}", recorded.display());
        read += 1;
    }
    assert!(read >= 4);
}
