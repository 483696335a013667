//! Jobs and their results as data: what is read back is what was written, to the bit.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tune2048_engine::{
    CandidateGames, Evaluate, EvaluateError, GameResult, GameSeed, HeuristicKind, Job, Monitor,
    PlayerSettings, Preset, SerialEvaluator, Weights,
};

use crate::players::all_players;

#[track_caller]
fn assert_reads_back<T: Serialize + DeserializeOwned>(data: &T) -> T {
    let text = serde_json::to_string(data).unwrap();
    let again: T = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    again
}

#[test]
fn jobs_read_back() {
    let seeds = [0, 1, u64::MAX, i64::MAX as u64 + 1].map(GameSeed);
    for player in all_players() {
        let job = Job {
            player,
            candidates: Preset::ALL.iter().map(Preset::weights).collect(),
            seeds: seeds.to_vec(),
            beginning: None,
        };
        assert_eq!(assert_reads_back(&job), job);
    }
}

#[test]
fn results_read_back() {
    let games = CandidateGames {
        candidate: 3,
        results: vec![
            GameResult {
                score: u64::MAX,
                largest_tile: 65_536,
                moves: u32::MAX,
                nodes: u64::MAX - 1,
                inner_nodes: u64::MAX - 2,
            },
            GameResult::default(),
        ],
        seconds: 0.1 + 0.2,
        extras: [("lines".to_owned(), vec![0.1, 7.0])].into(),
    };
    assert_eq!(assert_reads_back(&games), games);
}

#[test]
fn a_job_written_by_hand_can_be_played() {
    let job: Job = serde_json::from_str(
        r#"{
            "player": { "look-ahead": { "moves": 1 } },
            "candidates": [{ "heuristic": "differences", "values": { "exponent": 3, "sum": 1.5, "difference": -2 } }],
            "seeds": [7]
        }"#,
    )
    .unwrap();
    let mut results = Vec::new();
    SerialEvaluator
        .evaluate(&job, &Monitor::default(), &mut |games| {
            results = games.results;
        })
        .unwrap();
    assert_eq!(results.len(), 1);
}

#[test]
fn settings_out_of_range_are_refused() {
    let player: PlayerSettings =
        serde_json::from_str(r#"{ "expectimax": { "depth": 9 } }"#).unwrap();
    let job = Job {
        player,
        candidates: vec![Preset::ALL[0].weights()],
        seeds: vec![GameSeed(1)],
        beginning: None,
    };
    let outcome = SerialEvaluator.evaluate(&job, &Monitor::default(), &mut |_| {});
    let error = outcome.unwrap_err();
    assert_eq!(
        error.to_string(),
        "expectimax: depth: found 9, expected 0 to 8"
    );
    assert!(matches!(error, EvaluateError::Settings(_)));
}

#[test]
fn a_heuristic_with_search_settings_reads_back_and_plays_them() {
    let kind = HeuristicKind::Rows.with_search(["dead-value", "depth"]);
    let weights = Weights::defaults(kind).with("depth", 2.0);
    assert_eq!(assert_reads_back(&weights), weights);
    let text = serde_json::to_string(&weights.heuristic).unwrap();
    let expected = r#"{"with-search":{"heuristic":"rows","settings":["depth","dead-value"]}}"#;
    assert_eq!(text, expected);
    for wrong in [
        r#"{"with-search":{"heuristic":"rows","settings":[]}}"#,
        r#"{"with-search":{"heuristic":"rows","settings":["depth","depth"]}}"#,
        r#"{"with-search":{"heuristic":"rows","settings":["deep"]}}"#,
    ] {
        assert!(
            serde_json::from_str::<HeuristicKind>(wrong).is_err(),
            "{wrong}"
        );
    }
    let mut deep = PlayerSettings::default();
    *deep.depth_mut().unwrap() = tune2048_engine::Depth::Fixed(2);
    let seeds = [GameSeed(3)];
    let monitor = Monitor::default();
    let play = |player: &PlayerSettings, weights: &Weights| {
        SerialEvaluator
            .play(player, weights, &seeds, &monitor)
            .unwrap()
            .results
    };
    let tuned = play(&PlayerSettings::default(), &weights);
    assert_eq!(tuned, play(&deep, &weights.of_board()));
    assert!(tuned[0].inner_nodes > 0 && tuned[0].cost() > tuned[0].nodes as f64);
    let beyond = weights.with("depth", 9.0);
    let refused = SerialEvaluator.play(&deep, &beyond, &seeds, &monitor);
    assert!(matches!(refused, Err(EvaluateError::Settings(_))));
}
