//! Adaptive games: how many games each candidate plays, which candidates are stopped early, and campaigns that are
//! interrupted or damaged between any two records.

use tune2048_engine::game::{GameResult, GameSeed, Score};
use tune2048_engine::presets::Preset;
use tune2048_testkit::campaigns::{
    Fake, Play, Scratch, adaptive, create, flat_game, game, go_on, luck, noisy_game, optimizers,
    resume,
};
use tune2048_testkit::csv_text::with_field;
use tune2048_tuner::campaign::search::racing::{RacingSchedule, STOPPING_ERROR};
use tune2048_tuner::campaign::{CampaignError, Goal};
use tune2048_tuner::record::Trial;
use tune2048_tuner::space::Objective;
use tune2048_tuner::statistics::Better;

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
    generations(&progress.trials).iter().map(games).collect()
}

#[test]
fn games_of_stopped_candidates_are_shared_and_the_budget_counts_games_played() {
    let scratch = Scratch::new();
    let space =
        adaptive("random-matrix", "low = 40, high = 40, on-noise = \"go-on\"", "games = 1000");
    let fake = Fake::playing(noisy_game);
    scratch.play("out", &space, &fake).unwrap();
    let progress = scratch.progress("out");
    let mut has_stopped = false;
    for trials in generations(&progress.trials) {
        let games: Vec<u32> = trials.iter().map(|trial| trial.evaluation.games).collect();
        let (all, most) = (games.iter().sum::<u32>(), *games.iter().max().unwrap());
        assert!((235..=240).contains(&all), "{games:?}");
        assert!((40..=80).contains(&most), "{games:?}");
        has_stopped |= games.contains(&10);
    }
    assert!(has_stopped, "no generation stopped a candidate");
    let games: u64 = progress.trials.iter().map(|trial| u64::from(trial.evaluation.games)).sum();
    assert_eq!(progress.games, games);
    assert!((761..=1000).contains(&games), "{games}");
    // Every generation has new seeds, shared by all of its candidates.
    let batches = fake.batches();
    let mut seen = std::collections::HashSet::new();
    assert!(batches.iter().flat_map(|batch| &batch.seeds).all(|seed| seen.insert(*seed)));
}

/// Races candidates whose true means fall by the fraction `step` from one to the next. Returns the stopped candidates
/// of the better half, those of the worse half, and the most games of one candidate.
fn race(generations: u64, step: f64) -> (u32, u32, usize) {
    const CANDIDATES: usize = 12;
    let goal =
        Goal { objective: Objective::MeanScore, better: Better::Higher, cost_per_move: None };
    let preset = Preset::find("2014").unwrap().weights();
    let weights = |candidate: usize| preset.clone().with("edge", candidate as f64);
    let (mut better, mut worse, mut most) = (0, 0, 0);
    for generation in 0..generations {
        let mut deal = RacingSchedule::new(goal, vec![0.0; CANDIDATES], 80);
        while let Some(round) = deal.next_round() {
            for &candidate in &round.candidates {
                let (weights, worth) =
                    (weights(candidate), 50_000.0 * (1.0 - step * candidate as f64));
                let game = |place| {
                    let seed = GameSeed(generation << 32 | u64::from(place));
                    let score = Score::new(worth * luck(&weights.values, seed)).unwrap();
                    GameResult { score, ..GameResult::default() }
                };
                deal.add(candidate, &round.seeds.clone().map(game).collect::<Vec<_>>());
            }
            deal.end_round();
        }
        for (candidate, results) in deal.into_results().iter().enumerate() {
            let stopped = u32::from(results.len() < 80);
            *if candidate < CANDIDATES / 2 { &mut better } else { &mut worse } += stopped;
            most = most.max(results.len());
        }
    }
    (better, worse, most)
}

#[test]
fn candidates_of_the_better_half_are_rarely_stopped() {
    // Equal candidates are the hardest case; then come similar ones, then very different ones.
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
fn games_follow_the_reliability_and_stay_between_the_limits() {
    let scratch = Scratch::new();
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
