//! Coordinates that stand for a few values: a truth value and eight whole numbers, beside two that are continuous.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tune2048_optimizer::{
    CmaEsSettings, Coordinates, EvaluatedGeneration, Optimizer, SpsaSettings,
};

use crate::problems::{distribution, normal, run};

/// The places at which the coordinates become other values.
fn thresholds() -> Vec<Vec<f64>> {
    let eighths = (1..8).map(|eighth| f64::from(eighth) / 8.0);
    vec![Vec::new(), Vec::new(), vec![0.5], eighths.collect()]
}

fn value(thresholds: &[f64], x: f64) -> usize {
    thresholds.partition_point(|threshold| *threshold < x)
}

/// What is minimised: the second truth value and the number 6 are best.
fn fitness(point: &[f64]) -> f64 {
    let thresholds = thresholds();
    let [truth, number] = [2, 3].map(|i| value(&thresholds[i], point[i]) as f64);
    let away = (point[0] - 0.7) * (point[0] - 0.7) + (point[1] - 0.3) * (point[1] - 0.3);
    away + 0.3 * (1.0 - truth) + 0.02 * (number - 6.0) * (number - 6.0)
}

/// Runs a search from a wrong corner, with noise as large as what the truth value makes, and returns the last mean and
/// the number of generations with one value only in the third or the fourth coordinate.
fn search(
    optimizer: Optimizer,
    has_margin: bool,
    generations: usize,
    seed: u64,
) -> (Vec<f64>, usize) {
    let thresholds = thresholds();
    let mut search = optimizer.start(vec![0.5, 0.5, 0.05, 0.05], seed).unwrap();
    if has_margin {
        let steps = vec![0.0, 0.0, 0.5, 1.0 / 7.0];
        let thresholds = thresholds.clone();
        search = search.knowing(Coordinates { steps, thresholds, ..Coordinates::default() });
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let history =
        run(&mut search, generations, |point| fitness(point) + 0.3 * normal(&mut generator));
    let is_one = |generation: &EvaluatedGeneration, place: usize| {
        let points = generation.points.iter();
        let mut values = points.map(|point| value(&thresholds[place], point[place]));
        let first = values.next();
        values.all(|value| Some(value) == first)
    };
    let stuck = history.iter().filter(|of| is_one(of, 2) || is_one(of, 3)).count();
    (distribution(&search).mean, stuck)
}

fn cma_es() -> Optimizer {
    let settings = CmaEsSettings { population: Some(24), step_size: 0.1, damping: 1.0 };
    Optimizer::CmaEs(settings)
}

/// Whether the truth value and the whole number of a mean are the best, or the number is next to it.
fn is_found(mean: &[f64]) -> bool {
    let thresholds = thresholds();
    let number = value(&thresholds[3], mean[3]);
    value(&thresholds[2], mean[2]) == 1 && (5..=7).contains(&number)
}

#[test]
fn cma_es_with_a_margin_tries_two_values_in_every_generation_and_finds_the_best() {
    let found = |has_margin: bool| {
        let searches = (0..20).map(|seed| search(cma_es(), has_margin, 80, seed));
        let searches: Vec<_> = searches.collect();
        let stuck: usize = searches.iter().map(|(_, stuck)| stuck).sum();
        (searches.iter().filter(|(mean, _)| is_found(mean)).count(), stuck)
    };
    let (with, stuck) = found(true);
    assert_eq!(stuck, 0);
    let (without, stuck) = found(false);
    assert!(stuck > 400, "without a margin {stuck} of 1600 generations have one value only");
    assert!(with >= 18 && with > without, "{with} of 20 with a margin, {without} without");
}

#[test]
fn a_margin_is_learned_again_from_a_record() {
    let start = || {
        let known = Coordinates { thresholds: thresholds(), ..Coordinates::default() };
        cma_es().start(vec![0.5, 0.5, 0.05, 0.05], 7).unwrap().knowing(known)
    };
    let (mut first, mut second) = (start(), start());
    for generation in run(&mut first, 30, fitness) {
        second.learn(&generation).unwrap();
    }
    assert_eq!(first.propose(), second.propose());
}

#[test]
fn spsa_tries_the_second_of_two_values() {
    let settings = SpsaSettings { perturbation: 0.02, ..SpsaSettings::default() };
    let (_, stuck) = search(Optimizer::Spsa(settings), true, 40, 3);
    assert_eq!(stuck, 0);
    let (_, stuck) = search(Optimizer::Spsa(settings), false, 40, 3);
    assert!(stuck > 20, "{stuck}");
}
