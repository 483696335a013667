//! An evolution strategy for noisy games: every candidate has a mirror image, both halves of the ranking move the mean,
//! and the steps shrink towards the end of a budget that is known.
//!
//! Mirrored sampling: Brockhoff, Auger, Hansen, Arnold & Hohm, PPSN XI (2010), <https://inria.hal.science/inria-00530202>:
//! what a point and its image have in common cancels. Weights for the worse half as large as those for the better one:
//! Arnold, "Weighted multirecombination evolution strategies", Theor. Comput. Sci. 361 (2006),
//! <https://doi.org/10.1016/j.tcs.2006.04.003>. Gains that fall with the share of the budget that is spent: Spall 1998, as in
//! SPSA. The step size and the shape follow the ranking as far as it says more of them than noise does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::choice::Choice;
use super::margin::Margin;
use super::moment::{Moment, evidence};
use super::ranks::weights;
use crate::boundary::clamp;
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::method::Method;
use crate::search::{Allowed, Coordinates, Generator, Learned, Search, Strategy};
use crate::uniform;
use crate::vectors::{add, dot, norm, scale};

/// The share of the first step size that is left at the end with the usual population. Larger ones tell shorter steps apart.
const LAST_STEP: f64 = 0.5;
/// How far the mean moves along the weighted steps of 48 candidates in the first generation where these are 0.2 of a range,
/// and what is left of that at the end. Shorter steps tell less of a slope, so that the mean moves by more of them.
const FIRST_RATE: f64 = 1.0;
const LAST_RATE: f64 = 0.25;
/// The share of the rate that is left where steps look like noise, and how fast what earlier steps said is forgotten.
const RATE_OF_NOISE: f64 = 0.4;
const FORGETTING: f64 = 0.2;
/// How much faster choices move than numbers; measured.
const RATE_OF_CHOICES: f64 = 1.5;
/// The longest move of the mean, in standard deviations of a candidate's coordinate.
const LONGEST_MOVE: f64 = 1.0;
/// How often a candidate that breaks a constraint is drawn again.
const DRAWS: usize = 100;
/// Halvings on the way to a mean that fulfils the constraints.
const HALVINGS: usize = 40;

/// Settings of the mirrored evolution strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "MirroredEs")]
pub struct MirroredEsSettings {
    /// The number of candidates of a generation, an even number. Default what the budget pays for, 48 without a budget of games.
    #[schemars(range(min = 2, max = 10_000), extend("multipleOf" = 2))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The initial standard deviation of the candidates, as a share of every range. Default 0.2, 0.13 for weights of 2048.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_size: Option<f64>,
    /// The number of generations over which steps shrink. Default what the budget pays for, 24 if nothing else is given.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u32>,
}

impl MirroredEsSettings {
    /// The generations that a budget is divided into: the means of fewer move too little, those of more by noise.
    pub const GENERATIONS: u32 = 24;

    /// The population without a budget. The mean moves by the rate that suits it, and by more with more candidates.
    pub const USUAL_POPULATION: u32 = 48;

    /// The first step size where ranges say little of how far the optimum is.
    pub const STEP_SIZE: f64 = 0.2;
}

impl Method for MirroredEsSettings {
    fn population(&self, _: usize) -> u32 {
        self.population.unwrap_or(Self::USUAL_POPULATION)
    }

    fn settle(&mut self, dimensions: usize) {
        self.population = Some(self.population(dimensions));
        self.generations.get_or_insert(Self::GENERATIONS);
        self.step_size.get_or_insert(Self::STEP_SIZE);
    }

    fn step_size(&self) -> f64 {
        self.step_size.unwrap_or(Self::STEP_SIZE)
    }

    fn restart(&self, distribution: &Distribution, seed: u64) -> Result<Search, OptimizerError> {
        let factor = distribution.cholesky()?;
        let dimensions = factor.len();
        let population = self.population(dimensions) as usize;
        let pairs = population >= 2 && population.is_multiple_of(2);
        OptimizerError::require(pairs, "the population", population, "an even number")?;
        let step_size = distribution.step_size;
        let strategy = Mirrored {
            population,
            horizon: self.generations.unwrap_or(Self::GENERATIONS).max(1),
            first_step_size: step_size,
            distribution: Distribution { mean: clamp(&distribution.mean), ..distribution.clone() },
            narrowing: 0.0,
            factor,
            margin: Margin::new(vec![Vec::new(); dimensions], population),
            choices: Vec::new(),
            path: Vec::new(),
            allowed: None,
            generation: 0,
        };
        Ok(Search::new(strategy, seed, population, dimensions))
    }
}

