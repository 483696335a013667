//! What is told of programs that fail, are silent, or leave processes behind.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tune2048_engine::Monitor;
use tune2048_programs::Players;

use crate::support::{Folder, evaluate, failure, results, shell_results, small_job};
use tune2048_testkit::assert_has;

#[test]
fn games_that_failed_are_named_with_the_last_line_of_standard_error() {
    let folder = Folder::new();
    let mut settings = folder.shell(
        "[ $seed = 2 ] && mkdir lived 2> /dev/null && exit 4\n\
         [ $seed = 3 ] && echo out of memory >&2 && exit 1",
    );
    settings.failure_score = Some(0.into());
    let job = small_job(settings, 4);
    let evaluator = Players::new(Some(1)).unwrap();
    let games = evaluate(&evaluator, &job, &Monitor::default()).unwrap().remove(0);
    let found: Vec<_> = games.troubles.iter().map(|(place, t)| (*place, t.has_failed)).collect();
    assert_eq!(found, [(1, false), (2, true)]);
    let cause = "seed 3, it exited with code 1 before it had answered; out of memory";
    assert_eq!(games.troubles[1].1.cause, cause);
}

#[test]
fn a_game_has_its_timeout_from_the_last_answer_on() {
    let folder = Folder::new();
    let mut settings = folder.shell("[ $seed = 4 ] && mkdir lived 2> /dev/null && sleep 60");
    settings.timeout_seconds = 0.4;
    settings.games_per_request = Some(50);
    settings.deterministic = false;
    let began = Instant::now();
    let job = small_job(settings, 50);
    assert_eq!(results(&job, 1), shell_results(&job));
    // 50 times as much for the request would be 20 s.
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_end_of_the_process_counts_whoever_holds_its_output() {
    let folder = Folder::new();
    // The first stays in the process group, the second leaves it.
    for helper in ["sleep 60 &", "setsid sleep 60 &"] {
        let began = Instant::now();
        let script = format!("{helper}\necho $1");
        let job = small_job(folder.command(&["sh", "-c", &script, "once", "{seed}"]), 2);
        assert_eq!(results(&job, 1), shell_results(&job));
        let script = format!("{helper}\necho no licence >&2; exit 3");
        let text = failure(&small_job(folder.command(&["sh", "-c", &script]), 2), 1);
        assert!(text.contains("it exited with code 3 before its greeting"), "{text}");
        assert!(began.elapsed() < Duration::from_secs(15));
    }
}

#[test]
fn silence_is_told_with_the_game_that_is_played() {
    let folder = Folder::new();
    let mut settings = folder.shell("[ $seed = 2 ] && sleep 0.4");
    settings.deterministic = false;
    let said = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&said);
    let say = Arc::new(move |line: &str| notes.lock().unwrap().push(line.to_owned()));
    let evaluator = Players::new(Some(1)).unwrap();
    let evaluator = evaluator.noting_silence(Some(Duration::from_millis(100)), say);
    evaluate(&evaluator, &small_job(settings, 3), &Monitor::default()).unwrap();
    let said = said.lock().unwrap();
    let game = "game 2 of 3 of candidate 1 of 1 is being played, with seed 2";
    // Where the machine is busy, the first game is slow as well.
    assert_has(&said.concat(), &[game, "flush"]);
}
