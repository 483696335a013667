//! As many games as the ranking needs: dealt in rounds, stopped early, followed up, resumed.

use std::path::Path;

use crate::campaign::fake::{
    Fake, OPTIMIZERS, Play, Scratch, adaptive, create, flat_game, game, go_on, noisy_game, resume,
};
use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::{GameResult, GameSeed};
use tune2048_engine::presets::Preset;
use tune2048_tuner::campaign::racing::{RacingSchedule, STOPPING_ERROR};
use tune2048_tuner::campaign::{CampaignError, Event, Observer, Progress, StopReason};
use tune2048_tuner::checkpoint::{CheckpointError, Trial};
use tune2048_tuner::journal::JournalError;
use tune2048_tuner::spec::Objective;

const GAMES: &str = "low = 8, high = 40, on-noise = \"go-on\"";

fn run(scratch: &Scratch, name: &str, space: &str, play: Play) {
    let mut campaign = create(&scratch.folder(name), space).unwrap();
    go_on(&mut campaign, &Fake::playing(play)).unwrap();
}

fn generations(trials: &[Trial]) -> Vec<&[Trial]> {
    trials
        .chunk_by(|a, b| a.generation == b.generation)
        .collect()
}

/// Games per candidate of each generation.
fn dealt(scratch: &Scratch, name: &str) -> Vec<u32> {
    let progress = Progress::read(&scratch.folder(name)).unwrap();
    let games = |trials: &&[Trial]| {
        let games: u32 = trials.iter().map(|trial| trial.evaluation.games).sum();
        games.div_ceil(trials.len() as u32)
    };
    generations(&progress.trials).iter().map(games).collect()
}

#[test]
fn interrupted_after_any_number_of_candidates() {
    for (optimizer, play) in OPTIMIZERS
        .into_iter()
        .zip([noisy_game, noisy_game, game as Play])
    {
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
                assert!(
                    matches!(error, CampaignError::Interrupted),
                    "{place}: {error}"
                );
                let mut campaign = resume(&scratch.folder(&name)).unwrap();
                go_on(&mut campaign, &Fake::playing(play)).unwrap();
            }
            scratch.assert_same(&name, "whole", &place);
            if first.is_ok() {
                assert!(stop > 4 * 6, "games were dealt in rounds");
                break;
            }
        }
        assert!(
            sessions.next().is_some(),
            "{optimizer}: not ended after 100"
        );
    }
}

#[test]
fn what_is_recorded_of_a_generation_is_not_played_again() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", GAMES, "generations = 4");
    run(&scratch, "whole", &space, noisy_game);
    let folder = scratch.folder("out");
    drop(create(&folder, &space).unwrap());
    let (mut played, mut sessions) = (0, 0);
    while played < 4 * 6 && sessions < 200 {
        let fake = Fake::playing(noisy_game).stopped_after(1);
        let session = go_on(&mut resume(&folder).unwrap(), &fake);
        assert!(
            matches!(session, Err(CampaignError::Interrupted)),
            "{session:?}"
        );
        played = scratch.lines("out/trials.csv").len() - 1;
        sessions += 1;
    }
    // One row of a round per session.
    assert_eq!(scratch.lines("out/rounds.csv").len() - 1, sessions);
    go_on(&mut resume(&folder).unwrap(), &Fake::playing(noisy_game)).unwrap();
    scratch.assert_same("out", "whole", "one candidate per session");
}

#[test]
fn the_rounds_cut_after_any_byte() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", "low = 8, high = 20", "generations = 3");
    run(&scratch, "whole", &space, noisy_game);
    let whole = scratch.read("whole/rounds.csv");
    let trials = scratch.lines("whole/trials.csv");
    for length in (0..whole.len()).filter(|at| at % 7 == 0 || at + 300 > whole.len()) {
        // A kill in the rounds of a generation leaves no trial of it.
        let complete = whole[..length]
            .rsplit_once('\n')
            .map_or("", |(rows, _)| rows);
        let last = complete.lines().skip(1).last();
        let generation: usize =
            last.map_or(0, |row| row.split(',').nth(1).unwrap().parse().unwrap());
        scratch.copy("whole", "cut");
        scratch.write("cut/rounds.csv", &whole[..length]);
        scratch.write("cut/trials.csv", trials[..=6 * generation].concat());
        let mut campaign = resume(&scratch.folder("cut")).unwrap();
        go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap();
        scratch.assert_same("cut", "whole", &format!("{length} bytes"));
    }
}

