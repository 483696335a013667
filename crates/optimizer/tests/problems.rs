//! Functions to minimise, noise to add, and the loop around an optimizer.

use rand::RngCore;
use tune2048_optimizer::boundary::clamp;
use tune2048_optimizer::{CmaEsSettings, Distribution, EvaluatedGeneration, Optimizer, Search};

/// A quadratic function with its optimum off the centre: `sum(weight(i) (x_i - o_i)^2)`.
pub(crate) fn ellipsoid(
    point: &[f64],
    optimum: impl Fn(usize) -> f64,
    weight: impl Fn(usize) -> f64,
) -> f64 {
    let term = |(i, x): (usize, &f64)| weight(i) * (x - optimum(i)) * (x - optimum(i));
    point.iter().enumerate().map(term).sum()
}

/// The optimum of [`sphere`].
pub(crate) fn inside(i: usize) -> f64 {
    if i.is_multiple_of(2) { 0.2 } else { 0.7 }
}

/// A sphere function with its optimum at 0.2, 0.7, 0.2, ...
pub(crate) fn sphere(point: &[f64]) -> f64 {
    ellipsoid(point, inside, |_| 1.0)
}

/// The expectation of [`sphere`] for a uniform point: variance 1/12 plus squared bias, per coordinate.
pub(crate) fn sphere_of_random_point(dimensions: usize) -> f64 {
    dimensions as f64 / 12.0 + sphere(&vec![0.5; dimensions])
}

/// A standard normal number (Box & Muller 1958).
pub(crate) fn normal(generator: &mut impl RngCore) -> f64 {
    let mut unit = || ((generator.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let radius = (-2.0 * libm::log(unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * unit())
}

/// CMA-ES with the settings of Hansen's tutorial.
pub(crate) fn tutorial(dimensions: usize) -> CmaEsSettings {
    CmaEsSettings {
        population: Some(CmaEsSettings::tutorial_population(dimensions)),
        step_size: 0.2,
        damping: 1.0,
    }
}

/// Starts CMA-ES at a point, with the settings of the tutorial.
pub(crate) fn cma_es(start: Vec<f64>, seed: u64) -> Search {
    let settings = tutorial(start.len());
    Optimizer::CmaEs(settings).start(start, seed).unwrap()
}

/// Runs a search for `generations` generations and returns them.
pub(crate) fn run(
    search: &mut Search,
    generations: usize,
    mut fitness: impl FnMut(&[f64]) -> f64,
) -> Vec<EvaluatedGeneration> {
    let generation = |_| {
        let points = search.propose().unwrap().points;
        let fitness = points.iter().map(|point| fitness(point)).collect();
        let evaluated = EvaluatedGeneration { points, fitness };
        search.learn(&evaluated).unwrap();
        evaluated
    };
    (0..generations).map(generation).collect()
}

/// Returns the distribution of the next generation.
pub(crate) fn distribution(search: &Search) -> Distribution {
    search.distribution().unwrap().unwrap()
}

/// Returns a careful user's answer: the mean of the distribution, or else the best of the ten best points after 100
/// more measurements of each.
pub(crate) fn answer(
    search: &Search,
    history: &[EvaluatedGeneration],
    mut measure: impl FnMut(&[f64]) -> f64,
) -> Vec<f64> {
    if let Some(distribution) = search.distribution().unwrap() {
        return clamp(&distribution.mean);
    }
    let mut candidates: Vec<(&Vec<f64>, &f64)> = history
        .iter()
        .flat_map(|generation| generation.points.iter().zip(&generation.fitness))
        .collect();
    candidates.sort_by(|a, b| a.1.total_cmp(b.1));
    let measured = candidates[..10].iter().map(|(point, _)| {
        let point = clamp(point);
        let total: f64 = (0..100).map(|_| measure(&point)).sum();
        (total, point)
    });
    let best = measured.min_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("ten candidates").1
}
