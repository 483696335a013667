//! The games of a job that no process plays yet.

use std::collections::{HashSet, VecDeque};

use tune2048_tuner::subject::Job;

use crate::protocol::request::{Game, sent_seed};
use crate::run::pace::Pace;
use crate::run::repeats::{Repeat, Repeats};

/// What a process does next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It plays games of one candidate, whose seeds differ.
    Play(Vec<Game>),
    /// It leaves its place to another process, which must play the next games.
    Leave,
    /// Nothing is left.
    Nothing,
}

/// The games of a job that no process plays yet.
#[derive(Debug)]
pub(crate) struct Queue<'j> {
    job: &'j Job,
    /// The index of the next game.
    next: usize,
    /// Games whose process failed; each is a request of its own.
    alone: VecDeque<Game>,
    /// How large requests are.
    pub(crate) pace: Pace,
    /// The games that are played twice.
    pub(crate) repeats: Repeats,
}

impl<'j> Queue<'j> {
    pub(crate) fn new(job: &'j Job, pace: Pace, repeats: Repeats) -> Self {
        Self { job, next: 0, alone: VecDeque::new(), pace, repeats }
    }

    fn games(&self) -> usize {
        self.job.candidates.len() * self.job.seeds.len()
    }

    /// The number of games that wait for a process.
    pub(crate) fn left(&self) -> usize {
        self.games() - self.next + self.alone.len() + self.repeats.waiting()
    }

    /// Takes a game back, to be played alone.
    pub(crate) fn put_back(&mut self, game: Game) {
        self.alone.push_back(game);
    }

    /// What a process does next; none is a process that is to be started.
    pub(crate) fn next(&mut self, process: Option<u64>) -> Next {
        match self.repeats.next(process) {
            Repeat::Play(index) => return Next::Play(vec![self.game(index, true)]),
            Repeat::ByOther => return Next::Leave,
            Repeat::None => {}
        }
        if let Some(game) = self.alone.pop_front() {
            return Next::Play(vec![game]);
        }
        let left = self.games() - self.next;
        if left == 0 {
            return Next::Nothing;
        }
        let left_of_candidate = self.job.seeds.len() - self.next % self.job.seeds.len();
        let size = self.pace.size(left).min(left_of_candidate);
        let mut seeds = HashSet::with_capacity(size);
        let games = (self.next..self.next + size).map(|index| self.game(index, false));
        // An answer names a game by its seed.
        let games: Vec<_> = games.take_while(|game| seeds.insert(game.seed)).collect();
        self.next += games.len();
        Next::Play(games)
    }

    fn game(&self, index: usize, is_repeat: bool) -> Game {
        Game { index, seed: sent_seed(self.job.seeds[index % self.job.seeds.len()]), is_repeat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::GameSeed;
    use tune2048_tuner::subject::{CommandSettings, Subject};

    fn job(seeds: &[u64]) -> Job {
        Job {
            subject: Subject::program(CommandSettings::new(Vec::new()), []).into(),
            candidates: vec![Vec::new(); 2],
            seeds: seeds.iter().map(|seed| GameSeed(seed << 11)).collect(),
            beginning: None,
        }
    }

    fn requests(queue: &mut Queue<'_>) -> Vec<Vec<usize>> {
        let mut requests = Vec::new();
        while let Next::Play(games) = queue.next(Some(0)) {
            requests.push(games.iter().map(|game| game.index).collect());
        }
        requests
    }

    #[test]
    fn requests_have_one_candidate_and_different_seeds() {
        let job = job(&[1, 2, 3, 1, 1]);
        let mut queue = Queue::new(&job, Pace::new(Some(4), 1), Repeats::new(0));
        assert_eq!(queue.left(), 10);
        let expected: [&[usize]; 6] = [&[0, 1, 2], &[3], &[4], &[5, 6, 7], &[8], &[9]];
        assert_eq!(requests(&mut queue), expected);
        assert_eq!(queue.left(), 0);
    }

    #[test]
    fn games_of_a_failed_process_come_first_and_alone() {
        let job = job(&[1, 2, 3]);
        let mut queue = Queue::new(&job, Pace::new(Some(3), 1), Repeats::new(0));
        let Next::Play(games) = queue.next(None) else {
            panic!("there are games");
        };
        games.into_iter().for_each(|game| queue.put_back(game));
        let expected: [&[usize]; 4] = [&[0], &[1], &[2], &[3, 4, 5]];
        assert_eq!(requests(&mut queue), expected);
    }
}
