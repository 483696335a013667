//! No process stays behind.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_programs::Players;
use tune2048_tuner::subject::CommandSettings;

use crate::groups::{WRITE_GROUP, groups, is_alive};
use crate::support::{Folder, evaluate, job};
use tune2048_testkit::tools::{is_installed, wait_until};

#[test]
fn a_stop_kills_programs_in_the_middle_of_a_game() {
    let folder = Folder::new();
    let commands = format!("{WRITE_GROUP}; sleep 60");
    let job = job(folder.shell(&commands), 1, 4);
    let evaluator = Players::new(Some(2)).unwrap();
    let monitor = Monitor::default();
    thread::scope(|scope| {
        let run = scope.spawn(|| evaluate(&evaluator, &job, &monitor));
        wait_until("the start of two games", || groups(folder.path()).len() == 2);
        monitor.request_stop();
        assert_eq!(run.join().unwrap(), Err(EvaluateError::Interrupted));
    });
    wait_until("the end of the programs", || !groups(folder.path()).iter().any(is_alive));
    assert_eq!(monitor.games_played(), 0);
    // Not even a zombie is left.
    for group in groups(folder.path()) {
        let process = format!("/proc/{}", group.as_raw_nonzero());
        assert!(!std::path::Path::new(&process).exists(), "{process}");
    }
}

#[test]
fn a_job_that_waits_for_processes_is_stopped() {
    let folder = Folder::new();
    let job = job(folder.shell(&format!("{WRITE_GROUP}; sleep 60")), 1, 1);
    let evaluator = Players::new(Some(1)).unwrap();
    let (first, second) = (Monitor::default(), Monitor::default());
    thread::scope(|scope| {
        let playing = scope.spawn(|| evaluate(&evaluator, &job, &first));
        wait_until("the start of a game", || groups(folder.path()).len() == 1);
        let waiting = scope.spawn(|| evaluate(&evaluator, &job, &second));
        second.request_stop();
        assert_eq!(waiting.join().unwrap(), Err(EvaluateError::Interrupted));
        first.request_stop();
        assert_eq!(playing.join().unwrap(), Err(EvaluateError::Interrupted));
    });
}

#[test]
fn programs_end_with_their_evaluator_and_leave_nothing() {
    let folder = Folder::new();
    // The program leaves a process behind, and says goodbye at the end of its input.
    let mut settings = folder.shell("");
    let text = folder.read("solver.sh");
    let text = format!("{WRITE_GROUP}\nsleep 60 < /dev/null &\n{text}echo >> goodbye\n");
    folder.write("solver.sh", &text);
    settings.deterministic = false;
    let evaluator = Players::new(Some(2)).unwrap();
    evaluate(&evaluator, &job(settings, 1, 20), &Monitor::default()).unwrap();
    let started = groups(folder.path());
    assert!((1..=2).contains(&started.len()));
    assert!(started.iter().all(is_alive), "processes stay alive between jobs");
    drop(evaluator);
    let goodbyes = folder.read("goodbye");
    assert_eq!(goodbyes.lines().count(), started.len());
    wait_until("the end of the programs", || !started.iter().any(is_alive));
}

/// A session of its own is beyond a signal to the group.
#[test]
#[cfg(target_os = "linux")]
fn what_a_program_starts_in_another_session_ends_with_it() {
    if !is_installed("setsid") {
        return;
    }
    let escape = "setsid sh -c 'echo $$ >> groups; exec sleep 60' < /dev/null > /dev/null 2>&1 &";
    for (commands, is_sound) in
        [("", true), ("while [ ! -s groups ]; do sleep 0.01; done; exit 1", false)]
    {
        let folder = Folder::new();
        let mut settings = folder.shell(commands);
        let text = folder.read("solver.sh");
        folder.write("solver.sh", &format!("{escape}\n{text}"));
        settings.deterministic = false;
        let evaluator = Players::new(Some(1)).unwrap();
        let played = evaluate(&evaluator, &job(settings, 1, 1), &Monitor::default());
        assert_eq!(played.is_ok(), is_sound);
        wait_until("the start of the session", || !groups(folder.path()).is_empty());
        let running = groups(folder.path());
        if is_sound {
            assert!(running.iter().all(is_alive), "processes stay alive between jobs");
            drop(evaluator);
        }
        wait_until("its end", || !running.iter().any(is_alive));
    }
}

