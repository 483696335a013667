//! `trials.csv`: one row per evaluated candidate.

use crate::record::table::Table;
use crate::record::trial::{Trial, of_generations};

/// The trials of a campaign, open for appending.
pub type TrialLog = Table<Trial>;

impl TrialLog {
    /// The generation after the last one that has a trial.
    pub fn next_generation(&self) -> u32 {
        self.last().map_or(0, |trial| trial.generation + 1)
    }

    /// The games of all trials.
    pub fn games(&self) -> u64 {
        self.rows().iter().map(|trial| u64::from(trial.evaluation.games)).sum()
    }

    /// The number of seeds that the generations before this one have used: of each the most games
    /// of one of its candidates.
    pub fn seeds_before(&self, generation: u32) -> u64 {
        let before = of_generations(self.rows(), 0..generation);
        let generations = before.chunk_by(|a, b| a.generation == b.generation);
        let seeds = |trials: &[Trial]| trials.iter().map(|trial| trial.evaluation.games).max();
        generations.filter_map(seeds).map(u64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::file_names::TRIALS;
    use crate::record::folder::tests::scratch;
    use crate::record::row_layout::tests::of_rows;
    use crate::record::{CheckpointError, Folder};
    use crate::statistics::scores::Evaluation;

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
                min_score: 4.into(),
                max_score: (u64::from(u32::MAX) + 5).into(),
                reached: [7, 6, 5, 4, 3, 2, 1, 0, 0],
                moves: 1,
                nodes: 2,
                inner_nodes: 0,
            },
            halves: (number > 0).then_some([0.1, 1.0 / 3.0]),
            weights: (0..8).map(|i| f64::from(i) / 7.0).collect(),
            point: vec![-0.25, 1.5e10],
            games_seconds: 1.5,
            elapsed_seconds: 2.25,
        }
    }

    fn open(folder: &Folder) -> TrialLog {
        folder.open_table(TRIALS, of_rows(&["a", "b"])).unwrap()
    }

    fn read(folder: &Folder) -> Result<Vec<Trial>, CheckpointError> {
        folder.read_table(TRIALS, &of_rows(&["a", "b"]))
    }

    #[test]
    fn games_and_seeds_are_counted_as_trials_are_appended() {
        let (_path, folder) = scratch();
        let mut log = open(&folder);
        assert_eq!((log.games(), log.seeds_before(0)), (0, 0));
        let places = [(0, 0, 7), (0, 1, 9), (1, 0, 8), (1, 1, 5)];
        for (number, (generation, candidate, games)) in places.into_iter().enumerate() {
            let mut trial = trial(number as u64);
            (trial.generation, trial.candidate) = (generation, candidate);
            trial.evaluation.games = games;
            log.append(trial).unwrap();
        }
        let found = |log: &TrialLog| [log.games(), log.seeds_before(1), log.seeds_before(2)];
        assert_eq!(found(&log), [29, 9, 17]);
        drop(log);
        assert_eq!(found(&open(&folder)), [29, 9, 17]);
    }

    #[test]
    fn trials_round_trip_exactly() {
        let (_path, folder) = scratch();
        let mut trials = open(&folder);
        let written = [trial(0), trial(1)];
        for trial in &written {
            trials.append(trial.clone()).unwrap();
        }
        assert_eq!(trials.rows(), written);
        assert_eq!(read(&folder).unwrap(), written);
    }

    #[test]
    fn a_missing_row_is_named() {
        let (_path, folder) = scratch();
        let mut trials = open(&folder);
        trials.append(trial(0)).unwrap();
        trials.append(trial(2)).unwrap();
        let text = read(&folder).unwrap_err().to_string();
        assert!(text.contains("line 3: trial: found 2, expected 1"), "{text}");
    }
}
