//! The contract of every optimizer.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_optimizer::boundary::{clamp, overshoot, penalty};
use tune2048_optimizer::{EvaluatedGeneration, OptimizerError, Search};

use crate::contracts::{Contract, contracts};
use crate::problems::{answer, normal, run, sphere, sphere_of_random_point};

fn learn(search: &mut Search, history: &[EvaluatedGeneration]) -> Result<(), OptimizerError> {
    history.iter().try_for_each(|evaluated| search.learn(evaluated))
}

#[test]
fn proposes_points_of_the_right_shape_whatever_the_fitness() {
    // Fitness by the number of the evaluation.
    let constant = |_| 1.0;
    let some_fail = |n: usize| {
        if n.is_multiple_of(3) { f64::INFINITY } else { n as f64 }
    };
    let all_fail = |_| f64::INFINITY;
    let functions: [(&str, &dyn Fn(usize) -> f64); 3] =
        [("constant", &constant), ("some infinite", &some_fail), ("all infinite", &all_fail)];
    for contract in contracts() {
        for dimensions in [1, 2, 40] {
            for (function, fitness) in functions {
                let what = format!("{}, {dimensions} dimensions, {function}", contract.name());
                let mut search = contract.search(dimensions, 7);
                let mut evaluations = 0;
                let history = run(&mut search, 30, |_| {
                    evaluations += 1;
                    fitness(evaluations)
                });
                let population = (contract.optimizer)(dimensions).population(dimensions);
                for generation in &history {
                    assert_eq!(generation.points.len(), population as usize, "{what}");
                    for point in &generation.points {
                        assert_eq!(point.len(), dimensions, "{what}");
                        assert!(point.iter().all(|x| x.is_finite()), "{what}: {point:?}");
                        let reached = -contract.reach..=1.0 + contract.reach;
                        assert!(point.iter().all(|x| reached.contains(x)), "{what}: {point:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn points_are_those_of_the_release() {
    let mut differences = Vec::new();
    for contract in contracts() {
        let history = run(&mut contract.search(3, 1), 3, sphere);
        for (i, generation) in [0, 2].into_iter().enumerate() {
            let found = history[generation].points.last().unwrap();
            let expected = contract.last_points[i];
            let mut pairs = found.iter().zip(expected);
            if pairs.any(|(x, expected)| (x - expected).abs() > contract.tolerances[i]) {
                differences
                    .push(format!("{}, generation {generation}: {found:?}", contract.name()));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_swarm_starts_with_the_point_it_is_given() {
    let start = vec![0.25, 0.75, 1.0];
    let swarm = tune2048_optimizer::Optimizer::ParticleSwarm(Default::default());
    let proposal = swarm.start(start.clone(), 1).unwrap().propose().unwrap();
    assert_eq!(proposal.points[0], start);
}

#[test]
fn depends_on_seed_and_history_and_nothing_else() {
    for contract in contracts() {
        let name = contract.name();
        let mut search = contract.search(4, 1);
        let history = run(&mut search, 12, sphere);
        let next = search.propose().unwrap();
        assert_eq!(search.propose().unwrap(), next, "{name}: called twice");
        for generation in (0..=history.len()).rev() {
            let mut fresh = contract.search(4, 1);
            learn(&mut fresh, &history[..generation]).unwrap();
            let fresh = fresh.propose().unwrap().points;
            let recorded = history.get(generation).map_or(&next.points, |g| &g.points);
            assert_eq!(&fresh, recorded, "{name}: resumed at {generation}");
        }
        let other = run(&mut contract.search(4, 2), 12, sphere);
        for (generation, (a, b)) in history.iter().zip(&other).enumerate() {
            assert_ne!(a.points.last(), b.points.last(), "{name}: seed, {generation}");
            let earlier = &history[..generation];
            assert!(earlier.iter().all(|e| e.points != a.points), "{name}: repeats {generation}");
        }
    }
}

#[test]
fn refuses_a_history_with_one_bit_changed() {
    for contract in contracts() {
        let history = run(&mut contract.search(2, 1), 4, sphere);
        for generation in 0..history.len() {
            for candidate in 0..history[0].points.len() {
                for coordinate in 0..2 {
                    let mut changed = history.clone();
                    let x = &mut changed[generation].points[candidate][coordinate];
                    let replayed = *x;
                    *x = f64::from_bits(replayed.to_bits() ^ 1);
                    let expected = OptimizerError::Diverged {
                        generation,
                        candidate,
                        coordinate,
                        recorded: *x,
                        replayed,
                    };
                    let found = learn(&mut contract.search(2, 1), &changed);
                    assert_eq!(found, Err(expected), "{}", contract.name());
                }
            }
        }
    }
}

#[test]
fn refuses_fitness_without_rank_and_histories_of_another_shape() {
    for contract in contracts() {
        let history = run(&mut contract.search(2, 1), 3, sphere);
        let refuses = |change: fn(&mut EvaluatedGeneration), message: &str| {
            let mut changed = history.clone();
            change(&mut changed[2]);
            let found = learn(&mut contract.search(2, 1), &changed);
            let found = found.unwrap_err().to_string();
            assert!(found.starts_with(message), "{}: {found}", contract.name());
        };
        let fitness = "generation 2, candidate 3: the fitness is";
        refuses(|g| g.fitness[3] = f64::NAN, &format!("{fitness} NaN, expected a finite number"));
        refuses(|g| g.fitness[3] = f64::NEG_INFINITY, &format!("{fitness} -inf, expected"));
        let shape = "generation 2 of the history has";
        let expected = history[0].points.len();
        refuses(|g| g.points.truncate(1), &format!("{shape} 1 points, expected {expected}"));
        refuses(|g| g.fitness.push(1.0), &format!("{shape} {} fitness values", expected + 1));
        let coordinates = format!("{shape} 3 coordinates in a point, expected 2");
        refuses(|g| g.points[1].push(0.5), &coordinates);
    }
}

#[test]
fn improves_without_noise() {
    improves(0.0, |contract| contract.sphere);
}

#[test]
fn improves_with_noise() {
    improves(0.02, |contract| contract.noisy_sphere);
}

fn improves(noise: f64, bound: fn(&Contract) -> f64) {
    let random = sphere_of_random_point(10);
    let mut failures = Vec::new();
    for contract in contracts() {
        for seed in 1..=2 {
            let mut search = contract.search(10, seed);
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(100 + seed);
            let mut measure =
                |point: &[f64]| sphere(point) + noise * random * normal(&mut generator);
            let history = run(&mut search, 200, |point| {
                measure(&clamp(point)) + penalty(overshoot(point), random)
            });
            let share = sphere(&answer(&search, &history, &mut measure)) / random;
            if share >= bound(contract) {
                failures.push(format!("{}, seed {seed}: {share}", contract.name()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
