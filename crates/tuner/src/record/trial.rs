//! `trials.csv`: one row per evaluated candidate.

use std::ops::Range;

use crate::record::row_layout::RowLayout;
use crate::statistics::scores::{Evaluation, TILES};
use tune2048_files::record::{Record, Visitor, check_number};

/// An evaluated candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// The number within the campaign, from 0.
    pub trial: u64,
    /// The generation, from 0.
    pub generation: u32,
    /// The number within the generation, from 0.
    pub candidate: u32,
    /// The value that the optimizer minimises: the negated objective plus a
    /// penalty for leaving the ranges.
    pub fitness: f64,
    /// The value that the campaign maximises.
    pub objective: f64,
    /// The statistics of the games.
    pub evaluation: Evaluation,
    /// The objective of the first, third, fifth… game and of the other games,
    /// from which the reliability of the ranking is estimated; `None` for one game.
    pub halves: Option<[f64; 2]>,
    /// The weights in the order of their heuristic.
    pub weights: Vec<f64>,
    /// The point that the optimizer proposed, in the coordinates of its
    /// generation; coordinates outside of [0, 1] were clamped for play.
    pub point: Vec<f64>,
    /// The time that the games took, summed over threads.
    pub games_seconds: f64,
    /// The time that all sessions of the campaign had taken together.
    pub elapsed_seconds: f64,
}

impl Trial {
    /// The cost of leaving the ranges, as far as the recorded fitness has its digits.
    pub fn penalty(&self) -> f64 {
        self.fitness + self.objective
    }
}

impl Record for Trial {
    type Layout = RowLayout;

    fn columns(&mut self, layout: &RowLayout, visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("trial", &mut self.trial)?;
        visitor.column("generation", &mut self.generation)?;
        visitor.column("candidate", &mut self.candidate)?;
        visitor.column("fitness", &mut self.fitness)?;
        visitor.column("objective", &mut self.objective)?;
        let evaluation = &mut self.evaluation;
        visitor.column("games", &mut evaluation.games)?;
        visitor.column("mean_score", &mut evaluation.mean_score)?;
        visitor.optional("sd_score", &mut evaluation.sd_score)?;
        visitor.column("median_score", &mut evaluation.median_score)?;
        visitor.column("min_score", &mut evaluation.min_score)?;
        visitor.column("max_score", &mut evaluation.max_score)?;
        for (tile, face) in TILES.iter().enumerate() {
            let mut share = evaluation.share(tile);
            visitor.column(&format!("share_{face}"), &mut share)?;
            evaluation.reached[tile] = (share * f64::from(evaluation.games)).round() as u32;
        }
        visitor.column("moves", &mut evaluation.moves)?;
        visitor.column("nodes", &mut evaluation.nodes)?;
        if layout.counts_inner_nodes() {
            visitor.column("inner_nodes", &mut evaluation.inner_nodes)?;
        }
        let [mut even, mut odd] = self.halves.map_or([None; 2], |halves| halves.map(Some));
        visitor.optional("objective_even", &mut even)?;
        visitor.optional("objective_odd", &mut odd)?;
        self.halves = even.zip(odd).map(<[f64; 2]>::from);
        layout.weights(&mut self.weights, visitor)?;
        layout.point("point", &mut self.point, visitor)?;
        visitor.seconds("time_games_seconds", 3, &mut self.games_seconds)?;
        visitor.seconds("time_elapsed_seconds", 3, &mut self.elapsed_seconds)
    }

