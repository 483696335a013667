//! The expected score of a candidate that was chosen for its high mean.
//!
//! The highest of many noisy means is too high on average (the winner's curse). Empirical-Bayes
//! shrinkage towards the level of its block removes that bias where true means spread alike on both
//! sides of their level. Where they do not, or where good candidates played more games than others,
//! no estimate is given.

use std::ops::Range;

use statrs::distribution::{ContinuousCDF, FisherSnedecor, Normal};

use crate::statistics::{Interval, mean, median, standard_deviation};
use crate::studies::diagnose::intraclass::Variation;
use crate::studies::diagnose::{Block, Candidate};

/// The candidates around the chosen one that its level and the spread come from: farther blocks of a
/// search are of another spread.
const ENOUGH_CANDIDATES: usize = 200;

/// The most blocks on either side that they come from.
const MOST_NEIGHBOURS: usize = 10;

/// How often more games the candidates of a block may have than others of it.
const MAX_GAMES_RATIO: f64 = 1.5;

/// The number of standard deviations below the median from which on a candidate is broken (Iglewicz and
/// Hoaglin, How to Detect and Handle Outliers, 1993).
const BROKEN: f64 = 3.5;

/// The standard deviation of a normal distribution divided by its median absolute deviation.
const PER_MEDIAN_DEVIATION: f64 = 1.4826;

/// The probability that a shape is refused which spreads alike on both sides.
const REFUSED: f64 = 0.01;

/// The estimate of a candidate's true mean score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The estimate, without the bias of the choice.
    pub estimate: f64,
    /// The 95 % interval of the true mean score.
    pub interval: Interval,
}

/// Why the worth of a candidate is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownWorth {
    /// There are too few candidates and games around it.
    TooFew,
    /// The means of candidates differ by less than the luck of independent games explains: they
    /// share seeds that the file does not name.
    SharedSeeds,
    /// Candidates of a block played different numbers of games, or few of them went on with more.
    Raced,
    /// The candidates around it spread further on one side of their level than on the other.
    Lopsided,
    /// Each candidate met another one only, to whose weights its mean is relative.
    SelfPlay,
}

/// Whether good candidates played more games than others, as in a race or in successive halving: then
/// many games say that a candidate was lucky in the first of them.
pub fn are_raced(blocks: &[Block]) -> bool {
    let games = |block: &Block| {
        let games = block.candidates.iter().map(|candidate| f64::from(candidate.games));
        games.fold((f64::INFINITY, 0.0_f64), |(low, high), n| (low.min(n), high.max(n)))
    };
    let is_more = |few: f64, many: f64| many > MAX_GAMES_RATIO * few;
    let within = blocks.iter().map(games).any(|(low, high)| is_more(low, high));
    within
        || blocks.windows(2).any(|pair| {
            2 * pair[1].candidates.len() <= pair[0].candidates.len()
                && is_more(games(&pair[0]).1, games(&pair[1]).0)
        })
}

/// The scale of logarithms for scores of one sign, on which good and bad candidates have equal luck, or
/// that of the scores.
#[derive(Clone, Copy)]
struct Scale(Option<f64>);

impl Scale {
    /// The scale for candidates with these means, given the highest of them.
    fn of(means: &[f64], highest: f64) -> Self {
        let sign = highest.signum();
        let on_scale = means.iter().filter(|mean| sign * **mean > 0.0).count();
        Self((10 * on_scale >= 9 * means.len() && highest != 0.0).then_some(sign))
    }

    /// A candidate on the scale, given the variance of a game divided by the square of its mean; `None`
    /// of one that the scale does not have.
    fn to(self, candidate: &Candidate, variation: f64) -> Option<Candidate> {
        let Some(sign) = self.0 else { return Some(candidate.clone()) };
        let mean = sign * candidate.mean;
        // The logarithm of a mean is too low by half of its relative variance on average.
        let bias = variation / f64::from(candidate.games) / 2.0;
        let deviation = candidate.deviation.map(|deviation| deviation / mean);
        let at = sign * (libm::log(mean) + bias);
        (mean > 0.0).then(|| Candidate { mean: at, deviation, ..candidate.clone() })
    }

    fn from(self, value: f64) -> f64 {
        self.0.map_or(value, |sign| sign * libm::exp(sign * value))
    }
}

