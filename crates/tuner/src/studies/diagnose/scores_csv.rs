//! Scores of candidates in a table, from a campaign or from any other tuner.
//!
//! A table has one row per game, with the columns `candidate` and `score` and
//! optionally `generation` or `block`; a table with only the first two needs no
//! header. Or it has one row per candidate, with `candidate`, `games`,
//! `mean_score`, `sd_score` and optionally `generation` or `block`, among any
//! other columns, as the journal of a campaign. Or it is a study of Optuna
//! (`study.trials_dataframe().to_csv()`). A user may name other columns.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;

use indexmap::{IndexMap, IndexSet};

use crate::statistics::{mean, standard_deviation};
use crate::studies::diagnose::columns::{ColumnNames, Columns};
use crate::studies::diagnose::csv_lines::{CsvLine, lines};
use crate::studies::diagnose::rows::{ScoreRow, row};
use crate::studies::diagnose::seeds::{BySeed, without_common_luck};
use crate::studies::diagnose::{Block, Candidate};
use tune2048_files::toml_errors::{Mistake, Mistakes};

/// The number of candidates per block in a file without blocks.
const BLOCK_SIZE: usize = 10;

/// What a file of scores does not say by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadOptions {
    /// The number of candidates of a block in a file without blocks. Default 10.
    pub block_size: Option<NonZeroUsize>,
    /// Columns with unusual names.
    pub columns: ColumnNames,
    /// The number of games behind each score; without a column of games, every score is then a mean.
    pub games: Option<u32>,
    /// The coefficient of variation of a game's score where the file does not say it.
    pub variation: Option<f64>,
    /// Whether lower scores are better.
    pub minimize: bool,
    /// Whether candidates played each other, so that a mean is relative to whom it met.
    pub self_play: bool,
}

/// What wrote a file of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoresFormat {
    /// A table with a row per game or per candidate.
    Scores,
    /// A study of Optuna.
    Optuna,
}

/// The scores of a file, serialised without its candidates.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Scores {
    /// The candidates in the order of the file, or of its trials, in its blocks
    /// or in blocks of a fixed size. Higher means are better: where lower scores
    /// are, they have the opposite sign.
    #[serde(skip)]
    pub blocks: Vec<Block>,
    /// The name of the column of blocks, if the file has one.
    pub block_column: Option<String>,
    /// What wrote the file.
    pub format: ScoresFormat,
    /// The number of trials without a value, which are left out.
    pub left_out: usize,
    /// Whether lower scores are better.
    pub minimize: bool,
    /// The number of games with the seed and the score of another one of the same candidate, which are
    /// left out.
    pub repeated: usize,
    /// The number of seeds of the file, if it names them.
    pub seeds: Option<usize>,
}

/// Reads the text of a file; `path` is used in messages only.
///
/// # Errors
/// All rows that cannot be used.
pub fn read(path: &Path, text: &str, options: &ReadOptions) -> Result<Scores, Mistakes> {
    let wrong = |list| Mistakes::new(path, text, list);
    let scores = Scores::of(&lines(text), options).map_err(wrong)?;
    if scores.blocks.is_empty() {
        let end = text.len();
        let label = "found no row, expected at least one";
        return Err(wrong(vec![Mistake::new(end..end, "there are no scores", label)]));
    }
    Ok(scores)
}

