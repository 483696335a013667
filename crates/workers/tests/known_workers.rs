use tune2048_engine::Monitor;

use crate::support::{RunningWorker, Server, job, results, wait_until};

#[test]
fn a_run_sees_what_its_workers_do_and_misses_those_that_end() {
    let Some(server) = Server::start() else { return };
    let workers = [2, 1].map(|threads| RunningWorker::start(&server, threads));
    let run = server.run(3);
    let look = run.workers();
    results(&run, &job(20), &Monitor::default()).unwrap();
    let seen = look();
    let mut cores: Vec<usize> = seen.iter().map(|worker| worker.cores).collect();
    cores.sort_unstable();
    assert_eq!(cores, [1, 2]);
    assert!(seen.iter().all(|worker| worker.here));
    let played: u64 = seen.iter().map(|worker| worker.games).sum();
    let ended = workers.map(RunningWorker::stop);
    let expected: usize = ended.iter().map(|one| one.games).sum();
    assert_eq!(played, expected as u64);
    wait_until("nobody is there", || !look().iter().any(|worker| worker.here));
}
