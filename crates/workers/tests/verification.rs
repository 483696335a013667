use tune2048_engine::Monitor;
use tune2048_workers::Verify;

use crate::support::{RunningWorker, Server, alone, job, results};

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
