//! `rounds.csv`: the games of every round, where their number is adaptive.
//!
//! A candidate's row of `trials.csv` can only be written once its generation
//! is over, since games are dealt in rounds and what some candidates leave is
//! shared by others. Until then its games stand here, one row per round.

use std::path::Path;

use super::coordinates::{self, Coordinates};
use super::error::CheckpointError;
use super::log::{Columns, Contents, Log, Row};
use tune2048_engine::game::GameResult;

/// The games that one candidate played in one round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRow {
    /// Its number within the file, from 0.
    pub row: u64,
    /// The generation, from 0.
    pub generation: u32,
    /// The round within the generation, from 0.
    pub round: u32,
    /// The candidate's number within the generation, from 0.
    pub candidate: u32,
    /// The games in the order of their seeds.
    pub results: Vec<GameResult>,
    /// The point that the optimizer proposed.
    pub point: Vec<f64>,
    /// The time the games took, summed over threads.
    pub games_seconds: f64,
    /// The time the campaign had been running for, all its sessions together.
    pub elapsed_seconds: f64,
}

/// The rounds of a campaign, open for appending.
#[derive(Debug)]
pub struct Rounds {
    log: Log,
    coordinates: Coordinates,
}

fn columns(coordinates: &[String]) -> Columns {
    let names = ["row", "generation", "round", "candidate", "results"];
    let mut fixed: Vec<String> = names.map(str::to_owned).into();
    fixed.extend(coordinates.iter().map(|name| format!("point.{name}")));
    Columns {
        fixed,
        times: vec!["time_games_seconds".into(), "time_elapsed_seconds".into()],
    }
}

impl RoundRow {
    fn to_row(&self, coordinates: &Coordinates) -> Row {
        let numbers =
            [self.generation, self.round, self.candidate].map(|number| number.to_string());
        let mut fixed = vec![self.row.to_string()];
        fixed.extend(numbers);
        let results: Vec<String> = self.results.iter().map(game_to_text).collect();
        fixed.push(results.join(" "));
        fixed.extend(coordinates.fields(&self.point));
        let times = [self.games_seconds, self.elapsed_seconds];
        Row {
            fixed,
            times: times.map(|seconds| format!("{seconds:.3}")).into(),
        }
    }

    fn from_row(row: &Row, columns: &Columns) -> Result<Self, String> {
        let field = |place: usize| (columns.fixed[place].as_str(), row.fixed[place].as_str());
        let number = |place: usize| parse::<u32>(field(place));
        let seconds = |place: usize| row.times[place].parse().unwrap_or(0.0);
        Ok(Self {
            row: parse(field(0))?,
            generation: number(1)?,
            round: number(2)?,
            candidate: number(3)?,
            results: field(4)
                .1
                .split(' ')
                .map(|text| game_from_text(text).ok_or_else(|| unlike(("results", text), "games")))
                .collect::<Result<_, _>>()?,
            point: coordinates::point(&row.fixed[5..])?,
            games_seconds: seconds(0),
            elapsed_seconds: seconds(1),
        })
    }
}

/// Score, largest tile, moves and nodes, with slashes between them.
fn game_to_text(game: &GameResult) -> String {
    let GameResult {
        score,
        largest_tile,
        moves,
        nodes,
    } = game;
    format!("{score}/{largest_tile}/{moves}/{nodes}")
}

fn game_from_text(text: &str) -> Option<GameResult> {
    let mut numbers = text.split('/');
    let game = GameResult {
        score: numbers.next()?.parse().ok()?,
        largest_tile: numbers.next()?.parse().ok()?,
        moves: numbers.next()?.parse().ok()?,
        nodes: numbers.next()?.parse().ok()?,
    };
    numbers.next().is_none().then_some(game)
}

fn parse<T: std::str::FromStr>((name, text): (&str, &str)) -> Result<T, String> {
    text.parse().map_err(|_| unlike((name, text), "a number"))
}

fn unlike((name, text): (&str, &str), expected: &str) -> String {
    format!("{name}: found {text:?}, expected {expected}")
}

