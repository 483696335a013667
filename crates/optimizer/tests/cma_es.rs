//! Properties of CMA-ES beyond the contract of every optimizer.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_optimizer::boundary::{clamp, overshoot, penalty};
use tune2048_optimizer::{
    CmaEsSettings, Distribution, EvaluatedGeneration, Optimizer, OptimizerError, Proposal, Search,
};

use crate::problems::{cma_es, distribution, ellipsoid, inside, normal, run, sphere, tutorial};

/// A narrow valley along no axis: an ellipsoid in the partial sums of the coordinates' distances from the optimum.
fn narrow(point: &[f64]) -> f64 {
    let mut sum = 0.0;
    let partial_sum = |(i, x): (usize, &f64)| {
        sum += x - inside(i);
        sum
    };
    let sums: Vec<f64> = point.iter().enumerate().map(partial_sum).collect();
    ellipsoid(&sums, |_| 0.0, |i| [1.0, 1e1, 1e2, 1e3, 1e4][i])
}

/// Starts CMA-ES from a distribution, with the settings of the tutorial.
fn restarted(distribution: &Distribution, seed: u64) -> Search {
    let settings = tutorial(distribution.mean.len());
    Optimizer::CmaEs(settings).restart(distribution, seed).unwrap()
}

#[test]
fn points_have_the_moments_of_the_distribution() {
    let settings = CmaEsSettings { population: Some(1000), step_size: 0.1, ..tutorial(5) };
    let mut search = Optimizer::CmaEs(settings).start(vec![0.5; 5], 1).unwrap();
    run(&mut search, 8, narrow);
    let proposal = search.propose().unwrap();
    let asked = proposal.distribution.unwrap();
    let deviations = asked.standard_deviations();
    let moment = |of: &dyn Fn(&[f64]) -> f64| -> f64 {
        proposal.points.iter().map(|point| of(point)).sum::<f64>() / 1000.0
    };
    // In units of the standard deviations; 1000 points miss by 0.03 to 0.05 (one standard error).
    for i in 0..5 {
        let from_mean = |point: &[f64], i: usize| (point[i] - asked.mean[i]) / deviations[i];
        let mean = moment(&|point| from_mean(point, i));
        assert!(mean.abs() < 0.1, "mean {i}: {mean}");
        for j in 0..=i {
            let found = moment(&|point| from_mean(point, i) * from_mean(point, j));
            let scale = asked.step_size / deviations[i] * (asked.step_size / deviations[j]);
            let expected = asked.covariance[i][j] * scale;
            assert!((found - expected).abs() < 0.15, "{i}, {j}: {found}, {expected}");
        }
    }
}

#[test]
fn the_mean_stays_near_the_cube_when_the_optimum_is_outside() {
    // Three of five coordinates are outside; the cube's best point is 1.4 spreads better than its centre.
    let optimum = |i: usize| [1.3, 0.4, -0.2, 0.6, 1.1][i];
    let truth = |point: &[f64]| ellipsoid(&clamp(point), optimum, |_| 1.0);
    let constrained = truth(&[1.0, 0.4, 0.0, 0.6, 1.0]);
    let mut without_penalty = 0.0;
    for seed in 1..=3 {
        let mean = |noise: f64, spread: f64| {
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(100 + seed);
            let mut search = cma_es(vec![0.5; 5], seed);
            run(&mut search, 80, |point| {
                let measured = truth(point) + noise * normal(&mut generator);
                measured + penalty(overshoot(point), spread)
            });
            distribution(&search).mean
        };
        let exact = mean(0.0, 1.0);
        assert!(overshoot(&exact) < 1e-5, "{exact:?}");
        assert!(truth(&exact) - constrained < 1e-5, "{exact:?}");
        let noisy = mean(0.1, 1.0);
        assert!(overshoot(&noisy) < 0.1, "{noisy:?}");
        without_penalty += overshoot(&mean(0.1, 0.0));
    }
    assert!(without_penalty > 0.6, "{without_penalty}");
}

#[test]
fn goes_on_from_a_recorded_distribution() {
    for seed in 1..=3 {
        let mut first = cma_es(vec![0.5; 5], seed);
        run(&mut first, 80, narrow);
        let recorded = distribution(&first);
        let second = restarted(&recorded, seed + 50);

        assert_eq!(distribution(&second), recorded);

        // Without the recorded shape the same 40 generations gain far less.
        let shapeless = Distribution::isotropic(recorded.mean.clone(), recorded.step_size);
        let after = |mut search: Search| {
            run(&mut search, 40, narrow);
            narrow(&distribution(&search).mean)
        };
        let before = narrow(&recorded.mean);
        let (continued, restarted) = (after(second), after(restarted(&shapeless, seed + 50)));
        assert!(continued < 0.02 * before, "{continued}, {before}");
        assert!(continued < 0.02 * restarted, "{continued}, {restarted}");
    }
}

#[test]
fn ends_when_steps_are_too_small_to_move_the_mean() {
    let mut search = cma_es(vec![0.5], 1);
    let error = loop {
        match search.propose() {
            Ok(Proposal { points, .. }) => {
                let fitness = points.iter().map(|point| sphere(point)).collect();
                let evaluated = EvaluatedGeneration { points, fitness };
                search.learn(&evaluated).unwrap();
            }
            Err(error) => break error,
        }
        assert!(search.generations() < 200, "never ended");
    };
    let expected = OptimizerError::Ended {
        generations: search.generations(),
        reason: "it has settled: its steps are too small to move its mean",
    };
    assert_eq!(error, expected);
}

#[test]
fn damping_slows_the_step_size_down_and_nothing_else() {
    let damped = |damping| {
        let settings = CmaEsSettings { damping, ..tutorial(5) };
        Optimizer::CmaEs(settings).start(vec![0.5; 5], 1)
    };
    let after_one = |damping| {
        let mut search = damped(damping).unwrap();
        run(&mut search, 1, sphere);
        distribution(&search)
    };
    let (usual, slow) = (after_one(1.0), after_one(10.0));
    assert_eq!((&usual.mean, &usual.covariance), (&slow.mean, &slow.covariance));
    let change = |step_size: f64| libm::log(step_size / 0.2);
    let ratio = change(usual.step_size) / change(slow.step_size);
    assert!((ratio - 10.0).abs() < 1e-9, "{ratio}");
}

#[test]
fn a_part_of_a_generation_moves_the_mean_by_its_share() {
    let mut search = cma_es(vec![0.5; 3], 1);
    run(&mut search, 3, sphere);
    let before = distribution(&search);
    let points = search.propose().unwrap().points;
    let part = |size: usize| EvaluatedGeneration {
        points: points[..size].to_vec(),
        fitness: points[..size].iter().map(|point| sphere(point)).collect(),
    };
    let after = |size| search.after_part(&part(size)).unwrap().unwrap();
    assert_eq!(after(0), before);
    // Of two candidates the better one has all the weight.
    let [first, second] = [&points[0], &points[1]];
    let better = if sphere(first) <= sphere(second) { first } else { second };
    for (place, mean) in before.mean.iter().enumerate() {
        let expected = mean + 2.0 / points.len() as f64 * (better[place] - mean);
        assert!((after(2).mean[place] - expected).abs() < 1e-12);
    }
    let all = after(points.len());
    search.learn(&part(points.len())).unwrap();
    for (found, expected) in all.mean.iter().zip(&distribution(&search).mean) {
        assert!((found - expected).abs() < 1e-12);
    }
}
