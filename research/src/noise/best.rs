//! The estimate of the true score of the best candidate, as `diagnose` computes it.

use tune2048_tuner::statistics::{mean, standard_deviation};
use tune2048_tuner::studies::diagnose::{Block, Candidate, highest, worth};

use super::luck::{Luck, Shape};

/// Returns a block of candidates with given true means, each with `games` games.
pub(crate) fn block(luck: &mut Luck, shape: Shape, truths: &[f64], games: usize) -> Block {
    let candidate = |(index, truth): (usize, &f64)| {
        let mut score = || {
            let [normal, _] = luck.normals();
            truth * luck.score(shape, normal)
        };
        let scores: Vec<f64> = (0..games).map(|_| score()).collect();
        Candidate {
            name: index.to_string(),
            games: games as u32,
            mean: mean(&scores),
            deviation: standard_deviation(&scores),
            freedom: games as f64 - 1.0,
        }
    };
    Block { name: String::new(), candidates: truths.iter().enumerate().map(candidate).collect() }
}

/// The distribution of the true means around their level.
#[derive(Clone, Copy, Debug)]
enum Truths {
    /// Lognormal with a standard deviation; equal if that is 0.
    Spread(f64),
    /// The level times a uniform number to the power of the given one: most are near the level, a few far below.
    Skewed(f64),
    /// A share of them is `from` to `to` of the level, log-uniformly; the others have a spread.
    Broken { share: f64, spread: f64, from: f64, to: f64 },
    /// Exponential with the level as mean: few are good.
    Exponential,
}

impl Truths {
    fn draw(self, luck: &mut Luck) -> f64 {
        match self {
            Self::Spread(spread) => (spread * luck.normals()[0]).exp(),
            Self::Skewed(power) => luck.uniform().powf(power),
            Self::Exponential => -luck.uniform().ln(),
            Self::Broken { share, spread, from, to } => {
                if luck.uniform() < share {
                    from * (to / from).powf(luck.uniform())
                } else {
                    Self::Spread(spread).draw(luck)
                }
            }
        }
    }
}

/// A search: the true means of its candidates are distributed around a level that rises from
/// `start` to 1 within the first half.
#[derive(Clone, Copy, Debug)]
struct Search {
    blocks: usize,
    candidates: usize,
    games: usize,
    truths: Truths,
    start: f64,
}

/// Means over many searches, as ratios to the true mean.
struct Errors {
    raw: f64,
    estimate: f64,
    covered: f64,
    /// The share of searches in which the shape of the truths allows an estimate.
    told: f64,
}

impl Search {
    fn truths(&self, luck: &mut Luck) -> Vec<Vec<f64>> {
        let level = |block: usize| {
            let way = (2.0 * block as f64 / self.blocks as f64).min(1.0);
            self.start + (1.0 - self.start) * way
        };
        let mut truth = |block: usize| level(block) * self.truths.draw(luck);
        let mut block = |block| (0..self.candidates).map(|_| truth(block)).collect();
        (0..self.blocks).map(&mut block).collect()
    }

    fn errors(&self, shape: Shape, runs: u64) -> Errors {
        let mut sums = [0.0; 3];
        let mut told = 0.0_f64;
        for seed in 0..runs {
            let mut luck = Luck::new(seed);
            let truths = self.truths(&mut luck);
            let blocks: Vec<Block> =
                truths.iter().map(|truths| block(&mut luck, shape, truths, self.games)).collect();
            let (block, candidate) = highest(&blocks).unwrap();
            let truth = truths[block][candidate];
            let Ok(worth) = worth(&blocks, block, candidate) else { continue };
            told += 1.0;
            sums[0] += blocks[block].candidates[candidate].mean / truth - 1.0;
            sums[1] += worth.estimate / truth - 1.0;
            sums[2] += f64::from(worth.interval.low <= truth && truth <= worth.interval.high);
        }
        let [raw, estimate, covered] = sums.map(|sum| sum / told);
        Errors { raw, estimate, covered, told: told / runs as f64 }
    }
}

const NINE: Search =
    Search { blocks: 1, candidates: 9, games: 10, truths: Truths::Spread(0.0), start: 1.0 };

/// 150 generations of 9 candidates with 10 games: the shape of the published log of 13 464 games.
const PUBLISHED: Search = Search { blocks: 150, ..NINE };

