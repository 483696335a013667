//! Many machines in virtual time: games take seconds of a clock that nobody waits for.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Mutex;

use tune2048_engine::evaluate::{Collector, Monitor, PlayedGame, deliver_in_order};
use tune2048_engine::game::{GameResult, GameSeed};
use tune2048_tuner::subject::{Configuration, Deliver, Evaluate, Job, Jobs, Played};

/// The jobs of workers that are sent ahead, per core, as `tune2048-workers` does.
const GAMES_AHEAD_PER_CORE: usize = 3;

/// Machines with a number of cores in all, and their clock.
#[derive(Debug)]
pub(crate) struct Machines {
    cores: usize,
    /// Whether a job begins before the one before it has ended.
    is_ahead: bool,
    play: fn(&Configuration, GameSeed) -> GameResult,
    /// The duration of a game in seconds.
    seconds: fn(&Configuration, GameSeed) -> f64,
    clock: Mutex<f64>,
}

/// A game that is played: when it ends, in bits of seconds, which sort as the numbers do; the
/// number of its job and its index there.
type Ending = Reverse<(u64, usize, usize)>;

/// A job that is not delivered.
struct Open {
    job: Job,
    collector: Collector<GameResult>,
    sent: usize,
}

impl Machines {
    pub(crate) fn new(
        cores: usize,
        is_ahead: bool,
        play: fn(&Configuration, GameSeed) -> GameResult,
        seconds: fn(&Configuration, GameSeed) -> f64,
    ) -> Self {
        Self { cores, is_ahead, play, seconds, clock: Mutex::default() }
    }

    /// The time, in seconds.
    pub(crate) fn now(&self) -> f64 {
        *self.clock.lock().expect("no thread panics with the clock")
    }

    fn play_jobs(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) {
        let mut jobs = jobs.fuse();
        let (mut open, mut first) = (VecDeque::<Open>::new(), 0);
        let mut playing = BinaryHeap::<Ending>::new();
        loop {
            let games = |open: &Open| open.job.candidates.len() * open.job.seeds.len();
            let left = |open: &VecDeque<Open>| {
                open.iter().map(|open| games(open) - open.sent).sum::<usize>()
            };
            while left(&open) < GAMES_AHEAD_PER_CORE * self.cores {
                let Some(job) = jobs.next() else { break };
                let collector = Collector::new(job.candidates.len(), job.seeds.len());
                open.push_back(Open { job, collector, sent: 0 });
            }
            let unsent = open.iter().position(|open| open.sent < games(open));
            if let (true, Some(place)) = (playing.len() < self.cores, unsent) {
                let next = &mut open[place];
                let (candidate, seed) =
                    (next.sent / next.job.seeds.len(), next.sent % next.job.seeds.len());
                let weights = &next.job.candidate(candidate);
                let end = self.now() + (self.seconds)(weights, next.job.seeds[seed]);
                playing.push(Reverse((end.to_bits(), first + place, next.sent)));
                next.sent += 1;
                continue;
            }
            let Some(Reverse((end, number, index))) = playing.pop() else { return };
            *self.clock.lock().expect("no thread panics with the clock") = f64::from_bits(end);
            let ended = &mut open[number - first];
            let (candidate, seed) = (index / ended.job.seeds.len(), index % ended.job.seeds.len());
            let (weights, seed) = (&ended.job.candidate(candidate), ended.job.seeds[seed]);
            monitor.game_played();
            ended.collector.add(PlayedGame {
                index,
                result: (self.play)(weights, seed),
                seconds: (self.seconds)(weights, seed),
            });
            let delivered = deliver_in_order(
                &mut open,
                &mut first,
                |open| &mut open.collector,
                |number, games| deliver(number, games.into()),
            );
            if delivered.is_break() {
                return;
            }
        }
    }
}

impl Evaluate for Machines {
    fn concurrent_games(&self) -> usize {
        self.cores
    }

    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played {
        if self.is_ahead {
            self.play_jobs(jobs, monitor, deliver);
            return Ok(());
        }
        for (number, job) in jobs.enumerate() {
            let mut flow = ControlFlow::Continue(());
            self.play_jobs(&mut std::iter::once(job), monitor, &mut |_, games| {
                flow = deliver(number, games);
                flow
            });
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}
