//! `rounds.csv` of a campaign with adaptive games: all games of a round of a candidate in one field.
//!
//! The games of a candidate are in the order of the seeds of its generation.

use crate::studies::diagnose::csv_lines::CsvLine;
use crate::studies::diagnose::rows::{ReadRows, ScoreRow};
use tune2048_files::toml_errors::Mistake;

/// Reads all games if this is such a file; their seeds are numbered from 0 in each generation.
pub(super) fn rows(lines: &[CsvLine]) -> Option<ReadRows> {
    let (header, lines) = lines.split_first()?;
    let find = |name| header.fields.iter().position(|(field, _)| field == name);
    find("round")?;
    let places = [find("generation")?, find("candidate")?, find("results")?];
    let (mut rows, mut mistakes) = (Vec::new(), Vec::new());
    let mut played = std::collections::HashMap::new();
    for line in lines {
        let field = |column: usize| line.fields.get(column).map_or("", |(text, _)| text.as_str());
        let [block, candidate, results] = places.map(field);
        let seed: &mut u64 = played.entry((block, candidate)).or_default();
        for game in results.split(' ') {
            let score = game.split('/').next().and_then(|score| score.parse::<f64>().ok());
            let Some(score) = score.filter(|score| score.is_finite()) else {
                let label = format!("found {game:?}, expected games as a campaign writes them");
                mistakes.push(Mistake::new(line.span.clone(), "no score", label));
                break;
            };
            rows.push(ScoreRow {
                block: block.to_owned(),
                key: candidate.to_owned(),
                candidate: candidate.to_owned(),
                seed: Some(seed.to_string()),
                score,
                span: line.span.clone(),
                ..ScoreRow::default()
            });
            *seed += 1;
        }
    }
    Some(if mistakes.is_empty() { Ok((rows, 0)) } else { Err(mistakes) })
}
