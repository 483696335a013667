//! The findings of `diagnose`, as `--json` prints them and in words.

use serde::Serialize;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::diagnose::{
    Block, ReadOptions, Scores, Stretch, UnknownWorth, are_raced, highest, last_rankings,
    stretches, worth,
};

use crate::cli::terminal::{counted, fixed, grouped, score, score_interval, table};
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
    assumed_cv: Option<f64>,
    stretches: Vec<StretchJson>,
    /// From where on no single ranking says much.
    unreliable_since: Option<StretchJson>,
    highest: WorthJson,
}

#[derive(Debug, Serialize)]
struct StretchJson {
    first: String,
    last: String,
    candidates: usize,
    games: u64,
    /// Share of all games that were played before this stretch.
    games_before: f64,
    mean: f64,
    reliability: Option<f64>,
    reliability_ci95: Option<Interval>,
    games_per_candidate: Option<f64>,
    games_for_reliability_80: Option<f64>,
}

#[derive(Debug, Serialize)]
struct WorthJson {
    block: String,
    candidate: String,
    games: u32,
    mean: f64,
    /// How many candidates have that mean.
    candidates_with_it: usize,
    estimate: Option<f64>,
    /// Why there is no estimate.
    unknown: Option<UnknownWorth>,
    estimate_ci95: Option<Interval>,
}

impl DiagnosisJson {
    pub(crate) fn of(source: String, scores: Scores, options: &ReadOptions) -> Self {
        let blocks = &scores.blocks;
        let (block, candidate) = highest(blocks).expect("a file of scores has a row");
        // Where lower scores are better, scores are read with the opposite sign.
        let sign = if scores.minimize { -1.0 } else { 1.0 };
        let stretch = |stretch: &Stretch| StretchJson::of(blocks, stretch, sign);
        let mut candidates = blocks.iter().flat_map(|block| &block.candidates);
        let mut highest = WorthJson::of(blocks, block, candidate, sign);
        let cannot_judge =
            matches!(highest.unknown, Some(UnknownWorth::SharedSeeds | UnknownWorth::Raced));
        if options.self_play && !cannot_judge {
            (highest.estimate, highest.estimate_ci95) = (None, None);
            highest.unknown = Some(UnknownWorth::SelfPlay);
        }
        Self {
            source,
            candidates: blocks.iter().map(|block| block.candidates.len()).sum(),
            games: blocks.iter().map(Block::games).sum(),
            blocks: blocks.len(),
            assumed_cv: options.variation.filter(|_| candidates.any(|c| c.freedom.is_infinite())),
            stretches: stretches(blocks, MAX_LISTED).iter().map(stretch).collect(),
            unreliable_since: last_rankings(blocks).filter(|_| !cannot_judge).as_ref().map(stretch),
            highest,
            scores,
        }
    }
}

impl StretchJson {
    fn of(blocks: &[Block], stretch: &Stretch, sign: f64) -> Self {
        let within = &blocks[stretch.first..=stretch.last];
        let games = |blocks: &[Block]| blocks.iter().map(Block::games).sum::<u64>();
        let sums = within.iter().map(|block| block.games() as f64 * block.mean());
        let reliability = stretch.reliability.filter(|_| !are_raced(blocks));
        Self {
            first: blocks[stretch.first].name.clone(),
            last: blocks[stretch.last].name.clone(),
            candidates: within.iter().map(|block| block.candidates.len()).sum(),
            games: games(within),
            games_before: games(&blocks[..stretch.first]) as f64 / games(blocks) as f64,
            mean: sign * sums.sum::<f64>() / games(within) as f64,
            reliability: reliability.map(|found| found.value.max(0.0)),
            // Negative values mean the same as 0.
            reliability_ci95: reliability.map(|found| found.interval.map(|end| end.max(0.0))),
            games_per_candidate: reliability.map(|found| found.games),
            games_for_reliability_80: reliability.and_then(|found| found.games_for(RELIABLE)),
        }
    }
}

