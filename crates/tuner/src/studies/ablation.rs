//! Ablation: which of the differences between two sets of weights make the gain.
//!
//! The values of the start become those of the goal one after the other. Each step takes the
//! parameter whose change scores best (Fawcett and Hoos, "Analysing differences between algorithm
//! configurations through ablation", Journal of Heuristics 22, 2016). All candidates play the same
//! games. The order is found on some games and its steps are measured on others, since the best of
//! several noisy means owes part of its score to luck.

use serde::{Deserialize, Serialize};

use crate::statistics::{Better, Effect, Estimate, TwoMeans, mean};
use crate::subject::{Choice, Configuration, Evaluate, Job};
use tune2048_engine::{EvaluateError, GameSeed, Monitor, Stream};

/// A parameter that takes the value of the goal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The name of the parameter.
    #[serde(rename = "weight")]
    pub name: String,
    /// Its value in the start; `None` where it takes no part.
    pub from: Option<Choice>,
    /// Its value in the goal.
    pub to: Option<Choice>,
    /// The mean score with this and all earlier changes.
    pub mean: f64,
    /// The effect over the step before; the intervals of all steps hold together with 95 %.
    pub gain: Option<Estimate>,
    /// The effect over the start, with an interval of 95 %.
    pub so_far: Option<Estimate>,
}

impl Step {
    /// Its values in the start and in the goal, numbers as written by `number`.
    pub fn ends(&self, number: impl Fn(f64) -> String) -> [String; 2] {
        [&self.from, &self.to].map(|value| match value {
            Some(Choice::Number(value)) => number(*value),
            Some(word) => word.to_string(),
            None => "not used".to_owned(),
        })
    }
}

/// The steps from one set of weights to another, those first that gained most on other games, with their question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ablation {
    /// The name of the goal.
    pub weights: String,
    /// The name of the start.
    pub against: String,
    /// Who plays.
    pub player: String,
    /// The seed of the games.
    pub seed: u64,
    /// The number of games of each step.
    pub games: u64,
    /// The mean score of the start.
    pub start_mean: f64,
    /// The parameters that differ.
    pub steps: Vec<Step>,
}

/// Which games are played, and what counts of them.
#[derive(Clone, Copy, Debug)]
pub struct AblationSettings {
    /// The seed of the games.
    pub seed: u64,
    /// The number of games of each candidate, once to find the order and once to measure it.
    pub games: u64,
    /// How mean scores are compared.
    pub effect: Effect,
    /// Which scores are better.
    pub better: Better,
}

/// Returns the places of the parameters that take part in the goal and differ from another configuration of its
/// subject.
pub fn differing(start: &Configuration, goal: &Configuration) -> Vec<usize> {
    let active = goal.subject.active(&goal.values);
    let differ = |&place: &usize| start.values[place].to_bits() != goal.values[place].to_bits();
    (0..start.values.len()).filter(|place| active[*place] && differ(place)).collect()
}

impl AblationSettings {
    /// Returns the number of games of an ablation of so many parameters, at most: those that wait for others play fewer.
    pub fn all_games(&self, parameters: usize) -> u64 {
        let n = parameters as u64;
        // The last parameter has no rival.
        let of_order = n * (n + 1) / 2 - n.min(1);
        (of_order + n + 1) * self.games
    }
}

impl Ablation {
    /// Plays the steps from `start` to `goal`, each with its name and with the same parameters; the subject of
    /// `goal` plays.
    ///
    /// # Errors
    /// If the games cannot be played, or a stop was requested.
    pub fn play(
        (against, start): (&str, &Configuration),
        (weights, goal): (&str, &Configuration),
        settings: AblationSettings,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
    ) -> Result<Self, EvaluateError> {
        let play = |candidates: Vec<Vec<f64>>, part: u64| {
            let games = part * settings.games..(part + 1) * settings.games;
            let seeds = games.map(|game| GameSeed::new(settings.seed, Stream::Evaluation, game));
            let job = Job::new(goal.subject.clone(), candidates, seeds.collect());
            let mut scores: Vec<Vec<f64>> = Vec::new();
            evaluator.evaluate(&job, monitor, &mut |games| {
                scores.push(games.results.iter().map(|game| game.score.get()).collect());
            })?;
            Ok::<_, EvaluateError>(scores)
        };
        let changed = |values: &[f64], place: usize| {
            let mut changed = values.to_vec();
            changed[place] = goal.values[place];
            changed
        };
        let mut left = differing(start, goal);
        let mut path = vec![start.values.clone()];
        let mut order = Vec::new();
        while !left.is_empty() {
            let last = path.last().expect("the start is there").clone();
            // A parameter that takes part only with another waits for that one.
            let (next, candidates): (Vec<usize>, Vec<_>) = (0..left.len())
                .map(|at| (at, changed(&last, left[at])))
                .filter(|(at, values)| goal.subject.active(values)[left[*at]])
                .unzip();
            let best = match candidates.len() {
                1 => 0,
                _ => best_of(&play(candidates.clone(), 0)?, settings.better),
            };
            path.push(candidates[best].clone());
            order.push(left.remove(next[best]));
        }
        let scores = play(path, 1)?;
        let confidence = 1.0 - 0.05 / order.len().max(1) as f64;
        let effect = |to: usize, of: usize, confidence| {
            let means = TwoMeans::of_pairs(&scores[to], &scores[of])?;
            means.definite(settings.effect).of_pairs(&scores[of], &scores[to], confidence)
        };
        let step = |(number, place): (usize, usize)| Step {
            name: goal.subject.parameters()[place].name.to_string(),
            from: start.value(place),
            to: goal.value(place),
            mean: mean(&scores[number + 1]),
            gain: effect(number, number + 1, confidence),
            so_far: effect(0, number + 1, 0.95),
        };
        Ok(Self {
            weights: weights.to_owned(),
            against: against.to_owned(),
            player: goal.subject.to_string(),
            seed: settings.seed,
            games: settings.games,
            start_mean: mean(&scores[0]),
            steps: order.into_iter().enumerate().map(step).collect(),
        })
    }
}

/// Returns the place of the candidate with the best mean score, the first of equal ones.
fn best_of(scores: &[Vec<f64>], better: Better) -> usize {
    let worth = |place: usize| better.sign() * mean(&scores[place]);
    (1..scores.len()).fold(0, |best, next| if worth(next) > worth(best) { next } else { best })
}