/// A search under way.
struct Mirrored {
    population: usize,
    /// The number of generations over which steps shrink.
    horizon: u32,
    first_step_size: f64,
    /// The mean, always in the cube, the step size of the next generation, and the shape.
    distribution: Distribution,
    /// The logarithm of the share of the schedule's step size that is drawn with.
    narrowing: f64,
    /// The Cholesky factor of the shape.
    factor: Vec<Vec<f64>>,
    margin: Margin,
    choices: Vec<Choice>,
    /// The sum of the steps, each scaled to the length of random ones and forgotten with time, as the evolution paths of CMA-ES.
    path: Vec<f64>,
    /// What points fulfil.
    allowed: Option<Allowed>,
    /// The number of generations learned.
    generation: u32,
}

/// What a generation changes, and what it tells of steps.
struct Moved {
    mean: Vec<f64>,
    choices: Vec<Choice>,
    path: Vec<f64>,
    /// How surely the step goes where those before it went, 0 to 1.
    agreement: f64,
    moment: Moment,
}

/// A step from the mean, and one from the leads of each choice.
struct Step {
    from_mean: Vec<f64>,
    of_choices: Vec<Vec<f64>>,
}

impl Mirrored {
    /// The share of the generations that are learned.
    fn progress(&self) -> f64 {
        (f64::from(self.generation) / f64::from(self.horizon)).min(1.0)
    }

    /// The share of the first step size that is left at the end. The fourth root of the population is a measured compromise
    /// between few games, which need long steps, and cliffs near the optimum.
    fn last_step(&self) -> f64 {
        let size = self.population as f64 / f64::from(MirroredEsSettings::USUAL_POPULATION);
        LAST_STEP / size.max(1.0).sqrt().sqrt()
    }

    fn is_allowed(&self, point: &[f64]) -> bool {
        self.allowed.as_ref().is_none_or(|allowed| allowed(point))
    }

    /// Draws a step, as wide as candidates are.
    fn step(&self, generator: &mut Generator) -> Step {
        let normals = uniform::normals(generator, self.factor.len());
        let step: Vec<f64> = self.factor.iter().map(|row| dot(row, &normals)).collect();
        let mut from_mean = self.margin.stretched(&step);
        scale(&mut from_mean, self.distribution.step_size);
        let of_choice = |choice: &Choice| uniform::normals(generator, choice.leads.len());
        Step { from_mean, of_choices: self.choices.iter().map(of_choice).collect() }
    }

    /// The nearest point of the cube to the mean and a step.
    fn at(&self, step: &Step) -> Vec<f64> {
        let mut point = self.distribution.mean.clone();
        add(&mut point, 1.0, &step.from_mean);
        for (choice, of_choice) in self.choices.iter().zip(&step.of_choices) {
            let mut numbers = choice.leads.clone();
            add(&mut numbers, 1.0, of_choice);
            point[choice.coordinate] = choice.at(&numbers);
        }
        clamp(&point)
    }

    /// What is known after a generation, or after a part of one: each candidate counts as much as one of a whole one does.
    fn moved(&self, evaluated: &EvaluatedGeneration) -> Moved {
        let mean = &self.distribution.mean;
        let mut sum = Step {
            from_mean: vec![0.0; mean.len()],
            of_choices: self.choices.iter().map(|choice| vec![0.0; choice.leads.len()]).collect(),
        };
        let weights = weights(&evaluated.fitness);
        let is_number = |place: &usize| self.choices.iter().all(|it| it.coordinate != *place);
        let mut moment = Moment::new(mean.len(), (0..mean.len()).filter(is_number).collect());
        let steps: Vec<Vec<Vec<f64>>> = self.choices.iter().map(Choice::steps).collect();
        for (point, &weight) in evaluated.points.iter().zip(&weights) {
            // What was played, which is nearer than the step where that left the cube.
            let mut played = clamp(point);
            add(&mut played, -1.0, mean);
            for (choice, (sum, steps)) in
                self.choices.iter().zip(sum.of_choices.iter_mut().zip(&steps))
            {
                played[choice.coordinate] = 0.0;
                add(sum, weight, &steps[choice.option(point[choice.coordinate])]);
            }
            let drawn = self.margin.unstretched(&played);
            moment.add(weight, &self.whitened(&drawn));
            add(&mut sum.from_mean, weight, &drawn);
        }
        let mut whitened = self.whitened(&sum.from_mean);
        whitened.extend(sum.of_choices.iter().flatten());
        let length = norm(&whitened);
        // A choice has no step of its coordinate, and none along the mean of its numbers.
        let numbers = whitened.len() - 2 * self.choices.len();
        let path = self.path_after(&whitened, norm(&weights));
        // 0 for a path that is as long as a random one.
        let agreement = evidence(numbers as f64, dot(&path, &path));
        let first = FIRST_RATE * MirroredEsSettings::STEP_SIZE / self.first_step_size;
        let rate = first * libm::pow(LAST_RATE, self.progress());
        let rate = rate * (RATE_OF_NOISE + (1.0 - RATE_OF_NOISE) * agreement);
        // The noise of a mean of steps falls with the root of their number.
        let usual = f64::from(MirroredEsSettings::USUAL_POPULATION);
        let rate = rate * (evaluated.points.len() as f64 / usual).sqrt();
        let rate = rate.min(LONGEST_MOVE / length.max(f64::MIN_POSITIVE));
        let mut choices = self.choices.clone();
        for (choice, step) in choices.iter_mut().zip(&sum.of_choices) {
            add(&mut choice.leads, RATE_OF_CHOICES * rate, step);
            choice.keep_in_reach();
        }
        let after = |share: f64| {
            let mut after = mean.clone();
            add(&mut after, share * rate, &sum.from_mean);
            for choice in &choices {
                after[choice.coordinate] = choice.at(&choice.leads);
            }
            clamp(&after)
        };
        Moved { mean: self.allowed_on_the_way(after), choices, path, agreement, moment }
    }

