//! The games before a search: played once, recorded, counted.

use std::collections::HashSet;

use tune2048_testkit::campaigns::{Fake, Scratch, create, noisy_game, space};

/// 2 % of it are 200 games.
const BUDGET: &str = "games = 10000\ngenerations = 5";

fn with_share(budget: &str, share: f64) -> String {
    let pilot = format!("\n[pilot]\nshare = {share}\n");
    space("cma-es", budget) + pilot.as_str()
}

#[test]
fn it_is_played_once_on_seeds_of_its_own() {
    let scratch = Scratch::in_memory();
    // A fifth of 5 generations of 24 games are too few, of 10 000 enough.
    for (budget, share, expected) in [(BUDGET, 0.5, false), ("games = 10000", 0.02, true)] {
        let name = format!("{share}");
        let space = with_share(budget, share);
        let fake = Fake::playing(noisy_game);
        scratch.play(&name, &space, &fake).unwrap();
        assert_eq!(scratch.events(&name, "pilot").len(), usize::from(expected));
        let batches = fake.batches();
        let mut seen = HashSet::new();
        // The ends of the ranges play a few of the pilot's seeds again.
        let skipped = usize::from(expected);
        for batch in batches.iter().skip(skipped) {
            let fresh = batch.seeds.iter().all(|seed| seen.insert(*seed));
            assert!(fresh, "{share}");
        }
        if expected {
            let games: usize =
                batches[..2].iter().map(|b| b.candidates.len() * b.seeds.len()).sum();
            let progress = scratch.progress(&name);
            let pilot = progress.pilot.unwrap();
            assert_eq!(pilot.games, games as u64);
            assert!((150..=200).contains(&games), "{games}");
            let trials = progress.trials * 6;
            assert_eq!(progress.games, pilot.games + trials, "it counts");
            assert!((9_977..=10_000).contains(&progress.games));
            assert!(batches[0].seeds[..4] == batches[1].seeds[..]);
            assert!(batches[2..].iter().all(|b| !b.seeds.contains(&batches[0].seeds[0])));
        }
    }
}

#[test]
fn stopped_anywhere_it_is_the_same_and_no_game_is_played_again() {
    let scratch = Scratch::in_memory();
    let space = with_share("generations = 50", 0.2);
    let whole = Fake::playing(noisy_game);
    scratch.play("whole", &space, &whole).unwrap();
    let count = |fake: &Fake| -> usize {
        fake.batches().iter().map(|batch| batch.candidates.len() * batch.seeds.len()).sum()
    };
    let is_of_pilot = scratch.read("whole/games.csv").matches("\npilot,").count();
    assert!(is_of_pilot > 150, "{is_of_pilot}");
    for stop in (0..40).step_by(2) {
        let name = format!("cut-{stop}");
        scratch.begin(&name, &space, &Fake::playing(noisy_game).stopped_after(stop));
        let recorded = scratch.progress(&name).games;
        let is_over = !scratch.events(&name, "pilot").is_empty();
        let fake = Fake::playing(noisy_game);
        scratch.go_on(&name, &fake).unwrap();
        let again = count(&fake) + recorded as usize - count(&whole);
        // Of a pilot whose last games were recorded when it was stopped, those of the last weights.
        assert!(again <= if is_over { 0 } else { 4 }, "stopped after {stop}: {again} again");
        scratch.assert_same(&name, "whole", &name);
    }
}

#[test]
fn a_campaign_that_is_told_so_has_none_even_resumed() {
    let scratch = Scratch::in_memory();
    let space = with_share("games = 10000\ngenerations = 3", 0.5);
    let space = space.replace("games-per-candidate = 6", "games-per-candidate = 200");
    assert!(create(&scratch.path("with"), &space).unwrap().pilot_games_left() > 0);
    create(&scratch.path("out"), &space).unwrap().skip_pilot().unwrap();
    let fake = Fake::playing(noisy_game);
    scratch.go_on("out", &fake).unwrap();
    // Generations, two rounds of the race, and the validation.
    assert_eq!(fake.batches().len(), 3 + 2 + 1);
    assert_eq!(scratch.progress("out").games, 3 * 4 * 200);
}
