//! The messages of the protocol, one per line.

use std::ops::Range;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::campaign::measure;
use crate::space::CampaignSpec;
use crate::statistics::scores::ScoreReport;
use crate::subject::{Choice, Configuration};
use tune2048_engine::game::{GameResult, Score};

/// The largest number of games of one request.
const MAX_GAMES: u32 = 1_000_000;

/// 2^53, up to which floating point numbers are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The first line of the evaluator: what there is to optimize.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The name of the search space.
    pub space: String,
    /// The seed from which the seeds of the games are derived.
    pub seed: u64,
    /// The names of the coordinates of a point, in order.
    pub coordinates: Vec<String>,
    /// The point of the starting weights.
    pub start: Vec<f64>,
    /// The number of games of a request that gives none.
    pub games_per_candidate: u32,
    /// The total number of games that may be asked for, if it is limited.
    pub budget_games: Option<u64>,
}

impl Description {
    /// Describes the search space of a campaign.
    pub fn of(spec: &CampaignSpec, budget_games: Option<u64>) -> Self {
        Self {
            space: spec.name.clone(),
            seed: spec.seed,
            coordinates: spec.coordinate_names(),
            start: spec.start_point(),
            games_per_candidate: spec.games_per_candidate.first(),
            budget_games,
        }
    }
}

/// A line of input as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestLine {
    #[serde(default)]
    id: Value,
    point: Option<Vec<f64>>,
    weights: Option<IndexMap<String, Choice>>,
    first: Option<u64>,
    games: Option<u32>,
    #[serde(default)]
    recommend: bool,
}

/// A valid request.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The identifier chosen by the client, any JSON value; `null` if there is none.
    pub id: Value,
    /// The point as it was sent, or the point nearest to the weights that were sent.
    pub point: Vec<f64>,
    /// The weights to play with.
    pub weights: Configuration,
    /// The indices of the games to play in the search stream, at least one; `None` where the client
    /// recommends these weights.
    pub games: Option<Range<u64>>,
}

/// The answer to an invalid line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// The identifier in the line; `null` if there is none.
    pub id: Value,
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong and what is expected.
    pub error: String,
}

impl Request {
    /// Reads a request from the text of a line; `line` is its number, from 1.
    ///
    /// # Errors
    /// If it is not a request for this search space.
    pub fn parse(text: &str, line: u64, spec: &CampaignSpec) -> Result<Self, Refusal> {
        let refuse = |id: Value, error: String| Refusal { id, line, error };
        let mut value: Value = serde_json::from_str(text)
            .map_err(|error| refuse(Value::Null, format!("not a line of JSON: {error}")))?;
        if !value.is_object() {
            let error = "not an object, expected such as {\"point\": [0.5, 0.5]}".to_owned();
            return Err(refuse(Value::Null, error));
        }
        let id = value.get("id").cloned().unwrap_or_default();
        // Above 2^53 a number may have lost its last digits when it was read.
        if id.is_f64() && id.as_f64().is_some_and(|number| number.abs() >= EXACT) {
            let error = format!("id: found {id}, expected a whole number below 2^64 or a text");
            return Err(refuse(Value::Null, error));
        }
        // Languages with one kind of number write 2.0 for 2.
        for key in ["first", "games"] {
            let Some(number) = value.get_mut(key) else { continue };
            let whole = number.as_f64().filter(|found| found.fract() == 0.0 && found.abs() < EXACT);
            if let Some(whole) = whole.filter(|_| number.is_f64()) {
                *number = Value::from(whole as i64);
            }
        }
        serde_json::from_value::<RequestLine>(value)
            .map_err(|error| error.to_string())
            .and_then(|line| line.check(spec))
            .map_err(|error| refuse(id, error))
    }
}

impl RequestLine {
    fn check(self, spec: &CampaignSpec) -> Result<Request, String> {
        let (point, weights) = match (self.point, self.weights) {
            (Some(point), None) => {
                let dimensions = spec.dimensions();
                if point.len() != dimensions {
                    return Err(format!(
                        "point: found {} coordinates, expected {dimensions}: {}",
                        point.len(),
                        spec.coordinate_names().join(", ")
                    ));
                }
                let weights = spec.decode(&point);
                (point, weights)
            }
            (None, Some(named)) => {
                let weights = with_named(spec.start_weights(), &named)?;
                (spec.encode(&weights), weights)
            }
            (Some(_), Some(_)) => {
                return Err("found both point and weights, expected one of them".to_owned());
            }
            (None, None) => return Err("found neither point nor weights".to_owned()),
        };
        let games = match (self.recommend, self.first, self.games) {
            (true, None, None) => None,
            (true, ..) => {
                return Err("recommend: found it with first or games, but it plays none".to_owned());
            }
            (false, first, games) => {
                let first = first.unwrap_or(0);
                let games = games.unwrap_or(spec.games_per_candidate.first());
                if !(1..=MAX_GAMES).contains(&games) {
                    return Err(format!("games: found {games}, expected 1 to {MAX_GAMES}"));
                }
                if first > i64::MAX as u64 {
                    return Err(format!("first: found {first}, expected 0 to {}", i64::MAX));
                }
                Some(first..first + u64::from(games))
            }
        };
        Ok(Request { id: self.id, point, weights, games })
    }
}

fn with_named(
    mut weights: Configuration,
    named: &IndexMap<String, Choice>,
) -> Result<Configuration, String> {
    for (name, value) in named {
        let Some(index) = weights.subject.index_of(name) else {
            let names: Vec<_> = weights.iter().map(|(spec, _)| spec.name.as_ref()).collect();
            return Err(format!("weights: found {name:?}, expected {}", names.join(", ")));
        };
        let number = weights.number_of(index, value);
        let unlike = || format!("weights: {name} is {}, expected another value", value.to_json());
        weights.values[index] = number.ok_or_else(unlike)?;
    }
    Ok(weights)
}

/// The answer to a valid request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluationAnswer {
    /// The identifier of the request.
    pub id: Value,
    /// The weights of the request that take part, by name.
    pub weights: IndexMap<String, Choice>,
    /// The games; `None` for a recommendation.
    #[serde(flatten)]
    pub played: Option<RequestedGames>,
}

/// The games of a request and their statistics.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RequestedGames {
    /// The index of the first game.
    pub first: u64,
    /// The score of each game in points, in the order of the seeds.
    pub scores: Vec<Score>,
    /// The statistics that `evaluate --json` prints.
    #[serde(flatten)]
    pub report: ScoreReport,
    /// The value of the campaign's objective; of what is minimised, with a minus.
    pub objective: f64,
    /// The value to minimise: minus the objective, plus a penalty for leaving the ranges.
    pub fitness: f64,
}

impl EvaluationAnswer {
    /// Returns an answer without games.
    pub fn unplayed(request: &Request) -> Self {
        Self { id: request.id.clone(), weights: request.weights.named_values(), played: None }
    }

    /// Returns an answer with the games of a request.
    ///
    /// # Panics
    /// If `results` is empty, or the request asks for no games.
    pub fn played(request: &Request, results: &[GameResult], spec: &CampaignSpec) -> Self {
        let measured = measure(spec.goal(), results);
        Self {
            played: Some(RequestedGames {
                first: request.games.as_ref().expect("games were asked for").start,
                scores: results.iter().map(|game| game.score).collect(),
                report: ScoreReport::of(results),
                objective: measured.value,
                fitness: measured.fitness(spec.overshoot(&request.point)),
            }),
            ..Self::unplayed(request)
        }
    }
}
