//! Duels of optimizers, one of them a program of somebody else's.

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tune2048_tuner::duel::{Duel, DuelSpec};

use crate::support::{Scratch, random, replaced};

const SPACE: &str = "name = \"small\"\nseed = 99\n[heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\n\
                     [objective]\ngames-per-candidate = 2\n[budget]\nminutes = 1\n\
                     [selection]\nfinalists = 2\ngames = 10\n[validation]\ngames = 2\n";

const DUEL: &str = r#"
name = "small"
space = "space.toml"
campaigns = 3
budgets = [24, 48]

[validation]
games = 30
seed = 5

[[entrants]]
name = "narrow"
space.optimizer.cma-es = { population = 4, step-size = 0.1 }

[[entrants]]
name = "random"
space.optimizer.random-matrix = { population = 3 }
space.objective.games-per-candidate = 4

[[entrants]]
name = "corner"
command = ["sh", "corner.sh"]
space.optimizer.cmaes-crate = { population = 5 }
"#;

/// Plays twice at the corner of the ranges, and recommends it.
const CORNER: &str = "read description\n\
                      for games in 3 4; do echo '{\"point\": [1, 1], \"games\": '$games'}'; read answer; done\n\
                      echo '{\"point\": [1, 1], \"recommend\": true}'; read answer\n";

fn folder() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("space.toml", SPACE);
    scratch.write("duel.toml", DUEL);
    scratch.write("corner.sh", CORNER);
    scratch
}

#[test]
fn tables_say_what_the_recommended_weights_score() {
    let scratch = folder();
    let run = scratch.tune2048("duel duel.toml --json").succeeds();
    let outcome = run.json();
    assert_eq!(
        outcome,
        serde_json::from_str::<Value>(&scratch.read("results/small/table.json")).unwrap()
    );
    let budgets = outcome["budgets"].as_array().unwrap();
    assert_eq!(budgets.len(), 2);
    for (at, budget) in budgets.iter().zip([24, 48]) {
        assert_eq!(at["budget"], budget);
        let entrants = at["entrants"].as_array().unwrap();
        assert_eq!(entrants.len(), 3);
        for pair in entrants.windows(2) {
            assert!(pair[0]["mean"].as_f64() >= pair[1]["mean"].as_f64());
        }
        for entrant in entrants {
            let name = entrant["entrant"].as_str().unwrap();
            let expected = if name == "corner" {
                7.0
            } else {
                f64::from(budget)
            };
            assert_eq!(entrant["search_games"], expected, "{name}");
            // Each campaign's figure is what anybody measures of its weights.
            for (place, mean) in entrant["means"].as_array().unwrap().iter().enumerate() {
                let folder = format!("results/small/{name}-{budget}-{}", place + 1);
                let again =
                    scratch.tune2048(&format!("evaluate {folder} --games 30 --seed 5 --json"));
                assert_eq!(again.json()["mean"], *mean, "{folder}");
            }
        }
        // All campaigns of one entrant recommend the same, and are the same.
        let corner = entrants
            .iter()
            .find(|entrant| entrant["entrant"] == "corner");
        let means = corner.unwrap()["means"].as_array().unwrap();
        assert!(means.iter().all(|mean| mean == &means[0]));
        assert_eq!(at["differences"].as_array().unwrap().len(), 3);
    }
    assert_eq!(scratch.rows("results/small/table.csv"), 6);
    // Again it only prints; people get an aligned table, and Markdown lies in the folder.
    let again = scratch
        .tune2048("duel duel.toml")
        .succeeds()
        .says("18 of 18");
    let markdown = scratch.read("results/small/table.md");
    assert!(markdown.contains("| corner | 3 | 7 |"), "{markdown}");
    assert!(!again.text().contains('|'), "{again}");
    let corner = again.text().lines().find(|line| line.starts_with("corner"));
    let cells: Vec<&str> = corner.unwrap().split_whitespace().collect();
    assert_eq!(cells[1..3], ["3", "7"]);
}

#[test]
fn a_duel_killed_again_and_again_ends_as_if_it_had_not_been() {
    let scratch = folder();
    scratch.tune2048("duel duel.toml --out whole").succeeds();
    let mut random = random(7);
    let mut landed = 0;
    for kill in 0..8 {
        let rows = scratch.rows("killed/campaigns.csv");
        let threads = kill % 2 + 1;
        let mut duel = scratch.start(&format!("duel duel.toml --out killed --threads {threads}"));
        duel.wait_until(|| scratch.rows("killed/campaigns.csv") > rows);
        thread::sleep(Duration::from_micros(random(5_000)));
        landed += usize::from(duel.kill());
    }
    assert!(landed >= 4, "{landed} kills landed");
    scratch.tune2048("duel duel.toml --out killed").succeeds();
    for file in ["campaigns.csv", "table.json", "table.csv", "table.md"] {
        assert_eq!(
            scratch.read(&format!("killed/{file}")),
            scratch.read(&format!("whole/{file}")),
            "{file}"
        );
    }
}

