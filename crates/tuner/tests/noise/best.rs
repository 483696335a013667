//! The estimate of the true score of the best candidate, as `diagnose` computes it.

use tune2048_tuner::diagnosis::{Block, Candidate, highest, worth};
use tune2048_tuner::statistics::{mean, standard_deviation};

use crate::noise::luck::{Luck, Shape};

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
        }
    };
    Block {
        name: String::new(),
        candidates: truths.iter().enumerate().map(candidate).collect(),
    }
}

/// A search: the true means of its candidates have the standard deviation `spread` around
/// a level that rises from `start` to 1 within the first half.
#[derive(Clone, Copy, Debug)]
struct Search {
    blocks: usize,
    candidates: usize,
    games: usize,
    spread: f64,
    start: f64,
}

/// Means over many searches, as ratios to the true mean.
struct Errors {
    raw: f64,
    estimate: f64,
    covered: f64,
}

impl Search {
    fn truths(&self, luck: &mut Luck) -> Vec<Vec<f64>> {
        let level = |block: usize| {
            let way = (2.0 * block as f64 / self.blocks as f64).min(1.0);
            self.start + (1.0 - self.start) * way
        };
        let mut truth = |block: usize| level(block) * (self.spread * luck.normals()[0]).exp();
        let mut block = |block| (0..self.candidates).map(|_| truth(block)).collect();
        (0..self.blocks).map(&mut block).collect()
    }

    fn errors(&self, shape: Shape, runs: u64) -> Errors {
        let mut sums = [0.0; 3];
        for seed in 0..runs {
            let mut luck = Luck::new(seed);
            let truths = self.truths(&mut luck);
            let blocks: Vec<Block> = truths
                .iter()
                .map(|truths| block(&mut luck, shape, truths, self.games))
                .collect();
            let (block, candidate) = highest(&blocks).unwrap();
            let truth = truths[block][candidate];
            let worth = worth(&blocks, block, candidate).unwrap();
            sums[0] += blocks[block].candidates[candidate].mean / truth - 1.0;
            sums[1] += worth.estimate / truth - 1.0;
            sums[2] += f64::from(worth.interval.low <= truth && truth <= worth.interval.high);
        }
        let [raw, estimate, covered] = sums.map(|sum| sum / runs as f64);
        Errors {
            raw,
            estimate,
            covered,
        }
    }
}

const NINE: Search = Search {
    blocks: 1,
    candidates: 9,
    games: 10,
    spread: 0.0,
    start: 1.0,
};

/// 150 generations of 9 candidates with 10 games: the shape of the published log of 13 464 games.
const PUBLISHED: Search = Search {
    blocks: 150,
    ..NINE
};

/// The same number of games in larger generations that still improve.
const LARGE: Search = Search {
    blocks: 40,
    candidates: 24,
    games: 100,
    spread: 0.05,
    start: 0.6,
};

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

#[test]
#[ignore = "takes two minutes: cargo test -p tune2048-tuner --test tuner -- --ignored"]
fn errors_of_the_best() {
    println!(
        "searches, their scores: measured mean, estimate (on average, against the truth), \
         truth within the 95 % interval"
    );
    for (search, runs) in [
        (NINE, 20_000),
        (
            Search {
                spread: 0.1,
                ..NINE
            },
            20_000,
        ),
        (
            Search {
                spread: 0.3,
                ..NINE
            },
            20_000,
        ),
        (
            Search {
                candidates: 24,
                games: 100,
                ..NINE
            },
            4_000,
        ),
        (PUBLISHED, 1_000),
        (
            Search {
                start: 0.6,
                ..PUBLISHED
            },
            1_000,
        ),
        (
            Search {
                spread: 0.1,
                ..PUBLISHED
            },
            1_000,
        ),
        (LARGE, 400),
    ] {
        for (shape, limit) in [(Shape::Gamma, 0.02), (Shape::Lognormal, 0.045)] {
            let errors = search.errors(shape, runs);
            println!(
                "{search:?}, {shape:?}: {:+.1} %, {:+.1} %, {:.1} %",
                100.0 * errors.raw,
                100.0 * errors.estimate,
                100.0 * errors.covered
            );
            assert!(errors.estimate.abs() < limit, "{search:?}");
            assert!(errors.covered > 0.93, "{search:?}");
        }
    }
}
