//! The games of a job that no process plays yet.

use std::collections::{HashMap, HashSet, VecDeque};

use tune2048_tuner::subject::Job;

use crate::protocol::request::{Game, sent_seed};
use crate::run::pace::Pace;
use crate::run::repeats::{DeterminismCheck, Repeat};

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
pub(crate) struct Queue<'j> {
    job: &'j Job,
    /// The number of games of each candidate that were handed out.
    next: Vec<usize>,
    /// The number of games that were not.
    left: usize,
    /// The candidate that each process has played last.
    last: HashMap<u64, usize>,
    /// Games whose process failed; each is a request of its own.
    alone: VecDeque<Game>,
    /// How large requests are.
    pub(crate) pace: Pace,
    /// The games that are played twice.
    pub(crate) repeats: DeterminismCheck,
}

impl<'j> Queue<'j> {
    pub(crate) fn new(job: &'j Job, pace: Pace, repeats: DeterminismCheck) -> Self {
        let candidates = job.candidates.len();
        Self {
            job,
            next: vec![0; candidates],
            left: candidates * job.seeds.len(),
            last: HashMap::new(),
            alone: VecDeque::new(),
            pace,
            repeats,
        }
    }

    /// The number of games that wait for a process.
    pub(crate) fn left(&self) -> usize {
        self.left + self.alone.len() + self.repeats.waiting()
    }

    /// Takes a game back, to be played alone.
    pub(crate) fn put_back(&mut self, game: Game) {
        self.alone.push_back(game);
    }

    /// What a process does next; none is a process that is to be started. One that plays alone
    /// leaves its place where another one must play.
    pub(crate) fn next(&mut self, process: Option<u64>, is_alone: bool) -> Next {
        let repeat = self.repeats.next(process);
        if let Repeat::Play(index) = repeat {
            return Next::Play(vec![self.game(index, true)]);
        }
        let is_urgent = self.repeats.is_open();
        if repeat == Repeat::ByOther && is_urgent {
            return Next::Leave;
        }
        if let Some(game) = self.alone.pop_front() {
            return Next::Play(vec![game]);
        }
        let Some(candidate) = self.candidate_for(process) else {
            let is_last = repeat == Repeat::ByOther && is_alone;
            return if is_last { Next::Leave } else { Next::Nothing };
        };
        let (played, all) = (self.next[candidate], self.job.seeds.len());
        let size = self.pace.size(self.left).min(all - played);
        let first = candidate * all + played;
        let mut seeds = HashSet::with_capacity(size);
        let games = (first..first + size).map(|index| self.game(index, false));
        // An answer names a game by its seed.
        let games: Vec<_> = games.take_while(|game| seeds.insert(game.seed)).collect();
        self.next[candidate] += games.len();
        self.left -= games.len();
        Next::Play(games)
    }

    /// The candidate whose games a process plays next: that which it has played last, else the
    /// first that no other has begun, else the one with the most games left. A change of weights
    /// may cost a program its tables.
    fn candidate_for(&mut self, process: Option<u64>) -> Option<usize> {
        let all = self.job.seeds.len();
        let has_games = |&candidate: &usize| self.next[candidate] < all;
        let mut candidates = (0..self.next.len()).filter(has_games);
        let Some(process) = process else { return candidates.next() };
        let last = self.last.get(&process).copied().filter(has_games);
        let unbegun = || candidates.clone().find(|&candidate| self.next[candidate] == 0);
        let shared = || candidates.clone().min_by_key(|&candidate| self.next[candidate]);
        let found = last.or_else(unbegun).or_else(shared)?;
        self.last.insert(process, found);
        Some(found)
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
        let subject = Subject::program(CommandSettings::new(Vec::new()), []).into();
        let seeds = seeds.iter().map(|seed| GameSeed(seed << 11)).collect();
        Job::new(subject, vec![Vec::new(); 2], seeds)
    }

    fn requests(queue: &mut Queue<'_>) -> Vec<Vec<usize>> {
        let mut requests = Vec::new();
        while let Next::Play(games) = queue.next(Some(0), true) {
            requests.push(games.iter().map(|game| game.index).collect());
        }
        requests
    }

    #[test]
    fn requests_have_one_candidate_and_different_seeds() {
        let job = job(&[1, 2, 3, 1, 1]);
        let mut queue =
            Queue::new(&job, Pace::new(Some(4), 1, usize::MAX), DeterminismCheck::new(0, None));
        assert_eq!(queue.left(), 10);
        let expected: [&[usize]; 6] = [&[0, 1, 2], &[3], &[4], &[5, 6, 7], &[8], &[9]];
        assert_eq!(requests(&mut queue), expected);
        assert_eq!(queue.left(), 0);
    }

    #[test]
    fn games_of_a_failed_process_come_first_and_alone() {
        let job = job(&[1, 2, 3]);
        let mut queue =
            Queue::new(&job, Pace::new(Some(3), 1, usize::MAX), DeterminismCheck::new(0, None));
        let Next::Play(games) = queue.next(None, true) else {
            panic!("there are games");
        };
        games.into_iter().for_each(|game| queue.put_back(game));
        let expected: [&[usize]; 4] = [&[0], &[1], &[2], &[3, 4, 5]];
        assert_eq!(requests(&mut queue), expected);
    }

    #[test]
    fn a_process_keeps_its_candidate_while_others_are_left() {
        let job = job(&[1, 2, 3]);
        let mut queue =
            Queue::new(&job, Pace::new(Some(1), 2, usize::MAX), DeterminismCheck::new(0, None));
        let order = [7, 8, 7, 8, 8, 8].map(|process| match queue.next(Some(process), false) {
            Next::Play(games) => games[0].index,
            other => panic!("{other:?}"),
        });
        // The last game of candidate 0 is left to who has nothing else.
        assert_eq!(order, [0, 3, 1, 4, 5, 2]);
        assert_eq!(queue.next(Some(7), false), Next::Nothing);
    }
}
