//! Rows of candidates and of games, with their columns.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::space::CampaignSpec;
use crate::statistics::{Evaluation, Objective, TILES, mean, standard_deviation};
use crate::subject::Subject;
use tune2048_engine::game::{GameResult, Stream};
use tune2048_files::record::{Record, Visitor};
use tune2048_files::shown::json;

/// An evaluated candidate: a row of `trials.csv`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// The number within the campaign, from 0.
    pub trial: u64,
    /// The generation, from 0.
    pub generation: u32,
    /// The number within the generation, from 0.
    pub candidate: u32,
    /// The value that the optimizer minimises: the negated objective plus a
    /// penalty for leaving the ranges.
    pub fitness: f64,
    /// The value that the campaign maximises.
    pub objective: f64,
    /// The statistics of the games.
    pub evaluation: Evaluation,
    /// The objective of the first, third, fifth… game and of the other games,
    /// from which the reliability of the ranking is estimated; `None` for one game.
    pub halves: Option<[f64; 2]>,
    /// The weights in the order of their heuristic.
    pub weights: Vec<f64>,
    /// The point that the optimizer proposed; coordinates outside of [0, 1] were clamped for play.
    pub point: Vec<f64>,
    /// Other numbers that a program reports of the games, by name.
    pub extras: BTreeMap<String, Extra>,
    /// The time that the games took, summed over threads.
    pub games_seconds: f64,
    /// The time that all sessions of the campaign had taken together.
    pub elapsed_seconds: f64,
}

/// Statistics of another number that a program reports of its games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extra {
    /// How many games have it.
    pub games: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation; `None` for one game.
    pub sd: Option<f64>,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Extra {
    /// The statistics of numbers; `None` without any, and beyond the largest numbers.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let values: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let min = values.iter().copied().reduce(f64::min)?;
        let max = values.iter().copied().reduce(f64::max)?;
        let (mean, sd) = (mean(&values), standard_deviation(&values));
        let is_finite = mean.is_finite() && sd.is_none_or(f64::is_finite);
        is_finite.then_some(Self { games: values.len(), mean, sd, min, max })
    }
}

impl Trial {
    /// The cost of leaving the ranges, as far as the recorded fitness has its digits.
    pub fn penalty(&self) -> f64 {
        self.fitness + self.objective
    }
}

/// The games per candidate of a generation.
pub fn games_dealt(trials: &[Trial]) -> u32 {
    let games: u64 = trials.iter().map(|trial| u64::from(trial.evaluation.games)).sum();
    games.div_ceil(trials.len().max(1) as u64) as u32
}

/// The seeds of a generation, which its candidates share.
pub(crate) fn seeds_used(trials: &[Trial]) -> u64 {
    trials.iter().map(|trial| trial.evaluation.games.into()).max().unwrap_or(0)
}

/// A game of a pilot or of a finalist: a row of `games.csv`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FinalGame {
    /// The stream of the game's seed: pilot, selection or validation.
    pub stream: Stream,
    /// The place of the game in the stream, from 0.
    pub game: u64,
    /// The place of the finalist in the list, or of weights in the pilot, from 0.
    pub finalist: usize,
    /// The result.
    pub result: GameResult,
}

/// The streams whose games are recorded, with their names.
const STREAMS: [(&str, Stream); 3] = [
    ("pilot", Stream::Pilot),
    ("selection", Stream::Selection),
    ("validation", Stream::Validation),
];

/// Which columns the rows of a campaign have: one for each weight, and one for each coordinate.
#[derive(Clone, Debug)]
pub struct RowLayout {
    /// The fingerprint of the campaign.
    campaign: String,
    subject: Arc<Subject>,
    coordinates: Vec<String>,
    has_tiles: bool,
}

impl RowLayout {
    /// The layout of the rows of a campaign with this fingerprint.
    pub fn of(spec: &CampaignSpec, fingerprint: &str) -> Self {
        Self {
            campaign: fingerprint.to_owned(),
            subject: Arc::clone(spec.subject()),
            coordinates: spec.coordinate_names(),
            has_tiles: spec.subject().has_tiles()
                || matches!(spec.objective, Objective::TileShare(_)),
        }
    }

    /// Whether files have a column for chance nodes above the leaves: the cost of a search depends
    /// on them, which is limited where settings of the search are tuned.
    fn counts_inner_nodes(&self) -> bool {
        !self.subject.search_settings().is_empty()
    }

