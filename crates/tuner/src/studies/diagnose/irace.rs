//! Tables of irace: a row per instance, a column per configuration.
//!
//! `write.csv(iraceResults$testing$experiments, "testing.csv")` and the same of
//! `iraceResults$experiments` write them. The columns are named by the numbers
//! of the configurations; a configuration that was not run on an instance has
//! `NA` there.

use crate::studies::diagnose::csv_lines::CsvLine;
use crate::studies::diagnose::rows::{ReadRows, ScoreRow};
use tune2048_files::toml_errors::Mistake;

/// Returns the index of the first configuration's column if this is the header of such a table.
fn first_configuration(header: &CsvLine) -> Option<usize> {
    let is_number = |(name, _): &(String, _)| name.parse::<u32>().is_ok();
    let first = usize::from(!is_number(header.fields.first()?));
    let is_rows_name = matches!(header.fields[0].0.as_str(), "" | "instance");
    let configurations = &header.fields[first..];
    let is_table = configurations.len() >= 2 && configurations.iter().all(is_number);
    (is_table && (first == 0 || is_rows_name)).then_some(first)
}

/// Reads all results, configuration by configuration, if this is such a table, and counts the infinite
/// ones, which are left out.
pub(super) fn rows(lines: &[CsvLine]) -> Option<ReadRows> {
    let (header, instances) = lines.split_first()?;
    let first = first_configuration(header)?;
    let mut mistakes = Vec::new();
    let (found, expected) = (|line: &CsvLine| line.fields.len(), header.fields.len());
    for line in instances.iter().filter(|line| found(line) != expected) {
        let label = format!("found {}, expected {expected}, as many as in line 1", found(line));
        mistakes.push(Mistake::new(line.span.clone(), "wrong number of fields", label));
    }
    let (mut rows, mut left_out) = (Vec::new(), 0);
    for (column, (configuration, _)) in header.fields.iter().enumerate().skip(first) {
        let complete = instances.iter().enumerate().filter(|(_, line)| found(line) == expected);
        for (instance, line) in complete {
            let (field, span) = &line.fields[column];
            match field.parse::<f64>() {
                // A configuration that was rejected has an infinite cost.
                Ok(score) if score.is_infinite() => left_out += 1,
                Ok(score) if score.is_finite() => rows.push(ScoreRow {
                    key: configuration.clone(),
                    candidate: configuration.clone(),
                    number: column as u64,
                    seed: Some(instance.to_string()),
                    score,
                    span: span.clone(),
                    ..ScoreRow::default()
                }),
                _ if field == "NA" => {}
                _ => mistakes.push(Mistake::new(
                    span.clone(),
                    format!("column {}, configuration {configuration}, cannot be used", column + 1),
                    format!("found {field:?}, expected a finite number or NA"),
                )),
            }
        }
    }
    Some(if mistakes.is_empty() { Ok((rows, left_out)) } else { Err(mistakes) })
}
