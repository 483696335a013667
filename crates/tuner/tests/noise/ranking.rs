//! Detection of the block from which on a ranking is noise.

use tune2048_tuner::diagnosis::{Block, noise_since, stretches};

use crate::noise::best::block;
use crate::noise::luck::{Luck, Shape};

/// Returns generations of nine candidates with ten games. Their true means have the standard
/// deviation 0.2 before the generation `until` and are equal from there on.
fn search(seed: u64, blocks: usize, until: usize) -> Vec<Block> {
    let mut luck = Luck::new(seed);
    (0..blocks)
        .map(|index| {
            let spread = if index < until { 0.2 } else { 0.0 };
            let truths: Vec<f64> = (0..9).map(|_| 1.0 + spread * luck.normals()[0]).collect();
            block(&mut luck, Shape::Gamma, &truths, 10)
        })
        .collect()
}

/// Returns the mean block at which noise is found to begin; a search without noise counts as its end.
fn found(blocks: usize, until: usize, runs: u64) -> f64 {
    let first = |seed| noise_since(&search(seed, blocks, until)).map_or(blocks, |s| s.first);
    (0..runs).map(first).sum::<usize>() as f64 / runs as f64
}

#[test]
fn noise_is_found_about_where_it_begins() {
    let first = found(100, 60, 40);
    assert!((56.0..=64.0).contains(&first), "{first}");
}

#[test]
fn a_ranking_with_signal_to_the_end_is_seldom_called_noise() {
    let called = (0..100).filter(|&seed| noise_since(&search(seed, 100, 100)).is_some());
    let called = called.count();
    assert!(called <= 10, "{called} of 100");
}

#[test]
fn a_ranking_of_nothing_is_called_noise_from_the_start() {
    let from_start = |&seed: &u64| noise_since(&search(seed, 100, 0)).is_some_and(|s| s.first == 0);
    let called = (0..100).filter(from_start).count();
    assert!(called >= 93, "{called} of 100");
}

/// The reliability of ten games with variation 0.5 and true means with the standard deviation 0.2
/// is 0.2² / (0.2² + 0.5² (1 + 0.2²) / 10) = 0.606.
#[test]
fn the_reliability_equals_the_true_one() {
    let blocks = search(1, 400, 400);
    let found = stretches(&blocks, 1)[0].reliability.unwrap();
    assert!(
        found.interval.low < 0.606 && 0.606 < found.interval.high,
        "{found:?}"
    );
    assert!(found.interval.high - found.interval.low < 0.06, "{found:?}");
    // A reliability of 0.8 takes 10 · 0.8/0.2 · 0.394/0.606 games.
    let games = found.games_for(0.8).unwrap();
    assert!((games - 26.0).abs() < 3.0, "{games}");
}

#[test]
#[ignore = "takes a minute: cargo test -p tune2048-tuner --test tuner -- --ignored"]
fn where_noise_is_found() {
    println!(
        "150 generations of 9 candidates of 10 games; truths stop to differ: found on average"
    );
    for until in [0, 30, 60, 90, 120, 150] {
        println!("{until}: {:.1}", found(150, until, 200));
    }
}
