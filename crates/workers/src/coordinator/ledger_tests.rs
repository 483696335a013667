use std::sync::mpsc;

use tune2048_engine::{GameResult, GameSeed, Preset};
use tune2048_tuner::subject::{CandidateGames, Configuration, GameFailure, Job};

use super::ledger::{Ledger, MOST_BEGINNINGS};
use super::open_job::{Listener, OpenJob};
use super::pieces::Piece;
use crate::messages::{Answer, Ask, JobKey, Presence, Request};

const PIECE: Piece = Piece { job: 0, candidate: 0, seeds: 0..1 };

fn job(seed: u64) -> Job {
    Job::of(&Configuration::of_preset(&Preset::ALL[0]), vec![GameSeed(seed)])
}

/// A ledger and one batch in it.
struct Run {
    ledger: Ledger,
    added: JobKey,
    batch: u64,
    sender: mpsc::Sender<(Piece, CandidateGames)>,
    receiver: mpsc::Receiver<(Piece, CandidateGames)>,
}

impl Run {
    /// A run with workers of these names.
    fn new(verified_one_in: Option<u32>, workers: &[&str]) -> Self {
        let (sender, receiver) = mpsc::channel();
        let mut ledger = Ledger::of_build("build");
        ledger.verified_one_in = verified_one_in;
        let mut run = Self { batch: ledger.open_batch(), added: 0, ledger, sender, receiver };
        workers.iter().for_each(|worker| run.show(worker, 1));
        run
    }

    fn add(&mut self, seed: u64) -> JobKey {
        let listener = Listener { batch: self.batch, piece: PIECE, sender: self.sender.clone() };
        self.ledger.add(OpenJob::new(job(seed), listener).unwrap());
        self.added += 1;
        self.added
    }

    fn ask(&mut self, worker: &str, ask: Ask) -> Answer<Job> {
        self.ledger.answer(Request { worker: worker.to_owned(), ask })
    }

    /// The job that a worker gets.
    fn take(&mut self, worker: &str) -> Option<JobKey> {
        match self.ask(worker, Ask::Job) {
            Answer::Job { key, .. } => Some(key),
            other => {
                assert_eq!(other, Answer::No);
                None
            }
        }
    }

    fn result(&mut self, key: JobKey, worker: &str, score: u64) {
        let results = vec![GameResult { score: score.into(), ..GameResult::default() }];
        let games = CandidateGames { results, seconds: 1.0, ..CandidateGames::default() };
        let result = Ask::Result { key, games, next: false };
        assert_eq!(self.ask(worker, result), Answer::Yes);
    }

    /// A worker of this build shows itself with a number of threads, or ends with none.
    fn show(&mut self, worker: &str, threads: usize) {
        self.ledger.meet(Presence {
            worker: worker.to_owned(),
            host: "there".to_owned(),
            threads,
            fingerprint: "build".to_owned(),
            version: "1".to_owned(),
            programs: Vec::new(),
        });
    }

    /// A worker begins the next job and fails.
    fn refuse(&mut self, worker: &str) -> JobKey {
        let key = self.take(worker).unwrap();
        assert_eq!(self.refusal(key, worker), Answer::Yes);
        key
    }

    fn refusal(&mut self, key: JobKey, worker: &str) -> Answer<Job> {
        let cause = "no library".to_owned();
        self.ask(worker, Ask::Failure { key, cause })
    }

    fn delivered(&self) -> usize {
        self.receiver.try_iter().count()
    }
}

#[test]
fn equal_duplicates_are_ignored_and_others_stop_the_run() {
    let mut run = Run::new(None, &[]);
    let key = run.add(1);
    run.result(key, "a", 4);
    run.result(key, "a", 4);
    assert_eq!(run.delivered(), 1);
    assert_eq!(run.ledger.failure(), None);
    run.result(key, "b", 8);
    let failure = run.ledger.failure().unwrap();
    assert!(failure.contains("worker a and worker b have different"), "{failure}");
}

#[test]
fn nobody_plays_what_nobody_waits_for() {
    let mut run = Run::new(None, &["a", "b"]);
    let key = run.add(1);
    assert_eq!(run.take("a"), Some(key));
    assert_eq!(run.ask("a", Ask::Keep(key)), Answer::Yes);
    run.ledger.close_batch(run.batch);
    assert_eq!(run.ask("a", Ask::Keep(key)), Answer::No);
    assert_eq!(run.refusal(key, "a"), Answer::No);
    assert_eq!(run.ledger.failure(), None);
    assert_eq!(run.take("b"), None);
}

#[test]
fn a_job_that_ends_every_worker_stops_the_run() {
    let mut run = Run::new(None, &["a"]);
    let key = run.add(1);
    for _ in 0..MOST_BEGINNINGS {
        assert_eq!(run.take("a"), Some(key));
        run.show("a", 0);
    }
    assert_eq!(run.ledger.failure(), None);
    assert_eq!(run.take("a"), None);
    assert!(run.ledger.failure().unwrap().contains("none finished them"));
}