    /// Checks that the numbers go up one by one.
    fn check(&self, before: &[Self]) -> Result<(), String> {
        check_number("trial", self.trial, before.last().map(|trial| trial.trial), 0)?;
        let place = |trial: &Self| (u64::from(trial.generation), u64::from(trial.candidate));
        let after = |(generation, candidate)| [(generation, candidate + 1), (generation + 1, 0)];
        let expected = before.last().map(place).map_or([(0, 0); 2], after);
        if !expected.contains(&place(self)) {
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

/// The trials of some generations, among trials in order.
pub fn of_generations(trials: &[Trial], generations: Range<u32>) -> &[Trial] {
    let place = |generation| trials.partition_point(|trial| trial.generation < generation);
    let Range { start, end } = generations;
    &trials[place(start.min(end))..place(end)]
}

/// The generation after the last one that has a trial, among trials in order.
pub fn next_generation(trials: &[Trial]) -> u32 {
    trials.last().map_or(0, |trial| trial.generation + 1)
}

/// The number of complete generations of so many candidates, among trials in order.
pub fn complete_generations(trials: &[Trial], population: u32) -> u32 {
    let is_complete = |last: &Trial| last.candidate + 1 == population;
    trials.last().map_or(0, |last| last.generation + u32::from(is_complete(last)))
}

/// The games of some trials.
pub fn games_of(trials: &[Trial]) -> u64 {
    trials.iter().map(|trial| u64::from(trial.evaluation.games)).sum()
}

/// The number of seeds that the generations before this one have used, among trials in order: of each
/// the most games of one of its candidates.
pub fn seeds_before(trials: &[Trial], generation: u32) -> u64 {
    let before = of_generations(trials, 0..generation);
    let generations = before.chunk_by(|a, b| a.generation == b.generation);
    let seeds = |trials: &[Trial]| trials.iter().map(|trial| trial.evaluation.games).max();
    generations.filter_map(seeds).map(u64::from).sum()
}

/// The games per candidate of a generation, on average: in campaigns of earlier builds candidates of one
/// generation may differ.
pub fn games_dealt(trials: &[Trial]) -> u32 {
    games_of(trials).div_ceil(trials.len().max(1) as u64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Table;
    use crate::record::file_names::TRIALS;
    use crate::record::folder::tests::scratch;
    use crate::record::row_layout::tests::of_rows;

    #[test]
    fn the_share_of_a_tile_gives_back_its_games() {
        let (_path, folder) = scratch();
        let layout = || of_rows(&["a", "b"]);
        let reached = [7, 6, 5, 4, 3, 2, 1, 0, 0];
        let evaluation = Evaluation { games: 7, reached, ..Evaluation::default() };
        let row = Trial { evaluation, objective: 1e-300, fitness: -1.0 / 3.0, ..Trial::default() };
        let row = Trial { weights: vec![1.0 / 7.0; 8], point: vec![-0.25, 1.5e10], ..row };
        let halves = Some([0.1, 1.0 / 3.0]);
        let rows = [row.clone(), Trial { trial: 1, candidate: 1, halves, ..row }];
        let mut log: Table<Trial> = folder.open_table(TRIALS, layout()).unwrap();
        rows.iter().for_each(|row| log.append(row.clone()).unwrap());
        assert_eq!(folder.read_table::<Trial>(TRIALS, &layout()).unwrap(), rows);
    }

    #[test]
    fn games_and_seeds_are_counted_as_trials_are_appended() {
        let (_path, folder) = scratch();
        let layout = || of_rows(&["a", "b"]);
        let mut log: Table<Trial> = folder.open_table(TRIALS, layout()).unwrap();
        assert_eq!((games_of(log.rows()), seeds_before(log.rows(), 0)), (0, 0));
        for (number, generation, candidate, games) in
            [(0, 0, 0, 7), (1, 0, 1, 9), (2, 1, 0, 8), (3, 1, 1, 5)]
        {
            let evaluation = Evaluation { games, ..Evaluation::default() };
            let point = vec![-0.25, 1.5e10];
            let trial = Trial { trial: number, generation, candidate, ..Trial::default() };
            log.append(Trial { evaluation, point, ..trial }).unwrap();
        }
        let found = |trials| [games_of(trials), seeds_before(trials, 1), seeds_before(trials, 2)];
        assert_eq!(found(log.rows()), [29, 9, 17]);
        assert_eq!(found(&folder.read_table(TRIALS, &layout()).unwrap()), [29, 9, 17]);
    }
}