#[test]
fn more_may_be_asked_for_and_nothing_else() {
    let scratch = folder();
    let shorter = replaced(DUEL, "campaigns = 3", "campaigns = 1");
    scratch.write("duel.toml", &shorter);
    scratch.tune2048("duel duel.toml").succeeds();
    assert_eq!(scratch.rows("results/small/campaigns.csv"), 6);
    for (from, to, entrant) in [
        ("step-size = 0.1", "step-size = 0.2", "narrow"),
        ("\"sh\", \"corner.sh\"", "\"sh\", \"other.sh\"", "corner"),
        ("seed = 5", "seed = 6", "narrow"),
    ] {
        scratch.write("duel.toml", replaced(&shorter, from, to));
        scratch.tune2048("duel duel.toml").fails(2).says(&format!(
            "campaign 1 of {entrant} at 24 games was run with other settings"
        ));
    }
    scratch.write("duel.toml", DUEL);
    let run = scratch.tune2048("duel duel.toml").succeeds();
    run.says("6 of 18 campaigns are finished");
    assert_eq!(scratch.rows("results/small/campaigns.csv"), 18);
}

#[test]
fn mistakes_are_told_before_anything_is_played() {
    let scratch = folder();
    for (from, to, message) in [
        (
            "campaigns = 3",
            "campaigns = 0",
            "`campaigns` is out of range",
        ),
        ("budgets = [24, 48]", "budgets = []", "`budgets` is empty"),
        (
            "\"random\"",
            "\"narrow\"",
            "two entrants are called `narrow`",
        ),
        (
            "[\"sh\", \"corner.sh\"]",
            "[]",
            "the command of the entrant `corner` is empty",
        ),
        (
            "space = \"space.toml\"",
            "space = \"none.toml\"",
            "none.toml: cannot read",
        ),
        (
            "population = 4",
            "population = 1",
            "population` is out of range",
        ),
        (
            "space.optimizer.cma-es",
            "space.seed = 2\nspace.optimizer.cma-es",
            "belongs to the duel",
        ),
        ("budgets = [24, 48]", "budgets = [24, 1]", "budget.games"),
    ] {
        scratch.write("duel.toml", replaced(DUEL, from, to));
        scratch.tune2048("duel duel.toml").fails(2).says(message);
        assert!(!scratch.path("results").exists(), "{message}");
    }
    for (script, message) in [
        ("exit 4", "entrant corner: sh: ended with exit status: 4"),
        (
            "exit 0",
            "entrant corner: it ended without recommending weights",
        ),
    ] {
        scratch.write("duel.toml", DUEL);
        scratch.write("corner.sh", script);
        scratch.tune2048("duel duel.toml").fails(1).says(message);
    }
}

#[test]
fn the_ready_duels_have_no_mistakes() {
    let scratch = Scratch::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("search-spaces/duels");
    let mut checked = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let is_space = ["six-weights.toml", "nineteen-weights.toml"];
        if is_space.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let spec = DuelSpec::parse(&path, &text).unwrap_or_else(|error| panic!("{error}"));
        for entrant in &spec.entrants {
            if let Some([_, script, ..]) = entrant.command.as_deref() {
                assert!(folder.join(script).is_file(), "{script}");
            }
        }
        let results = scratch.path(&spec.name);
        let duel = Duel::open(spec, &folder, &results);
        duel.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        checked += 1;
    }
    assert!(checked >= 4);
}

#[test]
fn the_games_of_an_entrant_may_follow_the_reliability() {
    let scratch = folder();
    let adaptive = "name = \"adaptive\"\n\
                    space.optimizer.cma-es = { population = 4, damping = 2 }\n\
                    space.objective.games-per-candidate = { low = 2, high = 6 }\n\n\
                    [[entrants]]\nname = \"corner\"";
    scratch.write("duel.toml", replaced(DUEL, "name = \"corner\"", adaptive));
    scratch.tune2048("duel duel.toml").succeeds();
    let table = scratch.read("results/small/campaigns.csv");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("adaptive,"))
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let [budget, games] = [1, 4].map(|field| row[field].parse::<u64>().unwrap());
        assert!((8..=budget).contains(&games), "{row:?}");
        let folder = format!("results/small/adaptive-{budget}-{}", row[2]);
        assert!(scratch.rows(&format!("{folder}/rounds.csv")) > 0);
    }
}
