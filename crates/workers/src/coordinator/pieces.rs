//! The division of a batch into jobs.

use tune2048_tuner::subject::Job;

/// The work of a job, in seconds: much more than sending it takes.
const JOB_SECONDS: f64 = 0.75;

/// The most games of a job: a message of the server has at most a megabyte.
const MOST_GAMES: usize = 4000;

/// No job has more than a core's share of the games that are left, divided by this, so that all
/// cores end at about the same time.
const JOBS_PER_CORE: usize = 4;

/// Jobs become no shorter than this part of their usual length towards the end.
const SHORTEST: usize = 8;

/// Games of one candidate, by their place in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The number of the batch in its stream.
    pub(super) job: usize,
    pub(super) candidate: usize,
    pub(super) first_seed: usize,
    pub(super) games: usize,
}

/// The games of a batch that are not sent yet, in their order.
#[derive(Debug)]
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
    pub(super) fn are_sent(&self) -> bool {
        self.next >= self.candidates * self.seeds
    }

    /// Takes the next games, as many as `cores` should have at once if one takes about
    /// `game_seconds`; a single one if that is not known.
    pub(super) fn next(
        &mut self,
        job: usize,
        game_seconds: Option<f64>,
        cores: usize,
    ) -> Option<Piece> {
        if self.are_sent() {
            return None;
        }
        let all = self.candidates * self.seeds;
        let share = |games: usize| games / (JOBS_PER_CORE * cores.max(1));
        let wanted = game_seconds.map_or(1.0, |seconds| JOB_SECONDS / seconds.max(1e-6));
        let wanted = (wanted as usize).min(MOST_GAMES).min(share(all));
        let (candidate, first_seed) = (self.next / self.seeds, self.next % self.seeds);
        let games = share(all - self.next)
            .clamp(wanted / SHORTEST, wanted)
            .max(1)
            .min(self.seeds - first_seed);
        self.next += games;
        Some(Piece { job, candidate, first_seed, games })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(mut pieces: Pieces, game_seconds: Option<f64>, cores: usize) -> Vec<(usize, usize)> {
        let next = || pieces.next(0, game_seconds, cores);
        std::iter::from_fn(next).map(|piece| (piece.candidate, piece.games)).collect()
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
    fn short_games_are_sent_together_but_for_one_candidate_only() {
        let found = sizes(batch(2, 1000), Some(0.01), 1);
        assert_eq!(found[0], (0, 75));
        for candidate in [0, 1] {
            let games = found.iter().filter(|(of, _)| *of == candidate);
            assert_eq!(games.map(|(_, games)| games).sum::<usize>(), 1000);
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
    fn a_job_fits_into_a_message() {
        let sizes = sizes(batch(1, 1_000_000), Some(0.0), 1);
        assert_eq!(sizes[0], (0, MOST_GAMES));
        let widest = tune2048_engine::GameResult {
            score: tune2048_engine::Score::new(-1.234_567_890_123_456_8e-300).unwrap(),
            largest_tile: u32::MAX,
            moves: u32::MAX,
            nodes: u64::MAX,
            inner_nodes: 0,
        };
        let message = crate::messages::json(&vec![widest; MOST_GAMES]);
        assert!(message.len() < 1_000_000, "{} bytes", message.len());
    }

    #[test]
    fn an_empty_batch_has_no_jobs() {
        assert_eq!(sizes(batch(0, 5), None, 1), []);
        assert_eq!(sizes(batch(5, 0), None, 1), []);
    }
}
