//! A valid campaign, and what it says.

use std::sync::Arc;

use indexmap::IndexMap;

use super::defaults::{Defaults, RecordedDefaults, SearchRules};
use super::final_games::{self, Selection, Validation};
use super::range::Range;
use super::search_space::{CoordinateRange, SearchSpace};
use super::settings::{AdaptiveGames, Budget, GamesPerCandidate, PilotSettings, WarmStart};
use crate::statistics::{Better, Effect, Objective};
use crate::subject::{Choice, Configuration, Encoding, Subject};
use tune2048_engine::evaluate::Opening;
use tune2048_engine::heuristic::Scale;
use tune2048_files::number_text::{counted, grouped};
use tune2048_files::shown::visible;
use tune2048_optimizer::{Allowed, Coordinates, Optimizer};

/// A valid campaign: what to tune, how to play, what to maximise, how much to spend.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSpec {
    /// The name of the campaign and of the folder of its results.
    pub name: String,
    /// The seed of all random numbers, at most `i64::MAX`.
    pub seed: u64,
    /// The statistic that is tuned.
    pub objective: Objective,
    /// Which scores are better.
    pub better: Better,
    /// How the mean scores of two candidates are compared.
    pub effect: Effect,
    /// The cost of a move, in boards, up to which a candidate counts in full.
    pub cost_per_move: Option<f64>,
    /// The part of each game of the search that the starting weights play.
    pub beginning: Option<Opening>,
    /// The number of games of each candidate.
    pub games_per_candidate: GamesPerCandidate,
    /// Whether the candidates of a generation play each other.
    pub candidates_meet: bool,
    /// The optimizer, which proposes candidates.
    pub optimizer: Optimizer,
    /// The campaign from whose last distribution the search starts.
    pub warm_start: Option<WarmStart>,
    /// When the search ends.
    pub budget: Budget,
    /// The games of the whole campaign, if the file limits them.
    pub total_games: Option<u64>,
    /// The games before the search.
    pub pilot: PilotSettings,
    /// The final race, which decides which weights are recommended.
    pub selection: Selection,
    /// The final measurement of the winner and of the starting weights.
    pub validation: Validation,
    pub(super) search_space: SearchSpace,
    pub(super) settings: IndexMap<String, String>,
    /// What fills the settings that the file leaves out.
    pub(crate) defaults: RecordedDefaults,
    /// The settings of race and validation that it leaves open.
    pub(super) left_open: Vec<&'static str>,
}

impl CampaignSpec {
    /// Whether the file leaves a setting of race or validation open.
    pub(crate) fn leaves_open(&self, setting: &str) -> bool {
        self.left_open.contains(&setting)
    }

    /// Returns who plays, and has the parameters that are tuned.
    pub fn subject(&self) -> &Arc<Subject> {
        &self.search_space.start.subject
    }

    /// Whether all candidates play against the starting weights, with the same engine.
    pub fn is_match(&self) -> bool {
        self.search_space.is_match()
    }

    /// How mean scores are compared where people read it: results of a match in Elo.
    pub fn shown_effect(&self) -> Effect {
        match self.is_match() && self.subject().has_results() {
            true => Effect::Elo,
            false => self.effect,
        }
    }

    /// Returns the number of coordinates of a point.
    pub fn dimensions(&self) -> usize {
        self.search_space.dimensions()
    }

    /// Returns the starting weights, exactly as the file gives them.
    pub fn start_weights(&self) -> Configuration {
        self.search_space.start.clone()
    }

    /// Returns the point of the unit cube from which the search starts.
    pub fn start_point(&self) -> Vec<f64> {
        self.search_space.encode(&self.search_space.start)
    }

    /// Returns the same campaign with another starting point.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    #[must_use]
    pub fn starting_at(&self, point: &[f64]) -> Self {
        let mut spec = self.clone();
        spec.search_space.start = self.decode(point);
        spec
    }