#[test]
fn the_trials_cut_after_any_byte() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", "low = 8, high = 20", "generations = 3");
    run(&scratch, "whole", &space, noisy_game);
    let whole = scratch.read("whole/trials.csv");
    for length in (0..whole.len()).filter(|at| at % 31 == 0 || at + 300 > whole.len()) {
        scratch.copy("whole", "cut");
        scratch.write("cut/trials.csv", &whole[..length]);
        // As after a kill: rounds of the generations whose trials were begun.
        let rows = whole[..length].matches('\n').count().saturating_sub(1);
        let last = rows / 6;
        let rounds = scratch.lines("whole/rounds.csv").into_iter();
        let kept = rounds.enumerate().filter(|(line, row)| {
            *line == 0 || row.split(',').nth(1).unwrap().parse::<usize>().unwrap() <= last
        });
        scratch.write(
            "cut/rounds.csv",
            kept.map(|(_, row)| row).collect::<String>(),
        );
        let mut campaign = resume(&scratch.folder("cut")).unwrap();
        go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap();
        scratch.assert_same("cut", "whole", &format!("{length} bytes"));
    }
}

#[test]
fn rounds_of_another_point_are_noticed() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", GAMES, "generations = 3");
    let mut campaign = create(&scratch.folder("out"), &space).unwrap();
    let _ = go_on(&mut campaign, &Fake::playing(noisy_game).stopped_after(3));
    drop(campaign);
    let mut lines = scratch.lines("out/rounds.csv");
    lines[2] = crate::campaign::fake::with_field(&lines[0], &lines[2], "point.empty", "0.5");
    scratch.write("out/rounds.csv", lines.concat());
    let mut campaign = resume(&scratch.folder("out")).unwrap();
    let error = go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap_err();
    assert!(matches!(error, CampaignError::Diverged { .. }), "{error}");
    assert!(error.to_string().contains("rounds.csv"), "{error}");
    // The way out that the message names: the begun generation is drawn anew.
    campaign.restart_from_distribution().unwrap();
    go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap();
    drop(campaign);
    go_on(
        &mut resume(&scratch.folder("out")).unwrap(),
        &Fake::playing(noisy_game),
    )
    .unwrap();
}

