use std::sync::mpsc;

use tune2048_engine::{GameResult, GameSeed, Preset};
use tune2048_tuner::subject::{CandidateGames, Configuration, GameFailure, Job};

use super::awaited_jobs::{Listener, PlayedPiece};
use super::ledger::{HERE, Ledger, MOST_BEGINNINGS};
use super::pieces::Piece;
use crate::Verify;
use crate::messages::{Answer, JobKey, Presence, Request, Results};
use crate::queue::Outgoing;

const PIECE: Piece = Piece { job: 0, candidates: 0..1, seeds: 0..1 };

fn job(seed: u64) -> Job {
    Job::of(&Configuration::of_preset(&Preset::ALL[0]), vec![GameSeed(seed)])
}

/// A ledger and one batch in it.
struct Run {
    ledger: Ledger,
    batch: u64,
    sender: mpsc::Sender<PlayedPiece>,
    receiver: mpsc::Receiver<PlayedPiece>,
}

impl Run {
    fn new(verify: Verify) -> Self {
        let (sender, receiver) = mpsc::channel();
        let mut ledger = Ledger::of_build("build");
        ledger.verify = verify;
        Self { batch: ledger.open_batch(), ledger, sender, receiver }
    }

    fn add(&mut self, seed: u64) -> Vec<JobKey> {
        let (job, sender) = (job(seed), self.sender.clone());
        let outgoing = Outgoing::new(&job).unwrap();
        self.ledger.add(job, &outgoing, Listener { batch: self.batch, piece: PIECE, sender })
    }

    fn claim(&mut self, key: &str, worker: &str, begins: bool) -> Answer {
        let (key, worker) = (key.to_owned(), worker.to_owned());
        self.ledger.answer(Request::Claim { key, worker, begins })
    }

    fn result(&mut self, key: &str, worker: &str, score: u64) {
        let results = vec![GameResult { score: score.into(), ..GameResult::default() }];
        let games = CandidateGames { results, seconds: 1.0, ..CandidateGames::default() };
        let results = Results { worker: worker.to_owned(), candidates: vec![games] };
        let answer = self.ledger.answer(Request::Result { key: key.to_owned(), results });
        assert_eq!(answer, Answer::Stored);
    }

    /// A worker of this build shows itself.
    fn meet(&mut self, worker: &str) {
        self.ledger.workers.note(Presence {
            worker: worker.to_owned(),
            host: "there".to_owned(),
            threads: 1,
            fingerprint: "build".to_owned(),
            version: "1".to_owned(),
            programs: Vec::new(),
        });
    }

    /// A worker begins a job and fails.
    fn refuse(&mut self, key: &str, worker: &str) {
        if worker != HERE {
            assert_eq!(self.claim(key, worker, true), Answer::Wanted);
            return assert_eq!(self.refusal(key, worker), Answer::Stored);
        }
        self.ledger.refuse(key, worker.to_owned(), "no library");
    }

    fn refusal(&mut self, key: &str, worker: &str) -> Answer {
        let (key, worker) = (key.to_owned(), worker.to_owned());
        self.ledger.answer(Request::Failure { key, worker, cause: "no library".to_owned() })
    }

    fn delivered(&self) -> usize {
        self.receiver.try_iter().count()
    }
}

#[test]
fn equal_duplicates_are_ignored_and_others_stop_the_run() {
    let mut run = Run::new(Verify::Nothing);
    let key = run.add(1).remove(0);
    run.result(&key, "a", 4);
    run.result(&key, "a", 4);
    assert_eq!(run.delivered(), 1);
    assert_eq!(run.ledger.failure(), None);
    run.result(&key, "b", 8);
    let failure = run.ledger.failure().unwrap();
    assert!(failure.contains("worker a and worker b have different"), "{failure}");
}

#[test]
fn games_that_are_asked_for_twice_are_sent_once_and_answered_twice() {
    let mut run = Run::new(Verify::Nothing);
    let key = run.add(1).remove(0);
    run.batch = run.ledger.open_batch();
    assert!(run.add(1).is_empty());
    run.result(&key, "a", 4);
    assert_eq!(run.delivered(), 2);
}

