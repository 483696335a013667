//! The lines of the protocol.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::campaign::measure;
use crate::scores::ScoreReport;
use crate::spec::CampaignSpec;
use tune2048_engine::game::GameResult;
use tune2048_engine::heuristic::Weights;

/// The most games that one request may ask for.
const MAX_GAMES: u32 = 1_000_000;

/// The evaluator's first line: what there is to optimize.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The name of the search space.
    pub space: String,
    /// The seed that game seeds are derived from.
    pub seed: u64,
    /// The names of the coordinates of a point.
    pub coordinates: Vec<String>,
    /// The point that the search space starts from.
    pub start: Vec<f64>,
    /// The games of a request that does not say how many.
    pub games_per_candidate: u32,
    /// All games that may be played, if they are limited.
    pub budget_games: Option<u64>,
}

impl Description {
    /// Describes a search space.
    pub fn of(space: &CampaignSpec, budget_games: Option<u64>) -> Self {
        Self {
            space: space.name.clone(),
            seed: space.seed,
            coordinates: space.coordinate_names(),
            start: space.start_point(),
            games_per_candidate: space.games_per_candidate.first(),
            budget_games,
        }
    }
}

/// One line of input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default)]
    id: Value,
    point: Option<Vec<f64>>,
    weights: Option<IndexMap<String, f64>>,
    first: Option<u64>,
    games: Option<u32>,
    #[serde(default)]
    recommend: bool,
}

/// A request that can be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Whatever the sender calls it; `null` if nothing.
    pub id: Value,
    /// The point as it was sent; of weights, the nearest point.
    pub point: Vec<f64>,
    /// The weights to play with.
    pub weights: Weights,
    /// What is to be done with them.
    pub asked: Asked,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Games: the index of the first, and how many.
    Games {
        /// The index of the first game in the search stream.
        first: u64,
        /// How many games, at least 1.
        games: u32,
    },
    /// No games: these weights are what the sender recommends.
    Recommendation,
}

/// A line that cannot be answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// The id of the line, where there is one.
    pub id: Value,
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong, and what is expected.
    pub error: String,
}

impl Request {
    /// Reads the line of this number, which counts from 1.
    ///
    /// # Errors
    /// If it is not a request of this search space.
    pub fn parse(text: &str, line: u64, space: &CampaignSpec) -> Result<Self, Refusal> {
        let refuse = |id: Value, error: String| Refusal { id, line, error };
        let value: Value = serde_json::from_str(text)
            .map_err(|error| refuse(Value::Null, format!("not a line of JSON: {error}")))?;
        if !value.is_object() {
            let error = "not an object, expected such as {\"point\": [0.5, 0.5]}".to_owned();
            return Err(refuse(Value::Null, error));
        }
        let id = value.get("id").cloned().unwrap_or_default();
        serde_json::from_value::<Line>(value)
            .map_err(|error| error.to_string())
            .and_then(|line| line.check(space))
            .map_err(|error| refuse(id, error))
    }
}

impl Line {
    fn check(self, space: &CampaignSpec) -> Result<Request, String> {
        let (point, weights) = match (self.point, self.weights) {
            (Some(point), None) => {
                let dimensions = space.dimensions();
                if point.len() != dimensions {
                    return Err(format!(
                        "point: found {} coordinates, expected {dimensions}: {}",
                        point.len(),
                        space.coordinate_names().join(", ")
                    ));
                }
                let weights = space.decode(&point);
                (point, weights)
            }
            (None, Some(named)) => {
                let weights = with_named(space.start_weights(), &named)?;
                (space.encode(&weights), weights)
            }
            (Some(_), Some(_)) => {
                return Err("found both point and weights, expected one of them".to_owned());
            }
            (None, None) => return Err("found neither point nor weights".to_owned()),
        };
        let asked = match (self.recommend, self.first, self.games) {
            (true, None, None) => Asked::Recommendation,
            (true, ..) => {
                return Err("recommend: found it with first or games, but it plays none".to_owned());
            }
            (false, first, games) => {
                let (first, games) = (
                    first.unwrap_or(0),
                    games.unwrap_or(space.games_per_candidate.first()),
                );
                if !(1..=MAX_GAMES).contains(&games) {
                    return Err(format!("games: found {games}, expected 1 to {MAX_GAMES}"));
                }
                if first > i64::MAX as u64 {
                    return Err(format!("first: found {first}, expected 0 to {}", i64::MAX));
                }
                Asked::Games { first, games }
            }
        };
        Ok(Request {
            id: self.id,
            point,
            weights,
            asked,
        })
    }
}

fn with_named(mut weights: Weights, named: &IndexMap<String, f64>) -> Result<Weights, String> {
    for (name, value) in named {
        let Some(index) = weights.heuristic.weight_index(name) else {
            let names: Vec<_> = weights.iter().map(|(spec, _)| spec.name.as_ref()).collect();
            return Err(format!(
                "weights: found {name:?}, expected {}",
                names.join(", ")
            ));
        };
        weights.values[index] = *value;
    }
    Ok(weights)
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The id of the request.
    pub id: Value,
    /// All weights that were played with.
    pub weights: IndexMap<String, f64>,
    /// What the games gave; missing for a recommendation.
    #[serde(flatten)]
    pub played: Option<Played>,
}

/// What the games of a request gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// The index of the first game.
    pub first: u64,
    /// One score per game, in the order of the seeds.
    pub scores: Vec<u64>,
    /// The statistics of `evaluate --json`.
    #[serde(flatten)]
    pub report: ScoreReport,
    /// What the search space maximises.
    pub objective: f64,
    /// To be minimised: the objective with its sign turned, and the penalty for leaving the ranges.
    pub fitness: f64,
}

impl Answer {
    /// The answer without games.
    pub fn unplayed(request: &Request) -> Self {
        Self {
            id: request.id.clone(),
            weights: (request.weights.iter())
                .map(|(spec, value)| (spec.name.to_string(), value))
                .collect(),
            played: None,
        }
    }

    /// The answer with the games that were played from the index `first` on.
    ///
    /// # Panics
    /// If there are none.
    pub fn played(
        request: &Request,
        first: u64,
        results: &[GameResult],
        space: &CampaignSpec,
    ) -> Self {
        let measured = measure(&space.objective, results);
        Self {
            played: Some(Played {
                first,
                scores: results.iter().map(|game| game.score).collect(),
                report: ScoreReport::of(results),
                objective: measured.value,
                fitness: measured.fitness(&request.point),
            }),
            ..Self::unplayed(request)
        }
    }
}
