//! Luck that all candidates of a block share, because they play the same seeds or instances.
//!
//! It separates no candidates, but an analysis that does not know of it counts it as luck of each.
//! So where it is more than a little, scores are taken apart by candidates and seeds (a two-way
//! analysis of variance without replication; Searle, Casella and McCulloch, Variance Components, 1992,
//! section 4.6): what is left varies within candidates.

use indexmap::IndexSet;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use crate::statistics::mean;
use crate::studies::diagnose::Block;

/// The correlation of two candidates' games on one seed from which on it is taken out.
pub const MAX_CORRELATION: f64 = 0.1;

/// The p-value below which seeds differ.
const ERROR: f64 = 0.001;

/// The degrees of freedom of what is left over that tell no variation from little.
const MIN_FREEDOM: f64 = 10.0;

/// The rounds of least squares: one if all candidates play the same seeds.
const ROUNDS: usize = 30;

/// A game, or the mean of several of one candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observation {
    /// The number of the seed, or that of several seeds that stand together.
    pub(super) seed: usize,
    pub(super) score: f64,
    pub(super) games: f64,
}

/// The sums of squares of one block, each with its degrees of freedom.
struct TwoWay {
    /// The means of candidates, as if all had played all seeds.
    means: Vec<f64>,
    between_seeds: f64,
    seed_freedom: f64,
    rest: f64,
    rest_freedom: f64,
    /// The games on one seed, on average, times `seed_freedom`.
    games_per_seed: f64,
    /// The number of games of the candidate that has most.
    games: f64,
}

impl TwoWay {
    /// Takes the scores of a block apart; `None` where nothing is left over.
    fn of(candidates: &[Vec<Observation>]) -> Option<Self> {
        let candidates = &numbered(candidates);
        let seeds = candidates.iter().flatten().map(|o| o.seed + 1).max()?;
        let all =
            || candidates.iter().enumerate().flat_map(|(c, list)| list.iter().map(move |o| (c, o)));
        let mut sums = vec![0.0; seeds];
        let mut counts = vec![0.0; seeds];
        for (_, observation) in all() {
            sums[observation.seed] += observation.games;
            counts[observation.seed] += 1.0;
        }
        let seed_freedom = seeds as f64 - 1.0;
        let rest_freedom = all().count() as f64 - candidates.len() as f64 - seed_freedom;
        if seed_freedom < 1.0 || rest_freedom < 1.0 || candidates.iter().any(Vec::is_empty) {
            return None;
        }
        let mut effects = vec![0.0; seeds];
        let alone = means_without(&effects, candidates);
        let mut means = alone.clone();
        for _ in 0..ROUNDS {
            effects = vec![0.0; seeds];
            for (candidate, o) in all() {
                effects[o.seed] += o.games * (o.score - means[candidate]) / sums[o.seed];
            }
            let center = mean(&effects);
            effects.iter_mut().for_each(|effect| *effect -= center);
            means = means_without(&effects, candidates);
        }
        let squares = |means: &[f64], effects: &[f64]| -> f64 {
            all().map(|(c, o)| o.games * (o.score - means[c] - effects[o.seed]).powi(2)).sum()
        };
        let rest = squares(&means, &effects);
        let within = squares(&alone, &vec![0.0; seeds]);
        let total: f64 = counts.iter().sum();
        let games_per_seed = total - counts.iter().map(|count| count * count).sum::<f64>() / total;
        let games = candidates.iter().map(|list| list.iter().map(|o| o.games).sum());
        let games = games.fold(0.0, f64::max);
        let between_seeds = (within - rest).max(0.0);
        Some(Self { means, between_seeds, seed_freedom, rest, rest_freedom, games_per_seed, games })
    }
}

/// Returns the observations of a block with its seeds numbered from 0 without gaps.
fn numbered(candidates: &[Vec<Observation>]) -> Vec<Vec<Observation>> {
    let mut numbers = IndexSet::new();
    let mut numbered = |o: &Observation| Observation { seed: numbers.insert_full(o.seed).0, ..*o };
    candidates.iter().map(|list| list.iter().map(&mut numbered).collect()).collect()
}

/// Returns the means of candidates without the effects of their seeds.
fn means_without(effects: &[f64], candidates: &[Vec<Observation>]) -> Vec<f64> {
    let mean = |list: &Vec<Observation>| {
        let sum = list.iter().map(|o| o.games * (o.score - effects[o.seed])).sum::<f64>();
        sum / list.iter().map(|o| o.games).sum::<f64>()
    };
    candidates.iter().map(mean).collect()
}

