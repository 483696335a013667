//! The block from which on no single ranking is said to say much.

use tune2048_tuner::studies::diagnose::{Block, last_rankings};

use super::best::block;
use super::luck::{Luck, Shape};

/// The spread of truths at which ten games have the reliability 0.2² / (0.2² + 0.5² (1 + 0.2²) / 10) = 0.606.
const CLEAR: f64 = 0.2;
/// The spread at which the reliability is 0.39, that of blocks that were once called noise.
const FAINT: f64 = 0.127;

/// The first generation of a span, and the one after its last.
type Span = (usize, usize);

fn contains((first, end): Span, generation: usize) -> bool {
    (first..end).contains(&generation)
}

/// Returns generations of nine candidates with ten games. Their true means have the standard
/// deviation `spread` in the given generations and are equal in the others.
fn search(seed: u64, blocks: usize, informative: &[Span], spread: f64) -> Vec<Block> {
    let mut luck = Luck::new(seed);
    (0..blocks)
        .map(|index| {
            let is_informative = informative.iter().any(|&span| contains(span, index));
            let spread = if is_informative { spread } else { 0.0 };
            let truths: Vec<f64> = (0..9).map(|_| 1.0 + spread * luck.normals()[0]).collect();
            block(&mut luck, Shape::Gamma, &truths, 10)
        })
        .collect()
}

/// Returns the block from which on no single ranking says much.
fn noise_since(blocks: &[Block]) -> Option<usize> {
    last_rankings(blocks)
}

/// Where noise is found in searches whose last informative block is known.
struct Found {
    /// The mean block; a search without noise counts as its end.
    mean: f64,
    /// The number of searches in which more than ten informative blocks are called noise.
    too_early: usize,
    /// The number of searches in which noise is not found.
    never: usize,
}

fn found(blocks: usize, informative: &[Span], spread: f64, runs: u64) -> Found {
    let first = |seed| noise_since(&search(seed, blocks, informative, spread));
    let firsts: Vec<Option<usize>> = (0..runs).map(first).collect();
    let called = |first: usize| {
        (first..blocks).filter(|b| informative.iter().any(|&span| contains(span, *b)))
    };
    let is_early = |first: &&Option<usize>| first.is_some_and(|first| called(first).count() > 10);
    let ends = firsts.iter().map(|first| first.unwrap_or(blocks));
    Found {
        mean: ends.sum::<usize>() as f64 / runs as f64,
        too_early: firsts.iter().filter(is_early).count(),
        never: firsts.iter().filter(|first| first.is_none()).count(),
    }
}

pub(super) fn where_rankings_end() {
    const RUNS: u64 = 400;
    println!(
        "150 generations of 9 candidates of 10 games, informative generations, reliability there: \
         noise found on average, of {RUNS} searches called noise more than ten informative blocks \
         too early, never"
    );
    let informative: [&[Span]; 8] = [
        &[],
        &[(0, 30)],
        &[(0, 60)],
        &[(0, 90)],
        &[(0, 120)],
        &[(0, 150)],
        &[(0, 40), (70, 100)],
        &[(0, 40), (120, 150)],
    ];
    for ranges in informative {
        for (spread, reliability) in [(CLEAR, 0.61), (FAINT, 0.39)] {
            let found = found(150, ranges, spread, RUNS);
            println!(
                "{ranges:?}, {reliability}: {:.1}, {}, {}",
                found.mean, found.too_early, found.never
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_tuner::studies::diagnose::Variation;

    #[test]
    fn noise_is_found_about_where_it_begins() {
        let found = found(100, &[(0, 60)], CLEAR, 40);
        assert!((50.0..=72.0).contains(&found.mean), "{}", found.mean);
    }

    /// The reliability falls to 0 at block 40 and is 0.39 again from block 70 to 100:
    /// a pooled reliability from block 40 on may well be 0.
    #[test]
    fn a_ranking_that_dips_and_comes_back_is_not_called_noise_at_the_dip() {
        let found = found(150, &[(0, 40), (70, 100)], FAINT, 60);
        // One in eight is expected (research/simulations.md).
        assert!(found.too_early <= 10, "{} of 60", found.too_early);
        assert!((90.0..=110.0).contains(&found.mean), "{}", found.mean);
    }

    #[test]
    fn a_ranking_with_signal_to_the_end_is_seldom_called_noise() {
        for spread in [CLEAR, FAINT] {
            let found = found(100, &[(0, 100)], spread, 100);
            assert!(found.never >= 90, "{spread}: {} of 100", found.never);
            assert!(found.too_early <= 5, "{spread}: {} of 100", found.too_early);
        }
    }

    #[test]
    fn a_ranking_of_nothing_is_called_noise_from_the_start() {
        let from_start = |&seed: &u64| noise_since(&search(seed, 100, &[], 0.0)) == Some(0);
        let called = (0..100).filter(from_start).count();
        assert!(called >= 75, "{called} of 100");
    }

    /// A true null hypothesis gives uniform p-values.
    #[test]
    fn p_values_of_equal_candidates_are_uniform() {
        let blocks = search(5, 400, &[], 0.0);
        let p_values: Vec<f64> =
            blocks.iter().filter_map(|block| Variation::of(block).p_value()).collect();
        assert_eq!(p_values.len(), 400);
        for share in [0.05, 0.5] {
            let below = p_values.iter().filter(|&&p_value| p_value < share).count() as f64 / 400.0;
            assert!((below - share).abs() < 0.06, "{share}: {below}");
        }
    }

    /// The reliability of ten games with variation 0.5 and true means with the standard deviation 0.2
    /// is 0.2² / (0.2² + 0.5² (1 + 0.2²) / 10) = 0.606.
    #[test]
    fn the_reliability_equals_the_true_one() {
        let blocks = search(1, 400, &[(0, 400)], CLEAR);
        let found = Variation::pooled(&blocks).reliability().unwrap();
        assert!(found.interval.low < 0.606 && 0.606 < found.interval.high, "{found:?}");
        assert!(found.interval.high - found.interval.low < 0.06, "{found:?}");
        // A reliability of 0.8 takes 10 · 0.8/0.2 · 0.394/0.606 games.
        let games = found.games_for(0.8).unwrap();
        assert!((games - 26.0).abs() < 3.0, "{games}");
    }
}
