//! The differences between two players as JSON.

use serde::Serialize;
use tune2048_engine::game::Move;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::{Agreement, Example, SampledBoard};

use super::report::{ExplainedPlayer, ExplanationReport};

/// JSON of `explain --json`.
#[derive(Debug, Serialize)]
pub(super) struct ExplanationJson<'a> {
    a: &'a ExplainedPlayer,
    b: &'a ExplainedPlayer,
    seed: u64,
    agreement: AgreementJson,
    stages: Vec<StageJson<'a>>,
    traits: Vec<TraitJson>,
    terms_comparable: bool,
    pulls: Vec<PullJson<'a>>,
    examples: Vec<ExampleJson>,
}

#[derive(Debug, Serialize)]
struct AgreementJson {
    boards: u64,
    same: u64,
    /// `null` without boards.
    share: Option<f64>,
    ci95: Interval,
}

impl From<Agreement> for AgreementJson {
    fn from(agreement: Agreement) -> Self {
        Self {
            boards: agreement.boards,
            same: agreement.same,
            share: (agreement.boards > 0).then(|| agreement.share()),
            ci95: agreement.interval(),
        }
    }
}

/// A number for each of the two players.
#[derive(Debug, Serialize)]
struct PerPlayer<T> {
    a: T,
    b: T,
}

fn per_player<T>([a, b]: [T; 2]) -> PerPlayer<T> {
    PerPlayer { a, b }
}

#[derive(Debug, Serialize)]
struct StageJson<'a> {
    largest_tile: u32,
    agreement: AgreementJson,
    on_games_of: PerPlayer<AgreementJson>,
    spread: PerPlayer<f64>,
    cost: PerPlayer<Option<f64>>,
    terms: PerPlayer<indexmap::IndexMap<&'a str, f64>>,
}

#[derive(Debug, Serialize)]
struct TraitJson {
    name: &'static str,
    difference: f64,
    interval: Option<Interval>,
}

#[derive(Debug, Serialize)]
struct PullJson<'a> {
    term: &'a str,
    a: Option<f64>,
    b: Option<f64>,
    together: Option<f64>,
    interval: Option<Interval>,
}

#[derive(Debug, Serialize)]
struct ExampleJson {
    board: String,
    game_of: &'static str,
    a: &'static str,
    b: &'static str,
    moves: Vec<ExampleMoveJson>,
}

#[derive(Debug, Serialize)]
struct ExampleMoveJson {
    #[serde(rename = "move")]
    direction: &'static str,
    value: PerPlayer<Option<f64>>,
    cost: PerPlayer<Option<f64>>,
}

impl<'a> ExplanationJson<'a> {
    pub(super) fn of(answer: &'a ExplanationReport<'_>) -> Self {
        let found = answer.found;
        let stages = found.stages.iter().map(|stage| StageJson {
            largest_tile: stage.stage.largest_tile(),
            agreement: stage.agreement.into(),
            on_games_of: per_player(stage.by_games.map(AgreementJson::from)),
            spread: per_player(stage.spreads),
            cost: per_player(stage.costs),
            terms: per_player([0, 1].map(|player| {
                let names = answer.terms[player].iter().map(String::as_str);
                names.zip(stage.terms[player].iter().copied()).collect()
            })),
        });
        let traits = found.traits.iter().map(|found| TraitJson {
            name: found.one.name,
            difference: found.difference,
            interval: found.interval,
        });
        let pulls = found.pulls.iter().map(|pull| PullJson {
            term: &pull.name,
            a: pull.by_player[0],
            b: pull.by_player[1],
            together: pull.together,
            interval: pull.interval,
        });
        Self {
            a: &answer.sides[0],
            b: &answer.sides[1],
            seed: answer.seed,
            agreement: found.overall.into(),
            stages: stages.collect(),
            traits: traits.collect(),
            terms_comparable: found.is_comparable,
            pulls: pulls.collect(),
            examples: found.examples.iter().map(ExampleJson::of).collect(),
        }
    }
}

impl ExampleJson {
    fn of(example: &Example) -> Self {
        let SampledBoard { board, player, .. } = example.sampled;
        let [a, b] = example.opinions.moves.map(Move::name);
        let moves = Move::ALL.into_iter().map(|direction| ExampleMoveJson {
            direction: direction.name(),
            value: per_player([0, 1].map(|side| example.opinions.values[side][direction as usize])),
            cost: per_player([0, 1].map(|side| example.costs[side][direction as usize])),
        });
        Self { board: board.to_string(), game_of: ["a", "b"][player], a, b, moves: moves.collect() }
    }
}
