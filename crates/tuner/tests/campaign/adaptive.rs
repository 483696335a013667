//! Adaptive games: how many games each candidate plays, and campaigns that are interrupted.

use tune2048_testkit::campaigns::{
    Fake, Play, Scratch, adaptive, flat_game, game, noisy_game, optimizers,
};
use tune2048_tuner::campaign::CampaignError;
use tune2048_tuner::record::Trial;

pub(crate) const GAMES: &str = "low = 8, high = 40, on-noise = \"go-on\"";

fn run(scratch: &Scratch, name: &str, space: &str, play: Play) {
    scratch.play(name, space, &Fake::playing(play)).unwrap();
}

fn generations(trials: &[Trial]) -> Vec<&[Trial]> {
    trials.chunk_by(|a, b| a.generation == b.generation).collect()
}

/// Returns the games per candidate of each generation.
pub(crate) fn dealt(scratch: &Scratch, name: &str) -> Vec<u32> {
    let progress = scratch.progress(name);
    let games = |trials: &&[Trial]| {
        let games: u32 = trials.iter().map(|trial| trial.evaluation.games).sum();
        games.div_ceil(trials.len() as u32)
    };
    generations(&progress.all_trials).iter().map(games).collect()
}

#[test]
fn interruption_after_any_candidate_changes_no_record() {
    for (optimizer, play) in optimizers().zip([noisy_game, noisy_game, noisy_game, game as Play]) {
        let scratch = Scratch::in_memory();
        let space = adaptive(optimizer, GAMES, "generations = 4");
        run(&scratch, "whole", &space, play);
        // Other optimizers are stopped at one place in three.
        for stop in (0..4 * 6).step_by(if optimizer == "cma-es" { 1 } else { 3 }) {
            let place = format!("{optimizer}, stopped after {stop}");
            let name = format!("{optimizer}-{stop}");
            let first = scratch.play(&name, &space, &Fake::playing(play).stopped_after(stop));
            assert!(matches!(first, Err(CampaignError::Interrupted)), "{place}: {first:?}");
            scratch.go_on(&name, &Fake::playing(play)).unwrap();
            scratch.assert_same(&name, "whole", &place);
        }
    }
}

#[test]
fn games_follow_the_reliability_and_stay_between_the_limits() {
    let scratch = Scratch::in_memory();
    let space = adaptive("cma-es", "low = 4, high = 50, on-noise = \"go-on\"", "generations = 12");
    run(&scratch, "flat", &space, flat_game);
    let games = dealt(&scratch, "flat");
    assert_eq!(games[..2], [4, 6], "a step of 1.5 at most");
    assert_eq!(*games.iter().max().unwrap(), 50, "{games:?}");
    assert!(games[8..].iter().all(|&games| games >= 22), "{games:?}");
    run(&scratch, "sure", &space, game);
    assert_eq!(dealt(&scratch, "sure"), [4; 12], "the ranking is reliable");

    // And down: begins with many games, as after a narrow distribution, with very different candidates.
    let space =
        adaptive("random-matrix", "low = 4, high = 500, on-noise = \"go-on\"", "generations = 8");
    run(&scratch, "out", &space, flat_game);
    let before = *dealt(&scratch, "out").last().unwrap();
    let longer = space.replace("generations = 8", "generations = 16");
    scratch.go_on_with("out", &longer, &Fake::playing(noisy_game)).unwrap();
    let after = *dealt(&scratch, "out").last().unwrap();
    assert!(before >= 30 && after <= 12, "{before} to {after}");
}
