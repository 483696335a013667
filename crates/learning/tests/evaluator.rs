//! Games that are learning runs: the same on any number of threads, and the same as `learn`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tune2048_engine::heuristic::LearningMethod;
use tune2048_engine::player::{LearningSettings, TupleChoice};
use tune2048_engine::{
    CandidateGames, Evaluate, EvaluateError, GameEvaluator, GameResult, GameSeed, HeuristicKind,
    Job, Monitor, PlayerSettings, Weights,
};
use tune2048_learning::run::LearningRun;
use tune2048_learning::settings::LearningSpec;
use tune2048_learning::{LearningEvaluator, settings_of};

fn tiny() -> LearningSettings {
    LearningSettings {
        tuples: TupleChoice::Set("lines".to_owned()),
        games: 120,
        test_games: 6,
        depth: 0,
    }
}

fn weights(method: LearningMethod, changes: &[(&str, f64)]) -> Weights {
    let mut weights = Weights::defaults(HeuristicKind::Learning(method));
    for (name, value) in changes {
        let index = weights.heuristic.weight_index(name).expect("a weight");
        weights.values[index] = *value;
    }
    weights
}

fn job(settings: LearningSettings, candidates: Vec<Weights>, seeds: &[u64]) -> Job {
    Job {
        player: PlayerSettings::Learning(Box::new(settings)),
        candidates,
        seeds: seeds.iter().map(|&seed| GameSeed(seed)).collect(),
        beginning: None,
    }
}

/// Three candidates that learn in different ways.
fn three() -> Vec<Weights> {
    use LearningMethod::{OptimisticThenCoherent, TemporalCoherence, TemporalDifferences};
    vec![
        weights(TemporalCoherence, &[("lambda", 0.5), ("first-stage", 7.0)]),
        weights(TemporalDifferences, &[("learning-rate", 0.2)]),
        weights(OptimisticThenCoherent, &[("fine-tuning", 0.3)]),
    ]
}

fn play(job: &Job, threads: usize) -> Vec<Vec<GameResult>> {
    let mut all = Vec::new();
    let evaluator = LearningEvaluator::new(Some(threads));
    let monitor = Monitor::default();
    let mut deliver = |games: CandidateGames| {
        assert_eq!(games.candidate, all.len());
        all.push(games.results);
    };
    evaluator.evaluate(job, &monitor, &mut deliver).unwrap();
    assert_eq!(
        monitor.games_played(),
        (job.candidates.len() * job.seeds.len()) as u64
    );
    all
}

#[test]
fn threads_and_company_change_no_game() {
    let all = job(tiny(), three(), &[1, u64::MAX]);
    let expected = play(&all, 1);
    assert_eq!(play(&all, 3), expected);
    for (candidate, results) in three().into_iter().zip(&expected) {
        let alone = job(tiny(), vec![candidate], &[u64::MAX]);
        assert_eq!(play(&alone, 2), [vec![results[1]]]);
        assert_ne!(results[0], results[1], "seeds give other runs");
    }
}

#[test]
fn a_game_scores_what_the_network_of_the_same_settings_scores() {
    for candidate in three() {
        let HeuristicKind::Learning(method) = candidate.heuristic else {
            panic!("a learning run");
        };
        let file = settings_of(&tiny(), method, &candidate.values, 21).unwrap();
        let spec = LearningSpec::new(file, "same").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut run = LearningRun::create(&folder.path().join("run"), "", spec, "0").unwrap();
        let outcome = run.run(1, &Monitor::default(), &mut |_| {}).unwrap();
        let sum: u64 = outcome.test.iter().map(|game| game.score).sum();
        let mean = (sum as f64 / outcome.test.len() as f64).round() as u64;
        // A file has the seed of a game without its last bit.
        let games = play(&job(tiny(), vec![candidate], &[43]), 1);
        assert_eq!(games[0][0].score, mean);
        assert!(mean > 0);
    }
}

#[test]
fn a_search_in_the_test_scores_more() {
    let settings = LearningSettings {
        games: 400,
        ..tiny()
    };
    let deep = LearningSettings {
        depth: 1,
        ..settings.clone()
    };
    let candidate = || vec![weights(LearningMethod::TemporalCoherence, &[])];
    let score = |settings| play(&job(settings, candidate(), &[5]), 1)[0][0].score;
    assert!(score(deep) > score(settings));
}

#[test]
fn weights_that_diverge_score_nothing() {
    let candidate = weights(
        LearningMethod::TemporalDifferences,
        &[("learning-rate", 1000.0)],
    );
    let games = play(&job(tiny(), vec![candidate], &[1]), 1);
    assert_eq!(games, [vec![GameResult::default()]]);
}

#[test]
fn a_stop_ends_runs_at_once() {
    let long = LearningSettings {
        games: 1_000_000_000,
        ..tiny()
    };
    let job = job(long, three(), &[1]);
    let monitor = Monitor::default();
    let ended = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        let evaluation = scope.spawn(|| {
            let result =
                LearningEvaluator::new(Some(2)).evaluate(&job, &monitor, &mut |_| panic!("early"));
            ended.store(true, Ordering::Relaxed);
            result
        });
        thread::sleep(Duration::from_millis(20));
        assert!(!ended.load(Ordering::Relaxed));
        monitor.request_stop();
        evaluation.join().unwrap()
    });
    assert_eq!(result, Err(EvaluateError::Interrupted));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refused = |job: &Job| {
        let evaluator = LearningEvaluator::new(Some(1));
        let result = evaluator.evaluate(job, &Monitor::default(), &mut |_| panic!("played"));
        result.unwrap_err().to_string()
    };
    let other = Job {
        player: PlayerSettings::default(),
        ..job(tiny(), three(), &[1])
    };
    assert!(refused(&other).contains("are no learning runs"));
    let rows = job(tiny(), vec![Weights::defaults(HeuristicKind::Rows)], &[1]);
    assert!(refused(&rows).contains("found the heuristic rows"));
    let candidate = weights(LearningMethod::TemporalCoherence, &[("lambda", 2.0)]);
    let beyond = job(tiny(), vec![candidate], &[1]);
    assert!(refused(&beyond).contains("lambda: found 2, expected 0 to 1"));
    let unknown = LearningSettings {
        tuples: TupleChoice::Set("7x9".to_owned()),
        ..tiny()
    };
    assert!(refused(&job(unknown, three(), &[1])).contains("7x9"));

    let games = GameEvaluator::new(Some(1)).unwrap();
    let result = games.evaluate(
        &job(tiny(), three(), &[1]),
        &Monitor::default(),
        &mut |_| {},
    );
    let message = result.unwrap_err().to_string();
    assert!(message.contains("an evaluator that learns"), "{message}");
}
