//! The differences between two players as JSON.

use serde::Serialize;
use serde_json::{Map, Value, json};
use tune2048_engine::game::Move;
use tune2048_tuner::studies::explain::{
    Agreement, Example, SampledBoard, StageReport, TermAttribution, TraitDifference,
};

use super::report::ExplanationReport;

/// Returns the JSON of `explain --json`.
pub(super) fn json(answer: &ExplanationReport<'_>) -> Value {
    let found = answer.found;
    let stage = |stage: &StageReport| {
        let terms = [0, 1].map(|player| {
            let values = stage.terms[player].iter().map(|&value| Value::from(value));
            answer.terms[player].iter().cloned().zip(values).collect::<Map<String, Value>>()
        });
        json!({
            "largest_tile": stage.stage.largest_tile(),
            "agreement": agreement(stage.agreement),
            "on_games_of": per_player(stage.by_games.map(agreement)),
            "spread": per_player(stage.spreads),
            "cost": per_player(stage.costs),
            "terms": per_player(terms),
        })
    };
    let traits = found.traits.iter().map(|TraitDifference { one, difference, interval }| {
        json!({ "name": one.name, "difference": difference, "interval": interval })
    });
    let pulls = found.pulls.iter().map(|pull| {
        let TermAttribution { name, by_player: [a, b], together, interval } = pull;
        json!({ "term": name, "a": a, "b": b, "together": together, "interval": interval })
    });
    json!({
        "a": answer.sides[0],
        "b": answer.sides[1],
        "seed": answer.seed,
        "agreement": agreement(found.overall),
        "stages": found.stages.iter().map(stage).collect::<Value>(),
        "traits": traits.collect::<Value>(),
        "terms_comparable": found.is_comparable,
        "pulls": pulls.collect::<Value>(),
        "examples": found.examples.iter().map(example).collect::<Value>(),
    })
}

fn agreement(found: Agreement) -> Value {
    json!({
        "boards": found.boards,
        "same": found.same,
        "share": (found.boards > 0).then(|| found.share()),
        "ci95": found.interval(),
    })
}

fn per_player<T: Serialize>([a, b]: [T; 2]) -> Value {
    json!({ "a": a, "b": b })
}

fn example(example: &Example) -> Value {
    let SampledBoard { board, player, .. } = example.opinions.sampled;
    let [a, b] = example.opinions.moves.map(Move::name);
    let moves = Move::ALL.into_iter().map(|direction| {
        let of_both = |numbers: &[[Option<f64>; 4]; 2]| {
            per_player([0, 1].map(|side| numbers[side][direction as usize]))
        };
        json!({
            "move": direction.name(),
            "value": of_both(&example.opinions.values),
            "cost": of_both(&example.costs),
        })
    });
    json!({
        "board": board.to_string(),
        "game_of": (["a", "b"][player]),
        "a": a,
        "b": b,
        "moves": moves.collect::<Value>(),
    })
}