#[test]
fn a_program_that_goes_on_after_the_end_of_its_input_is_killed() {
    let folder = Folder::new();
    let mut settings = folder.shell(WRITE_GROUP);
    let text = folder.read("solver.sh");
    folder.write("solver.sh", &format!("{text}sleep 60\n"));
    settings.deterministic = false;
    let evaluator = Players::new(Some(1)).unwrap();
    evaluate(&evaluator, &job(settings, 1, 1), &Monitor::default()).unwrap();
    drop(evaluator);
    wait_until("the end of the program", || !groups(folder.path()).iter().any(is_alive));
}

#[test]
fn programs_that_have_not_played_for_long_are_ended() {
    let folder = Folder::new();
    let evaluator = Players::new(Some(1)).unwrap();
    let mut settings = folder.shell(WRITE_GROUP);
    settings.deterministic = false;
    for index in 0..6 {
        settings.environment.insert("PROGRAM".to_owned(), index.to_string());
        evaluate(&evaluator, &job(settings.clone(), 1, 1), &Monitor::default()).unwrap();
    }
    let started = groups(folder.path());
    assert_eq!(started.len(), 6);
    wait_until("the end of two programs", || {
        let running: Vec<_> = started.iter().map(is_alive).collect();
        running == [false, false, true, true, true, true]
    });
}

/// The variable that names the folder of a test, for the tuner that it starts.
const FOLDER: &str = "TUNE2048_TEST_FOLDER";

/// Plays the games of a program as another process, in which this is the only test.
fn play_as_tuner(words: &[&str], timeout_seconds: f64, games: u64) {
    let folder = std::env::var(FOLDER).expect("the other test sets it");
    let settings = CommandSettings {
        working_folder: Some(folder),
        timeout_seconds,
        deterministic: false,
        ..CommandSettings::new(words.iter().map(|&word| word.to_owned()).collect())
    };
    let evaluator = Players::new(Some(2)).unwrap();
    evaluate(&evaluator, &job(settings, 1, games), &Monitor::default()).unwrap();
}

/// Starts this program with one of its ignored tests.
fn start_tuner(test: &str, folder: &Folder) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("processes::{test}"), "--ignored"])
        .env(FOLDER, folder.path())
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "a part of programs_end_when_the_tuner_is_killed"]
fn plays_until_it_is_killed() {
    // The guard knows a program before it gets a request.
    let script =
        "trap '' HUP TERM; echo '{\"protocol\": 1}'; read request; echo $$ >> groups; sleep 60";
    play_as_tuner(&["sh", "-c", script], 60.0, 10);
}

#[test]
fn programs_end_when_the_tuner_is_killed() {
    let folder = Folder::new();
    let mut tuner = start_tuner("plays_until_it_is_killed", &folder);
    wait_until("the start of two programs", || groups(folder.path()).len() == 2);
    let started = groups(folder.path());
    assert!(started.iter().all(is_alive));
    // No signal reaches the programs but by the guard, and they do not read their input.
    tuner.kill().unwrap();
    tuner.wait().unwrap();
    wait_until("the end of the programs", || !started.iter().any(is_alive));
}

#[test]
#[ignore = "a part of time_in_which_the_tuner_is_stopped_does_not_count"]
fn plays_one_game() {
    play_as_tuner(&["sh", "solver.sh"], 0.5, 1);
}

#[test]
fn time_in_which_the_tuner_is_stopped_does_not_count() {
    let folder = Folder::new();
    folder.shell(&format!("{WRITE_GROUP}; sleep 0.3"));
    let mut tuner = start_tuner("plays_one_game", &folder);
    wait_until("the start of a game", || groups(folder.path()).len() == 1);
    let signal = |signal| kill_process(Pid::from_child(&tuner), signal).unwrap();
    signal(Signal::STOP);
    // More than the timeout, and what a wait may be late on a busy machine.
    thread::sleep(Duration::from_millis(1300));
    signal(Signal::CONT);
    assert!(tuner.wait().unwrap().success());
    assert_eq!(groups(folder.path()).len(), 1, "the game is played once");
}
