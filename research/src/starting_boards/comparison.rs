//! The comparison of all methods at one cost, over many subsamples of their units.

use rayon::prelude::*;
use tune2048_engine::game::{GameSeed, SpawnSource, Stream};
use tune2048_tuner::statistics::mean;

use super::agreement::{Estimate, Scores, best_third, jackknife, spearman, without};
use super::methods::Method;

/// How well the ranking of a method agrees with the truth at one cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Agreement {
    /// The mean number of units of each candidate.
    pub(crate) units: f64,
    /// Spearman's correlation with the truth.
    pub(crate) spearman: Estimate,
    /// The same, less that of whole games.
    pub(crate) gain: Estimate,
    /// The true mean of the best third, over that of all, less 1.
    pub(crate) best_third: Estimate,
}

/// Compares all methods with the first at the cost of so many units of it. Where that buys a
/// fraction of a unit, figures are interpolated between the numbers of units on either side. A
/// subsample has no unit twice, so that it is as noisy as that many new games. `None` for a
/// method whose unit costs more than that, or whose pool is too small.
pub(crate) fn compare(
    methods: &[Method],
    truth: &[f64],
    games: usize,
    replications: usize,
    seed: u64,
) -> Vec<Option<Agreement>> {
    let pool = methods[0].units[0].len();
    let candidates = truth.len();
    let cost_of_games = games as f64 * methods[0].cost();
    let pools: Vec<_> = methods.iter().map(Method::scores).collect();
    let units: Vec<_> = methods.iter().map(|method| cost_of_games / method.cost()).collect();
    let is_possible = |units: f64| (1.0..=pool as f64).contains(&units);
    // Figures by replication, method, and candidate left out; the last leaves out none.
    let replicated: Vec<Vec<Vec<[f64; 2]>>> = (0..replications)
        .into_par_iter()
        .map(|replication| {
            let seed = GameSeed::new(seed, Stream::Comparison, replication as u64);
            let order = permutation(pool, seed);
            let figures = |(scores, &units): (&Scores, &f64)| {
                if is_possible(units) { figures(scores, truth, &order, units) } else { Vec::new() }
            };
            pools.iter().zip(&units).map(figures).collect()
        })
        .collect();
    let average = |method: usize, figure: usize, left_out: Option<usize>| {
        let set = left_out.unwrap_or(candidates);
        let values = replicated.iter().map(|replication| replication[method][set][figure]);
        mean(&values.collect::<Vec<_>>())
    };
    let agreement = |(index, &units)| {
        is_possible(units).then(|| Agreement {
            units,
            spearman: jackknife(candidates, |left_out| average(index, 0, left_out)),
            gain: jackknife(candidates, |left_out| {
                average(index, 0, left_out) - average(0, 0, left_out)
            }),
            best_third: jackknife(candidates, |left_out| average(index, 1, left_out)),
        })
    };
    units.iter().enumerate().map(agreement).collect()
}

/// Spearman's correlation and the best third of one subsample, by candidate left out.
fn figures(scores: &Scores, truth: &[f64], order: &[usize], units: f64) -> Vec<[f64; 2]> {
    let of_count = |count: usize| -> Vec<[f64; 2]> {
        let sum = |scores: &Vec<f64>| order[..count].iter().map(|&unit| scores[unit]).sum();
        let estimates: Vec<f64> = scores.iter().map(sum).collect();
        let of_set = |left_out| {
            let estimates = without(&estimates, left_out);
            let truth = without(truth, left_out);
            [spearman(&estimates, &truth), best_third(&estimates, &truth)]
        };
        (0..truth.len()).map(Some).chain([None]).map(of_set).collect()
    };
    let share = units.fract();
    let few = of_count(units as usize);
    if share < 1e-9 {
        return few;
    }
    let many = of_count(units as usize + 1);
    let interpolate =
        |([a, b], [c, d]): ([f64; 2], [f64; 2])| [a + share * (c - a), b + share * (d - b)];
    few.into_iter().zip(many).map(interpolate).collect()
}

/// A random order of the numbers below `count` (Fisher and Yates).
fn permutation(count: usize, seed: GameSeed) -> Vec<usize> {
    let mut source = SpawnSource::new(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let other = ((source.draw() >> 32) * (last as u64 + 1)) >> 32;
        order.swap(last, other as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starting_boards::splitting::Unit;

    fn method(name: &str, cost: f64, score: impl Fn(usize, usize) -> f64) -> Method {
        let unit = |candidate, unit| Unit { score: score(candidate, unit), cost };
        let units = |candidate| (0..12).map(|index| unit(candidate, index)).collect();
        Method { name: name.to_owned(), units: (0..6).map(units).collect(), is_unbiased: true }
    }

    #[test]
    fn methods_are_compared_at_equal_cost() {
        let truth: Vec<_> = (1..=6).map(f64::from).collect();
        let methods = [
            method("reversed", 6.0, |candidate, _| -(candidate as f64)),
            method("exact", 4.0, |candidate, unit| (candidate + 10 * unit) as f64),
            method("cheap", 1.0, |candidate, _| candidate as f64),
            method("dear", 19.0, |candidate, _| candidate as f64),
        ];
        let found = compare(&methods, &truth, 3, 20, 1);
        let [reversed, exact] = [0, 1].map(|index| found[index].unwrap());
        assert!((reversed.units - 3.0).abs() < 1e-12);
        assert!((exact.units - 4.5).abs() < 1e-12);
        assert!((reversed.spearman.value + 1.0).abs() < 1e-12);
        assert!((exact.spearman.value - 1.0).abs() < 1e-12);
        assert!((exact.gain.value - 2.0).abs() < 1e-12);
        assert!((exact.best_third.value - (5.5 / 3.5 - 1.0)).abs() < 1e-12);
        assert!(found[2].is_none(), "eighteen units of twelve");
        assert!(found[3].is_none(), "less than one unit");
    }

    /// The second unit reverses the ranking of the first two candidates, which one unit and
    /// a half show by half.
    #[test]
    fn fractions_of_a_unit_are_interpolated() {
        let scores: Scores = vec![vec![1.0, 9.0], vec![2.0, 3.0], vec![20.0, 20.0]];
        let truth = [1.0, 2.0, 3.0];
        let spearman = |units| figures(&scores, &truth, &[0, 1], units)[3][0];
        let expected = [(1.0, 1.0), (1.5, 0.75), (2.0, 0.5)];
        for (units, value) in expected {
            assert!((spearman(units) - value).abs() < 1e-12, "{units}");
        }
    }

    #[test]
    fn permutations_have_every_number() {
        let mut order = permutation(40, GameSeed(3));
        assert!(!order.is_sorted());
        order.sort_unstable();
        assert!(order.into_iter().eq(0..40));
    }
}
