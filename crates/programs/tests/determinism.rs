//! Programs that are not deterministic.

use tune2048_engine::Monitor;
use tune2048_programs::Players;
use tune2048_tuner::subject::Evaluate;

use crate::support::{Folder, evaluate, failure, job, results, shell_results, small_job};
use tune2048_testkit::assert_has;

#[test]
fn random_numbers_without_the_seed_are_found_out() {
    // Each process has numbers of its own.
    let by_process = "answer $id $seed $$; continue";
    // All processes have the same numbers, which go on from game to game.
    let by_order = "games=$((games + 1)); answer $id $seed $games; continue";
    for (commands, processes) in [(by_process, 2), (by_process, 1), (by_order, 1)] {
        let folder = Folder::new();
        let mut settings = folder.shell(commands);
        let text = failure(&small_job(settings.clone(), 4), processes);
        let not_alike =
            "the program is not deterministic: with the same weights the game with seed ";
        assert_has(&text, &[not_alike, " gave the score ", " in another process"]);
        assert_has(&text, &["  request: {", "seeds with `seed`", "deterministic = false"]);
        assert!((1..=3).any(|seed| text.contains(&format!("with seed {seed} gave"))));
        settings.deterministic = false;
        assert_eq!(results(&small_job(settings, 4), processes)[0].len(), 4);
    }
}

#[test]
fn numbers_that_drift_late_are_found_out() {
    let folder = Folder::new();
    let drift =
        "games=$((games + 1)); [ $games -gt 40 ] && { answer $id $seed $$$games; continue; }";
    let evaluator = Players::new(Some(1)).unwrap();
    let job = small_job(folder.shell(drift), 900);
    let found = evaluate(&evaluator, &job, &Monitor::default());
    assert_has(&found.unwrap_err().to_string(), &["is not deterministic", " in another process"]);
}

#[test]
fn no_candidate_is_delivered_before_the_check() {
    let folder = Folder::new();
    let job = job(folder.shell("answer $id $seed $$; continue"), 40, 1);
    let evaluator = Players::new(Some(1)).unwrap();
    let mut delivered = 0;
    let played = evaluator.evaluate(&job, &Monitor::default(), &mut |_| delivered += 1);
    assert!(played.is_err());
    assert_eq!(delivered, 0);
    let again = evaluate(&evaluator, &job, &Monitor::default());
    assert_has(&again.unwrap_err().to_string(), &["is not deterministic"]);
}

#[test]
fn three_games_of_the_first_job_are_played_twice_and_counted_once() {
    for processes in [1, 2] {
        let folder = Folder::new();
        let job = small_job(folder.shell("echo $$ $seed >> played"), 10);
        let evaluator = Players::new(Some(processes)).unwrap();
        for played in [13, 23] {
            let monitor = Monitor::default();
            let games = evaluate(&evaluator, &job, &monitor).unwrap();
            assert_eq!(monitor.games_played(), 10);
            assert_eq!(games[0].results, shell_results(&job)[0]);
            assert_eq!(folder.read("played").lines().count(), played);
        }
        let text = folder.read("played");
        for seed in ["1", "2", "3"] {
            let first_job = text.lines().take(13);
            let games = first_job.map(|line| line.split_once(' ').unwrap());
            let processes: Vec<_> = games.filter(|(_, of)| *of == seed).collect();
            assert_eq!(processes.len(), 2);
            assert_ne!(processes[0], processes[1], "{text}");
        }
    }
}