    /// Returns the weights at a point, whose coordinates are clamped to [0, 1].
    /// The entries of a matrix in an ordered layout have the sum 1.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    pub fn decode(&self, point: &[f64]) -> Configuration {
        self.search_space.decoded(&self.search_space.played(point))
    }

    /// Returns the point that decodes to some weights, or to the nearest weights within the ranges.
    ///
    /// # Panics
    /// If the weights are those of other parameters.
    pub fn encode(&self, weights: &Configuration) -> Vec<f64> {
        assert!(weights.subject.has_parameters_of(self.subject()));
        self.search_space.encode(weights)
    }

    /// Returns the indices of the parameters whose values their ranges do not have.
    pub(crate) fn outside(&self, weights: &Configuration) -> Vec<usize> {
        let outside = self.search_space.tuned.iter();
        let outside = outside.filter(|(index, range)| !range.has(weights.values[*index]));
        outside.map(|(index, _)| *index).collect()
    }

    /// Returns the number of candidates of a generation.
    pub fn population(&self) -> u32 {
        self.optimizer.population(self.dimensions())
    }

    /// Returns the fewest and the most games that the search plays; `None` if only minutes limit it.
    pub fn search_games(&self) -> Option<(u64, u64)> {
        final_games::search_games(&self.budget, self.population(), &self.games_per_candidate)
    }

    /// Returns the most games of a pilot with so many and of the search, if the budget determines them.
    pub fn games_until_race(&self, pilot: u64) -> Option<u64> {
        let (fewest, most) = self.search_games()?;
        let all = most.saturating_add(pilot).min(self.budget.games.unwrap_or(u64::MAX));
        (fewest == most).then_some(all)
    }

    /// Returns the budget as the file has it.
    pub fn given_budget(&self) -> Budget {
        Budget { games: self.total_games.or(self.budget.games), ..self.budget }
    }

    /// Returns the most games after the search: of the race and of the validation.
    pub fn games_after_search(&self) -> u64 {
        let finalists = self.selection.finalists as usize;
        self.selection.all_games(finalists) + self.validation.all_games()
    }

    /// Returns every setting by its path in the file, including defaults.
    pub fn settings(&self) -> &IndexMap<String, String> {
        &self.settings
    }

    /// Returns the value of a coordinate's weight at a place of its range, 0 to 1, whether or not the weight takes
    /// part; `None` of a coordinate that is no weight.
    pub fn value_at(&self, coordinate: usize, place: f64) -> Option<f64> {
        Some(self.search_space.ranges().nth(coordinate)??.decode(place.clamp(0.0, 1.0)))
    }

    /// Returns the range of each coordinate, in order.
    pub fn ranges(&self) -> Vec<CoordinateRange> {
        let names = self.coordinate_names().into_iter();
        let coordinate = |(name, range): (String, Option<&Range>)| CoordinateRange {
            name,
            is_weight: range.is_some(),
            low: range.map_or(0.0, |range| range.low),
            high: range.map_or(1.0, |range| range.high),
            is_log: range.is_some_and(|range| range.scale == Scale::Log),
            is_integer: range.is_some_and(|range| range.integer),
        };
        names.zip(self.search_space.ranges()).map(coordinate).collect()
    }

    /// The parameters of a program that have whole numbers only, tuned or fixed, and the arrays of such.
    pub(crate) fn integers_of_program(&self) -> Vec<String> {
        let start = &self.search_space.start;
        let mut whole: IndexMap<&str, bool> = IndexMap::new();
        for (index, parameter) in start.subject.program_parameters().iter().enumerate() {
            let is_whole = match (&parameter.encoding, self.search_space.range(index)) {
                (Encoding::Choice(choices), _) => choices.iter().all(Choice::is_whole),
                (_, Some(range)) => range.integer,
                _ => start.value_at(index).is_whole(),
            };
            *whole.entry(parameter.given_name()).or_insert(true) &= is_whole;
        }
        whole.retain(|_, is_whole| *is_whole);
        whole.into_keys().map(str::to_owned).collect()
    }

    /// What an optimizer knows of the coordinates.
    pub(crate) fn coordinates(&self) -> Coordinates {
        // What earlier builds recorded was proposed without.
        let is_earlier = self.defaults.kind == Defaults::Earlier;
        Coordinates {
            steps: self.search_space.ranges().map(|range| range.map_or(0.0, Range::step)).collect(),
            thresholds: if is_earlier { Vec::new() } else { self.thresholds() },
            options: self.options(),
            is_mean_inside: self.defaults.rules != SearchRules::First,
            allowed: self.allowed(),
        }
    }

    /// Returns the places in rising order at which each coordinate becomes another value; none where all
    /// places differ, or where there are more than 1000 values.
    pub fn thresholds(&self) -> Vec<Vec<f64>> {
        let thresholds = |range: Option<&Range>| range.map_or(Vec::new(), Range::thresholds);
        self.search_space.ranges().map(thresholds).collect()
    }

    /// Returns between how many choices without an order each coordinate chooses; 0 where its values have one.
    pub(crate) fn options(&self) -> Vec<usize> {
        self.search_space.ranges().map(|range| range.map_or(0, Range::options)).collect()
    }

    /// Returns whether a point fulfils the constraints, as a function of its own; `None` without constraints.
    pub(crate) fn allowed(&self) -> Option<Allowed> {
        let space = self.search_space.clone();
        (!space.constraints.is_empty())
            .then(|| Box::new(move |point: &[f64]| space.allows(&space.decoded(point))) as Allowed)
    }

    /// Returns the names of the coordinates, in order: the names of their weights,
    /// or `matrix-01` and so on for the coordinates of an ordered matrix.
    pub fn coordinate_names(&self) -> Vec<String> {
        let SearchSpace { start, tuned, .. } = &self.search_space;
        let of_matrix = (1..=self.search_space.of_matrix()).map(|n| format!("matrix-{n:02}"));
        let parameters = start.subject.parameters();
        let of_weights = tuned.iter().map(|(index, _)| parameters[*index].name.to_string());
        of_matrix.chain(of_weights).collect()
    }

    /// Returns the squared distance of a point from the one that is played for it, in edges squared: outside
    /// of the ranges, or where a constraint is broken.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    pub fn overshoot(&self, point: &[f64]) -> f64 {
        let played = self.search_space.played(point);
        point.iter().zip(played).map(|(x, played)| (x - played) * (x - played)).sum()
    }

    /// Returns the weights of a file for the parameters of this campaign; `None` if they are others.
    pub fn adopt(&self, weights: &Configuration) -> Option<Configuration> {
        self.subject().playing_as(weights, &self.search_space.start.values)
    }

    /// What is tuned, by what, and how it is played: `6 weights of rows tuned by cma-es, expectimax depth 1`.
    pub fn about(&self) -> String {
        let (subject, optimizer) = (self.subject(), self.optimizer.name());
        let (tuned, from) = (subject.tuned(self.dimensions()), self.from_tile());
        format!("{tuned} tuned by {optimizer}, {subject}{from}")
    }

    /// The words after a number of games of the search, such as ` from 16 384 on`; empty for whole
    /// games.
    pub fn from_tile(&self) -> String {
        self.beginning.as_ref().map_or(String::new(), |beginning| {
            format!(" from {} on", grouped(f64::from(beginning.tile)))
        })
    }

    /// The score of a match, or of its pairs of games, that nobody wins.
    pub(crate) fn even_score(&self) -> f64 {
        if self.subject().has_margins() { 0.0 } else { 0.5 }
    }

    /// A sentence that says what scores of the search are, unless they are those of whole games against the same
    /// opponent.
    pub fn scores_note(&self) -> Option<String> {
        if self.candidates_meet {
            let mean = if self.subject().has_margins() { "0" } else { "half of the points" };
            return Some(format!(
                "Candidates play each other, so that their mean is about {mean}."
            ));
        }
        self.beginning.as_ref().map(|beginning| {
            format!(
                "Scores are the points from the board on which the starting weights have made {}.",
                grouped(f64::from(beginning.tile))
            )
        })
    }

    /// Returns the [settings](Self::settings) to show: without finalists where there is no race.
    pub fn shown_settings(&self) -> IndexMap<String, String> {
        let mut settings = self.settings.clone();
        if self.selection.games == 0 {
            settings.shift_remove("selection.finalists");
        }
        settings
    }

    /// Describes all settings, one per line, and the number of games of a generation.
    pub fn describe(&self) -> String {
        let settings = self.shown_settings();
        let width = settings.keys().map(String::len).max().unwrap_or(0);
        let lines = settings.iter();
        let lines = lines.map(|(path, value)| format!("{path:width$}  {}\n", visible(value)));
        let population = self.population();
        let coordinates = counted(self.dimensions(), "coordinate");
        let unit = self.subject().unit();
        let games = |each: u32| counted(u64::from(population) * u64::from(each), unit);
        let candidates = match self.games_per_candidate {
            GamesPerCandidate::Fixed(each) => {
                format!("{}: {}", counted(each, unit), games(each))
            }
            GamesPerCandidate::Adaptive(AdaptiveGames { low, high, .. }) => {
                let low_games = grouped(f64::from(population) * f64::from(low));
                format!("{low} to {high} {unit}s: {low_games} to {}", games(high))
            }
        };
        lines.collect::<String>()
            + &format!(
                "\n{coordinates}; {} of {candidates} a generation\n",
                counted(population, "candidate")
            )
    }
}