impl Rounds {
    /// Opens or makes the file; the rows of so many generations come with it,
    /// and later ones are cut off.
    ///
    /// # Errors
    /// If the file cannot be opened, is held by another process, or is damaged.
    pub fn open(
        path: &Path,
        coordinates: &[String],
        generations: u32,
    ) -> Result<(Self, Vec<RoundRow>), CheckpointError> {
        let columns = columns(coordinates);
        let (mut log, contents) = Log::open(path, columns.clone())?;
        let mut rows = rows(path, &contents, &columns)?;
        rows.truncate(rows.partition_point(|row| row.generation < generations));
        log.keep(&contents, rows.len())?;
        let coordinates = Coordinates::new(coordinates);
        Ok((Self { log, coordinates }, rows))
    }

    /// Says which coordinates the rows to come have; all if it never does.
    pub fn tune(&mut self, names: &[String]) {
        self.coordinates.tune(names);
    }

    /// Appends a row, to be synced soon.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn append(&mut self, row: &RoundRow) -> Result<(), CheckpointError> {
        self.log.append_soon(&row.to_row(&self.coordinates))
    }

    /// Waits until all rows are on the disk.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        self.log.sync()
    }
}

fn rows(
    path: &Path,
    contents: &Contents,
    columns: &Columns,
) -> Result<Vec<RoundRow>, CheckpointError> {
    let mut rows: Vec<RoundRow> = Vec::with_capacity(contents.rows.len());
    for (index, row) in contents.rows.iter().enumerate() {
        let row = RoundRow::from_row(row, columns)
            .and_then(|row| follows(&row, rows.last()).map(|()| row))
            .map_err(|problem| CheckpointError::damaged(path, index + 2, problem))?;
        rows.push(row);
    }
    Ok(rows)
}

/// Rows are numbered one by one, and their rounds go on.
fn follows(row: &RoundRow, previous: Option<&RoundRow>) -> Result<(), String> {
    let expected = previous.map_or(0, |previous| previous.row + 1);
    if row.row != expected {
        return Err(format!("row: found {}, expected {expected}", row.row));
    }
    let place = |row: &RoundRow| (row.generation, row.round, row.candidate);
    if previous.is_some_and(|previous| place(previous) >= place(row)) {
        let (generation, round, candidate) = place(row);
        return Err(format!(
            "found generation {generation}, round {round}, candidate {candidate} a second time or \
             out of order"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u64) -> RoundRow {
        let game = |score| GameResult {
            score,
            largest_tile: 65_536,
            moves: 12,
            nodes: u64::MAX,
        };
        RoundRow {
            row: number,
            generation: 3,
            round: 1,
            candidate: number as u32,
            results: (0..=number).map(game).collect(),
            point: vec![-0.25, 1.0 / 3.0],
            games_seconds: 1.5,
            elapsed_seconds: 2.25,
        }
    }

    fn open(path: &Path, generations: u32) -> Result<Vec<RoundRow>, CheckpointError> {
        Rounds::open(path, &["a".to_owned(), "b".to_owned()], generations).map(|(_, rows)| rows)
    }

    #[test]
    fn rows_round_trip_exactly_up_to_a_generation() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rounds.csv");
        let names = ["a".to_owned(), "b".to_owned()];
        let (mut log, _) = Rounds::open(&path, &names, 0).unwrap();
        for number in 0..3 {
            log.append(&row(number)).unwrap();
        }
        drop(log);
        assert_eq!(open(&path, 4).unwrap(), [row(0), row(1), row(2)]);
        assert_eq!(open(&path, 3).unwrap(), []);
        assert_eq!(open(&path, 4).unwrap(), [], "they were cut off");
    }

    #[test]
    fn missing_and_doubled_rows_are_named() {
        let names = ["a".to_owned(), "b".to_owned()];
        let second = RoundRow { row: 1, ..row(0) };
        for (rows, problem) in [
            ([row(0), row(2)], "line 3: row: found 2, expected 1"),
            (
                [row(0), second],
                "line 3: found generation 3, round 1, candidate 0 a second time",
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("rounds.csv");
            let (mut log, _) = Rounds::open(&path, &names, 0).unwrap();
            for row in &rows {
                log.append(row).unwrap();
            }
            drop(log);
            let text = open(&path, 9).unwrap_err().to_string();
            assert!(text.contains(problem), "{text}");
        }
    }
}
