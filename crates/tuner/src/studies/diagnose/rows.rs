//! The rows of a table of scores: one game of a candidate each, or all its games.

use std::ops::Range;

use crate::studies::diagnose::table::{LOSS, Row, SCORES, Table};
use tune2048_engine::game::{SCORE, Score};
use tune2048_files::toml_errors::Mistake;

const EXPECTED: &str = "expected `score` or `value` (a row per game), or `mean_score`, `games` and `sd_score` (a row per \
                        candidate), and `candidate` or its weights";

/// The column with the name of a candidate.
const CANDIDATE: &str = "candidate";

/// The state of a trial of Optuna that has a value.
const COMPLETE: &str = "COMPLETE";

/// The number of wrong rows that are shown: many have one remedy.
const MAX_SHOWN: usize = 3;

/// A valid row: one game, or all games of a candidate.
pub(super) struct ScoreRow {
    /// The name of the block; empty without blocks.
    pub(super) block: String,
    /// What rows of one candidate have in common.
    pub(super) key: Vec<String>,
    /// The place in the order of time: the number of the trial, or that of the row.
    pub(super) number: u64,
    /// The seed or instance of a game, where the file says it.
    pub(super) seed: Option<String>,
    /// The score of a game, or the mean of all games.
    pub(super) score: f64,
    /// The number of games of a mean, where the table has it.
    pub(super) games: Option<u32>,
    pub(super) deviation: Option<f64>,
    pub(super) span: Range<usize>,
}

/// The columns that count.
pub(super) struct Columns {
    pub(super) block: Option<usize>,
    /// The columns that identify a candidate; none if every row is another candidate.
    pub(super) candidate: Vec<usize>,
    /// The seed or instance of a game.
    pub(super) seed: Option<usize>,
    score: usize,
    /// Whether a row has the mean of all games of a candidate.
    pub(super) is_mean: bool,
    pub(super) games: Option<usize>,
    pub(super) deviation: Option<usize>,
    /// The number of a trial in a study of Optuna, in whose order they were tried.
    pub(super) number: Option<usize>,
    /// The state of a trial.
    state: Option<usize>,
    /// Whether lower scores are better, as those of a log of Nevergrad.
    pub(super) is_loss: bool,
}

impl Columns {
    /// Finds the columns, given those of weights that identify a candidate; without any, those named `candidate` or
    /// as parameters of Optuna do.
    pub(super) fn of(table: &Table, weights: Vec<usize>) -> Result<Self, Vec<Mistake>> {
        let message = "the columns do not say what candidates scored";
        let unclear = || {
            let label = format!("found {}, {EXPECTED}", table.names.join(", "));
            let help = "rename the columns in the first line";
            vec![table.mistake(message, label).help(help)]
        };
        let is_score = |name: &str| SCORES.iter().any(|known| name.eq_ignore_ascii_case(known));
        let mut scores = table.all(is_score);
        scores.retain(|place| !weights.contains(place));
        let score = match scores[..] {
            [score] => score,
            [one, other, ..] => {
                let [one, other] = [one, other].map(|place| &table.names[place]);
                let label = format!("found `{one}` and `{other}`, expected one of them");
                let help = "rename the one that does not count";
                return Err(vec![table.mistake(message, label).help(help)]);
            }
            [] => return Err(unclear()),
        };
        let is_mean = table.names[score].eq_ignore_ascii_case("mean_score");
        let mut candidate = weights;
        if candidate.is_empty() {
            candidate = table.all(|name| name.eq_ignore_ascii_case(CANDIDATE));
        }
        if candidate.is_empty() && !is_mean {
            candidate = table.all(|name| name.starts_with("params_"));
        }
        if candidate.is_empty() && !is_mean {
            return Err(unclear());
        }
        let number = table.find("number");
        Ok(Self {
            block: table.find("generation").or_else(|| table.find("block")),
            candidate,
            seed: table.find("seed"),
            score,
            is_mean,
            games: table.find("games").filter(|_| is_mean),
            deviation: table.find("sd_score").filter(|_| is_mean),
            number,
            state: number.and_then(|_| table.find("state")),
            is_loss: table.names[score] == LOSS,
        })
    }

    /// Reads all rows but trials without a value, and what `more` is read of each.
    pub(super) fn rows<T>(
        &self,
        table: &Table,
        more: impl Fn(&Row) -> Result<T, Mistake>,
    ) -> Result<Vec<(ScoreRow, T)>, Vec<Mistake>> {
        let (mut rows, mut mistakes) = (Vec::new(), Vec::new());
        for (index, line) in table.rows.iter().enumerate() {
            let Some(row) = self.read(table, line, index).transpose() else { continue };
            match row.and_then(|row| Ok((row, more(line)?))) {
                Ok(row) => rows.push(row),
                Err(_) if mistakes.len() == MAX_SHOWN => break,
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if mistakes.is_empty() { Ok(rows) } else { Err(mistakes) }
    }

    /// Reads a row; `None` for a trial without a value. `index` is that of the row in the file, from 0.
    fn read(&self, table: &Table, row: &Row, index: usize) -> Result<Option<ScoreRow>, Mistake> {
        let (found, expected) = (row.fields.len(), table.names.len());
        if found != expected {
            let label = format!("found {found}, expected {expected}: {}", table.names.join(", "));
            return Err(Mistake::new(row.span.clone(), "wrong number of fields", label));
        }
        // Older versions of Optuna wrote `TrialState.COMPLETE`. What failed may have an infinite value.
        let is_complete = self.state.is_none_or(|state| row.fields[state].ends_with(COMPLETE));
        if !is_complete || row.fields[self.score].parse().is_ok_and(f64::is_infinite) {
            return Ok(None);
        }
        let score = table.parsed(row, self.score, "a finite number", |it: &f64| it.is_finite())?;
        if Score::new(score).is_none() {
            return Err(table.wrong(row, self.score, SCORE));
        }
        let name = |column: Option<usize>| column.map(|column| table.name(row, column)).transpose();
        let number = |column| table.parsed(row, column, "the number of a trial", |_: &u64| true);
        let count =
            |column| table.parsed(row, column, "a whole number above 0", |&count: &u32| count > 0);
        let is_spread = |sd: &f64| sd.is_finite() && *sd >= 0.0;
        let spread = |column| table.parsed(row, column, "a number, 0 or more", is_spread);
        // A parameter that takes no part in a trial is empty.
        let part = |&column: &usize| match table.names[column].eq_ignore_ascii_case(CANDIDATE) {
            true => table.name(row, column),
            false => Ok(row.fields[column].clone()),
        };
        let number = self.number.map_or(Ok(index as u64), number)?;
        let games = self.games.map(count).transpose()?;
        let key: Vec<String> = self.candidate.iter().map(part).collect::<Result<_, _>>()?;
        Ok(Some(ScoreRow {
            block: name(self.block)?.unwrap_or_default(),
            key: if key.is_empty() { vec![number.to_string()] } else { key },
            number,
            seed: name(self.seed)?,
            score,
            games,
            deviation: self.deviation.filter(|_| games != Some(1)).map(spread).transpose()?,
            span: row.span.clone(),
        }))
    }
}
