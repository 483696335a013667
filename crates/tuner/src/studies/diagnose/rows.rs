//! The rows of a table of scores.

use std::ops::Range;

use crate::studies::diagnose::columns::Columns;
use crate::studies::diagnose::csv_lines::CsvLine;
use tune2048_engine::game::{SCORE, Score};
use tune2048_files::toml_errors::Mistake;

/// What separates the fields of a key; it stands in no text that people write.
const KEY_SEPARATOR: &str = "\u{1f}";

/// The state of a trial of Optuna that has a value.
const COMPLETE: &str = "COMPLETE";

/// The name of the block of trials without a generation.
const NO_GENERATION: &str = "none";

/// A valid row: one game, or all games of a candidate.
#[derive(Default)]
pub(super) struct ScoreRow {
    /// The name of the block; empty without blocks.
    pub(super) block: String,
    /// What rows of one candidate have in common.
    pub(super) key: String,
    /// The name of the candidate.
    pub(super) candidate: String,
    /// The place in the order of time: the number of the trial, or that of the row.
    pub(super) number: u64,
    /// The seed or instance of a game, where the file says it.
    pub(super) seed: Option<String>,
    /// The score of a game, or the mean of all games.
    pub(super) score: f64,
    /// The number of games of a mean, where the table has it.
    pub(super) games: Option<u32>,
    pub(super) deviation: Option<f64>,
    /// The means of every other game and of those between them.
    pub(super) halves: Option<[f64; 2]>,
    pub(super) span: Range<usize>,
}

/// Reads a row; `None` for a trial without a value. `index` is that of the row in the file, from 0.
pub(super) fn row(
    line: &CsvLine,
    columns: &Columns,
    index: usize,
) -> Result<Option<ScoreRow>, Mistake> {
    let (found, expected) = (line.fields.len(), columns.names.len());
    if found != expected {
        let names = columns.names.join(", ");
        let label = format!("found {found}, expected {expected}: {names}");
        return Err(Mistake::new(line.span.clone(), "wrong number of fields", label));
    }
    let field = |column: usize| Field { line, columns, column };
    // Older versions of Optuna wrote `TrialState.COMPLETE`.
    if columns.state.is_some_and(|state| !field(state).text().ends_with(COMPLETE)) {
        return Ok(None);
    }
    let number = |column| field(column).parsed(|&_: &u64| true, "the number of a trial");
    let number = columns.number.map_or(Ok(index as u64), number)?;
    let score = field(columns.score);
    // What failed may have an infinite value.
    if score.text().parse().is_ok_and(f64::is_infinite) {
        return Ok(None);
    }
    let block = match columns.block {
        None => String::new(),
        // The first trials of a study are drawn at random, before its first generation.
        Some(column) if columns.is_study && field(column).text().is_empty() => {
            NO_GENERATION.to_owned()
        }
        Some(column) => field(column).name()?,
    };
    let part = |&column: &usize| match columns.is_study {
        // A parameter of a trial is empty where the trial does not have it.
        true => Ok(field(column).text().to_owned()),
        false => field(column).name(),
    };
    let parts = columns.candidate.iter().map(part).collect::<Result<Vec<String>, _>>()?;
    let (key, candidate) = match columns.is_study {
        _ if parts.is_empty() => (number.to_string(), number.to_string()),
        true => (parts.join(KEY_SEPARATOR), number.to_string()),
        false => (parts.join(KEY_SEPARATOR), parts.join(", ")),
    };
    let score = score.finite()?;
    let count = |column| field(column).parsed(|&count: &u32| count > 0, "a whole number above 0");
    let games = columns.games.map(count).transpose()?;
    let is_deviation = |sd: &f64| sd.is_finite() && *sd >= 0.0;
    let spread = |column| field(column).parsed(is_deviation, "a number, 0 or more");
    let deviation = columns.deviation.filter(|_| games != Some(1)).map(spread).transpose()?;
    let halves = columns.halves.map(|halves| halves.map(|column| field(column).text().parse()));
    let halves = halves.and_then(|[even, odd]| Some([even.ok()?, odd.ok()?]));
    let halves = halves.and_then(|halves| halves_of(score, games?, halves));
    let seed = columns.seed.map(|column| field(column).name()).transpose()?;
    let span = line.span.clone();
    Ok(Some(ScoreRow {
        block,
        key,
        candidate,
        number,
        seed,
        score,
        games,
        deviation,
        halves,
        span,
    }))
}

/// Returns the halves of a mean with its sign; `None` if they are those of another objective.
fn halves_of(mean: f64, games: u32, halves: [f64; 2]) -> Option<[f64; 2]> {
    let share = f64::from(games.div_ceil(2)) / f64::from(games);
    let whole = share * halves[0] + (1.0 - share) * halves[1];
    let is_near = |other: f64| (whole - other).abs() <= 1e-6 * mean.abs();
    match (is_near(mean), is_near(-mean)) {
        (true, _) => Some(halves),
        (_, true) => Some(halves.map(|half| -half)),
        _ => None,
    }
}

/// A field of a row.
struct Field<'t> {
    line: &'t CsvLine,
    columns: &'t Columns,
    column: usize,
}

impl Field<'_> {
    fn text(&self) -> &str {
        &self.line.fields[self.column].0
    }

    fn name(&self) -> Result<String, Mistake> {
        match self.text() {
            "" => Err(self.wrong("a name")),
            name => Ok(name.to_owned()),
        }
    }

    fn finite(&self) -> Result<f64, Mistake> {
        let number = self.parsed(|number: &f64| number.is_finite(), "a finite number")?;
        Score::new(number).map(Score::get).ok_or_else(|| self.wrong(SCORE))
    }

    fn parsed<T: std::str::FromStr>(
        &self,
        is_valid: impl Fn(&T) -> bool,
        expected: &str,
    ) -> Result<T, Mistake> {
        let value = self.text().parse().ok().filter(is_valid);
        value.ok_or_else(|| self.wrong(expected))
    }

    fn wrong(&self, expected: &str) -> Mistake {
        let (found, span) = &self.line.fields[self.column];
        let name = self.columns.names[self.column].escape_debug();
        let message = format!("column {}, `{name}`, cannot be used", self.column + 1);
        let mistake =
            Mistake::new(span.clone(), message, format!("found {found:?}, expected {expected}"));
        match found.replace(',', "").parse::<f64>() {
            Ok(_) if found.contains(',') => mistake.help(
                "the comma may be a decimal point or group thousands: write numbers without it",
            ),
            _ => mistake,
        }
    }
}
