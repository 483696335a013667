//! `trials.csv`: one row per evaluated candidate.

use std::path::Path;

use super::coordinates::Coordinates;
use super::error::CheckpointError;
use super::trial::{Trial, columns};
use crate::journal::{self, Contents, Journal};
use tune2048_engine::heuristic::HeuristicKind;

/// The trials of a campaign, open for appending.
#[derive(Debug)]
pub struct TrialLog {
    journal: Journal,
    coordinates: Coordinates,
    trials: Vec<Trial>,
    torn: bool,
}

fn decode(contents: &Contents, heuristic: &HeuristicKind) -> Result<Vec<Trial>, CheckpointError> {
    let weights = heuristic.weights().len();
    let trials = contents.decode(|fields, before: &[Trial]| {
        let trial = Trial::from_fields(fields, weights)?;
        trial.check_follows(before.last())?;
        Ok(trial)
    });
    Ok(trials?)
}

impl TrialLog {
    /// Opens the file or makes it.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open(
        path: &Path,
        heuristic: &HeuristicKind,
        coordinates: &[String],
    ) -> Result<Self, CheckpointError> {
        let (journal, contents) = Journal::open(path, columns(heuristic, coordinates))?;
        Ok(Self {
            journal,
            coordinates: Coordinates::new(coordinates),
            trials: decode(&contents, heuristic)?,
            torn: contents.torn,
        })
    }

    /// Reads the trials of a file without opening it for appending; none if
    /// there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(
        path: &Path,
        heuristic: &HeuristicKind,
        coordinates: &[String],
    ) -> Result<Vec<Trial>, CheckpointError> {
        let contents = journal::read_if_present(path, &columns(heuristic, coordinates))?;
        decode(&contents, heuristic)
    }

    /// All trials in order.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// Whether a last line that was cut short was dropped when the file was opened.
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Whether other processes are kept from appending; not on a file system
    /// without locks.
    pub fn is_locked(&self) -> bool {
        self.journal.is_locked()
    }

    /// Sets the coordinates that the next trials have; all of them at first.
    pub fn tune(&mut self, names: &[String]) {
        self.coordinates.tune(names);
    }

    /// Appends a trial and waits until it is on the disk.
    ///
    /// # Errors
    /// If the trial cannot be written.
    pub fn append(&mut self, trial: Trial) -> Result<(), CheckpointError> {
        self.append_soon(trial)?;
        self.sync()
    }

    /// Appends a trial whose games are on the disk elsewhere; it is synced soon.
    ///
    /// # Errors
    /// If the trial cannot be written.
    pub fn append_soon(&mut self, trial: Trial) -> Result<(), CheckpointError> {
        self.journal.append_soon(&trial.to_row(&self.coordinates))?;
        self.trials.push(trial);
        Ok(())
    }

    /// Waits until all trials are on the disk.
    ///
    /// # Errors
    /// If the trials cannot be written.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        Ok(self.journal.sync()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::Evaluation;

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
        let mut trials = TrialLog::open(&path, &HeuristicKind::Rows, &coordinates).unwrap();
        let written = [trial(0), trial(1)];
        for trial in &written {
            trials.append(trial.clone()).unwrap();
        }
        assert_eq!(trials.trials(), written);
        let read = TrialLog::read(&path, &HeuristicKind::Rows, &coordinates).unwrap();
        assert_eq!(read, written);
    }

    #[test]
    fn a_missing_row_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trials.csv");
        let coordinates = ["a".to_owned(), "b".to_owned()];
        let mut trials = TrialLog::open(&path, &HeuristicKind::Rows, &coordinates).unwrap();
        trials.append(trial(0)).unwrap();
        trials.append(trial(2)).unwrap();
        let error = TrialLog::read(&path, &HeuristicKind::Rows, &coordinates).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("line 3: trial: found 2, expected 1"),
            "{text}"
        );
    }

    #[test]
    fn a_time_that_cannot_be_read_is_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trials.csv");
        let coordinates = ["a".to_owned(), "b".to_owned()];
        let mut trials = TrialLog::open(&path, &HeuristicKind::Rows, &coordinates).unwrap();
        trials.append(trial(0)).unwrap();
        drop(trials);
        let text = std::fs::read_to_string(&path).unwrap();
        for time in ["2.25x", "", "-2.250"] {
            std::fs::write(&path, text.replace("2.250\n", &format!("{time}\n"))).unwrap();
            let error = TrialLog::read(&path, &HeuristicKind::Rows, &coordinates).unwrap_err();
            let message = error.to_string();
            let problem = format!("trials.csv line 2: time_elapsed_seconds: found {time:?}");
            assert!(message.contains(&problem), "{message}");
            assert!(message.contains("cut it before this line"), "{message}");
        }
    }
}