impl Scores {
    fn of(lines: &[CsvLine], options: &ReadOptions) -> Result<Self, Vec<Mistake>> {
        let (columns, first) = Columns::of(lines, &options.columns, options.games.is_some())
            .map_err(|mistake| vec![mistake])?;
        if columns.is_mean {
            let lacks = |what: &str, expected: &str| {
                let found = format!("found {}, expected {expected}", columns.names.join(", "));
                let message = format!("the means have no {what}");
                Err(vec![Mistake::new(lines[0].span.clone(), message, found)])
            };
            if columns.games.is_none() && options.games.is_none() {
                return lacks("number of games", "a column `games`, or --games N");
            }
            if columns.deviation.is_none() && options.variation.is_none() {
                let expected =
                    "a column `sd_score`, or --cv V, an assumed coefficient of variation";
                return lacks("spread", expected);
            }
        }
        let (mut rows, mut mistakes, mut left_out) = (Vec::new(), Vec::new(), 0);
        for (index, line) in lines[first..].iter().enumerate() {
            match row(line, &columns, index) {
                Ok(Some(row)) => rows.push(row),
                Ok(None) => left_out += 1,
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if !mistakes.is_empty() {
            return Err(first_of_each(mistakes));
        }
        // People sort a study by its values; blocks are stretches of time.
        rows.sort_by_key(|row| row.number);
        let block_column = columns.block.map(|column| columns.names[column].clone());
        let minimize = options.minimize || columns.is_loss;
        if minimize {
            for row in &mut rows {
                row.score = -row.score;
                row.halves = row.halves.map(|halves| halves.map(|half| -half));
            }
        }
        let format = if columns.is_study { ScoresFormat::Optuna } else { ScoresFormat::Scores };
        let repeated = leave_out_repeated(&mut rows);
        let seeds: IndexSet<&String> = rows.iter().filter_map(|row| row.seed.as_ref()).collect();
        let seeds = columns.seed.map(|_| seeds.len());
        let blocks = blocks(&rows, &columns, options)?;
        Ok(Self { blocks, block_column, format, left_out, minimize, repeated, seeds })
    }
}

/// Leaves out games that repeat another one of the same candidate, seed and score alike, and counts them.
fn leave_out_repeated(rows: &mut Vec<ScoreRow>) -> usize {
    let before = rows.len();
    let mut known = HashSet::new();
    rows.retain(|row| {
        let Some(seed) = row.seed.clone() else { return true };
        known.insert((row.block.clone(), row.key.clone(), seed, row.score.to_bits()))
    });
    before - rows.len()
}

/// Returns the blocks of rows, named or of a fixed size.
fn blocks(
    rows: &[ScoreRow],
    columns: &Columns,
    options: &ReadOptions,
) -> Result<Vec<Block>, Vec<Mistake>> {
    let mut candidates: IndexMap<(&str, &str), Vec<&ScoreRow>> = IndexMap::new();
    for row in rows {
        candidates.entry((&row.block, &row.key)).or_default().push(row);
    }
    let mut blocks: IndexMap<String, (Block, Vec<BySeed>)> = IndexMap::new();
    let block_size = options.block_size.map_or(BLOCK_SIZE, NonZeroUsize::get);
    let mut mistakes = Vec::new();
    for (index, ((block, _), rows)) in candidates.iter().enumerate() {
        let name = match columns.block {
            Some(_) => (*block).to_owned(),
            None => (index / block_size).to_string(),
        };
        match Candidate::of(rows, columns.is_mean, options) {
            Ok(candidate) => {
                let new = || (Block { name: name.clone(), candidates: Vec::new() }, Vec::new());
                let (block, games) = blocks.entry(name.clone()).or_insert_with(new);
                block.candidates.push(candidate);
                games.push(by_seed(rows));
            }
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let settled = |(mut block, games): (Block, Vec<BySeed>)| {
        without_common_luck(&mut block, &games);
        block
    };
    Ok(blocks.into_values().map(settled).collect())
}

impl Candidate {
    /// Makes a candidate of its rows, at least one; of a mean exactly one.
    fn of(rows: &[&ScoreRow], is_mean: bool, options: &ReadOptions) -> Result<Self, Mistake> {
        let first = rows[0];
        let scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
        let (games, deviation) = match rows.get(1) {
            _ if !is_mean => (scores.len() as u32, standard_deviation(&scores)),
            None => (first.games.or(options.games).unwrap_or(1), first.deviation),
            Some(second) => {
                let label = "found a second row, expected one row per candidate of a block";
                let message = format!("candidate `{}` has two rows", second.candidate);
                return Err(Mistake::new(second.span.clone(), message, label));
            }
        };
        let mean = mean(&scores);
        Ok(Self {
            name: first.candidate.clone(),
            games,
            mean,
            deviation: deviation.or_else(|| Some(options.variation? * mean.abs())),
            freedom: match (deviation, options.variation) {
                (None, Some(_)) => f64::INFINITY,
                _ => f64::from(games) - 1.0,
            },
        })
    }
}

/// The number of mistakes of one kind that are shown.
const MAX_SHOWN: usize = 3;

/// Returns the first mistakes of each kind, and how many there are: many rows have one remedy.
pub(super) fn first_of_each(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    let mut kinds: IndexMap<String, Vec<Mistake>> = IndexMap::new();
    for mistake in mistakes {
        kinds.entry(mistake.message.clone()).or_default().push(mistake);
    }
    let shown = |mut kind: Vec<Mistake>| {
        let more = kind.len().saturating_sub(MAX_SHOWN);
        kind.truncate(MAX_SHOWN);
        if more > 0
            && let Some(last) = kind.pop()
        {
            kind.push(last.help(format!("the same is true of {more} further rows")));
        }
        kind
    };
    kinds.into_values().flat_map(shown).collect()
}

/// Returns the scores of a candidate by their seeds, or the halves of its mean; nothing where seeds are
/// not named, or stand for several games.
fn by_seed(rows: &[&ScoreRow]) -> BySeed {
    if let Some((halves, games)) = rows[0].halves.zip(rows[0].games) {
        let of_half = |(half, mean): (usize, f64)| {
            (half.to_string(), (mean, ((games as usize + 1 - half) / 2) as f64))
        };
        return halves.into_iter().enumerate().map(of_half).collect();
    }
    let of_game = |row: &&ScoreRow| Some((row.seed.clone()?, (row.score, 1.0)));
    let games: BySeed = rows.iter().filter_map(of_game).collect();
    if games.len() == rows.len() { games } else { BySeed::new() }
}