impl WorthJson {
    fn of(blocks: &[Block], block: usize, candidate: usize, sign: f64) -> Self {
        let worth = worth(blocks, block, candidate);
        let all = blocks.iter().flat_map(|block| &block.candidates);
        let (block, candidate) = (&blocks[block], &blocks[block].candidates[candidate]);
        Self {
            block: block.name.clone(),
            candidate: candidate.name.clone(),
            games: candidate.games,
            mean: sign * candidate.mean,
            candidates_with_it: all
                .filter(|other| other.mean.to_bits() == candidate.mean.to_bits())
                .count(),
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
        match &self.scores.block_column {
            Some(column) if column.ends_with("generation") => "generation",
            _ => "block",
        }
    }

    /// Returns a note on what is read otherwise than it stands in the file.
    fn notes(&self) -> String {
        let Scores { left_out, repeated, seeds, .. } = self.scores;
        let mut notes = String::new();
        if left_out > 0 {
            notes += &format!("{} without a value: left out.\n", counted(left_out, "trial"));
        }
        if let Some(cv) = self.assumed_cv {
            notes += &format!(
                "The spread of games is assumed, not measured: coefficient of variation {cv}.\n"
            );
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

    /// Returns a table and its meaning in sentences.
    pub(crate) fn text(&self) -> String {
        let word = self.block_word();
        format!(
            "{}: {} in {}, {}\n\n{}{}\n\
             Reliability: the share of the variance of measured means that is not noise.\n\n\
             {}\n\n{}",
            self.source,
            counted(self.candidates, "candidate"),
            counted(self.blocks, word),
            counted(self.games, "game"),
            self.notes(),
            self.table(),
            self.rankings(),
            self.worth()
        )
    }

    /// Returns the stretches in a table.
    fn table(&self) -> String {
        let known = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let columns = DataTable::new("stretches", "Reliability", &self.stretches)
            .text(&format!("{}s", self.block_word()), |found| match found.first == found.last {
                true => found.first.clone(),
                false => format!("{} to {}", found.first, found.last),
            })
            .number("candidates", |found| grouped(found.candidates as f64))
            .number("mean score", |found| score(found.mean))
            .number("reliability", |found| known(found.reliability.map(|of| fixed(of, 2))))
            .number("95 % interval", |found| known(found.reliability_ci95.map(range)))
            .number(&format!("games for {RELIABLE}"), |found| {
                known(found.games_for_reliability_80.map(grouped))
            });
        table(columns)
    }

    /// Returns a sentence about how much rankings say.
    fn rankings(&self) -> String {
        let word = self.block_word();
        match self.highest.unknown {
            Some(UnknownWorth::Raced) => {
                return "Some candidates played more games than others, as in a race: they were chosen \
                        for their first games. Neither rankings nor the best can be judged by such scores."
                    .to_owned();
            }
            Some(UnknownWorth::SharedSeeds) => {
                return "The means differ by less than the noise of independent games explains: candidates \
                        probably share seeds. Neither rankings nor the best can be judged without a row \
                        per game and its seed (`--columns seed=NAME`)."
                    .to_owned();
            }
            _ => {}
        }
        if self.stretches.iter().all(|stretch| stretch.reliability.is_none()) {
            return "How reliable the ranking is cannot be known: that needs at least two candidates \
                    with two games of each, or means and --cv, and scores that differ."
                .to_owned();
        }
        let Some(noise) = &self.unreliable_since else {
            return format!(
                "The last {word}s still tell candidates apart, or are too few to judge."
            );
        };
        let found = noise.reliability_ci95.map_or(String::new(), |interval| {
            let reliability = fixed(noise.reliability.unwrap_or(0.0), 2);
            format!("reliability {reliability}, 95 % interval {}", range(interval))
        });
        let from = if noise.games_before > 0.0 {
            let percent = 100.0 * noise.games_before;
            format!("From {word} {} on, after {percent:.0} % of the games", noise.first)
        } else {
            "From the start".to_owned()
        };
        format!("{from}, no single ranking says much: {found}. The search may still climb.")
    }

    /// Returns a sentence about the true value of the best candidate.
    fn worth(&self) -> String {
        let word = self.block_word();
        let highest = &self.highest;
        let mut text = format!(
            "The {} mean, {} (candidate {} of {word} {}, {}{}), ",
            if self.scores.minimize { "lowest" } else { "highest" },
            score(highest.mean),
            highest.candidate,
            highest.block,
            counted(highest.games, "game"),
            match highest.candidates_with_it {
                1 => String::new(),
                many => format!("; the first of {} with it", grouped(many as f64)),
            }
        );
        let (Some(truth), Some(interval)) = (highest.estimate, highest.estimate_ci95) else {
            let why = match highest.unknown {
                Some(UnknownWorth::SelfPlay) => {
                    "each candidate met one other of its generation, so that its mean is relative to that one"
                }
                Some(UnknownWorth::Lopsided) => {
                    "the candidates around it spread further on one side than on the other, or it stands \
                     far above them"
                }
                Some(UnknownWorth::Raced) => "candidates played different numbers of games",
                Some(UnknownWorth::SharedSeeds) => "the noise of a game is not known",
                _ => {
                    "that needs at least four candidates with two games of each that differ, or means and --cv"
                }
            };
            return text
                + &format!(
                    "is partly noise. How much of it would last cannot be estimated: {why}. Play it again \
                     on new seeds.\n"
                );
        };
        let [estimate, interval] = score_interval(truth, Some(interval));
        text += &format!("is worth {estimate}, 95 % interval {interval}.\n");
        if truth != 0.0 {
            let excess = 100.0 * (highest.mean - truth) / truth.abs();
            let direction = if excess < 0.0 { "low" } else { "high" };
            text += &format!("The measured figure is {:.1} % too {direction}.\n", excess.abs());
        }
        text
    }
}

fn range(interval: Interval) -> String {
    format!("{} to {}", fixed(interval.low, 2), fixed(interval.high, 2))
}
