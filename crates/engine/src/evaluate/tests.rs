use super::*;
use crate::game::{Session, Stream};
use crate::heuristic::Tables;
use crate::player;
use crate::presets::Preset;

fn job(games: u64) -> Job {
    let seed = |index| GameSeed::new(1, Stream::Evaluation, index);
    Job {
        player: PlayerSettings::default(),
        candidates: Preset::ALL.iter().map(Preset::weights).collect(),
        seeds: (0..games).map(seed).collect(),
        beginning: None,
    }
}

fn results(evaluator: &dyn Evaluate) -> Vec<Vec<GameResult>> {
    let mut found = Vec::new();
    let deliver = &mut |games: CandidateGames| {
        assert_eq!(games.candidate, found.len());
        found.push(games.results);
    };
    evaluator
        .evaluate(&job(5), &Monitor::default(), deliver)
        .unwrap();
    found
}

#[test]
fn evaluators_and_threads_agree() {
    let alone = results(&SerialEvaluator);
    assert_eq!(alone.len(), Preset::ALL.len());
    for threads in 1..=3 {
        assert_eq!(alone, results(&GameEvaluator::new(Some(threads)).unwrap()));
    }
}

#[test]
fn several_threads_share_an_evaluator() {
    let evaluator = GameEvaluator::new(Some(2)).unwrap();
    let alone = results(&evaluator);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert_eq!(alone, results(&evaluator)));
        }
    });
}

#[test]
fn other_candidates_do_not_change_results() {
    let evaluator = GameEvaluator::new(Some(2)).unwrap();
    let Job {
        player,
        candidates,
        seeds,
        ..
    } = job(5);
    let alone = evaluator.play(&player, &candidates[1], &seeds, &Monitor::default());
    assert_eq!(alone.unwrap().results, results(&evaluator)[1]);
}

#[test]
fn a_stream_of_jobs_has_the_games_of_its_jobs() {
    let stream = |evaluator: &dyn Evaluate, most: usize| {
        let mut found = Vec::new();
        let jobs = [3, 1, 4].map(job);
        let outcome = evaluator.evaluate_stream(
            &mut jobs.into_iter(),
            &Monitor::default(),
            &mut |number, games| {
                found.push((number, games.candidate, games.results));
                if found.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        outcome.unwrap();
        found
    };
    let alone = stream(&SerialEvaluator, usize::MAX);
    assert_eq!(alone.len(), 3 * Preset::ALL.len());
    let part = Preset::ALL.len() + 1;
    for threads in 1..=3 {
        let evaluator = GameEvaluator::new(Some(threads)).unwrap();
        assert_eq!(stream(&evaluator, usize::MAX), alone);
        assert_eq!(stream(&evaluator, part), alone[..part]);
    }
}

#[test]
fn a_requested_stop_interrupts_a_stream() {
    for evaluator in [
        &SerialEvaluator as &dyn Evaluate,
        &GameEvaluator::new(Some(2)).unwrap(),
    ] {
        let monitor = Monitor::default();
        let mut jobs = std::iter::repeat_with(|| job(2));
        let outcome = evaluator.evaluate_stream(&mut jobs, &monitor, &mut |_, _| {
            monitor.request_stop();
            ControlFlow::Continue(())
        });
        assert_eq!(outcome, Err(EvaluateError::Interrupted));
    }
}

#[test]
fn a_program_is_left_to_other_evaluators() {
    let program = player::CommandSettings::new(vec!["./solver".to_owned()]);
    let player = PlayerSettings::Command(Box::new(program));
    for evaluator in [
        &SerialEvaluator as &dyn Evaluate,
        &GameEvaluator::new(Some(1)).unwrap(),
    ] {
        let weights = Weights::defaults(crate::heuristic::HeuristicKind::command([]));
        let seeds = job(1).seeds;
        let played = evaluator.play(&player, &weights, &seeds, &Monitor::default());
        let error = played.unwrap_err().to_string();
        assert!(
            error.contains("`./solver` are played by that program"),
            "{error}"
        );
    }
}

#[test]
fn a_requested_stop_interrupts() {
    for evaluator in [
        &SerialEvaluator as &dyn Evaluate,
        &GameEvaluator::new(Some(2)).unwrap(),
    ] {
        let monitor = Monitor::default();
        let mut delivered = 0;
        let outcome = evaluator.evaluate(&job(50), &monitor, &mut |_| {
            delivered += 1;
            monitor.request_stop();
        });
        assert_eq!(outcome, Err(EvaluateError::Interrupted));
        assert!((1..Preset::ALL.len()).contains(&delivered));
    }
}

/// A job whose games the weights of 2014 begin.
fn late_job(tile: u32, games: u64) -> Job {
    let job = job(games);
    Job {
        beginning: Some(Beginning {
            tile,
            player: job.player.clone(),
            weights: Preset::find("2014").unwrap().weights(),
        }),
        ..job
    }
}

fn results_of(evaluator: &dyn Evaluate, job: &Job) -> Vec<Vec<GameResult>> {
    let mut found = Vec::new();
    let deliver = &mut |games: CandidateGames| found.push(games.results);
    let outcome = evaluator.evaluate(job, &Monitor::default(), deliver);
    outcome.unwrap();
    found
}

#[test]
fn results_count_what_comes_after_the_beginning() {
    let (tile, games) = (1024, 40);
    let weights = Preset::find("2014").unwrap().weights();
    let tables = Tables::new(&weights);
    let mut player = player::build(&PlayerSettings::default(), &tables);
    let late = results_of(&SerialEvaluator, &late_job(tile, games));
    let whole = results_of(&SerialEvaluator, &job(games));
    let own = Preset::ALL.iter().position(|one| one.weights() == weights);
    let own = own.unwrap();
    let mut made = 0;
    for (number, seed) in job(games).seeds.into_iter().enumerate() {
        // The same game move by move, up to the tile or to its largest one.
        let mut session = Session::new(seed);
        let mut begun = (0, 0, session.largest_tile());
        while begun.2 < tile && session.make_choice(&mut *player) {
            if session.largest_tile() > begun.2 {
                begun = (session.score(), session.moves(), session.largest_tile());
            }
        }
        made += u32::from(begun.2 >= tile);
        // Played on by the same weights, it is the whole game.
        let (late, whole) = (late[own][number], whole[own][number]);
        assert_eq!(late.score + begun.0, whole.score);
        assert_eq!(late.moves + begun.1, whole.moves);
        assert_eq!(late.largest_tile, whole.largest_tile);
    }
    assert!(
        (10..40).contains(&made),
        "{made} games make the tile, others do not"
    );
}

#[test]
fn evaluators_and_threads_agree_on_late_games() {
    let alone = results_of(&SerialEvaluator, &late_job(512, 5));
    for threads in 1..=3 {
        let evaluator = GameEvaluator::new(Some(threads)).unwrap();
        assert_eq!(alone, results_of(&evaluator, &late_job(512, 5)));
        // An evaluator keeps no beginning of another tile, nor for whole games.
        let other = results_of(&evaluator, &late_job(128, 5));
        assert_eq!(other, results_of(&SerialEvaluator, &late_job(128, 5)));
        assert_eq!(results(&evaluator), results(&SerialEvaluator));
        assert_eq!(alone, results_of(&evaluator, &late_job(512, 5)));
    }
}
