//! Minimises a noisy sphere function, stops half-way and continues from the recorded generations.
//!
//! ```text
//! cargo run --example sphere -p tune2048-optimizer
//! ```

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_optimizer::boundary::{clamp, overshoot, penalty};
use tune2048_optimizer::{
    CmaEs, CmaEsSettings, EvaluatedGeneration, Optimizer, OptimizerError, RandomSearch,
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
    let settings = CmaEsSettings {
        population: Some(24),
        ..CmaEsSettings::default()
    };
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut history = Vec::new();

    let optimizer = CmaEs::new(&settings, vec![0.5; DIMENSIONS], 7)?;
    for _ in 0..20 {
        let points = optimizer.ask(&history)?.points;
        history.push(evaluate(points, &mut generator));
    }

    // A new optimizer with the same settings and seed needs nothing but the history.
    let continued = CmaEs::new(&settings, vec![0.5; DIMENSIONS], 7)?;
    assert_eq!(continued.ask(&history)?, optimizer.ask(&history)?);
    for _ in 20..40 {
        let points = continued.ask(&history)?.points;
        history.push(evaluate(points, &mut generator));
    }
    let distribution = continued.ask(&history)?.distribution;
    let distribution = distribution.expect("CMA-ES has a distribution");
    println!("mean                {:.3?}", distribution.mean);
    println!(
        "standard deviation  {:.3?}",
        distribution.standard_deviations()
    );
    println!(
        "value of the mean   {:.5}",
        sphere(&clamp(&distribution.mean))
    );

    let random = RandomSearch::new(DIMENSIONS, 24 * 40, 7)?;
    let values = random.ask(&[])?.points;
    let best = values
        .iter()
        .map(|point| sphere(point))
        .fold(f64::INFINITY, f64::min);
    println!("best of 960 random  {best:.5} (without noise)");
    Ok(())
}
