use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::thread;

use tune2048_engine::{GameSeed, Monitor};
use tune2048_tuner::subject::{CommandSettings, Job, Subject};

use crate::made_up::take_job;
use crate::support::{RunningWorker, Server, results, wait_until};

/// A program whose score is the seed, and which reports it as a number of its own too, with others.
const SOLVER: &str = include_str!("solver.sh");

fn solver(folder: &tempfile::TempDir) -> PathBuf {
    reporting(folder, 0)
}

/// The program with so many other numbers.
fn reporting(folder: &tempfile::TempDir, numbers: usize) -> PathBuf {
    let path = folder.path().join("offered");
    std::fs::write(&path, SOLVER.replace("NUMBERS", &numbers.to_string())).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Games of a program that is not on this machine.
fn games(words: &[&str]) -> Job {
    let words = words.iter().map(|&word| word.to_owned()).collect();
    let mut program = CommandSettings::new(words);
    program.working_folder = Some("secret-folder".to_owned());
    program.environment = [("NAME".to_owned(), "secret-value".to_owned())].into();
    // A program reads the upper 53 bits.
    let seeds = (1..=40).map(|seed| GameSeed(seed << 11)).collect();
    Job::new(Subject::program(program, []).into(), vec![Vec::new()], seeds)
}

#[test]
fn only_a_worker_that_offers_the_program_plays_it() {
    let Some(server) = Server::start() else { return };
    let without = RunningWorker::start(&server, 1);
    let run = server.run(1);
    assert!(!run.offers("solver"));
    let monitor = Monitor::default();
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &games(&["./bin/solver", "--x"]), &monitor));
        let with = RunningWorker::offering(&server, "solver", solver(&folder));
        let scores: Vec<u64> =
            batch.join().unwrap().unwrap()[0].iter().map(|game| game.score.get() as u64).collect();
        assert_eq!(scores, (1..=40).collect::<Vec<u64>>());
        assert!(run.offers("solver"));
        assert_eq!(with.stop(), 40);
    });
    assert_eq!(without.stop(), 0);
}

#[test]
fn no_command_line_is_sent() {
    let Some(server) = Server::start() else { return };
    let run = server.run(0);
    let monitor = Monitor::default();
    thread::scope(|scope| {
        let batch =
            scope.spawn(|| results(&run, &games(&["./bin/solver", "secret-word"]), &monitor));
        let message = take_job(&server);
        assert!(message.contains("solver"), "{message}");
        assert!(!message.contains("secret") && !message.contains("bin"), "{message}");
        monitor.request_stop();
        assert!(batch.join().unwrap().is_err());
    });
}

#[test]
fn a_program_that_fails_ends_the_run_and_names_the_worker() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = solver(&folder);
    std::fs::write(&path, "#!/bin/sh\nexit 3\n").unwrap();
    let _worker = RunningWorker::offering(&server, "solver", path);
    let run = server.run(1);
    wait_until("the program is offered", || run.offers("solver"));
    let error = results(&run, &games(&["solver"]), &Monitor::default()).unwrap_err().to_string();
    assert!(error.contains("cannot play games"), "{error}");
}

#[test]
fn a_result_that_the_server_does_not_take_ends_the_run() {
    let Some(server) = Server::configured("max_payload: 20000") else { return };
    let folder = tempfile::tempdir().unwrap();
    let _worker = RunningWorker::offering(&server, "solver", reporting(&folder, 1000));
    let run = server.run(1);
    wait_until("the program is offered", || run.offers("solver"));
    let error = results(&run, &games(&["solver"]), &Monitor::default()).unwrap_err().to_string();
    assert!(error.contains("the server takes 20000 at most"), "{error}");
}