/// Returns the blocks that say what is usual around one of them.
fn neighbours(blocks: &[Block], block: usize) -> Range<usize> {
    let within = |reach| block.saturating_sub(reach)..blocks.len().min(block + reach + 1);
    let is_enough = |reach: &usize| {
        let near = blocks[within(*reach)].iter();
        near.map(|block| block.candidates.len()).sum::<usize>() >= ENOUGH_CANDIDATES
    };
    within((1..MOST_NEIGHBOURS).find(is_enough).unwrap_or(MOST_NEIGHBOURS))
}

fn means(block: &Block) -> Vec<f64> {
    block.candidates.iter().map(|candidate| candidate.mean).collect()
}

/// Returns the deviations of candidates from the median of their block, times the roots of their games.
fn deviations(blocks: &[Block]) -> Vec<Vec<f64>> {
    let of_block = |block: &Block| {
        let center = median(&means(block));
        let games = block.candidates.iter().map(|c| f64::from(c.games).sqrt());
        games.zip(means(block)).map(|(root, mean)| root * (mean - center)).collect()
    };
    blocks.iter().map(of_block).collect()
}

/// Leaves out broken candidates: those that are far below the median of their block, by the spread of
/// those above it, or by luck where that is more.
fn leave_out_broken(blocks: &mut [Block]) {
    loop {
        let all = deviations(blocks);
        let upper: Vec<f64> = all.iter().flatten().copied().filter(|above| *above > 0.0).collect();
        let luck = Variation::pooled(&*blocks).mean_square_within().sqrt();
        let limit = -BROKEN * (PER_MEDIAN_DEVIATION * median(&upper)).max(luck);
        let mut is_any_broken = false;
        for (block, all) in blocks.iter_mut().zip(all) {
            let mut above = all.into_iter();
            let count = block.candidates.len();
            // A limit of NaN leaves out nothing.
            block.candidates.retain(|_| !above.next().is_some_and(|above| above < limit));
            is_any_broken |= block.candidates.len() < count;
        }
        if !is_any_broken {
            return;
        }
    }
}

/// Whether candidates spread alike on both sides of their level, and the chosen one stands out by no
/// more than the highest of as many would.
fn is_symmetric(blocks: &[Block], chosen: f64) -> bool {
    let all: Vec<f64> = deviations(blocks).concat();
    let side = |sign: f64| {
        let squares = all.iter().filter(|above| sign * **above > 0.0).map(|above| above * above);
        let squares: Vec<f64> = squares.collect();
        (mean(&squares), squares.len() as f64)
    };
    let ((upper, above), (lower, below)) = (side(1.0), side(-1.0));
    let Ok(distribution) = FisherSnedecor::new(above, below) else { return true };
    let tail = distribution.cdf(upper / lower);
    let Ok(normal) = Normal::new(0.0, 1.0) else { return true };
    let of_highest = normal.sf(chosen / lower.max(upper).sqrt()) * all.len() as f64;
    tail.min(1.0 - tail) > REFUSED / 2.0 && of_highest > REFUSED
}

