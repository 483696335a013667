//! The division of a batch into jobs.

use std::ops::Range;

use tune2048_tuner::subject::Job;

/// The work of a job, in seconds: much more than sending it takes.
const JOB_SECONDS: f64 = 0.75;

/// The most games of a job, whose results fit into a message of one megabyte.
const MOST_GAMES: usize = 1500;

/// No job has more than a core's share of the games that are left, divided by this, so that all
/// cores end at about the same time.
const JOBS_PER_CORE: usize = 4;

/// Jobs become no shorter than this towards the end, in seconds: a distant worker would wait for the last
/// of many jobs.
const SHORTEST_SECONDS: f64 = 0.02;

/// Games of a candidate on some seeds, by their places in a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The number of the batch in its stream.
    pub(super) job: usize,
    pub(super) candidate: usize,
    pub(super) seeds: Range<usize>,
}

/// The games of a batch that are not offered yet, in their order.
pub(super) struct Pieces {
    candidates: usize,
    seeds: usize,
    next: usize,
}

impl Pieces {
    pub(super) fn new(job: &Job) -> Self {
        Self { candidates: job.candidates.len(), seeds: job.seeds.len(), next: 0 }
    }

    /// Whether all games were taken.
    pub(super) fn are_taken(&self) -> bool {
        self.next >= self.candidates * self.seeds
    }

    /// Takes the next games, as many as `cores` should have at once; a single one if the seconds of a `game`
    /// are not known.
    pub(super) fn next(&mut self, job: usize, game: Option<f64>, cores: usize) -> Option<Piece> {
        if self.are_taken() {
            return None;
        }
        let all = self.candidates * self.seeds;
        let share = |games: usize| games / (JOBS_PER_CORE * cores.max(1));
        let games_in = |time: f64| game.map_or(0.0, |seconds| time / seconds.max(1e-6)) as usize;
        let wanted = games_in(JOB_SECONDS).min(MOST_GAMES).min(share(all));
        let games = share(all - self.next).max(games_in(SHORTEST_SECONDS)).min(wanted).max(1);
        let (candidate, first) = (self.next / self.seeds, self.next % self.seeds);
        let seeds = first..self.seeds.min(first + games);
        self.next += seeds.len();
        Some(Piece { job, candidate, seeds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::json;
    use tune2048_tuner::subject::CandidateGames;

    fn pieces(mut pieces: Pieces, game: Option<f64>, cores: usize) -> Vec<Piece> {
        std::iter::from_fn(|| pieces.next(0, game, cores)).collect()
    }

    fn sizes(batch: Pieces, game: Option<f64>, cores: usize) -> Vec<(usize, usize)> {
        let pieces = pieces(batch, game, cores);
        pieces.iter().map(|piece| (piece.candidate, piece.seeds.len())).collect()
    }

    fn batch(candidates: usize, seeds: usize) -> Pieces {
        Pieces { candidates, seeds, next: 0 }
    }

    #[test]
    fn long_games_and_unknown_ones_are_sent_one_by_one() {
        for seconds in [Some(60.0), Some(0.5), None] {
            assert_eq!(sizes(batch(2, 2), seconds, 1), [(0, 1), (0, 1), (1, 1), (1, 1)]);
        }
    }

    #[test]
    fn each_game_of_many_candidates_is_in_one_job() {
        for (candidates, seeds) in [(48, 1), (30, 7), (3, 200)] {
            let found = pieces(batch(candidates, seeds), Some(0.01), 2);
            let games =
                found.iter().flat_map(|piece| piece.seeds.clone().map(|s| (piece.candidate, s)));
            let all = (0..candidates).flat_map(|candidate| (0..seeds).map(move |s| (candidate, s)));
            assert!(games.eq(all), "{found:?}");
        }
    }

    #[test]
    fn the_last_jobs_are_short() {
        let found = sizes(batch(1, 1000), Some(0.01), 2);
        assert_eq!((found[0].1, found[1].1), (75, 75));
        let last: Vec<usize> = found.iter().rev().map(|(_, games)| *games).take(4).collect();
        assert!(last.iter().all(|&games| games <= 10), "{last:?}");
    }

    #[test]
    fn no_job_is_more_than_a_quarter_of_a_cores_share() {
        for cores in [1, 2, 10, 1000] {
            for (_, games) in sizes(batch(1, 400), Some(0.0), cores) {
                assert!(games <= (400 / cores / 4).max(1), "{games} games on {cores} cores");
            }
        }
    }

    #[test]
    fn the_results_of_a_job_fit_into_a_message() {
        let widest = tune2048_engine::GameResult {
            score: tune2048_engine::Score::new(-1.234_567_890_123_456_8e-100).unwrap(),
            largest_tile: u32::MAX,
            moves: u32::MAX,
            nodes: u64::MAX,
            inner_nodes: u64::MAX,
        };
        let extras = |numbers: usize| {
            (0..numbers).map(|name| (format!("number-{name}"), vec![-1.234_567_890_123_456_8e-300]))
        };
        for numbers in [0, 12] {
            let (results, extras) = (vec![widest], extras(numbers).collect());
            let played = CandidateGames { results, extras, ..CandidateGames::default() };
            assert!(MOST_GAMES * json(&played).len() <= 1_000_000, "{numbers}");
        }
    }

    #[test]
    fn an_empty_batch_has_no_jobs() {
        assert_eq!(sizes(batch(0, 5), None, 1), []);
        assert_eq!(sizes(batch(5, 0), None, 1), []);
    }
}
