//! `trials.csv`: one row per evaluated candidate.

use std::path::Path;

use super::coordinates::{self, Coordinates};
use super::error::CheckpointError;
use super::log::{self, Columns, Log, Row};
use crate::scores::{Evaluation, TILES};
use tune2048_engine::heuristic::HeuristicKind;

/// An evaluated candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its number within the campaign, from 0.
    pub trial: u64,
    /// Its generation, from 0.
    pub generation: u32,
    /// Its number within the generation, from 0.
    pub candidate: u32,
    /// What the optimizer minimises: the objective with its sign turned, and a
    /// penalty for leaving the ranges.
    pub fitness: f64,
    /// What the campaign maximises.
    pub objective: f64,
    /// The statistics of its games.
    pub evaluation: Evaluation,
    /// The objective of its first, third, fifth… and of its other games, which
    /// say how reliable the ranking is; `None` for one game.
    pub halves: Option<[f64; 2]>,
    /// Its weights in the order of their heuristic.
    pub weights: Vec<f64>,
    /// The point that the optimizer proposed, in the coordinates of its generation; outside of
    /// [0, 1] it was clamped for play.
    pub point: Vec<f64>,
    /// The time its games took, summed over threads.
    pub games_seconds: f64,
    /// The time the campaign had been running for, all its sessions together.
    pub elapsed_seconds: f64,
}

/// The trials of a campaign, open for appending.
#[derive(Debug)]
pub struct TrialLog {
    log: Log,
    coordinates: Coordinates,
}

/// Trials that were read, and whether a torn last line was left out.
#[derive(Clone, Debug)]
pub struct TrialRecords {
    /// All rows in order.
    pub trials: Vec<Trial>,
    /// Whether the last line was torn.
    pub torn: bool,
}

/// The names of the columns, for weights and coordinates of these names.
fn columns(heuristic: &HeuristicKind, coordinates: &[String]) -> Columns {
    let mut fixed: Vec<String> = [
        "trial",
        "generation",
        "candidate",
        "fitness",
        "objective",
        "games",
        "mean_score",
        "sd_score",
        "median_score",
        "min_score",
        "max_score",
    ]
    .map(str::to_owned)
    .into();
    fixed.extend(TILES.iter().map(|tile| format!("share_{tile}")));
    fixed.extend(["moves", "nodes", "objective_even", "objective_odd"].map(str::to_owned));
    let weights = heuristic.weights().iter();
    fixed.extend(weights.map(|weight| format!("weight.{}", weight.name)));
    fixed.extend(coordinates.iter().map(|name| format!("point.{name}")));
    Columns {
        fixed,
        times: vec!["time_games_seconds".into(), "time_elapsed_seconds".into()],
    }
}

impl Trial {
    fn to_row(&self, coordinates: &Coordinates) -> Row {
        let evaluation = &self.evaluation;
        let mut fixed = vec![
            self.trial.to_string(),
            self.generation.to_string(),
            self.candidate.to_string(),
            self.fitness.to_string(),
            self.objective.to_string(),
            evaluation.games.to_string(),
            evaluation.mean_score.to_string(),
            evaluation
                .sd_score
                .map_or(String::new(), |sd| sd.to_string()),
            evaluation.median_score.to_string(),
            evaluation.min_score.to_string(),
            evaluation.max_score.to_string(),
        ];
        fixed.extend((0..TILES.len()).map(|tile| evaluation.share(tile).to_string()));
        fixed.extend([evaluation.moves.to_string(), evaluation.nodes.to_string()]);
        let half = |place: usize| {
            self.halves
                .map_or(String::new(), |both| both[place].to_string())
        };
        fixed.extend([half(0), half(1)]);
        fixed.extend(self.weights.iter().map(f64::to_string));
        fixed.extend(coordinates.fields(&self.point));
        let times = [self.games_seconds, self.elapsed_seconds];
        Row {
            fixed,
            times: times.map(|seconds| format!("{seconds:.3}")).into(),
        }
    }

    fn from_row(row: &Row, columns: &Columns, weights: usize) -> Result<Self, String> {
        let mut fields = Fields {
            row,
            columns,
            next: 0,
        };
        let (trial, generation, candidate) = (fields.next()?, fields.next()?, fields.next()?);
        let (fitness, objective, games) = (fields.next()?, fields.next()?, fields.next()?);
        let evaluation = Evaluation {
            games,
            mean_score: fields.next()?,
            sd_score: fields.optional()?,
            median_score: fields.next()?,
            min_score: fields.next()?,
            max_score: fields.next()?,
            reached: fields.shares(games)?,
            moves: fields.next()?,
            nodes: fields.next()?,
        };
        let halves = [fields.optional()?, fields.optional()?];
        let weights = (0..weights).map(|_| fields.next());
        let weights = weights.collect::<Result<_, _>>()?;
        let point = coordinates::point(&row.fixed[fields.next..])?;
        let seconds = |index: usize| row.times[index].parse().unwrap_or(0.0);
        Ok(Self {
            trial,
            generation,
            candidate,
            fitness,
            objective,
            evaluation,
            halves: halves[0].zip(halves[1]).map(<[f64; 2]>::from),
            weights,
            point,
            games_seconds: seconds(0),
            elapsed_seconds: seconds(1),
        })
    }
}

