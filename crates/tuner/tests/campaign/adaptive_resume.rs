//! Campaigns with adaptive games, interrupted or damaged between any two records.

use crate::campaign::adaptive::{GAMES, run};
use tune2048_files::FileError;
use tune2048_testkit::campaigns::{
    Fake, Play, Scratch, adaptive, create, game, go_on, noisy_game, optimizers, resume,
};
use tune2048_testkit::csv_text::with_field;
use tune2048_tuner::campaign::CampaignError;
use tune2048_tuner::record::CheckpointError;

#[test]
fn interruption_after_any_candidate_changes_no_record() {
    for (optimizer, play) in optimizers().zip([noisy_game, noisy_game, game as Play]) {
        let scratch = Scratch::new();
        let space = adaptive(optimizer, GAMES, "generations = 4");
        run(&scratch, "whole", &space, play);
        let mut sessions = 0..100;
        for stop in sessions.by_ref() {
            let place = format!("{optimizer}, stopped after {stop}");
            let name = format!("{optimizer}-{stop}");
            let mut campaign = create(&scratch.folder(&name), &space).unwrap();
            let first = go_on(&mut campaign, &Fake::playing(play).stopped_after(stop));
            drop(campaign);
            if let Err(error) = &first {
                assert!(matches!(error, CampaignError::Interrupted), "{place}: {error}");
                scratch.go_on(&name, &Fake::playing(play)).unwrap();
            }
            scratch.assert_same(&name, "whole", &place);
            if first.is_ok() {
                assert!(stop > 4 * 6, "games were dealt in rounds");
                break;
            }
        }
        assert!(sessions.next().is_some(), "{optimizer}: not ended after 100");
    }
}

#[test]
fn recorded_rounds_are_not_played_again() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", GAMES, "generations = 4");
    run(&scratch, "whole", &space, noisy_game);
    let folder = scratch.folder("out");
    drop(create(&folder, &space).unwrap());
    let (mut played, mut sessions) = (0, 0);
    while played < 4 * 6 && sessions < 200 {
        let fake = Fake::playing(noisy_game).stopped_after(1);
        let session = go_on(&mut resume(&folder).unwrap(), &fake);
        assert!(matches!(session, Err(CampaignError::Interrupted)), "{session:?}");
        played = scratch.lines("out/trials.csv").len() - 1;
        sessions += 1;
    }
    // One row of a round per session.
    assert_eq!(scratch.lines("out/rounds.csv").len() - 1, sessions);
    go_on(&mut resume(&folder).unwrap(), &Fake::playing(noisy_game)).unwrap();
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
    let mut campaign = create(&scratch.folder("out"), &space).unwrap();
    // The first round of six candidates.
    let _ = go_on(&mut campaign, &Fake::playing(noisy_game).stopped_after(6));
    drop(campaign);
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
        let mut campaign = resume(&scratch.folder("out")).unwrap();
        let error = go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap_err();
        let is_damage = matches!(
            error,
            CampaignError::Checkpoint(CheckpointError::File(FileError::Damaged { .. }))
        );
        assert!(is_damage && error.to_string().contains(expected), "{error}");
    }
}
