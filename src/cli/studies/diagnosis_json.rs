//! The findings of `diagnose`, as `--json` prints them.

use serde::Serialize;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::diagnose::{
    Block, LastRankings, ReadOptions, Scores, ScoresFormat, Stretch, UnknownWorth, highest,
    last_rankings, stretches, worth,
};

/// Number of stretches of blocks that are listed at most.
const MAX_LISTED: usize = 15;
/// Reliability that a ranking should have.
pub(crate) const RELIABLE: f64 = 0.8;

/// JSON of `diagnose --json`.
#[derive(Debug, Serialize)]
pub(crate) struct DiagnosisJson {
    pub(crate) source: String,
    pub(crate) candidates: usize,
    pub(crate) games: u64,
    pub(crate) blocks: usize,
    pub(crate) block_column: Option<String>,
    pub(crate) format: ScoresFormat,
    /// Trials without a value, which are left out.
    pub(crate) left_out: usize,
    /// Whether lower scores are better.
    pub(crate) minimize: bool,
    pub(crate) assumed_cv: Option<f64>,
    /// The correlation of two candidates' games on one seed, where their common luck is taken out.
    pub(crate) correlation: Option<f64>,
    pub(crate) stretches: Vec<StretchJson>,
    pub(crate) noise_since: Option<StretchJson>,
    /// Whether rankings that may be noise one by one come with means that rise.
    pub(crate) rising: bool,
    pub(crate) highest: WorthJson,
}

#[derive(Debug, Serialize)]
pub(crate) struct StretchJson {
    pub(crate) first: String,
    pub(crate) last: String,
    pub(crate) candidates: usize,
    pub(crate) games: u64,
    /// Share of all games that were played before this stretch.
    pub(crate) games_before: f64,
    pub(crate) mean: f64,
    pub(crate) reliability: Option<f64>,
    pub(crate) reliability_ci95: Option<Interval>,
    pub(crate) games_per_candidate: Option<f64>,
    pub(crate) games_for_reliability_80: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct WorthJson {
    pub(crate) block: String,
    pub(crate) candidate: String,
    pub(crate) games: u32,
    pub(crate) mean: f64,
    pub(crate) estimate: Option<f64>,
    /// Why there is no estimate.
    pub(crate) unknown: Option<UnknownWorth>,
    pub(crate) estimate_ci95: Option<Interval>,
}

impl DiagnosisJson {
    pub(crate) fn of(source: String, scores: &Scores, options: &ReadOptions) -> Self {
        let blocks = &scores.blocks;
        let (block, candidate) = highest(blocks).expect("a file of scores has a row");
        // Where lower scores are better, scores are read with the opposite sign.
        let sign = if options.minimize { -1.0 } else { 1.0 };
        let stretch = |stretch: &Stretch| StretchJson::of(blocks, stretch, sign);
        let mut candidates = blocks.iter().flat_map(|block| &block.candidates);
        let rankings = last_rankings(blocks);
        let highest = WorthJson::of(blocks, block, candidate, sign);
        Self {
            source,
            candidates: blocks.iter().map(|block| block.candidates.len()).sum(),
            games: blocks.iter().map(Block::games).sum(),
            blocks: blocks.len(),
            block_column: scores.block_column.clone(),
            format: scores.format,
            left_out: scores.left_out,
            minimize: options.minimize,
            assumed_cv: options.variation.filter(|_| candidates.any(|c| c.freedom.is_infinite())),
            correlation: scores.correlation,
            stretches: stretches(blocks, MAX_LISTED).iter().map(stretch).collect(),
            noise_since: match &rankings {
                _ if highest.unknown == Some(UnknownWorth::SharedSeeds) => None,
                LastRankings::Noise(noise) => Some(stretch(noise)),
                _ => None,
            },
            rising: rankings == LastRankings::Rising,
            highest,
        }
    }
}

impl StretchJson {
    fn of(blocks: &[Block], stretch: &Stretch, sign: f64) -> Self {
        let within = &blocks[stretch.first..=stretch.last];
        let games = |blocks: &[Block]| blocks.iter().map(Block::games).sum::<u64>();
        let sums = within.iter().map(|block| block.games() as f64 * block.mean());
        let reliability = stretch.reliability;
        Self {
            first: blocks[stretch.first].name.clone(),
            last: blocks[stretch.last].name.clone(),
            candidates: within.iter().map(|block| block.candidates.len()).sum(),
            games: games(within),
            games_before: games(&blocks[..stretch.first]) as f64 / games(blocks) as f64,
            mean: sign * sums.sum::<f64>() / games(within) as f64,
            reliability: reliability.map(|found| found.value.max(0.0)),
            reliability_ci95: reliability.map(|found| cut(found.interval)),
            games_per_candidate: reliability.map(|found| found.games),
            games_for_reliability_80: reliability.and_then(|found| found.games_for(RELIABLE)),
        }
    }
}

impl WorthJson {
    fn of(blocks: &[Block], block: usize, candidate: usize, sign: f64) -> Self {
        let worth = worth(blocks, block, candidate);
        let (block, candidate) = (&blocks[block], &blocks[block].candidates[candidate]);
        Self {
            block: block.name.clone(),
            candidate: candidate.name.clone(),
            games: candidate.games,
            mean: sign * candidate.mean,
            estimate: worth.ok().map(|worth| sign * worth.estimate),
            unknown: worth.err(),
            estimate_ci95: worth.ok().map(|worth| {
                let [a, b] = <[f64; 2]>::from(worth.interval).map(|end| sign * end);
                Interval { low: a.min(b), high: a.max(b) }
            }),
        }
    }
}

/// Clamps the interval of a reliability at 0, since negative values mean the same as 0.
fn cut(interval: Interval) -> Interval {
    Interval { low: interval.low.max(0.0), high: interval.high.max(0.0) }
}