#[test]
fn nobody_plays_what_nobody_waits_for() {
    let mut run = Run::new(Verify::Nothing);
    let key = run.add(1).remove(0);
    assert_eq!(run.claim(&key, "a", true), Answer::Wanted);
    assert_eq!(run.ledger.overdue(true), std::slice::from_ref(&key));
    assert!(run.ledger.overdue(false).is_empty());
    run.ledger.close_batch(run.batch);
    assert_eq!(run.claim(&key, "a", false), Answer::Unwanted);
    assert_eq!(run.refusal(&key, "a"), Answer::Unwanted);
    assert_eq!(run.ledger.failure(), None);
    assert_eq!(run.ledger.outgoing(&key), None);
    assert!(run.ledger.overdue(true).is_empty());
}

#[test]
fn a_job_is_played_here_or_by_a_worker() {
    let mut run = Run::new(Verify::Nothing);
    let keys = [1, 2, 3].map(|seed| run.add(seed).remove(0));
    assert_eq!(run.claim(&keys[0], "a", true), Answer::Wanted);
    let (key, taken, monitor) = run.ledger.take_here().unwrap();
    assert_eq!((&key, &*taken), (&keys[1], &job(2)));
    assert_eq!(run.claim(&keys[1], "a", true), Answer::Unwanted);
    assert_eq!(run.ledger.outgoing(&keys[1]), None);
    assert_eq!(run.ledger.take_here().unwrap().0, keys[2]);
    assert!(run.ledger.take_here().is_none());
    run.ledger.close_batch(run.batch);
    assert!(monitor.stop_requested());
}

#[test]
fn a_job_that_ends_every_worker_stops_the_run() {
    let mut run = Run::new(Verify::Nothing);
    let key = run.add(1).remove(0);
    for _ in 0..MOST_BEGINNINGS {
        assert_eq!(run.claim(&key, "a", true), Answer::Wanted);
        assert_eq!(run.claim(&key, "a", false), Answer::Wanted);
    }
    assert_eq!(run.ledger.failure(), None);
    assert_eq!(run.claim(&key, "a", true), Answer::Unwanted);
    assert!(run.ledger.failure().unwrap().contains("none finished them"));
}

#[test]
fn what_a_worker_cannot_play_goes_to_others_who_are_there() {
    let mut run = Run::new(Verify::Nothing);
    ["a", "b"].iter().for_each(|worker| run.meet(worker));
    let keys = [1, 2, 3].map(|seed| run.add(seed).remove(0));
    for key in &keys[..2] {
        run.refuse(key, "a");
        assert_eq!(run.ledger.overdue(false), std::slice::from_ref(key));
    }
    let news = run.ledger.take_news();
    assert_eq!(news.len(), 1);
    let words = ["worker a on there cannot play games", "no library"];
    assert!(words.iter().all(|word| news[0].contains(word)), "{news:?}");
    // It has failed already, and somebody else is there.
    assert_eq!(run.claim(&keys[0], "a", true), Answer::Elsewhere);
    assert_eq!(run.claim(&keys[0], "b", true), Answer::Wanted);
    // Only the worker that has begun a job can fail to play it.
    assert_eq!(run.refusal(&keys[0], "a"), Answer::Unwanted);
    run.result(&keys[0], "b", 4);
    assert_eq!((run.delivered(), run.ledger.failure()), (1, None));
    // Nobody is there who has not failed.
    run.refuse(&keys[2], "b");
    let failure = run.ledger.failure().unwrap();
    assert!(failure.contains("2 workers; worker b on there cannot play games"), "{failure}");
}

#[test]
fn two_workers_that_cannot_play_a_job_end_the_run() {
    let mut run = Run::new(Verify::Nothing);
    ["a", "b", "c", "d"].iter().for_each(|worker| run.meet(worker));
    let key = run.add(1).remove(0);
    run.refuse(&key, "a");
    assert_eq!(run.ledger.failure(), None);
    run.refuse(&key, "b");
    assert!(run.ledger.failure().is_some());
}