    fn weights(&self, weights: &mut Vec<f64>, visitor: &mut Visitor<'_>) -> Result<(), String> {
        let parameters = self.subject.parameters();
        weights.resize(parameters.len(), 0.0);
        for (index, (spec, value)) in parameters.iter().zip(weights).enumerate() {
            let parameter = self.subject.parameter(index);
            let write = |value: &f64| parameter.value(*value).to_string();
            let read = |text: &str| parameter.read(text);
            let expected = "a value that it can have";
            visitor.parsed(&format!("weight.{}", spec.name), value, write, read, expected)?;
        }
        Ok(())
    }
}

impl Record for Trial {
    type Layout = RowLayout;
    const IS_CHAINED: bool = true;

    fn columns(&mut self, layout: &RowLayout, visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("trial", &mut self.trial)?;
        visitor.column("generation", &mut self.generation)?;
        visitor.column("candidate", &mut self.candidate)?;
        visitor.column("fitness", &mut self.fitness)?;
        visitor.column("objective", &mut self.objective)?;
        let evaluation = &mut self.evaluation;
        visitor.column("games", &mut evaluation.games)?;
        visitor.column("mean_score", &mut evaluation.mean_score)?;
        visitor.optional("sd_score", &mut evaluation.sd_score)?;
        visitor.column("median_score", &mut evaluation.median_score)?;
        visitor.column("min_score", &mut evaluation.min_score)?;
        visitor.column("max_score", &mut evaluation.max_score)?;
        for (tile, face) in TILES.iter().enumerate().filter(|_| layout.has_tiles) {
            let mut share = evaluation.share(tile);
            visitor.column(&format!("share_{face}"), &mut share)?;
            evaluation.reached[tile] = (share * f64::from(evaluation.games)).round() as u32;
        }
        visitor.column("moves", &mut evaluation.moves)?;
        visitor.column("nodes", &mut evaluation.nodes)?;
        if layout.counts_inner_nodes() {
            visitor.column("inner_nodes", &mut evaluation.inner_nodes)?;
        }
        let [mut even, mut odd] = self.halves.map_or([None; 2], |halves| halves.map(Some));
        visitor.optional("objective_even", &mut even)?;
        visitor.optional("objective_odd", &mut odd)?;
        self.halves = even.zip(odd).map(<[f64; 2]>::from);
        layout.weights(&mut self.weights, visitor)?;
        self.point.resize(layout.coordinates.len(), 0.0);
        for (name, value) in layout.coordinates.iter().zip(&mut self.point) {
            visitor.column(&format!("point.{name}"), value)?;
        }
        if layout.subject.command().is_some() {
            let write = |extras: &BTreeMap<_, _>| match extras.is_empty() {
                true => String::new(),
                // Programs name them.
                false => json(&serde_json::to_string(extras).expect("numbers have a JSON form")),
            };
            let read = |text: &str| match text {
                "" => Some(BTreeMap::new()),
                text => serde_json::from_str(text).ok(),
            };
            visitor.parsed("extras", &mut self.extras, write, read, "an object of JSON")?;
        }
        visitor.same("campaign", &layout.campaign)?;
        visitor.seconds("time_games_seconds", 3, &mut self.games_seconds)?;
        visitor.seconds("time_elapsed_seconds", 3, &mut self.elapsed_seconds)
    }
}

impl Record for FinalGame {
    type Layout = RowLayout;
    const IS_CHAINED: bool = true;

    fn columns(&mut self, layout: &RowLayout, visitor: &mut Visitor<'_>) -> Result<(), String> {
        let write = |stream: &Stream| {
            let known = STREAMS.iter().find(|(_, known)| known == stream);
            known.expect("no other games are recorded").0.to_owned()
        };
        let read = |name: &str| Some(STREAMS.iter().find(|(known, _)| *known == name)?.1);
        let expected = "\"pilot\", \"selection\" or \"validation\"";
        visitor.parsed("stream", &mut self.stream, write, read, expected)?;
        visitor.column("game", &mut self.game)?;
        visitor.column("finalist", &mut self.finalist)?;
        game_columns(visitor, &mut self.result, layout.has_tiles)?;
        if layout.counts_inner_nodes() {
            visitor.column("inner_nodes", &mut self.result.inner_nodes)?;
        }
        visitor.same("campaign", &layout.campaign)
    }
}

/// The columns of the result of a game.
pub(crate) fn game_columns(
    visitor: &mut Visitor<'_>,
    game: &mut GameResult,
    has_tiles: bool,
) -> Result<(), String> {
    visitor.column("score", &mut game.score)?;
    if has_tiles {
        visitor.column("largest_tile", &mut game.largest_tile)?;
    }
    visitor.column("moves", &mut game.moves)?;
    visitor.column("nodes", &mut game.nodes)
}
