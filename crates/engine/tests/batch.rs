//! Batches as data: what is read back is what was written, to the bit.

use tune2048_engine::{
    Batch, BoardPlayer, EvaluateError, GameEvaluator, GameSeed, Monitor, PlayerSettings, Preset,
};

use crate::players::all_players;

#[test]
fn batches_read_back() {
    let player = |(settings, preset): (PlayerSettings, &Preset)| BoardPlayer {
        settings,
        weights: preset.weights(),
    };
    let players = all_players().into_iter().zip(Preset::ALL.iter().cycle());
    let batch = Batch {
        players: players.map(player).collect(),
        seeds: [0, 1, u64::MAX, i64::MAX as u64 + 1].map(GameSeed).to_vec(),
        beginning: None,
    };
    let text = serde_json::to_string(&batch).unwrap();
    let again: Batch = serde_json::from_str(&text).unwrap();
    assert_eq!(again, batch);
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
}

fn evaluator() -> GameEvaluator {
    GameEvaluator::new(Some(1)).unwrap()
}

#[test]
fn a_batch_written_by_hand_can_be_played() {
    let batch: Batch = serde_json::from_str(
        r#"{
            "players": [{
                "settings": { "look-ahead": { "moves": 1 } },
                "weights": { "heuristic": "differences", "values": { "exponent": 3, "sum": 1.5, "difference": -2 } }
            }],
            "seeds": [7]
        }"#,
    )
    .unwrap();
    let mut played = 0;
    let deliver = &mut |_| played += 1;
    evaluator().play_batch(&batch, &Monitor::default(), deliver).unwrap();
    assert_eq!(played, 1);
}

#[test]
fn settings_out_of_range_are_refused() {
    let batch = Batch {
        players: vec![BoardPlayer {
            settings: serde_json::from_str(r#"{ "expectimax": { "depth": 9 } }"#).unwrap(),
            weights: Preset::ALL[0].weights(),
        }],
        seeds: vec![GameSeed(1)],
        beginning: None,
    };
    let outcome = evaluator().play_batch(&batch, &Monitor::default(), &mut |_| {});
    let error = outcome.unwrap_err();
    assert_eq!(error.to_string(), "expectimax: depth: found 9, expected 0 to 8");
    assert!(matches!(error, EvaluateError::Settings(_)));
}
