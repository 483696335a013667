//! Scores of candidates in CSV, from a campaign or from any other tuner.
//!
//! A file has one row per game, with the columns `candidate` and `score` and
//! optionally `generation` or `block`; a file with only the first two needs no
//! header. Or it has one row per candidate, with `candidate`, `games`,
//! `mean_score`, `sd_score` and optionally `generation` or `block`, among any
//! other columns, as the journal of a campaign.

use std::path::Path;

use indexmap::IndexMap;

use super::csv_lines::{CsvLine, lines};
use super::{Block, Candidate};
use crate::statistics::{mean, standard_deviation};
use crate::toml_errors::{Mistake, Mistakes};

/// The number of candidates per block in a file without blocks.
pub const BLOCK_SIZE: usize = 10;

/// The scores of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The candidates in the order of the file, in its blocks or in blocks of a fixed size.
    pub blocks: Vec<Block>,
    /// The name of the column of blocks, if the file has one.
    pub block_column: Option<&'static str>,
}

const BLOCK_COLUMNS: [&str; 2] = ["generation", "block"];

const EXPECTED: &str = "expected `candidate` and `score` (a row per game), or `candidate`, \
                        `games`, `mean_score` and `sd_score` (a row per candidate)";

/// The indices of the columns.
struct CsvColumns {
    names: Vec<String>,
    block: Option<(usize, &'static str)>,
    candidate: usize,
    kind: RowKind,
}

enum RowKind {
    /// One row per game, with its score.
    Games { score: usize },
    /// One row per candidate.
    Means {
        games: usize,
        mean: usize,
        deviation: usize,
    },
}

/// Reads the text of a file; `path` is used in messages only. In a file without
/// blocks, `block_size` candidates make one block.
///
/// # Errors
/// All rows that cannot be used.
///
/// # Panics
/// If `block_size` is 0.
pub fn read(path: &Path, text: &str, block_size: usize) -> Result<Scores, Mistakes> {
    let lines = lines(text);
    let wrong = |list| Mistakes::new(path, text, list);
    let (layout, first) = CsvColumns::of(&lines).map_err(|mistake| wrong(vec![mistake]))?;
    let (mut rows, mut mistakes) = (Vec::new(), Vec::new());
    for line in &lines[first..] {
        match row(line, &layout) {
            Ok(row) => rows.push((row, line)),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if mistakes.is_empty() && rows.is_empty() {
        let end = text.len();
        mistakes.push(Mistake::new(
            end..end,
            "there are no scores",
            "found no row, expected at least one",
        ));
    }
    let mut candidates: IndexMap<(&str, &str), Vec<ScoreRow<'_>>> = IndexMap::new();
    for (row, line) in rows {
        let of_candidate = candidates.entry((row.block, row.candidate)).or_default();
        if matches!(layout.kind, RowKind::Means { .. }) && !of_candidate.is_empty() {
            let message = format!("candidate `{}` has two rows", row.candidate);
            mistakes.push(Mistake::new(
                line.span.clone(),
                message,
                "found a second row, expected one row per candidate of a block",
            ));
        }
        of_candidate.push(row);
    }
    if !mistakes.is_empty() {
        return Err(wrong(mistakes));
    }
    Ok(Scores {
        blocks: blocks(&candidates, layout.block.is_some(), block_size),
        block_column: layout.block.map(|(_, name)| name),
    })
}

fn blocks(
    candidates: &IndexMap<(&str, &str), Vec<ScoreRow<'_>>>,
    has_blocks: bool,
    block_size: usize,
) -> Vec<Block> {
    let mut blocks: IndexMap<String, Vec<Candidate>> = IndexMap::new();
    for (index, ((block, name), rows)) in candidates.iter().enumerate() {
        let block = match has_blocks {
            true => (*block).to_owned(),
            false => (index / block_size).to_string(),
        };
        let candidate = Candidate::of(name, rows);
        blocks.entry(block).or_default().push(candidate);
    }
    let block = |(name, candidates)| Block { name, candidates };
    blocks.into_iter().map(block).collect()
}

impl Candidate {
    fn of(name: &str, rows: &[ScoreRow<'_>]) -> Self {
        let name = name.to_owned();
        if let [
            ScoreRow {
                games: Some(row), ..
            },
        ] = rows
        {
            return Self {
                name,
                ..row.clone()
            };
        }
        let scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
        Self {
            name,
            games: scores.len() as u32,
            mean: mean(&scores),
            deviation: standard_deviation(&scores),
        }
    }
}

/// A valid row: one game, or all games of a candidate.
struct ScoreRow<'t> {
    block: &'t str,
    candidate: &'t str,
    score: f64,
    games: Option<Candidate>,
}

fn row<'t>(line: &'t CsvLine, layout: &CsvColumns) -> Result<ScoreRow<'t>, Mistake> {
    let (found, expected) = (line.fields.len(), layout.names.len());
    if found != expected {
        return Err(Mistake::new(
            line.span.clone(),
            "wrong number of fields",
            format!(
                "found {found}, expected {expected}: {}",
                layout.names.join(", ")
            ),
        ));
    }
    let name = |column: usize| match line.fields[column].0.as_str() {
        "" => Err(wrong_field(line, layout, column, "a name")),
        name => Ok(name),
    };
    let number = |column: usize, min: f64, expected: &str| {
        let number = line.fields[column].0.parse::<f64>().ok();
        number
            .filter(|number| number.is_finite() && *number >= min)
            .ok_or_else(|| wrong_field(line, layout, column, expected))
    };
    let lowest = f64::NEG_INFINITY;
    let block = layout.block.map_or(Ok(""), |(column, _)| name(column))?;
    let candidate = name(layout.candidate)?;
    let (score, games) = match layout.kind {
        RowKind::Games { score } => (number(score, lowest, "a finite number")?, None),
        RowKind::Means {
            games,
            mean,
            deviation,
        } => {
            let count: u32 = line.fields[games].0.parse().unwrap_or(0);
            if count == 0 {
                return Err(wrong_field(line, layout, games, "a whole number above 0"));
            }
            let mean = number(mean, lowest, "a finite number")?;
            let deviation = match count {
                1 => None,
                _ => Some(number(deviation, 0.0, "a number, 0 or more")?),
            };
            let games = Candidate {
                name: String::new(),
                games: count,
                mean,
                deviation,
            };
            (mean, Some(games))
        }
    };
    Ok(ScoreRow {
        block,
        candidate,
        score,
        games,
    })
}

fn wrong_field(line: &CsvLine, layout: &CsvColumns, column: usize, expected: &str) -> Mistake {
    let (found, span) = &line.fields[column];
    Mistake::new(
        span.clone(),
        format!(
            "column {}, `{}`, cannot be used",
            column + 1,
            layout.names[column].escape_debug()
        ),
        format!("found {found:?}, expected {expected}"),
    )
}

impl CsvColumns {
    /// Finds the columns and the index of the first line of data.
    fn of(lines: &[CsvLine]) -> Result<(Self, usize), Mistake> {
        let Some(header) = lines.first() else {
            let message = "there are no columns";
            return Err(Mistake::new(
                0..0,
                message,
                format!("found nothing, {EXPECTED}"),
            ));
        };
        let names: Vec<String> = header.fields.iter().map(|(name, _)| name.clone()).collect();
        if names.len() == 2 && names[1].parse::<f64>().is_ok() {
            let layout = Self {
                names: ["candidate", "score"].map(str::to_owned).into(),
                block: None,
                candidate: 0,
                kind: RowKind::Games { score: 1 },
            };
            return Ok((layout, 0));
        }
        let find = |name: &str| {
            names
                .iter()
                .position(|found| found.eq_ignore_ascii_case(name))
        };
        let means = || {
            Some(RowKind::Means {
                games: find("games")?,
                mean: find("mean_score")?,
                deviation: find("sd_score")?,
            })
        };
        let kind = find("score")
            .map(|score| RowKind::Games { score })
            .or_else(means);
        let (Some(kind), Some(candidate)) = (kind, find("candidate")) else {
            let label = format!("found {}, {EXPECTED}", names.join(", "));
            return Err(Mistake::new(
                header.span.clone(),
                "the columns do not say what candidates scored",
                label,
            ));
        };
        let mut block_columns = BLOCK_COLUMNS.into_iter();
        let block = block_columns.find_map(|name| find(name).map(|column| (column, name)));
        let layout = Self {
            names,
            block,
            candidate,
            kind,
        };
        Ok((layout, 1))
    }
}
