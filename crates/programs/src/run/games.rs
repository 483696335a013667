//! Which games are played next, and which of them twice.

use std::collections::{HashSet, VecDeque};

use tune2048_tuner::subject::Job;

use super::repeats::DeterminismCheck;
use crate::protocol::request::{Game, sent_seed};

/// What a process plays next.
#[derive(Debug, Default)]
pub(super) struct Next {
    /// Games of one candidate, whose seeds differ; none as long as others play games that may fail, or have
    /// to be played again.
    pub(super) games: Vec<Game>,
    /// Whether the game is played by itself.
    pub(super) is_alone: bool,
    /// The process that has played the game, so that another one plays it now.
    pub(super) player: Option<u64>,
}

impl Next {
    /// A game that is played by itself.
    pub(super) fn alone(game: Game, player: Option<u64>) -> Self {
        Self { games: vec![game], is_alone: true, player }
    }
}

/// The games of a job.
pub(super) struct Games<'j> {
    job: &'j Job,
    /// The number of games of each candidate that were handed out.
    next: Vec<usize>,
    /// Games whose process failed; each is played by itself.
    alone: VecDeque<Game>,
    /// The number of games that were handed out and have not ended.
    playing: usize,
    /// The games that are played twice.
    pub(super) repeats: DeterminismCheck,
}

impl<'j> Games<'j> {
    /// The games of a job whose program may have to be deterministic, and may have been found to be.
    pub(super) fn new(job: &'j Job, is_deterministic: bool, is_checked: bool) -> Self {
        let games = job.candidates.len() * job.seeds.len();
        let first = if is_checked { 0 } else { games };
        let salt = is_deterministic.then(|| DeterminismCheck::salt(job));
        Self {
            job,
            next: vec![0; job.candidates.len()],
            alone: VecDeque::new(),
            playing: 0,
            repeats: DeterminismCheck::new(first, salt),
        }
    }

    /// The number of games that were never handed out.
    pub(super) fn left(&self) -> usize {
        self.next.iter().map(|next| self.job.seeds.len() - next).sum()
    }

    /// Whether games wait for a process.
    pub(super) fn wait(&self) -> bool {
        self.left() + self.alone.len() + self.repeats.waiting() > 0
    }

    /// Whether all games have ended.
    pub(super) fn are_over(&self) -> bool {
        !self.wait() && self.playing == 0
    }

    /// How many games a process should have at a time, at most `most`: the last ones are shared.
    pub(super) fn share(&self, processes: usize, most: usize) -> usize {
        let unbegun = self.next.iter().filter(|&&next| next == 0).count();
        if unbegun >= processes {
            return most;
        }
        (self.left() + self.playing).div_ceil(processes).clamp(1, most)
    }

    /// Takes games back, each to be played by itself.
    pub(super) fn put_back(&mut self, games: impl IntoIterator<Item = Game>) {
        for game in games {
            self.alone.push_back(game);
            self.playing -= 1;
        }
    }

    /// Learns of the end of a game.
    pub(super) fn end(&mut self) {
        self.playing -= 1;
    }

    /// What a process without games does next that has last played a candidate: at most a number of
    /// games. None is a process that is started for each game.
    pub(super) fn next(
        &mut self,
        process: Option<u64>,
        candidate: Option<usize>,
        most: usize,
    ) -> Next {
        let mut repeat = self.repeats.next(process, self.repeats.is_open());
        if repeat.is_none() {
            if let Some(game) = self.alone.pop_front() {
                self.playing += 1;
                return Next::alone(game, None);
            }
            if let Some(candidate) = self.candidate_for(candidate) {
                return Next { games: self.take(candidate, most), ..Next::default() };
            }
            repeat = self.repeats.next(process, self.playing == 0);
        }
        let Some((index, player)) = repeat else { return Next::default() };
        self.playing += 1;
        Next::alone(self.game(index, true), Some(player))
    }

    /// The candidate whose games a process plays next: that which it has played last, else the
    /// first that no other has begun, else the one with the most games left. A change of weights
    /// may cost a program its tables.
    fn candidate_for(&self, last: Option<usize>) -> Option<usize> {
        let has_games = |&candidate: &usize| self.next[candidate] < self.job.seeds.len();
        let candidates = (0..self.next.len()).filter(has_games);
        let unbegun = || candidates.clone().find(|&candidate| self.next[candidate] == 0);
        let shared = || candidates.clone().min_by_key(|&candidate| self.next[candidate]);
        last.filter(has_games).or_else(unbegun).or_else(shared)
    }

    /// Hands out at most a number of games of a candidate.
    pub(super) fn take(&mut self, candidate: usize, most: usize) -> Vec<Game> {
        let (played, all) = (self.next[candidate], self.job.seeds.len());
        let first = candidate * all + played;
        let mut seeds = HashSet::with_capacity(most);
        let games = (first..first + most.min(all - played)).map(|index| self.game(index, false));
        // An answer names a game by its seed.
        let games: Vec<_> = games.take_while(|game| seeds.insert(game.seed)).collect();
        self.next[candidate] += games.len();
        self.playing += games.len();
        games
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

    /// The games that processes get, each of which keeps its candidate.
    fn handed_out(games: &mut Games<'_>, most: usize, processes: &[usize]) -> Vec<Vec<usize>> {
        let mut candidates = [None; 2];
        let next = |&process: &usize| {
            let next = games.next(Some(process as u64), candidates[process], most).games;
            candidates[process] = next.first().map(|game| game.index / games.job.seeds.len());
            next.iter().map(|game| game.index).collect()
        };
        processes.iter().map(next).collect()
    }

    #[test]
    fn games_are_handed_out_by_candidate_with_different_seeds_and_failed_ones_alone() {
        let job = job(&[1, 2, 3, 1, 1]);
        let mut games = Games::new(&job, false, true);
        let failed = games.next(None, None, 2).games;
        games.put_back(failed);
        let expected: [&[usize]; 8] = [&[0], &[1], &[2, 3], &[4], &[5, 6, 7], &[8], &[9], &[]];
        assert_eq!(handed_out(&mut games, 4, &[0; 8]), expected);
        assert!(!games.wait() && !games.are_over());
        (0..10).for_each(|_| games.end());
        assert!(games.are_over());
    }

    #[test]
    fn a_process_keeps_its_candidate_while_others_are_left() {
        let job = job(&[1, 2, 3]);
        let mut games = Games::new(&job, false, true);
        // The last game of candidate 0 is left to who has nothing else.
        let expected: [&[usize]; 7] = [&[0], &[3], &[1], &[4], &[5], &[2], &[]];
        assert_eq!(handed_out(&mut games, 1, &[0, 1, 0, 1, 1, 1, 0]), expected);
    }
}
