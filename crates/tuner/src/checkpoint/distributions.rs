//! `distributions.csv`: what each generation was drawn from.
//!
//! One row per generation of an optimizer that has a distribution: mean, step
//! size and covariance (lower triangle, row by row). A campaign whose history
//! cannot be replayed on the processor at hand goes on from such a row; the
//! row of the generation that it went on with says so.

use std::path::Path;

use super::coordinates::{self, Coordinates};
use super::error::CheckpointError;
use super::log::{self, Columns, Contents, Log, Row};
use tune2048_optimizer::Distribution;

/// The distribution of one generation.
#[derive(Clone, Debug, PartialEq)]
pub struct DistributionRow {
    /// The generation that was drawn from it.
    pub generation: u32,
    /// Whether the optimizer was started anew from it.
    pub restarted: bool,
    /// Mean, step size and covariance in the unit cube.
    pub distribution: Distribution,
}

/// The distributions of a campaign, open for appending.
#[derive(Debug)]
pub struct Distributions {
    log: Log,
    coordinates: Coordinates,
}

fn columns(coordinates: &[String]) -> Columns {
    let mut fixed = vec![
        "generation".to_owned(),
        "restarted".to_owned(),
        "step_size".to_owned(),
    ];
    fixed.extend(coordinates.iter().map(|name| format!("mean.{name}")));
    for (index, row) in coordinates.iter().enumerate() {
        let lower = coordinates[..=index].iter();
        fixed.extend(lower.map(|column| format!("covariance.{row}.{column}")));
    }
    Columns {
        fixed,
        times: Vec::new(),
    }
}

impl DistributionRow {
    fn to_row(&self, coordinates: &Coordinates) -> Row {
        let distribution = &self.distribution;
        let mut fixed = vec![
            self.generation.to_string(),
            u8::from(self.restarted).to_string(),
            distribution.step_size.to_string(),
        ];
        fixed.extend(coordinates.fields(&distribution.mean));
        fixed.extend(coordinates.triangle(&distribution.covariance));
        Row {
            fixed,
            times: Vec::new(),
        }
    }

    /// Whether this row can stand after another one: generation after
    /// generation, or the same once more to begin anew.
    fn follows(&self, previous: Option<&Self>) -> Result<(), String> {
        let Some(previous) = previous else {
            return Ok(());
        };
        let next = u64::from(previous.generation) + 1;
        let again = self.restarted && self.generation == previous.generation;
        if u64::from(self.generation) == next || again {
            return Ok(());
        }
        Err(format!(
            "generation: found {}, expected {next}",
            self.generation
        ))
    }

    fn from_row(row: &Row, coordinates: usize) -> Result<Self, String> {
        let number = |index: usize| -> Result<f64, String> {
            let text = &row.fixed[index];
            text.parse()
                .map_err(|_| format!("found {text:?}, expected a number"))
        };
        let (means, triangle) = row.fixed[3..].split_at(coordinates);
        let mean = coordinates::point(means)?;
        let dimensions = mean.len();
        let lower = coordinates::point(triangle)?;
        if lower.len() != dimensions * (dimensions + 1) / 2 {
            return Err("the covariance is not that of the coordinates of the mean".to_owned());
        }
        let mut lower = lower.into_iter();
        let rows: Vec<Vec<f64>> = (1..=dimensions)
            .map(|length| lower.by_ref().take(length).collect())
            .collect();
        let entry = |i: usize, j: usize| rows[i.max(j)][i.min(j)];
        let covariance = (0..dimensions)
            .map(|i| (0..dimensions).map(|j| entry(i, j)).collect())
            .collect();
        Ok(Self {
            generation: number(0)? as u32,
            restarted: row.fixed[1] == "1",
            distribution: Distribution {
                mean,
                step_size: number(2)?,
                covariance,
            },
        })
    }
}

fn parse(
    path: &Path,
    contents: &Contents,
    dimensions: usize,
) -> Result<Vec<DistributionRow>, CheckpointError> {
    let mut rows: Vec<DistributionRow> = Vec::with_capacity(contents.rows.len());
    for (index, row) in contents.rows.iter().enumerate() {
        let row = DistributionRow::from_row(row, dimensions)
            .and_then(|row| row.follows(rows.last()).map(|()| row))
            .map_err(|problem| CheckpointError::damaged(path, index + 2, problem))?;
        rows.push(row);
    }
    Ok(rows)
}

impl Distributions {
    /// Opens or makes the file. `last_generation` is shown the rows it holds
    /// and says which generation is the last to keep; those come back.
    ///
    /// # Errors
    /// If the file cannot be opened, is held by another process, or is
    /// damaged, and what `last_generation` finds.
    pub fn open(
        path: &Path,
        coordinates: &[String],
        last_generation: impl FnOnce(&[DistributionRow]) -> Result<u32, CheckpointError>,
    ) -> Result<(Self, Vec<DistributionRow>), CheckpointError> {
        let (mut log, contents) = Log::open(path, columns(coordinates))?;
        let mut rows = parse(path, &contents, coordinates.len())?;
        let last = last_generation(&rows)?;
        rows.truncate(rows.partition_point(|row| row.generation <= last));
        log.keep(&contents, rows.len())?;
        let coordinates = Coordinates::new(coordinates);
        Ok((Self { log, coordinates }, rows))
    }

    /// Reads the file without holding it.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(
        path: &Path,
        coordinates: &[String],
    ) -> Result<Vec<DistributionRow>, CheckpointError> {
        let contents = log::read(path, &columns(coordinates))?;
        parse(path, &contents, coordinates.len())
    }

    /// Cuts off what this generation and later ones are drawn from.
    ///
    /// # Errors
    /// If the file cannot be read or cut.
    pub fn cut_from(&mut self, generation: u32) -> Result<(), CheckpointError> {
        let contents = self.log.contents()?;
        let is_before = |row: &&Row| {
            let number = row.fixed[0].parse::<u32>();
            number.is_ok_and(|number| number < generation)
        };
        let kept = contents.rows.iter().take_while(is_before).count();
        self.log.keep(&contents, kept)
    }

    /// Says which coordinates the rows to come have; all if it never does.
    pub fn tune(&mut self, names: &[String]) {
        self.coordinates.tune(names);
    }

    /// Appends a row and waits until it is on the disk.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn append(&mut self, row: &DistributionRow) -> Result<(), CheckpointError> {
        self.log.append(&row.to_row(&self.coordinates))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_round_trip_exactly() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("distributions.csv");
        let coordinates = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let row = |generation| DistributionRow {
            generation,
            restarted: generation == 1,
            distribution: Distribution {
                mean: vec![0.1, 1.0 / 3.0, -0.2],
                step_size: 0.7 / 3.0,
                covariance: vec![
                    vec![1.0, 0.1, 0.2],
                    vec![0.1, 2.0, 1e-300],
                    vec![0.2, 1e-300, 3.0],
                ],
            },
        };
        let (mut log, _) = Distributions::open(&path, &coordinates, |_| Ok(0)).unwrap();
        log.append(&row(0)).unwrap();
        log.append(&row(1)).unwrap();
        let read = || Distributions::read(&path, &coordinates).unwrap();
        assert_eq!(read(), [row(0), row(1)]);
        log.cut_from(1).unwrap();
        assert_eq!(read(), [row(0)]);
        log.append(&row(1)).unwrap();
        assert_eq!(read(), [row(0), row(1)]);
    }
}
