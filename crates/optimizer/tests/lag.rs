//! What a generation loses that is drawn before the one before it has taught anything.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_optimizer::{CmaEsSettings, Optimizer};

use crate::problems::{distribution, ellipsoid, normal, run};

/// The logarithm of the share of the best mean score: 0.64 at the start, as of the weights of 2014 at depth 1, and
/// curved a hundred times as much along one coordinate as along another.
fn worth(point: &[f64]) -> f64 {
    let curvature = |i: usize| 0.51 * libm::pow(10.0, 2.0 * i as f64 / 5.0);
    -ellipsoid(point, |i| 0.5 + [0.25, -0.2, 0.15, -0.1, 0.08, -0.04][i], curvature)
}

#[test]
#[ignore = "prints a table, within a minute"]
fn the_price_of_a_lag() {
    const CAMPAIGNS: u64 = 400;
    let start = vec![0.5; 6];
    println!("share of the best mean score, {CAMPAIGNS} campaigns, 48 candidates of one game");
    println!("at the start {:.3}", libm::exp(worth(&start)));
    for games in [1000, 1500, 2000, 3000, 5000, 7500, 20_000] {
        let found = [0, 1, 2].map(|lag| {
            let settings = CmaEsSettings { population: Some(48), lag, ..CmaEsSettings::default() };
            let campaign = |seed| {
                let mut luck = Xoshiro256PlusPlus::seed_from_u64(1000 + seed);
                let mut search = Optimizer::CmaEs(settings).start(start.clone(), seed).unwrap();
                // A game's score varies by half its mean.
                run(&mut search, games / 48, |point| {
                    -libm::exp(worth(point)) * (1.0 + 0.5 * normal(&mut luck))
                });
                libm::exp(worth(&distribution(&search).mean))
            };
            let shares: Vec<f64> = (1..=CAMPAIGNS).map(campaign).collect();
            let mean = shares.iter().sum::<f64>() / CAMPAIGNS as f64;
            let squares: f64 = shares.iter().map(|share| (share - mean) * (share - mean)).sum();
            let error = (squares / (CAMPAIGNS - 1) as f64 / CAMPAIGNS as f64).sqrt();
            format!("{mean:.4} ± {error:.4}")
        });
        println!("| {games} | {} |", found.join(" | "));
    }
}
