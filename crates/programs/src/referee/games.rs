//! Which games are played next, and which of them twice.

use std::collections::{HashMap, VecDeque};

use tune2048_engine::GameResult;
use tune2048_tuner::subject::Job;

/// The number of first games that are played twice.
const REPEATED: usize = 3;

/// What a process plays next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A game, among others.
    Play(usize),
    /// A game that failed, by itself.
    Alone(usize),
    /// The first games, backwards and by a fresh process.
    Again(Vec<usize>),
    /// Nothing for now: others play games that may fail, or have to be played again.
    Wait,
    /// Nothing is left.
    Nothing,
}

/// The games of a job.
pub(super) struct Games<'j> {
    job: &'j Job,
    processes: usize,
    /// The number of games of each candidate that were handed out.
    next: Vec<usize>,
    /// Games whose request failed; each is played by itself.
    alone: VecDeque<usize>,
    /// The number of games that are being played.
    playing: usize,
    /// How games failed for the first time, by their indices.
    pub(super) first_tries: HashMap<usize, String>,
    /// The first games, `None` while they are played, with their results unless they failed.
    firsts: Vec<Option<Option<GameResult>>>,
    /// Whether the first games are yet to be played again.
    waits_for_repeat: bool,
    is_checked: bool,
}

impl<'j> Games<'j> {
    pub(super) fn new(job: &'j Job, processes: usize, are_repeated: bool) -> Self {
        let count = if job.candidates.is_empty() { 0 } else { job.seeds.len().min(REPEATED) };
        let are_repeated = are_repeated && count > 0;
        Self {
            job,
            processes,
            next: vec![0; job.candidates.len()],
            alone: VecDeque::new(),
            playing: 0,
            first_tries: HashMap::new(),
            firsts: vec![None; if are_repeated { count } else { 0 }],
            waits_for_repeat: are_repeated,
            is_checked: !are_repeated,
        }
    }

    /// The candidate of a game.
    pub(super) fn candidate(&self, index: usize) -> usize {
        index / self.job.seeds.len()
    }

    /// Whether the program was found to be deterministic, or need not be.
    pub(super) fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// What a process plays next that plays a candidate, and some of its games at this moment.
    pub(super) fn next(&mut self, candidate: Option<usize>, playing: usize) -> Next {
        let next = self.find(candidate, playing > 0);
        match &next {
            Next::Play(index) => {
                let candidate = self.candidate(*index);
                self.next[candidate] += 1;
                self.playing += 1;
            }
            Next::Alone(_) => {
                self.alone.pop_front();
                self.playing += 1;
            }
            Next::Again(_) => self.waits_for_repeat = false,
            Next::Wait | Next::Nothing => {}
        }
        next
    }

    fn find(&self, candidate: Option<usize>, is_playing: bool) -> Next {
        let seeds = self.job.seeds.len();
        let has_games = |&candidate: &usize| self.next[candidate] < seeds;
        let next_of = |candidate: usize| Next::Play(candidate * seeds + self.next[candidate]);
        let own = candidate.filter(has_games).map(next_of);
        if is_playing {
            // Weights do not change below games.
            return own.unwrap_or(Next::Wait);
        }
        if self.waits_for_repeat && self.firsts.iter().all(Option::is_some) {
            let has_result =
                |&index: &usize| self.firsts[index].is_some_and(|first| first.is_some());
            return Next::Again((0..self.firsts.len()).rev().filter(has_result).collect());
        }
        if let Some(&index) = self.alone.front() {
            return Next::Alone(index);
        }
        let candidates = (0..self.next.len()).filter(has_games);
        let unbegun = || candidates.clone().find(|&candidate| self.next[candidate] == 0);
        let shared = || candidates.clone().min_by_key(|&candidate| self.next[candidate]);
        match own.or_else(|| unbegun().map(next_of)).or_else(|| shared().map(next_of)) {
            Some(next) => next,
            None if self.playing > 0 || self.waits_for_repeat => Next::Wait,
            None => Next::Nothing,
        }
    }

    /// The number of games that were not handed out.
    fn left(&self) -> usize {
        self.next.iter().map(|next| self.job.seeds.len() - next).sum()
    }

    /// How many games a process should have at a time, at most `most`: the last ones are shared.
    pub(super) fn share(&self, most: usize) -> usize {
        let unbegun = self.next.iter().filter(|&&next| next == 0).count();
        if unbegun >= self.processes {
            return most;
        }
        (self.left() + self.playing).div_ceil(self.processes).clamp(1, most)
    }

    /// Takes games back, each to be played by itself.
    pub(super) fn put_back(&mut self, games: impl IntoIterator<Item = usize>) {
        for index in games {
            self.alone.push_back(index);
            self.playing -= 1;
        }
    }

    /// Learns of the end of a game, by a failure if it has no result.
    pub(super) fn end(&mut self, index: usize, result: Option<GameResult>) {
        self.playing -= 1;
        if let Some(first) = self.firsts.get_mut(index) {
            *first = Some(result);
        }
    }

    /// The first result of a game that was played twice, if it differs.
    pub(super) fn differing(&self, index: usize, second: GameResult) -> Option<GameResult> {
        self.firsts.get(index).copied().flatten().flatten().filter(|&first| first != second)
    }

    /// Notes that the first games were as before.
    pub(super) fn set_checked(&mut self) {
        self.is_checked = true;
    }
}