#[test]
fn rounds_that_do_not_belong_together_are_damage() {
    let scratch = Scratch::new();
    let space = adaptive("cma-es", GAMES, "generations = 3");
    let mut campaign = create(&scratch.folder("out"), &space).unwrap();
    // The first round of six candidates.
    let _ = go_on(&mut campaign, &Fake::playing(noisy_game).stopped_after(6));
    drop(campaign);
    let whole = scratch.lines("out/rounds.csv");
    assert_eq!(whole.len(), 7);
    let with = |row: &str, column: &str, value: &str| {
        crate::campaign::fake::with_field(&whole[0], row, column, value)
    };
    let mut too_few = whole.clone();
    too_few[2] = with(&whole[2], "results", "4/4/4/4 8/4/4/4");
    let mut too_many = whole.clone();
    too_many.push(with(&with(&whole[6], "row", "6"), "candidate", "6"));
    for (lines, expected) in [
        (
            too_few,
            "rounds.csv line 3: found candidate 1 with 2 games, expected candidate 1 with 4",
        ),
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
            CampaignError::Checkpoint(CheckpointError::File(JournalError::Damaged { .. }))
        );
        assert!(is_damage && error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn the_games_of_the_stopped_are_shared_and_the_budget_counts_real_ones() {
    let scratch = Scratch::new();
    let space = adaptive(
        "random-matrix",
        "low = 40, high = 40, on-noise = \"go-on\"",
        "games = 1000",
    );
    let fake = Fake::playing(noisy_game);
    go_on(&mut create(&scratch.folder("out"), &space).unwrap(), &fake).unwrap();
    let progress = Progress::read(&scratch.folder("out")).unwrap();
    let mut has_stopped = false;
    for trials in generations(&progress.trials) {
        let games: Vec<u32> = trials.iter().map(|trial| trial.evaluation.games).collect();
        let (all, most) = (games.iter().sum::<u32>(), *games.iter().max().unwrap());
        assert!((235..=240).contains(&all), "{games:?}");
        assert!((40..=80).contains(&most), "{games:?}");
        has_stopped |= games.contains(&10);
    }
    assert!(has_stopped, "in no generation a candidate stopped");
    let games: u64 = progress
        .trials
        .iter()
        .map(|trial| u64::from(trial.evaluation.games))
        .sum();
    assert_eq!(progress.games, games);
    assert!((761..=1000).contains(&games), "{games}");
    // New seeds for every generation, the same for all of its candidates.
    let batches = fake.batches();
    let mut seen = std::collections::HashSet::new();
    assert!(
        batches
            .iter()
            .flat_map(|batch| &batch.seeds)
            .all(|seed| seen.insert(*seed))
    );
}

/// Candidates worth 1.0, 0.97, 0.94 … or all the same: how many of the better
/// half are stopped in all generations, how many of the worse, and all games.
fn race(generations: u64, step: f64) -> (u32, u32, usize) {
    const CANDIDATES: usize = 12;
    let objective = Objective::MeanScore;
    let points = vec![vec![0.5]; CANDIDATES];
    let weights = |candidate: usize| {
        let preset = Preset::find("2014").unwrap().weights();
        preset.with("edge", candidate as f64)
    };
    let (mut better, mut worse, mut most) = (0, 0, 0);
    for generation in 0..generations {
        let mut deal = RacingSchedule::new(&objective, &points, 80);
        while let Some(round) = deal.next_round() {
            for &candidate in &round.candidates {
                let games: Vec<GameResult> = round
                    .seeds
                    .clone()
                    .map(|place| {
                        let seed = GameSeed(generation << 32 | u64::from(place));
                        let worth = 50_000.0 * (1.0 - step * candidate as f64);
                        GameResult {
                            score: (worth * crate::campaign::fake::luck(&weights(candidate), seed))
                                as u64,
                            ..GameResult::default()
                        }
                    })
                    .collect();
                deal.add(candidate, &games);
            }
            deal.end_round();
        }
        for (candidate, results) in deal.into_results().iter().enumerate() {
            let stopped = u32::from(results.len() < 80);
            *if candidate < CANDIDATES / 2 {
                &mut better
            } else {
                &mut worse
            } += stopped;
            most = most.max(results.len());
        }
    }
    (better, worse, most)
}

#[test]
fn candidates_of_the_better_half_are_rarely_stopped() {
    // All alike, the hardest case; then nearly alike; then far apart.
    for step in [0.0, 0.01, 0.06] {
        let generations = 300;
        let (better, worse, most) = race(generations, step);
        let rate = f64::from(better) / (generations * 6) as f64;
        assert!(rate <= STOPPING_ERROR, "{step}: {rate}");
        assert!(most <= 160, "{step}: {most}");
        if step > 0.05 {
            let found = f64::from(worse) / (generations * 6) as f64;
            assert!(found > 0.4, "{step}: {found}");
        }
    }
}

#[test]
fn games_follow_the_reliability_up_and_stay_between_the_limits() {
    let scratch = Scratch::new();
    let space = adaptive(
        "cma-es",
        "low = 4, high = 50, on-noise = \"go-on\"",
        "generations = 12",
    );
    run(&scratch, "flat", &space, flat_game);
    let games = dealt(&scratch, "flat");
    assert_eq!(games[..2], [4, 6], "a step of 1.5 at most");
    assert_eq!(*games.iter().max().unwrap(), 50, "{games:?}");
    assert!(games[8..].iter().all(|&games| games >= 22), "{games:?}");
    run(&scratch, "sure", &space, game);
    assert_eq!(dealt(&scratch, "sure"), [4; 12], "differences are sure");
}

#[test]
fn games_follow_the_reliability_down() {
    // From many games, as after a narrow stretch, with candidates far apart.
    let scratch = Scratch::new();
    let space = adaptive(
        "random-matrix",
        "low = 4, high = 500, on-noise = \"go-on\"",
        "generations = 8",
    );
    run(&scratch, "out", &space, flat_game);
    let before = *dealt(&scratch, "out").last().unwrap();
    let longer = space.replace("generations = 8", "generations = 16");
    let mut campaign = tune2048_tuner::campaign::Campaign::resume(
        &scratch.folder("out"),
        Some((Path::new("longer.toml"), &longer)),
    )
    .unwrap();
    go_on(&mut campaign, &Fake::playing(noisy_game)).unwrap();
    let after = *dealt(&scratch, "out").last().unwrap();
    assert!(before >= 30 && after <= 12, "{before} to {after}");
}

#[derive(Default)]
struct Notes {
    restarts: Vec<u32>,
    reason: Option<StopReason>,
    reliability: Vec<Option<f64>>,
}

impl Observer for Notes {
    fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::RestartedWider { generation, .. } => self.restarts.push(*generation),
            Event::SearchEnded(reason) => self.reason = Some(*reason),
            Event::Generation(report) => self.reliability.push(report.reliability),
            _ => {}
        }
    }
}