    /// The path after a step with weights of this length.
    fn path_after(&self, step: &[f64], weights: f64) -> Vec<f64> {
        let mut path = self.path.clone();
        path.resize(step.len(), 0.0);
        scale(&mut path, 1.0 - FORGETTING);
        let gain = (FORGETTING * (2.0 - FORGETTING)).sqrt();
        add(&mut path, gain / weights.max(f64::MIN_POSITIVE), step);
        path
    }

    /// The point at 1, or the last allowed one on the way there from 0.
    fn allowed_on_the_way(&self, at: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
        if self.is_allowed(&at(1.0)) {
            return at(1.0);
        }
        let (mut kept, mut refused) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(kept, refused);
            *(if self.is_allowed(&at(middle)) { &mut kept } else { &mut refused }) = middle;
        }
        at(kept)
    }

    /// The vector of normal numbers of which this step was made.
    fn whitened(&self, step: &[f64]) -> Vec<f64> {
        let mut whitened = Vec::with_capacity(step.len());
        for (row, value) in self.factor.iter().zip(step) {
            let rest = value - dot(&whitened, row);
            whitened.push(rest / row[whitened.len()]);
        }
        scale(&mut whitened, 1.0 / self.distribution.step_size);
        whitened
    }
}

fn opposite(step: &[f64]) -> Vec<f64> {
    step.iter().map(|x| -x).collect()
}

impl Strategy for Mirrored {
    /// Draws points, each followed by its mirror image. A point that breaks a constraint is drawn again.
    fn points(&self, generator: &mut Generator) -> Vec<Vec<f64>> {
        let mut points = Vec::with_capacity(self.population);
        for _ in 0..self.population / 2 {
            let step = self.step(generator);
            let image = Step {
                from_mean: opposite(&step.from_mean),
                of_choices: step.of_choices.iter().map(|step| opposite(step)).collect(),
            };
            for step in [step, image] {
                let mut point = self.at(&step);
                for _ in 0..DRAWS {
                    if self.is_allowed(&point) {
                        break;
                    }
                    point = self.at(&self.step(generator));
                }
                points.push(point);
            }
        }
        self.margin.part(self.generation as usize, &self.distribution.mean, &mut points);
        points
    }

    fn distribution(&self) -> Option<Distribution> {
        Some(self.margin.drawn_from(&self.distribution))
    }

    fn know(&mut self, coordinates: Coordinates) {
        self.margin.thresholds = coordinates.thresholds;
        self.margin.correct(&mut self.distribution);
        let choices = coordinates.options.iter().enumerate().filter(|(_, options)| **options > 0);
        let mean = &self.distribution.mean;
        self.choices = choices.map(|(at, options)| Choice::new(at, mean[at], *options)).collect();
        self.allowed = coordinates.allowed;
    }

    fn after_part(&self, part: &EvaluatedGeneration) -> Option<Distribution> {
        let Moved { mean, .. } = self.moved(part);
        Some(self.margin.drawn_from(&Distribution { mean, ..self.distribution.clone() }))
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration, generator: &mut Generator) -> Learned {
        let proposed = self.points(generator);
        let moved = self.moved(evaluated);
        (self.choices, self.path) = (moved.choices, moved.path);
        self.narrowing = moved.moment.narrowing(self.narrowing, moved.agreement);
        self.generation += 1;
        let step_size = self.first_step_size * libm::pow(self.last_step(), self.progress());
        let step_size = step_size * libm::exp(self.narrowing);
        let covariance = moved.moment.shape(&self.factor);
        let next = Distribution { mean: moved.mean, step_size, covariance };
        match next.cholesky() {
            Ok(factor) => (self.distribution, self.factor) = (next, factor),
            // So flat a shape that rounding breaks it stays as it was.
            Err(_) => {
                (self.distribution.mean, self.distribution.step_size) = (next.mean, step_size);
            }
        }
        self.margin.correct(&mut self.distribution);
        Learned { proposed, end: None }
    }
}
