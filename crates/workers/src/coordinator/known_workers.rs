//! The workers that a run has seen, and what each of them has done for it.

use std::time::Instant;

use indexmap::IndexMap;
use tune2048_tuner::record::now::{SeenWorker, unix_now};

use crate::messages::Presence;
use crate::times::gone_after;

/// No worker counts as one with more threads, whatever it says.
const MOST_THREADS: usize = 4096;

/// The most workers that a run knows; others play for it all the same.
const MOST_WORKERS: usize = 10_000;

#[derive(Debug)]
struct KnownWorker {
    presence: Presence,
    last: Instant,
    /// Whether it has said farewell, or was silent for too long.
    is_gone: bool,
    games: u64,
    given_back: u64,
    /// When it had its first result, and the games of that.
    first_result: Option<(Instant, u64)>,
}

impl KnownWorker {
    /// The games after its first result, by the time since then.
    fn games_per_second(&self) -> Option<f64> {
        let (begun, first) = self.first_result?;
        let (games, seconds) = (self.games - first, begun.elapsed().as_secs_f64());
        (games > 0 && seconds > 0.0).then(|| games as f64 / seconds)
    }
}

/// The workers of its build that a run has seen, by their identifiers in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct KnownWorkers {
    workers: IndexMap<String, KnownWorker>,
}

impl KnownWorkers {
    /// Notes a sign of life; returns whether it is the first one.
    pub(super) fn note(&mut self, mut presence: Presence) -> bool {
        presence.threads = presence.threads.min(MOST_THREADS);
        let (last, is_gone) = (Instant::now(), presence.threads == 0);
        if let Some(seen) = self.workers.get_mut(&presence.worker) {
            (seen.last, seen.is_gone) = (last, is_gone);
            if !is_gone {
                seen.presence = presence;
            }
            return false;
        }
        let is_new = !is_gone && self.workers.len() < MOST_WORKERS;
        if is_new {
            let worker = presence.worker.clone();
            let seen = KnownWorker {
                presence,
                last,
                is_gone,
                games: 0,
                given_back: 0,
                first_result: None,
            };
            self.workers.insert(worker, seen);
        }
        is_new
    }

    /// Counts the silent as gone; those without games of this run are forgotten.
    pub(super) fn forget_the_gone(&mut self) {
        self.workers.retain(|_, seen| {
            seen.is_gone |= seen.last.elapsed() > gone_after();
            !seen.is_gone || seen.games > 0 || seen.given_back > 0
        });
    }

    /// Counts the games of a result.
    pub(super) fn count_games(&mut self, worker: &str, games: u64) {
        if let Some(seen) = self.workers.get_mut(worker) {
            seen.games += games;
            seen.first_result.get_or_insert_with(|| (Instant::now(), games));
        }
    }

    /// Counts a job that another worker has begun again.
    pub(super) fn count_given_back(&mut self, worker: &str) {
        if let Some(seen) = self.workers.get_mut(worker) {
            seen.given_back += 1;
        }
    }

    fn here(&self) -> impl Iterator<Item = &KnownWorker> {
        self.workers.values().filter(|seen| !seen.is_gone)
    }

    /// The number of games that the workers play at the same time.
    pub(super) fn cores(&self) -> usize {
        self.here().map(|seen| seen.presence.threads).sum()
    }

    /// Whether a worker is known, and offers the program, if one is named.
    pub(super) fn play(&self, worker: &str, program: Option<&str>) -> bool {
        self.workers.get(worker).is_some_and(|seen| seen.presence.plays(program))
    }

    /// Whether a worker is there that does so, and is none of some.
    pub(super) fn others_play(
        &self,
        program: Option<&str>,
        is_one_of_these: impl Fn(&str) -> bool,
    ) -> bool {
        let mut others = self.here().map(|seen| &seen.presence);
        others.any(|worker| worker.plays(program) && !is_one_of_these(&worker.worker))
    }

    /// The workers, in the order in which they came.
    pub(super) fn list(&self) -> Vec<SeenWorker> {
        let list = self.workers.values().map(|seen| SeenWorker {
            worker: seen.presence.worker.clone(),
            host: seen.presence.host.clone(),
            cores: seen.presence.threads,
            games: seen.games,
            games_per_second: seen.games_per_second().filter(|_| !seen.is_gone),
            given_back: seen.given_back,
            last_seen: unix_now().saturating_sub(seen.last.elapsed().as_secs()),
            here: !seen.is_gone,
        });
        list.collect()
    }

    /// Names a worker with its machine.
    pub(super) fn place(&self, worker: &str) -> String {
        match self.workers.get(worker) {
            Some(seen) => format!("worker {worker} on {}", seen.presence.host),
            None => format!("worker {worker}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn presence(worker: &str, threads: usize) -> Presence {
        Presence {
            worker: worker.to_owned(),
            host: "here".to_owned(),
            threads,
            fingerprint: "f".to_owned(),
            version: "1".to_owned(),
            programs: vec!["solver".to_owned()],
        }
    }

    #[test]
    fn workers_that_are_there_count() {
        let mut workers = KnownWorkers::default();
        assert!(workers.note(presence("a", 2)));
        assert!(!workers.note(presence("a", 2)));
        assert!(workers.note(presence("b", 4)));
        assert_eq!(workers.cores(), 6);
        assert!(workers.play("a", Some("solver")) && !workers.play("a", Some("other")));
        assert!(workers.play("a", None) && !workers.play("c", None));
        workers.note(presence("a", 0));
        assert_eq!(workers.cores(), 4);
        for worker in ["d", "e"] {
            workers.note(presence(worker, usize::MAX));
        }
        assert_eq!(workers.cores(), 4 + 2 * MOST_THREADS);
        for number in 0..2 * MOST_WORKERS {
            workers.note(presence(&number.to_string(), 1));
        }
        assert_eq!(workers.list().len(), MOST_WORKERS);
    }

    #[test]
    fn what_a_worker_did_outlasts_it() {
        let mut workers = KnownWorkers::default();
        for worker in ["a", "b"] {
            workers.note(presence(worker, 2));
        }
        workers.count_games("a", 7);
        workers.count_given_back("a");
        for worker in ["a", "b"] {
            workers.note(presence(worker, 0));
        }
        workers.forget_the_gone();
        let list = workers.list();
        assert_eq!(list.len(), 1);
        assert_eq!((list[0].cores, list[0].games, list[0].given_back), (2, 7, 1));
        assert!(!list[0].here);
    }
}
