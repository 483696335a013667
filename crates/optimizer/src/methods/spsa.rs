//! SPSA: gradient descent with a gradient estimated from pairs of points that differ in all coordinates at once.
//!
//! Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization", IEEE Trans. Aerosp.
//! Electron. Syst. 34 (1998), 817-823, <https://doi.org/10.1109/7.705889>. Steps have the numbers of its
//! step-by-step summary; `k` counts generations from 0.

use rand::RngCore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::boundary::clamp;
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::EvaluatedGeneration;
use crate::method::Method;
use crate::search::{Coordinates, Generator, Learned, Search, Strategy};

/// The exponent alpha of the gain, as the paper recommends.
const GAIN_EXPONENT: f64 = 0.602;
/// The exponent gamma of the perturbation, as the paper recommends.
const PERTURBATION_EXPONENT: f64 = 0.101;

/// Settings of SPSA, simultaneous perturbation stochastic approximation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Spsa")]
pub struct SpsaSettings {
    /// The number of candidates of a generation, an even number: pairs on both sides of one point.
    #[schemars(range(min = 2, max = 10_000), extend("multipleOf" = 2))]
    pub population: u32,
    /// The distance of the first pairs from their middle in every coordinate, as a share of its range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub perturbation: f64,
    /// The mean length of the first step per coordinate, as a share of its range.
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = 0))]
    pub first_step: f64,
    /// The number of generations after which the steps begin to shrink.
    #[schemars(range(min = 0.0, max = 1e9))]
    pub stability: f64,
}

impl Default for SpsaSettings {
    /// Returns twelve pairs at a distance of 0.1, a first step of 0.05, and ten generations before steps shrink.
    fn default() -> Self {
        Self { population: 24, perturbation: 0.1, first_step: 0.05, stability: 10.0 }
    }
}

impl Method for SpsaSettings {
    fn population(&self, _: usize) -> u32 {
        self.population
    }

    fn start(&self, point: Vec<f64>, seed: u64) -> Result<Search, OptimizerError> {
        let population = self.population as usize;
        let pairs = population >= 2 && population.is_multiple_of(2);
        OptimizerError::require(pairs, "the population", population, "an even number")?;
        let dimensions = point.len();
        let descent = Descent {
            settings: *self,
            steps: vec![0.0; dimensions],
            middle: point,
            gain: None,
            generation: 0,
        };
        Ok(Search::new(descent, seed, population, dimensions))
    }
}

/// A descent under way.
///
/// Points lie up to [`SpsaSettings::perturbation`] outside of the cube. Their middle, which is the mean of the
/// distribution, lies inside.
struct Descent {
    settings: SpsaSettings,
    /// The least perturbation of each coordinate.
    steps: Vec<f64>,
    /// The point that moves, always in the cube.
    middle: Vec<f64>,
    /// The gain a, once there was a gradient to set it by.
    gain: Option<f64>,
    /// The number k of generations learned.
    generation: usize,
}

impl Descent {
    /// Returns `c_k = c / (k + 1)^gamma` (step 1).
    fn perturbation(&self) -> f64 {
        let settings = &self.settings;
        settings.perturbation / libm::pow(self.generation as f64 + 1.0, PERTURBATION_EXPONENT)
    }

    /// Returns the perturbation of each coordinate.
    fn perturbations(&self) -> Vec<f64> {
        let size = self.perturbation();
        // Rounding must not keep both points of a pair at one value.
        self.steps.iter().map(|step| size.max(step * (1.0 + 1e-6))).collect()
    }

    /// Returns the gradient estimate of step 4, averaged over the pairs. A pair with infinite fitness counts as 0.
    fn gradient(&self, recorded: &EvaluatedGeneration) -> Vec<f64> {
        let mut gradient = vec![0.0; self.middle.len()];
        let pairs = recorded.points.chunks_exact(2);
        let share = 1.0 / pairs.len() as f64;
        for (points, fitness) in pairs.zip(recorded.fitness.chunks_exact(2)) {
            let difference = fitness[0] - fitness[1];
            if difference.is_finite() {
                for (i, slope) in gradient.iter_mut().enumerate() {
                    *slope += share * difference / (points[0][i] - points[1][i]);
                }
            }
        }
        gradient
    }

    /// Moves the middle down the gradient: step 5, with steps of at most one edge.
    fn descend(&mut self, gradient: &[f64]) {
        let steepness = gradient.iter().map(|g| g.abs()).sum::<f64>() / self.middle.len() as f64;
        if steepness > 0.0 {
            // Step 1: a_k = a / (A + k + 1)^alpha.
            let age = self.generation as f64 + 1.0 + self.settings.stability;
            let fall = libm::pow(age, -GAIN_EXPONENT);
            // The gain a gives the first step its length in any unit of fitness.
            let first = self.settings.first_step / (steepness * fall);
            let gain = *self.gain.get_or_insert(first);
            for (x, slope) in self.middle.iter_mut().zip(gradient) {
                *x -= (gain * fall * slope).clamp(-1.0, 1.0);
            }
            self.middle = clamp(&self.middle);
        }
    }
}

impl Strategy for Descent {
    /// Draws pairs: step 2, with Bernoulli +-1 perturbations, and the points of step 3.
    fn points(&self, generator: &mut Generator) -> Vec<Vec<f64>> {
        let (middle, sizes) = (&self.middle, self.perturbations());
        let mut points = Vec::with_capacity(self.settings.population as usize);
        for _ in 0..self.settings.population / 2 {
            let moves: Vec<f64> = sizes
                .iter()
                .map(|size| if generator.next_u64() >> 63 == 0 { *size } else { -size })
                .collect();
            for sign in [1.0, -1.0] {
                let moved = middle.iter().zip(&moves).map(|(x, d)| x + sign * d);
                points.push(moved.collect());
            }
        }
        points
    }

    fn distribution(&self) -> Option<Distribution> {
        // Independent perturbations of +-c_k have the variance c_k^2 and no covariance.
        let size = self.perturbation();
        let ratios: Vec<f64> = self.perturbations().iter().map(|of_one| of_one / size).collect();
        let isotropic = Distribution::isotropic(self.middle.clone(), size);
        Some(Distribution { covariance: isotropic.covariance.stretched(&ratios), ..isotropic })
    }

    fn know(&mut self, coordinates: Coordinates) {
        if !coordinates.steps.is_empty() {
            self.steps = coordinates.steps;
        }
    }

    fn learn(&mut self, evaluated: &EvaluatedGeneration, generator: &mut Generator) -> Learned {
        let proposed = self.points(generator);
        let gradient = self.gradient(evaluated);
        self.descend(&gradient);
        self.generation += 1;
        Learned { proposed, end: None }
    }
}
