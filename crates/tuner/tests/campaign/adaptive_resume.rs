//! Campaigns with adaptive games, interrupted or damaged between any two records.

use crate::campaign::adaptive::{GAMES, run};
use tune2048_testkit::campaigns::{
    Fake, Play, Scratch, adaptive, create, game, go_on, noisy_game, optimizers, resume,
};
use tune2048_testkit::csv_text::with_field;
use tune2048_tuner::campaign::CampaignError;

#[test]
fn interruption_after_any_candidate_changes_no_record() {
    for (optimizer, play) in optimizers().zip([noisy_game, noisy_game, game as Play]) {
        let scratch = Scratch::new();
        let space = adaptive(optimizer, GAMES, "generations = 4");
        run(&scratch, "whole", &space, play);
        // Other optimizers are stopped at one place in three.
        for stop in (0..100).step_by(if optimizer == "cma-es" { 1 } else { 3 }) {
            let place = format!("{optimizer}, stopped after {stop}");
            let name = format!("{optimizer}-{stop}");
            let first = scratch.play(&name, &space, &Fake::playing(play).stopped_after(stop));
            if first.is_err() {
                assert!(matches!(first, Err(CampaignError::Interrupted)), "{place}: {first:?}");
                scratch.go_on(&name, &Fake::playing(play)).unwrap();
            }
            scratch.assert_same(&name, "whole", &place);
            if first.is_ok() {
                assert!(stop > 4 * 6, "games were dealt in rounds");
                break;
            }
            assert!(stop < 97, "{optimizer}: not ended after {stop}");
        }
    }
}

#[test]
fn recorded_rounds_are_not_played_again() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", GAMES, "generations = 4");
    run(&scratch, "whole", &space, noisy_game);
    drop(create(&scratch.folder("out"), &space).unwrap());
    let (mut played, mut sessions) = (0, 0);
    while played < 4 * 6 && sessions < 200 {
        let session = scratch.go_on("out", &Fake::playing(noisy_game).stopped_after(1));
        assert!(matches!(session, Err(CampaignError::Interrupted)), "{session:?}");
        played = scratch.lines("out/trials.csv").len() - 1;
        sessions += 1;
    }
    // One row of a round per session.
    assert_eq!(scratch.lines("out/rounds.csv").len() - 1, sessions);
    scratch.go_on("out", &Fake::playing(noisy_game)).unwrap();
    scratch.assert_same("out", "whole", "one candidate per session");
}

#[test]
fn rounds_cut_after_any_byte_are_completed() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", "low = 8, high = 20", "generations = 3");
    run(&scratch, "whole", &space, noisy_game);
    let whole = scratch.read("whole/rounds.csv");
    let trials = scratch.lines("whole/trials.csv");
    for length in
        (0..whole.len()).filter(|at| at % 101 == 0 || at % 5 == 0 && at + 120 > whole.len())
    {
        // A process killed during the rounds of a generation has recorded none of its trials.
        let complete = whole[..length].rsplit_once('\n').map_or("", |(rows, _)| rows);
        let last = complete.lines().skip(1).last();
        let generation: usize =
            last.map_or(0, |row| row.split(',').nth(1).unwrap().parse().unwrap());
        scratch.copy("whole", "cut");
        scratch.write("cut/rounds.csv", &whole[..length]);
        scratch.write("cut/trials.csv", trials[..=6 * generation].concat());
        scratch.go_on("cut", &Fake::playing(noisy_game)).unwrap();
        scratch.assert_same("cut", "whole", &format!("{length} bytes"));
    }
}

#[test]
fn rounds_of_another_point_are_reported() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", GAMES, "generations = 3");
    scratch.begin("out", &space, &Fake::playing(noisy_game).stopped_after(3));
    let mut lines = scratch.lines("out/rounds.csv");
    lines[2] = with_field(&lines[0], &lines[2], "point.empty", "0.5");
    scratch.write("out/rounds.csv", lines.concat());
    let mut campaign = resume(&scratch.folder("out")).unwrap();
    let error = go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap_err();
    assert!(matches!(error, CampaignError::Diverged { .. }), "{error}");
    assert!(error.to_string().contains("rounds.csv"), "{error}");
    // The message names this way out: the unfinished generation is sampled again.
    campaign.restart_from_distribution().unwrap();
    go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap();
    drop(campaign);
    scratch.go_on("out", &Fake::playing(noisy_game)).unwrap();
}

#[test]
fn inconsistent_rounds_are_damage() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", GAMES, "generations = 3");
    // The first round of six candidates.
    scratch.begin("out", &space, &Fake::playing(noisy_game).stopped_after(6));
    let whole = scratch.lines("out/rounds.csv");
    assert_eq!(whole.len(), 7);
    let with = |row: &str, column: &str, value: &str| with_field(&whole[0], row, column, value);
    let mut too_few = whole.clone();
    too_few[2] = with(&whole[2], "results", "4/4/4/4 8/4/4/4");
    let mut too_many = whole.clone();
    too_many.push(with(&with(&whole[6], "row", "6"), "candidate", "6"));
    for (lines, expected) in [
        (too_few, "rounds.csv line 3: found candidate 1 with 2 games, expected candidate 1 with 4"),
        (
            too_many,
            "rounds.csv line 8: found candidate 6 with 4 games, expected the end of the round",
        ),
    ] {
        scratch.write("out/rounds.csv", lines.concat());
        let error = scratch.go_on("out", &Fake::playing(noisy_game)).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("restore the file"), "{error}");
    }
}