#[test]
fn what_a_worker_cannot_play_goes_to_others_who_are_there() {
    let mut run = Run::new(None, &["a", "b"]);
    let keys = [1, 2].map(|seed| run.add(seed));
    assert_eq!(run.refuse("a"), keys[0]);
    let news = run.ledger.take_news();
    assert_eq!(news.len(), 1);
    let words = ["worker a on there cannot play games", "no library"];
    assert!(words.iter().all(|word| news[0].contains(word)), "{news:?}");
    // Somebody else is there.
    assert_eq!(run.take("a"), None);
    assert_eq!(run.take("b"), Some(keys[0]));
    // Only the worker that has begun a job can fail to play it.
    assert_eq!(run.refusal(keys[0], "a"), Answer::No);
    run.result(keys[0], "b", 4);
    assert_eq!((run.delivered(), run.ledger.failure()), (1, None));
    // Nobody is there who has not failed.
    run.refuse("b");
    let failure = run.ledger.failure().unwrap();
    assert!(failure.contains("2 workers; worker b on there cannot play games"), "{failure}");
}

#[test]
fn two_workers_that_cannot_play_a_job_end_the_run() {
    let mut run = Run::new(None, &["a", "b", "c", "d"]);
    run.add(1);
    run.refuse("a");
    assert_eq!(run.ledger.failure(), None);
    run.refuse("b");
    assert!(run.ledger.failure().is_some());
}

#[test]
fn broken_workers_end_the_run_as_soon_as_all_have_failed() {
    let mut run = Run::new(None, &["a", "b", "c"]);
    let keys = [1, 2, 3, 4].map(|seed| run.add(seed));
    let answer = |run: &mut Run, key: JobKey| run.result(key, "d", 4);
    let first = run.refuse("a");
    // One that plays after it has failed is sound.
    run.result(keys[3], "a", 4);
    answer(&mut run, first);
    for worker in ["b", "c"] {
        let key = run.refuse(worker);
        answer(&mut run, key);
    }
    assert_eq!(run.ledger.failure(), None);
    run.add(5);
    run.refuse("a");
    let failure = run.ledger.failure().unwrap();
    assert!(failure.contains("3 workers; "), "{failure}");
}

#[test]
fn a_result_that_is_not_of_the_games_is_a_failure_of_its_worker() {
    let score = || GameResult { score: 4.into(), ..GameResult::default() };
    let sound =
        || CandidateGames { results: vec![score()], seconds: 1.0, ..CandidateGames::default() };
    let extras = |numbers: Vec<f64>| [("x".to_owned(), numbers)].into();
    let failure = GameFailure { cause: String::new(), has_failed: true };
    let wrong = [
        CandidateGames { results: vec![], ..sound() },
        CandidateGames { results: vec![score(), score()], ..sound() },
        CandidateGames { seconds: 1e308, ..sound() },
        CandidateGames { seconds: f64::NAN, ..sound() },
        CandidateGames { seconds: -1.0, ..sound() },
        CandidateGames { extras: extras(vec![1.0, 2.0]), ..sound() },
        CandidateGames { extras: extras(vec![f64::INFINITY]), ..sound() },
        CandidateGames { troubles: vec![(1, failure)], ..sound() },
    ];
    for games in wrong {
        let mut run = Run::new(None, &["a", "b"]);
        let key = run.add(1);
        run.ledger.receive(key, "a".to_owned(), games.clone());
        assert_eq!((run.delivered(), run.ledger.failure()), (0, None), "{games:?}");
        let news = run.ledger.take_news();
        assert!(news[0].contains("worker a on there cannot play games"), "{news:?}");
        run.result(key, "b", 4);
        assert_eq!(run.delivered(), 1);
    }
}

#[test]
fn two_workers_play_what_is_verified_and_nothing_is_delivered_before() {
    let mut run = Run::new(Some(1), &["a"]);
    let key = run.add(1);
    assert_eq!(run.take("a"), Some(key));
    assert_eq!(run.take("a"), None);
    assert!(run.ledger.take_news()[0].contains("waits for a second worker"));
    run.result(key, "a", 4);
    assert_eq!((run.delivered(), run.take("a")), (0, None));
    run.show("b", 1);
    assert_eq!(run.take("b"), Some(key));
    // The same worker does not count twice.
    run.result(key, "a", 4);
    assert_eq!(run.delivered(), 0);
    run.result(key, "b", 4);
    assert_eq!(run.delivered(), 1);
    assert_eq!(run.ledger.failure(), None);
}

#[test]
fn a_wrong_result_of_verified_games_is_never_delivered() {
    let mut run = Run::new(Some(1), &[]);
    let key = run.add(1);
    run.result(key, "b", 8);
    run.result(key, "a", 4);
    assert_eq!(run.delivered(), 0);
    let failure = run.ledger.failure().unwrap();
    assert!(failure.contains("worker b and worker a have different"), "{failure}");
}

#[test]
fn a_sample_is_one_in_twenty() {
    let mut run = Run::new(Some(20), &["a"]);
    (0..400).for_each(|seed| _ = run.add(seed));
    assert_eq!(std::iter::from_fn(|| run.take("a")).count(), 400);
    run.show("b", 1);
    assert_eq!(std::iter::from_fn(|| run.take("b")).count(), 20);
}