/// A search of as many games in larger generations that still improve.
const LARGE: Search =
    Search { blocks: 40, candidates: 24, games: 100, truths: Truths::Spread(0.05), start: 0.6 };

/// Prints the errors of searches, and fails where an estimate is off by more than 5 % on average or its
/// interval contains the truth in fewer than 93 %.
pub(super) fn errors_of_the_best() {
    let with = |search: Search, truths: Truths| Search { truths, ..search };
    let broken = |share, spread| Truths::Broken { share, spread, from: 0.01, to: 0.3 };
    let partly = |share, spread| Truths::Broken { share, spread, from: 0.3, to: 0.8 };
    let searches = [
        (NINE, 4_000),
        (with(NINE, Truths::Spread(0.1)), 4_000),
        (with(NINE, Truths::Spread(0.3)), 4_000),
        (PUBLISHED, 400),
        (Search { start: 0.6, ..PUBLISHED }, 400),
        (with(PUBLISHED, Truths::Spread(0.1)), 400),
        (LARGE, 400),
        (with(PUBLISHED, broken(0.05, 0.1)), 400),
        (with(PUBLISHED, broken(0.2, 0.1)), 400),
        (with(PUBLISHED, broken(0.4, 0.1)), 400),
        (with(PUBLISHED, partly(0.2, 0.1)), 400),
        (with(PUBLISHED, Truths::Exponential), 400),
        (with(PUBLISHED, Truths::Skewed(0.3)), 400),
        (with(LARGE, Truths::Skewed(0.1)), 400),
        (with(NINE, Truths::Exponential), 4_000),
    ];
    println!(
        "searches, their scores: measured mean, estimate (on average, against the truth), \
         truth within the 95 % interval, searches with an estimate"
    );
    for (search, runs) in searches {
        for shape in [Shape::Gamma, Shape::Lognormal] {
            let errors = search.errors(shape, runs);
            println!(
                "{search:?}, {shape:?}: {:+.1} %, {:+.1} %, {:.1} %, {:.0} %",
                100.0 * errors.raw,
                100.0 * errors.estimate,
                100.0 * errors.covered,
                100.0 * errors.told
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_of_nine_means_of_ten_games_is_shrunk_to_the_truth() {
        let errors = NINE.errors(Shape::Gamma, 3_000);
        // A published table gives 1.485 for the expected maximum of nine standard normals:
        // 1.485 · 0.5 / √10 = 0.235; skewness adds to it.
        assert!((errors.raw - 0.235).abs() < 0.025, "{}", errors.raw);
        assert!(errors.estimate.abs() < 0.02, "{}", errors.estimate);
        assert!(errors.covered > 0.94, "{}", errors.covered);
    }

    #[test]
    fn the_highest_of_a_long_search_is_shrunk_to_the_truth() {
        let errors = PUBLISHED.errors(Shape::Gamma, 100);
        assert!(errors.raw > 0.5, "{}", errors.raw);
        // A tolerance of 2 % and the sampling error of 100 runs.
        assert!(errors.estimate.abs() < 0.04, "{}", errors.estimate);
    }

    /// Few are good: half of the searches get no estimate, and the intervals of the others hold the truth.
    #[test]
    fn a_lopsided_search_has_no_estimate_or_an_interval_that_holds() {
        let search = Search { truths: Truths::Exponential, ..PUBLISHED };
        let errors = search.errors(Shape::Gamma, 100);
        assert!(errors.told < 0.7, "{}", errors.told);
        assert!(errors.covered > 0.85, "{}", errors.covered);
    }

    /// A few broken candidates would make the variance between all of them look like merit: without
    /// the rule that leaves them out, the estimate is half too high.
    #[test]
    fn broken_candidates_do_not_raise_the_estimate() {
        for share in [0.02, 0.1] {
            let truths = Truths::Broken { share, spread: 0.0, from: 0.01, to: 0.3 };
            let errors = Search { truths, ..PUBLISHED }.errors(Shape::Gamma, 40);
            assert!(errors.raw > 0.5, "{share}: {}", errors.raw);
            assert!(errors.estimate.abs() < 0.06, "{share}: {}", errors.estimate);
            assert!(errors.covered >= 0.9, "{share}: {}", errors.covered);
        }
    }
}
