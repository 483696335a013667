use std::thread;

use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::Evaluate;
use tune2048_workers::Verify;

use crate::made_up::answer_once;
use crate::support::{RunningWorker, Server, alone, job, results, wait_until};

#[test]
fn two_workers_play_all_games_twice() {
    let Some(server) = Server::start() else { return };
    let workers = [1, 1].map(|threads| RunningWorker::start(&server, threads));
    let run = server.run(2).verifying(Verify::All);
    let mut job = job(3);
    job.candidates.truncate(1);
    let expected = alone(&job);
    assert_eq!(results(&run, &job, &Monitor::default()), expected);
    drop(run);
    for worker in workers {
        assert_eq!(worker.stop().games, 3);
    }
}

#[test]
fn one_worker_is_not_enough_and_the_user_is_told() {
    let Some(server) = Server::start() else { return };
    let _worker = RunningWorker::start(&server, 1);
    let (run, notices) = server.run_with_notices(1);
    let run = run.verifying(Verify::All);
    let (job, monitor) = (job(1), Monitor::default());
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &job, &monitor));
        wait_until("the user is told", || notices.contain("a second worker"));
        assert_eq!(monitor.games_played(), 0);
        let _second = RunningWorker::start(&server, 1);
        assert!(batch.join().unwrap().is_ok());
    });
}

#[test]
fn a_wrong_result_ends_the_run_before_anything_is_delivered() {
    let Some(server) = Server::start() else { return };
    let run = server.run(0).verifying(Verify::All);
    let monitor = Monitor::default();
    let mut job = job(1);
    job.candidates.truncate(1);
    thread::scope(|scope| {
        let batch = scope.spawn(|| {
            let mut delivered = 0;
            let outcome = run.evaluate(&job, &monitor, &mut |_| delivered += 1);
            (outcome, delivered)
        });
        answer_once(&server, 12);
        let _worker = RunningWorker::start(&server, 1);
        let (outcome, delivered) = batch.join().unwrap();
        assert_eq!(delivered, 0);
        let Err(EvaluateError::Failed(cause)) = outcome else {
            panic!("{outcome:?}");
        };
        let both = ["worker made-up and worker", "and worker made-up"];
        assert!(both.iter().any(|both| cause.contains(both)), "{cause}");
    });
}
