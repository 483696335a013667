use super::*;
use crate::game::Stream;
use crate::presets::Preset;

fn job(games: u64) -> Job {
    let seed = |index| GameSeed::new(1, Stream::Evaluation, index);
    Job {
        player: PlayerSettings::default(),
        candidates: Preset::ALL.iter().map(Preset::weights).collect(),
        seeds: (0..games).map(seed).collect(),
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
    let program = crate::player::CommandSettings::new(vec!["./solver".to_owned()]);
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
