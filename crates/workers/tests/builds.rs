use tune2048_engine::{EvaluateError, Monitor};
use tune2048_workers::{Worker, WorkersEvaluator};

use crate::support::{Notices, RunningWorker, Server, job, results, wait_until};

#[test]
fn a_worker_of_another_build_gets_no_games_and_both_sides_say_so() {
    let Some(server) = Server::start() else { return };
    let other = Worker { fingerprint: "another-build", ..Worker::new(server.address(), 1) };
    let other = RunningWorker::of(other);
    let notices = Notices::default();
    let run = WorkersEvaluator::connect(&server.address(), notices.notice()).unwrap();
    wait_until("the run says so", || notices.contain("is of another build"));
    wait_until("the worker says so", || other.notices.contain("a run of another build"));
    let monitor = Monitor::default();
    std::thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &job(1), &monitor));
        // A worker of this build is not kept away.
        let _worker = RunningWorker::start(&server, 1);
        wait_until("games are played", || monitor.games_played() > 0);
        monitor.request_stop();
        let outcome = batch.join().unwrap();
        assert!(matches!(outcome, Ok(_) | Err(EvaluateError::Interrupted)), "{outcome:?}");
    });
    assert_eq!(other.stop().games, 0);
}