#[test]
fn broken_workers_end_the_run_as_soon_as_all_have_failed() {
    let mut run = Run::new(Verify::Nothing);
    let workers = ["a", "b", "c"];
    workers.iter().for_each(|worker| run.meet(worker));
    let keys = [1, 2, 3, 4].map(|seed| run.add(seed).remove(0));
    run.refuse(&keys[0], "a");
    // One that plays after it has failed is sound.
    run.result(&keys[3], "a", 4);
    run.refuse(&keys[1], "b");
    run.refuse(&keys[2], "c");
    assert_eq!(run.ledger.failure(), None);
    let key = run.add(5).remove(0);
    run.refuse(&key, "a");
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
        vec![],
        vec![sound(), sound()],
        vec![CandidateGames { results: vec![], ..sound() }],
        vec![CandidateGames { results: vec![score(), score()], ..sound() }],
        vec![CandidateGames { seconds: 1e308, ..sound() }],
        vec![CandidateGames { seconds: f64::NAN, ..sound() }],
        vec![CandidateGames { seconds: -1.0, ..sound() }],
        vec![CandidateGames { extras: extras(vec![1.0, 2.0]), ..sound() }],
        vec![CandidateGames { extras: extras(vec![f64::INFINITY]), ..sound() }],
        vec![CandidateGames { troubles: vec![(1, failure)], ..sound() }],
    ];
    for candidates in wrong {
        let mut run = Run::new(Verify::Nothing);
        ["a", "b"].iter().for_each(|worker| run.meet(worker));
        let key = run.add(1).remove(0);
        run.ledger.take(&key, Results { worker: "a".to_owned(), candidates: candidates.clone() });
        assert_eq!((run.delivered(), run.ledger.failure()), (0, None), "{candidates:?}");
        let news = run.ledger.take_news();
        assert!(news[0].contains("worker a on there cannot play games"), "{news:?}");
        run.result(&key, "b", 4);
        assert_eq!(run.delivered(), 1);
    }
}

#[test]
fn what_cannot_be_played_here_goes_to_workers() {
    let mut run = Run::new(Verify::Nothing);
    run.ledger.plays_here = true;
    run.meet("a");
    let key = run.add(1).remove(0);
    assert_eq!(run.ledger.take_here().unwrap().0, key);
    run.refuse(&key, HERE);
    assert!(run.ledger.take_here().is_none());
    assert_eq!(run.claim(&key, "a", true), Answer::Wanted);
    assert_eq!(run.ledger.failure(), None);
}

#[test]
fn two_workers_play_what_is_verified_and_nothing_is_delivered_before() {
    let mut run = Run::new(Verify::All);
    let keys = run.add(1);
    assert_eq!(keys.len(), 2);
    assert_eq!(run.claim(&keys[0], "a", true), Answer::Wanted);
    assert_eq!(run.claim(&keys[1], "a", true), Answer::Elsewhere);
    assert!(run.ledger.take_news()[0].contains("waits for a second worker"));
    run.result(&keys[0], "a", 4);
    assert_eq!(run.delivered(), 0);
    assert_eq!(run.claim(&keys[1], "a", true), Answer::Elsewhere);
    assert_eq!(run.claim(&keys[1], "b", true), Answer::Wanted);
    // A worker that nobody could refuse does not count twice.
    run.result(&keys[1], "a", 4);
    assert_eq!(run.delivered(), 0);
    run.result(&keys[1], "b", 4);
    assert_eq!(run.delivered(), 1);
    assert_eq!(run.ledger.failure(), None);
    assert!(run.ledger.overdue(true).is_empty());
}

#[test]
fn a_wrong_result_of_verified_games_is_never_delivered() {
    let mut run = Run::new(Verify::All);
    let keys = run.add(1);
    run.result(&keys[1], "b", 8);
    run.result(&keys[0], "a", 4);
    assert_eq!(run.delivered(), 0);
    let failure = run.ledger.failure().unwrap();
    assert!(failure.contains("worker b and worker a have different"), "{failure}");
}

#[test]
fn this_machine_plays_one_of_two_verified_jobs_at_most() {
    let mut run = Run::new(Verify::All);
    run.add(1);
    assert!(run.ledger.take_here().is_some());
    assert!(run.ledger.take_here().is_none());
}
