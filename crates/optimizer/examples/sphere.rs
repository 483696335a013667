//! Minimises a noisy sphere function, stops half-way and continues from the recorded generations.
//!
//! ```text
//! cargo run --example sphere -p tune2048-optimizer
//! ```

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_optimizer::boundary::{clamp, overshoot, penalty};
use tune2048_optimizer::{
    CmaEsSettings, EvaluatedGeneration, Optimizer, OptimizerError, RandomSearchSettings,
};

const DIMENSIONS: usize = 5;
/// The noise of a measurement is uniform between minus and plus this number.
const NOISE: f64 = 0.05;

/// Returns the squared distance from the optimum at 0.1, 0.3, 0.5, 0.7, 0.9.
fn sphere(point: &[f64]) -> f64 {
    let term = |(i, x): (usize, &f64)| (x - (0.1 + 0.2 * i as f64)).powi(2);
    point.iter().enumerate().map(term).sum()
}

/// Measures points with noise, and adds a penalty outside of the cube.
fn evaluate(points: Vec<Vec<f64>>, generator: &mut impl RngCore) -> EvaluatedGeneration {
    let fitness = points
        .iter()
        .map(|point| {
            let unit = generator.next_u64() as f64 / u64::MAX as f64;
            let measured = sphere(&clamp(point)) + NOISE * (2.0 * unit - 1.0);
            measured + penalty(overshoot(point), NOISE)
        })
        .collect();
    EvaluatedGeneration { points, fitness }
}

fn main() -> Result<(), OptimizerError> {
    let optimizer =
        Optimizer::CmaEs(CmaEsSettings { population: Some(24), ..CmaEsSettings::default() });
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut history = Vec::new();

    let mut search = optimizer.start(vec![0.5; DIMENSIONS], 7)?;
    for _ in 0..20 {
        let evaluated = evaluate(search.propose()?.points, &mut generator);
        search.learn(&evaluated)?;
        history.push(evaluated);
    }

    // A new search with the same settings and seed needs nothing but the history.
    let mut continued = optimizer.start(vec![0.5; DIMENSIONS], 7)?;
    for evaluated in &history {
        continued.learn(evaluated)?;
    }
    assert_eq!(continued.propose()?, search.propose()?);
    for _ in 20..40 {
        let evaluated = evaluate(continued.propose()?.points, &mut generator);
        continued.learn(&evaluated)?;
    }
    let distribution = continued.distribution()?;
    let distribution = distribution.expect("CMA-ES has a distribution");
    let deviations = distribution.standard_deviations();
    println!("mean                {:.3?}", distribution.mean);
    println!("standard deviation  {deviations:.3?}");
    let value = sphere(&clamp(&distribution.mean));
    println!("value of the mean   {value:.5}");

    let random = Optimizer::RandomSearch(RandomSearchSettings { population: 24 * 40 });
    let points = random.start(vec![0.5; DIMENSIONS], 7)?.propose()?.points;
    let values = points.iter().map(|point| sphere(point));
    let best = values.fold(f64::INFINITY, f64::min);
    println!("best of 960 random  {best:.5} (without noise)");
    Ok(())
}
