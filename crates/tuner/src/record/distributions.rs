//! `distributions.csv`: the distribution that each generation was drawn from.
//!
//! One row per generation of an optimizer that has a distribution: mean, step
//! size and covariance (lower triangle, row by row). A campaign whose history
//! cannot be replayed on the present processor goes on from such a row, and
//! marks the row of the generation that it goes on with.

use crate::record::coordinates;
use crate::record::coordinates::Coordinates;
use crate::record::error::CheckpointError;
use crate::record::file_names::DISTRIBUTIONS;
use crate::record::folder::Folder;
use tune2048_files::journal::{self, Columns, Contents, Fields, Journal, Row};
use tune2048_optimizer::{Distribution, SymmetricMatrix};

/// The distribution of one generation.
#[derive(Clone, Debug, PartialEq)]
pub struct DistributionRow {
    /// The generation that was drawn from it.
    pub generation: u32,
    /// Whether the optimizer was restarted from the distribution.
    pub restarted: bool,
    /// The mean, step size and covariance in the unit cube.
    pub distribution: Distribution,
}

/// The distributions of a campaign, open for appending.
#[derive(Debug)]
pub struct DistributionLog {
    journal: Journal,
    coordinates: Coordinates,
    rows: Vec<DistributionRow>,
}

fn columns(folder: &Folder, coordinates: &[String]) -> Columns {
    let mut fixed = vec!["generation".to_owned(), "restarted".to_owned(), "step_size".to_owned()];
    fixed.extend(coordinates.iter().map(|name| format!("mean.{name}")));
    for (index, row) in coordinates.iter().enumerate() {
        let lower = coordinates[..=index].iter();
        fixed.extend(lower.map(|column| format!("covariance.{row}.{column}")));
    }
    let columns = Columns { fixed, ..Columns::default() };
    columns.of_campaign(folder.fingerprint())
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
        Row::fixed(fixed)
    }

    /// Checks that this row can follow another one: the row of the next
    /// generation, or a restart of the same one.
    fn check_follows(&self, previous: Option<&Self>) -> Result<(), String> {
        let Some(previous) = previous else {
            return Ok(());
        };
        let next = u64::from(previous.generation) + 1;
        let again = self.restarted && self.generation == previous.generation;
        if u64::from(self.generation) == next || again {
            return Ok(());
        }
        Err(format!("generation: found {}, expected {next}", self.generation))
    }

    fn from_fields(fields: &mut Fields<'_>, coordinates: usize) -> Result<Self, String> {
        let (generation, restarted) = (fields.number()?, fields.text() == "1");
        let step_size = fields.number()?;
        let (means, triangle) = fields.rest().split_at(coordinates);
        let mean = coordinates::point(means)?;
        let dimensions = mean.len();
        let lower = coordinates::point(triangle)?;
        if lower.len() != dimensions * (dimensions + 1) / 2 {
            return Err("the covariance is not that of the coordinates of the mean".to_owned());
        }
        let mut lower = lower.into_iter();
        let rows: Vec<Vec<f64>> =
            (1..=dimensions).map(|length| lower.by_ref().take(length).collect()).collect();
        Ok(Self {
            generation,
            restarted,
            distribution: Distribution {
                mean,
                step_size,
                covariance: SymmetricMatrix::of_lower(dimensions, |i, j| rows[i][j]),
            },
        })
    }
}

fn decode(
    contents: &Contents,
    coordinates: usize,
) -> Result<Vec<DistributionRow>, CheckpointError> {
    let rows = contents.decode(|fields, before: &[DistributionRow]| {
        let row = DistributionRow::from_fields(fields, coordinates)?;
        row.check_follows(before.last())?;
        Ok(row)
    });
    Ok(rows?)
}

impl DistributionLog {
    /// Opens the file or makes it. `last_generation` is given the rows of the
    /// file and returns the last generation to keep; later rows are cut off.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is
    /// damaged; and the errors of `last_generation`.
    pub fn open(
        folder: &Folder,
        coordinates: &[String],
        last_generation: impl FnOnce(&[DistributionRow]) -> Result<u32, CheckpointError>,
    ) -> Result<Self, CheckpointError> {
        let (mut journal, contents) =
            Journal::open(&folder.file(DISTRIBUTIONS), columns(folder, coordinates))?;
        let mut rows = decode(&contents, coordinates.len())?;
        let last = last_generation(&rows)?;
        rows.truncate(rows.partition_point(|row| row.generation <= last));
        journal.keep(&contents, rows.len())?;
        Ok(Self { journal, coordinates: Coordinates::new(coordinates), rows })
    }

    /// Reads the rows of a file without opening it for appending; none if
    /// there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(
        folder: &Folder,
        coordinates: &[String],
    ) -> Result<Vec<DistributionRow>, CheckpointError> {
        let path = folder.file(DISTRIBUTIONS);
        let contents = journal::read_if_present(&path, &columns(folder, coordinates))?;
        decode(&contents, coordinates.len())
    }

    /// All rows in order.
    pub fn rows(&self) -> &[DistributionRow] {
        &self.rows
    }

    /// Cuts off the rows of this generation and later ones.
    ///
    /// # Errors
    /// If the file cannot be read or cut.
    pub fn cut_from(&mut self, generation: u32) -> Result<(), CheckpointError> {
        let kept = self.rows.iter().take_while(|row| row.generation < generation);
        let kept = kept.count();
        let contents = self.journal.contents()?;
        self.journal.keep(&contents, kept)?;
        self.rows.truncate(kept);
        Ok(())
    }

    /// Sets the coordinates that the next rows have; all of them at first.
    pub fn tune(&mut self, names: &[String]) {
        self.coordinates.tune(names);
    }

    /// Appends a row and waits until it is on the disk.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub fn append(&mut self, row: DistributionRow) -> Result<(), CheckpointError> {
        self.journal.append(&row.to_row(&self.coordinates))?;
        self.rows.push(row);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_round_trip_exactly() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        let coordinates = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let row = |generation| DistributionRow {
            generation,
            restarted: generation == 1,
            distribution: Distribution {
                mean: vec![0.1, 1.0 / 3.0, -0.2],
                step_size: 0.7 / 3.0,
                covariance: SymmetricMatrix::of_lower(3, |i, j| {
                    [[1.0, 0.0, 0.0], [0.1, 2.0, 0.0], [0.2, 1e-300, 1.0 / 3.0]][i][j]
                }),
            },
        };
        let mut log = DistributionLog::open(&folder, &coordinates, |_| Ok(0)).unwrap();
        log.append(row(0)).unwrap();
        log.append(row(1)).unwrap();
        let read = || DistributionLog::read(&folder, &coordinates).unwrap();
        assert_eq!(read(), [row(0), row(1)]);
        log.cut_from(1).unwrap();
        assert_eq!(read(), [row(0)]);
        log.append(row(1)).unwrap();
        assert_eq!(read(), [row(0), row(1)]);
    }
}
