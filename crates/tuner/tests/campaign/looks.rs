//! The ledger of validations, and the games after the search, cut and damaged anywhere.

use std::path::Path;

use crate::campaign::damage::untold_changes;
use tune2048_testkit::campaigns::{Fake, OUTCOME, Scratch, go_on, space};
use tune2048_tuner::campaign::{Campaign, CampaignError, Outcome};

/// Goes on with a changed search space.
fn change(scratch: &Scratch, space: &str, fake: &Fake) -> Result<Outcome, CampaignError> {
    let given = Some((Path::new("changed.toml"), space));
    go_on(&mut Campaign::resume(&scratch.folder("out"), given)?, fake)
}

fn half_width(outcome: &Outcome) -> f64 {
    let (ratio, interval) = (outcome.evidence.ratio, outcome.evidence.ratio_ci95);
    (interval.unwrap().high / ratio.unwrap()).ln()
}

#[test]
fn a_larger_budget_is_a_second_look_on_new_games() {
    let scratch = Scratch::new();
    let first = scratch.run("out", &space("cma-es", "generations = 3"));
    assert_eq!(first.evidence.look, 1);
    assert!((first.evidence.look_confidence - 0.975).abs() < 1e-12);
    let fake = Fake::default();
    let second = change(&scratch, &space("cma-es", "generations = 20"), &fake).unwrap();
    assert_eq!(second.evidence.look, 2);
    assert!((second.evidence.look_confidence - (1.0 - 0.05 / 6.0)).abs() < 1e-12);
    assert_eq!(second.evidence.validation_seeds, "validation stream of seed 11, games 7 to 13");
    assert_eq!(second.evidence.search_games, 20 * 4 * 6);
    let ledger = scratch.lines("out/looks.csv");
    assert_eq!(ledger.len(), 1 + 2);
    assert!(ledger[1].starts_with("1,72,"), "{ledger:?}");
    assert!(ledger[2].starts_with("2,480,"), "{ledger:?}");
    // Neither the race nor the validation plays a game of the first look.
    let first_games = scratch.lines("out/final-games.csv");
    let mut seen = std::collections::HashSet::new();
    for line in &first_games[1..] {
        let fields: Vec<&str> = line.split(',').collect();
        let [stream, game, finalist] = fields[..3] else {
            panic!("{line}");
        };
        assert!(seen.insert((stream, game, finalist)), "{line}");
    }
    let batches = fake.batches();
    assert!(batches[17..].iter().all(|batch| !batch.seeds.is_empty()));
}

#[test]
fn more_validation_games_are_added_to_those_played_and_widen_the_claim() {
    let scratch = Scratch::new();
    let few = space("cma-es", "generations = 20").replace("games = 7\n", "games = 200\n");
    let more = few.replace("games = 200\n", "games = 201\n");
    let first = scratch.run("out", &few);
    let fake = Fake::default();
    let second = change(&scratch, &more, &fake).unwrap();
    let batches = fake.take_batches();
    let played: usize = batches.iter().map(|b| b.candidates.len() * b.seeds.len()).sum();
    assert_eq!(played, 2, "one more game each");
    assert_eq!((second.evidence.look, second.evidence.tuned.games), (2, 201));
    assert_eq!(first.recommended, second.recommended);
    // By the quantiles 2.6383 and 2.2414 of the normal distribution, and Student's.
    let wider = half_width(&second) / half_width(&first);
    assert!((1.15..1.21).contains(&wider), "{wider}");
    // Fewer would be a choice of what one likes better.
    let error = change(&scratch, &few, &fake).unwrap_err();
    assert!(error.to_string().contains("validation.games"), "{error}");
}

#[test]
fn an_end_that_is_reached_again_is_the_same_look() {
    let scratch = Scratch::new();
    let first = scratch.run("out", &space("cma-es", "generations = 3"));
    let fake = Fake::default();
    // A comment changes the file and not what it asks.
    let commented = format!("# again\n{}", space("cma-es", "generations = 3"));
    assert_eq!(change(&scratch, &commented, &fake).unwrap(), first);
    std::fs::remove_file(scratch.folder("out/best.toml")).unwrap();
    let again = scratch.go_on("out", &fake);
    assert_eq!(again.unwrap(), first);
    assert!(fake.take_batches().is_empty(), "played again");
    assert_eq!(scratch.lines("out/looks.csv").len(), 2);
}

#[test]
fn a_look_that_was_begun_counts() {
    let scratch = Scratch::new();
    let small = space("cma-es", "generations = 3");
    // Killed with one of the two validated.
    scratch.begin("out", &small, &Fake::stopping_after(12 + 4 + 2 + 1));
    let larger = space("cma-es", "generations = 4");
    let outcome = change(&scratch, &larger, &Fake::default()).unwrap();
    assert_eq!(outcome.evidence.look, 2);
}

#[test]
fn the_games_cut_at_any_place() {
    let scratch = Scratch::new();
    let space = space("cma-es", "generations = 2");
    scratch.run("whole", &space);
    let games = scratch.read("whole/final-games.csv");
    let look = games.find("validation").unwrap();
    // Through every byte of two rows, and some of all others.
    for length in (0..games.len()).filter(|at| at % 17 == 0 || at.abs_diff(look) < 40) {
        scratch.copy("whole", "cut");
        scratch.write("cut/final-games.csv", &games[..length]);
        scratch.write("cut/finalists.csv", scratch.read("whole/finalists.csv"));
        if length >= look {
            scratch.write("cut/looks.csv", scratch.read("whole/looks.csv"));
        }
        let fake = Fake::default();
        scratch.go_on("cut", &fake).unwrap();
        scratch.assert_same("cut", "whole", &format!("{length} bytes"));
        let known = games[..length].matches('\n').count().saturating_sub(1);
        let batches = fake.batches();
        let played: usize = batches.iter().map(|b| b.candidates.len() * b.seeds.len()).sum();
        let all = games.matches('\n').count() - 1;
        assert_eq!(known + played, all, "{length} bytes: played twice");
    }
}

#[test]
fn the_finalists_and_the_ledger_cut_at_any_place() {
    let scratch = Scratch::new();
    let space = space("cma-es", "generations = 2");
    scratch.run("whole", &space);
    for file in ["finalists.csv", "looks.csv"] {
        let whole = scratch.read(&format!("whole/{file}"));
        for length in (0..whole.len()).step_by(5) {
            scratch.copy("whole", "cut");
            scratch.write(&format!("cut/{file}"), &whole[..length]);
            scratch.go_on("cut", &Fake::default()).unwrap();
            scratch.assert_same("cut", "whole", &format!("{file}, {length} bytes"));
        }
    }
}

#[test]
fn damage_of_what_follows_on_the_search_is_told() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 2"));
    let files = &OUTCOME[..3];
    for file in files {
        let length = scratch.read(&format!("whole/{file}")).len();
        assert_eq!(untold_changes(&scratch, file, files, (0..length - 1).step_by(29)), [0; 0]);
    }
}

#[test]
fn a_ledger_that_is_gone_is_told() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 2"));
    for file in ["looks.csv", "best.toml"] {
        std::fs::remove_file(scratch.folder(&format!("out/{file}"))).unwrap();
    }
    let error = scratch.go_on("out", &Fake::default());
    let text = error.expect_err("a look that is not counted").to_string();
    assert!(text.contains("looks.csv") && text.contains("no look"), "{text}");
}