fn watch(scratch: &Scratch, name: &str, space: &str, play: Play) -> Notes {
    let mut notes = Notes::default();
    let mut campaign = create(&scratch.folder(name), space).unwrap();
    campaign
        .run(&Fake::playing(play), &Monitor::default(), &mut notes)
        .unwrap();
    notes
}

#[test]
fn a_search_that_ranks_noise_stops_and_says_so() {
    let scratch = Scratch::new();
    let games = "low = 4, high = 16, noise-generations = 5";
    let space = adaptive("cma-es", games, "generations = 60");
    let flat = watch(&scratch, "flat", &space, flat_game);
    assert_eq!(flat.reason, Some(StopReason::Noise));
    let games = dealt(&scratch, "flat");
    assert!((8..60).contains(&games.len()), "{games:?}");
    assert!(
        games[games.len() - 5..].iter().all(|&games| games == 16),
        "{games:?}"
    );
    // The same, going on with it, and no sooner with differences that are sure.
    let mut campaign = resume(&scratch.folder("flat")).unwrap();
    go_on(&mut campaign, &Fake::playing(flat_game)).unwrap();
    assert_eq!(dealt(&scratch, "flat"), games);
    let sure = watch(&scratch, "sure", &space, game);
    assert_eq!(sure.reason, Some(StopReason::Generations));
    let last = sure.reliability.last().copied().flatten().unwrap();
    assert!(last > 0.99, "{last}");
}

#[test]
fn a_search_that_ranks_noise_restarts_wider() {
    let scratch = Scratch::new();
    let games = "low = 4, high = 8, noise-generations = 3, on-noise = \"restart\"";
    let space = adaptive("cma-es", games, "generations = 25");
    let notes = watch(&scratch, "whole", &space, flat_game);
    let progress = Progress::read(&scratch.folder("whole")).unwrap();
    assert!(!notes.restarts.is_empty());
    assert_eq!(progress.restarts as usize, notes.restarts.len());
    for generation in notes.restarts {
        let rows = &progress.distributions;
        let place = rows
            .iter()
            .position(|row| row.generation == generation)
            .unwrap();
        assert!(rows[place].restarted);
        let (before, after) = (&rows[place - 1].distribution, &rows[place].distribution);
        assert!(after.step_size > before.step_size, "{generation}");
    }
    // Cut anywhere between candidates.
    for rows in (0..25 * 6).step_by(5) {
        scratch.copy("whole", "cut");
        let trials = scratch.lines("whole/trials.csv");
        scratch.write("cut/trials.csv", trials[..=rows].concat());
        let mut campaign = resume(&scratch.folder("cut")).unwrap();
        go_on(&mut campaign, &Fake::playing(flat_game)).unwrap();
        scratch.assert_same("cut", "whole", &format!("{rows} rows"));
    }
}