/// Estimates the true mean score of a candidate that was chosen for its mean,
/// given by its index and that of its block.
///
/// # Errors
/// Why it is not known.
///
/// # Panics
/// If an index is out of range.
pub fn worth(blocks: &[Block], block: usize, candidate: usize) -> Result<Worth, UnknownWorth> {
    if are_raced(blocks) {
        return Err(UnknownWorth::Raced);
    }
    if Variation::pooled(blocks).is_too_small() {
        return Err(UnknownWorth::SharedSeeds);
    }
    let near = neighbours(blocks, block);
    let own = block - near.start;
    let near = &blocks[near];
    let chosen = &blocks[block].candidates[candidate];
    let scale = Scale::of(&near.iter().flat_map(means).collect::<Vec<f64>>(), chosen.mean);
    let on_scale = |block: &Block| {
        let level = mean(&means(block)).powi(2);
        let of_game = Variation::of(block).mean_square_within();
        // The variance is NaN if every candidate has only one game.
        let variation = (of_game / level).max(0.0);
        let candidates = block.candidates.iter().filter_map(|c| scale.to(c, variation)).collect();
        Block { name: block.name.clone(), candidates }
    };
    let mut near: Vec<Block> = near.iter().map(on_scale).collect();
    let of_own = Variation::of(&blocks[block]).mean_square_within();
    let variation = (of_own / mean(&means(&blocks[block])).powi(2)).max(0.0);
    let chosen = scale.to(chosen, variation).ok_or(UnknownWorth::TooFew)?;
    leave_out_broken(&mut near);
    let center = median(&means(&near[own]));
    if !is_symmetric(&near, f64::from(chosen.games).sqrt() * (chosen.mean - center)) {
        return Err(UnknownWorth::Lopsided);
    }
    let others =
        Variation::pooled(near.iter().enumerate().filter(|(at, _)| *at != own).map(|(_, b)| b));
    let is_enough = |v: &Variation| v.between_degrees >= 3.0 && v.within_degrees >= 1.0;
    // The spread is independent of the deviation if it comes from other blocks.
    let (spread, lost) = match is_enough(&others) {
        true => (others, 2.0),
        false => (Variation::pooled(&near), 1.0),
    };
    if !is_enough(&spread) {
        return Err(UnknownWorth::TooFew);
    }
    let (level, level_variance) = level(&near, own, chosen.mean, &spread);
    // James and Stein (1961): 1 - (ν - 2)/ν · v/T of a deviation is kept.
    let factor = (spread.between_degrees - lost) / spread.between_degrees;
    let of_game = spread.mean_square_within();
    let merit = (spread.mean_square_between() - factor * of_game) / spread.games();
    let luck = of_game / f64::from(chosen.games);
    let deviation = chosen.mean - level;
    let share = ((merit + level_variance) / (merit + luck + level_variance)).clamp(-1.0, 1.0);
    // Morris (1983): the variance of the noise that remains, and of the share, which is estimated too.
    let of_share = 2.0 / (spread.between_degrees - 2.0) + 2.0 / spread.within_degrees;
    let least = level_variance / (luck + level_variance);
    let variance = luck * share.max(least) + (1.0 - share).powi(2) * of_share * deviation.powi(2);
    let estimate = level + share * deviation;
    // Nothing is known where no game differs from others of its candidate.
    if !(estimate + variance).is_finite() || of_game <= 0.0 {
        return Err(UnknownWorth::TooFew);
    }
    let interval = Interval::around(estimate, 1.96 * variance.sqrt());
    // No mean of rates or shares leaves 0 to 1.
    let is_rate = blocks.iter().flat_map(means).all(|mean| (0.0..=1.0).contains(&mean));
    let back = |end: f64| match is_rate {
        true => scale.from(end).clamp(0.0, 1.0),
        false => scale.from(end),
    };
    Ok(Worth { estimate: back(estimate), interval: interval.map(back) })
}

/// Returns the level of the block that a candidate was chosen from, without that candidate, and its
/// variance: as much of what separates it from the blocks around it as luck of its candidates does
/// not explain.
fn level(near: &[Block], own: usize, chosen: f64, spread: &Variation) -> (f64, f64) {
    let mut means: Vec<Vec<f64>> = near.iter().map(means).collect();
    if let Some(at) = means[own].iter().position(|mean| mean.to_bits() == chosen.to_bits()) {
        means[own].remove(at);
    }
    let of_mean = spread.mean_square_between() / spread.games();
    let alone = means[own].len() as f64;
    let others = means.iter().enumerate().filter(|(at, list)| *at != own && !list.is_empty());
    let others: Vec<&Vec<f64>> = others.map(|(_, list)| list).collect();
    let levels: Vec<f64> = others.iter().map(|list| mean(list)).collect();
    let Some(deviation) = standard_deviation(&levels) else {
        let all: Vec<f64> = means.concat();
        return (mean(&all), of_mean / all.len() as f64);
    };
    let (variance, count) = (deviation * deviation, levels.len() as f64);
    let by_luck =
        mean(&others.iter().map(|list| of_mean / list.len() as f64).collect::<Vec<f64>>());
    let is_apart = alone > 0.0 && variance > by_luck;
    let share = if is_apart { 1.0 - by_luck / variance } else { 0.0 };
    let around = mean(&levels);
    let own = if alone > 0.0 { mean(&means[own]) } else { around };
    let of_own = if alone > 0.0 { share * share * of_mean / alone } else { variance };
    (around + share * (own - around), of_own + (1.0 - share).powi(2) * variance / count)
}
