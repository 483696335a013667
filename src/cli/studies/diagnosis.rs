//! The findings of `diagnose`, as `--json` prints them and in words.

use serde::Serialize;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::diagnose::{Block, Scores, UnknownWorth, Variation, highest, worth};
use tune2048_tuner::words::{known, range, with_level};

use crate::cli::terminal::{counted, fixed, grouped, score, table};
use crate::view::chart::DataTable;

/// Number of stretches of blocks that are listed at most.
const MAX_LISTED: usize = 15;
/// Reliability that a ranking should have.
const RELIABLE: f64 = 0.8;

/// JSON of `diagnose --json`.
#[derive(Debug, Serialize)]
pub(crate) struct DiagnosisJson {
    source: String,
    candidates: usize,
    games: u64,
    blocks: usize,
    #[serde(flatten)]
    scores: Scores,
    stretches: Vec<StretchJson>,
    highest: WorthJson,
}

#[derive(Debug, Serialize)]
struct StretchJson {
    first: String,
    last: String,
    candidates: usize,
    games: u64,
    mean: f64,
    reliability: Option<f64>,
    reliability_ci95: Option<Interval>,
    games_for_reliability_80: Option<f64>,
}

#[derive(Debug, Serialize)]
struct WorthJson {
    block: String,
    candidate: String,
    games: u32,
    mean: f64,
    estimate: Option<f64>,
    /// Why there is no estimate.
    unknown: Option<UnknownWorth>,
    estimate_ci95: Option<Interval>,
}

impl DiagnosisJson {
    pub(crate) fn of(source: String, scores: Scores) -> Self {
        let blocks = &scores.blocks;
        // Where lower scores are better, scores are read with the opposite sign.
        let sign = if scores.minimize { -1.0 } else { 1.0 };
        let all = StretchJson::of(blocks, sign);
        let length = blocks.len().div_ceil(MAX_LISTED);
        Self {
            source,
            candidates: all.candidates,
            games: all.games,
            blocks: blocks.len(),
            stretches: blocks.chunks(length).map(|within| StretchJson::of(within, sign)).collect(),
            highest: WorthJson::of(blocks, sign),
            scores,
        }
    }
}

impl StretchJson {
    fn of(within: &[Block], sign: f64) -> Self {
        let reliability = Variation::pooled(within).reliability();
        let games = within.iter().map(Block::games).sum::<u64>();
        let sums = within.iter().map(|block| block.games() as f64 * block.mean());
        Self {
            first: within[0].name.clone(),
            last: within[within.len() - 1].name.clone(),
            candidates: within.iter().map(|block| block.candidates.len()).sum(),
            games,
            mean: sign * sums.sum::<f64>() / games as f64,
            reliability: reliability.map(|found| found.value.max(0.0)),
            // Negative values mean the same as 0.
            reliability_ci95: reliability.map(|found| found.interval.map(|end| end.max(0.0))),
            games_for_reliability_80: reliability.and_then(|found| found.games_for(RELIABLE)),
        }
    }
}

impl WorthJson {
    fn of(blocks: &[Block], sign: f64) -> Self {
        let (block, candidate) = highest(blocks).expect("a file of scores has a row");
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

impl DiagnosisJson {
    /// Returns what a block is called: a generation where its column says so.
    fn block_word(&self) -> &'static str {
        let is_generation = self.scores.block_column.as_deref() == Some("generation");
        if is_generation { "generation" } else { "block" }
    }

    /// Returns a table and its meaning in sentences.
    pub(crate) fn text(&self) -> String {
        format!(
            "{}: {} in {}, {}\n\n{}{}\n\
             Reliability: the share of the variance of measured means that is not noise. Without two candidates of two \
             games each and scores that differ, it cannot be known.\n\n{}",
            self.source,
            counted(self.candidates, "candidate"),
            counted(self.blocks, self.block_word()),
            counted(self.games, "game"),
            self.notes(),
            self.table(),
            self.worth()
        )
    }

    /// Returns what is to be known of the scores.
    fn notes(&self) -> String {
        let Scores { left_out, repeated, seeds, .. } = self.scores;
        let mut notes = String::new();
        if left_out > 0 {
            notes += &format!("{} without a value: left out.\n", counted(left_out, "trial"));
        }
        if repeated > 0 {
            notes += &format!(
                "{} repeat the seed and the score of another game of their candidate: left out.\n",
                counted(repeated, "game")
            );
        }
        // All candidates have as many games as there are seeds.
        let of_all = |seeds: usize| {
            self.highest.games as usize == seeds && seeds * self.candidates == self.games as usize
        };
        if self.blocks > 1 && seeds.is_some_and(of_all) {
            notes += "Every candidate plays the same seeds: the figures hold for these seeds, and others \
                      may score less.\n";
        }
        if notes.is_empty() { notes } else { notes + "\n" }
    }

    /// Returns the stretches in a table.
    fn table(&self) -> String {
        let columns = DataTable::new("stretches", "Reliability", &self.stretches)
            .text(&format!("{}s", self.block_word()), |found| match found.first == found.last {
                true => found.first.clone(),
                false => format!("{} to {}", found.first, found.last),
            })
            .number("candidates", |found| grouped(found.candidates as f64))
            .number("mean score", |found| score(found.mean))
            .number("reliability", |found| known(found.reliability, |of| fixed(of, 2)))
            .number("95 % interval", |found| {
                known(found.reliability_ci95, |shares| range(shares, |share| fixed(share, 2)))
            })
            .number(&format!("games for {RELIABLE}"), |found| {
                known(found.games_for_reliability_80, grouped)
            });
        table(columns)
    }

    /// Returns a sentence about the true value of the best candidate.
    fn worth(&self) -> String {
        let highest = &self.highest;
        let worth = match highest.estimate {
            Some(estimate) => {
                format!("is worth {}.", with_level(estimate, highest.estimate_ci95, "95 %"))
            }
            None => "may owe much to luck. How much cannot be estimated: that needs at least four candidates of two \
                     unlike games each, which spread alike on both sides, and a best one that does not stand far above \
                     them. Play it again on new seeds."
                .to_owned(),
        };
        format!(
            "The {} mean, {} (candidate {} of {} {}, {}), {worth}\n",
            if self.scores.minimize { "lowest" } else { "highest" },
            score(highest.mean),
            highest.candidate,
            self.block_word(),
            highest.block,
            counted(highest.games, "game"),
        )
    }
}