impl Trial {
    /// Whether this row can stand after another one: numbers go up one by one.
    fn follows(&self, previous: Option<&Self>) -> Result<(), String> {
        let numbers = (u64::from(self.generation), u64::from(self.candidate));
        let (trial, expected) = match previous {
            None => (0, [(0, 0); 2]),
            Some(previous) => {
                let generation = u64::from(previous.generation);
                let next = (generation, u64::from(previous.candidate) + 1);
                (previous.trial + 1, [next, (generation + 1, 0)])
            }
        };
        if self.trial != trial {
            return Err(format!("trial: found {}, expected {trial}", self.trial));
        }
        if !expected.contains(&numbers) {
            let [(g, c), (next, _)] = expected;
            return Err(format!(
                "found generation {}, candidate {}, expected generation {g}, candidate {c}, \
                 or the first of generation {next}",
                self.generation, self.candidate
            ));
        }
        Ok(())
    }
}

/// Reads the fields of a row one after the other.
struct Fields<'a> {
    row: &'a Row,
    columns: &'a Columns,
    next: usize,
}

impl Fields<'_> {
    fn next<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let (name, text) = (&self.columns.fixed[self.next], &self.row.fixed[self.next]);
        self.next += 1;
        text.parse()
            .map_err(|_| format!("{name}: found {text:?}, expected a number"))
    }

    fn optional(&mut self) -> Result<Option<f64>, String> {
        if self.row.fixed[self.next].is_empty() {
            self.next += 1;
            return Ok(None);
        }
        self.next().map(Some)
    }

    fn shares(&mut self, games: u32) -> Result<[u32; TILES.len()], String> {
        let mut reached = [0; TILES.len()];
        for count in &mut reached {
            let share: f64 = self.next()?;
            *count = (share * f64::from(games)).round() as u32;
        }
        Ok(reached)
    }
}

fn parse(
    path: &Path,
    contents: &log::Contents,
    columns: &Columns,
    weights: usize,
) -> Result<TrialRecords, CheckpointError> {
    let mut trials: Vec<Trial> = Vec::with_capacity(contents.rows.len());
    for (index, row) in contents.rows.iter().enumerate() {
        let trial = Trial::from_row(row, columns, weights)
            .and_then(|trial| trial.follows(trials.last()).map(|()| trial))
            .map_err(|problem| CheckpointError::damaged(path, index + 2, problem))?;
        trials.push(trial);
    }
    Ok(TrialRecords {
        trials,
        torn: contents.torn,
    })
}

impl TrialLog {
    /// Opens or makes the file; the trials it holds come with it.
    ///
    /// # Errors
    /// If the file cannot be opened, is held by another process, or is damaged.
    pub fn open(
        path: &Path,
        heuristic: &HeuristicKind,
        coordinates: &[String],
    ) -> Result<(Self, TrialRecords), CheckpointError> {
        let columns = columns(heuristic, coordinates);
        let (log, contents) = Log::open(path, columns.clone())?;
        let read = parse(path, &contents, &columns, heuristic.weights().len())?;
        let coordinates = Coordinates::new(coordinates);
        Ok((Self { log, coordinates }, read))
    }

    /// Reads the file without holding it.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(
        path: &Path,
        heuristic: &HeuristicKind,
        coordinates: &[String],
    ) -> Result<TrialRecords, CheckpointError> {
        let columns = columns(heuristic, coordinates);
        let contents = log::read(path, &columns)?;
        parse(path, &contents, &columns, heuristic.weights().len())
    }

    /// Says which coordinates the trials to come have; all if it never does.
    pub fn tune(&mut self, names: &[String]) {
        self.coordinates.tune(names);
    }

    /// Appends a trial and waits until it is on the disk.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn append(&mut self, trial: &Trial) -> Result<(), CheckpointError> {
        self.log.append(&trial.to_row(&self.coordinates))
    }

    /// Appends a trial whose games are on the disk elsewhere, to be synced soon.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn append_soon(&mut self, trial: &Trial) -> Result<(), CheckpointError> {
        self.log.append_soon(&trial.to_row(&self.coordinates))
    }

    /// Waits until all trials are on the disk.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        self.log.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(number: u64) -> Trial {
        Trial {
            trial: number,
            generation: 0,
            candidate: number as u32,
            fitness: -1.0 / 3.0,
            objective: 1e-300,
            evaluation: Evaluation {
                games: 7,
                mean_score: 12_345.678,
                sd_score: (number > 0).then_some(0.1),
                median_score: 5.5,
                min_score: 4,
                max_score: u64::from(u32::MAX) + 5,
                reached: [7, 6, 5, 4, 3, 2, 1, 0, 0],
                moves: 1,
                nodes: 2,
            },
            halves: (number > 0).then_some([0.1, 1.0 / 3.0]),
            weights: (0..8).map(|i| f64::from(i) / 7.0).collect(),
            point: vec![-0.25, 1.5e10],
            games_seconds: 1.5,
            elapsed_seconds: 2.25,
        }
    }

    #[test]
    fn trials_round_trip_exactly() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trials.csv");
        let coordinates = ["empty".to_owned(), "merges".to_owned()];
        let (mut trials, _) = TrialLog::open(&path, &HeuristicKind::Rows, &coordinates).unwrap();
        let written = [trial(0), trial(1)];
        for trial in &written {
            trials.append(trial).unwrap();
        }
        let read = TrialLog::read(&path, &HeuristicKind::Rows, &coordinates).unwrap();
        assert_eq!(read.trials, written);
    }

    #[test]
    fn a_missing_row_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trials.csv");
        let coordinates = ["a".to_owned(), "b".to_owned()];
        let (mut trials, _) = TrialLog::open(&path, &HeuristicKind::Rows, &coordinates).unwrap();
        trials.append(&trial(0)).unwrap();
        trials.append(&trial(2)).unwrap();
        let error = TrialLog::read(&path, &HeuristicKind::Rows, &coordinates).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("line 3: trial: found 2, expected 1"),
            "{text}"
        );
    }
}