/// Takes common luck out of blocks, given the games of their candidates.
///
/// Returns the correlation of the games of two candidates on one seed if that is above
/// [`MAX_CORRELATION`]; otherwise the blocks stay as they are.
pub(super) fn take_out(blocks: &mut [Block], games: &[Vec<Vec<Observation>>]) -> Option<f64> {
    let parts: Vec<Option<TwoWay>> = games.iter().map(|block| TwoWay::of(block)).collect();
    let sum = |of: fn(&TwoWay) -> f64| parts.iter().flatten().map(of).sum::<f64>();
    let (seed_freedom, rest_freedom) = (sum(|p| p.seed_freedom), sum(|p| p.rest_freedom));
    let own = sum(|p| p.rest) / rest_freedom;
    let seeds = sum(|p| p.between_seeds) / seed_freedom;
    let common = (seeds - own) * seed_freedom / sum(|p| p.games_per_seed);
    let correlation = common / (common + own);
    let distribution = FisherSnedecor::new(seed_freedom, rest_freedom).ok()?;
    let ratio = seeds / own;
    let is_sure = match ratio.is_finite() {
        true => distribution.sf(ratio) < ERROR,
        // Nothing is left over by chance where it is little.
        false => own <= 0.0 && rest_freedom >= MIN_FREEDOM,
    };
    // Without any variation the correlation is NaN.
    if !(is_sure && correlation > MAX_CORRELATION) {
        return None;
    }
    // The variance of the luck of one seed divided by the square of the level: a block by itself
    // may have two halves only.
    let excess = |(block, part): (&Block, &TwoWay)| {
        let own = part.rest / part.rest_freedom;
        (part.between_seeds - part.seed_freedom * own) / block.mean().powi(2)
    };
    let pairs = blocks.iter().zip(&parts);
    let pairs = pairs.filter_map(|(block, part)| Some((block, part.as_ref()?)));
    let relative = (pairs.map(excess).sum::<f64>() / sum(|p| p.games_per_seed)).max(0.0);
    for (block, part) in blocks.iter_mut().zip(parts) {
        let Some(part) = part else { continue };
        let deviation = (part.rest / part.rest_freedom).sqrt();
        let count = block.candidates.len() as f64;
        for (candidate, mean) in block.candidates.iter_mut().zip(part.means) {
            candidate.mean = mean;
            candidate.deviation = Some(deviation);
            candidate.freedom = part.rest_freedom / count;
        }
        let common = relative * block.mean().powi(2) / part.games;
        block.common = if common.is_finite() { common } else { 0.0 };
    }
    Some(correlation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::diagnose::tests::{RATINGS, block};

    fn observations<const N: usize>(games: &[[f64; N]]) -> Vec<Vec<Observation>> {
        let game = |(seed, &score)| Observation { seed, score, games: 1.0 };
        games.iter().map(|games| games.iter().enumerate().map(game).collect()).collect()
    }

    /// The example of Shrout and Fleiss 1979: six targets, four judges, mean squares 32.49 between
    /// judges and 1.02 for the rest. The judges are seeds: their variance is (32.49 - 1.02) / 6.
    #[test]
    fn the_published_example() {
        let mut blocks = [block(&RATINGS)];
        let correlation = take_out(&mut blocks, &[observations(&RATINGS)]).unwrap();
        let common = (32.49 - 1.02) / 6.0;
        assert!((correlation - common / (common + 1.02)).abs() < 0.002, "{correlation}");
        let candidate = &blocks[0].candidates[0];
        assert!((candidate.deviation.unwrap().powi(2) - 1.02).abs() < 0.005);
        assert!(
            (candidate.mean - 6.0).abs() < 1e-9 && (candidate.freedom - 15.0 / 6.0).abs() < 1e-9
        );
        assert!((blocks[0].common - common / 4.0).abs() < 0.002);
    }

    #[test]
    fn a_candidate_that_missed_a_hard_seed_is_not_better_for_that() {
        let games = [[10.0, 50.0, 31.0], [12.0, 51.0, 33.0], [20.0, 61.0, 41.0]];
        let mut list = observations(&games);
        list[0].remove(0);
        let mut blocks = [block(&games)];
        take_out(&mut blocks, &[list]).unwrap();
        let [first, second, third] = [0, 1, 2].map(|index| blocks[0].candidates[index].mean);
        assert!(first < second && second < third, "{first} {second} {third}");
    }

    #[test]
    fn games_without_common_luck_stay_as_they_are() {
        let games = [[1.0, 2.0, 3.0], [2.0, 3.0, 1.0], [3.0, 1.0, 2.0]];
        let mut blocks = [block(&games)];
        assert_eq!(take_out(&mut blocks, &[observations(&games)]), None);
        assert_eq!(blocks, [block(&games)]);
    }
}
