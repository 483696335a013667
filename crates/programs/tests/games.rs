//! Results of programs that keep the protocol.

use tune2048_engine::{GameResult, GameSeed, Monitor};
use tune2048_programs::Players;

use crate::support::{Folder, GOOD, evaluate, expected, job, results};

#[test]
fn any_number_of_processes_and_size_of_requests_give_the_same_results() {
    let Some(folder) = Folder::with(GOOD) else { return };
    for (processes, games_per_request) in [(1, None), (3, None), (2, Some(7)), (1, Some(100))] {
        let mut settings = folder.settings();
        settings.games_per_request = games_per_request;
        let job = job(settings, 3, 40);
        assert_eq!(results(&job, processes), expected(&job));
    }
}

#[test]
fn equal_seeds_are_played_as_often_as_they_occur() {
    let once_per_seed = r#"
for request in requests():
    assert len(set(request["seeds"])) == len(request["seeds"])
    for seed in set(request["seeds"]):
        answer(request, seed)
"#;
    let Some(folder) = Folder::with(once_per_seed) else { return };
    let mut settings = folder.settings();
    settings.games_per_request = Some(8);
    let mut job = job(settings, 2, 6);
    // Seeds that differ in the bits that are not sent.
    job.seeds = [5 << 11, 6 << 11, 5 << 11, (5 << 11) + 1, u64::MAX, 0].map(GameSeed).to_vec();
    assert_eq!(results(&job, 1), expected(&job));
}

#[test]
fn answers_come_in_any_order_with_other_numbers_and_keys() {
    let backwards = r#"
for request in requests():
    for seed in reversed(request["seeds"]):
        say(seed=seed, mean=0.5, note="x", list=[1], points=float(score(request["weights"], seed)),
            largest_tile=4096, moves=seed % 1000, nodes=2**40, id=request["id"])
"#;
    let Some(folder) = Folder::with(backwards) else { return };
    let mut settings = folder.settings();
    settings.games_per_request = Some(5);
    settings.score = "points".to_owned();
    let job = job(settings, 2, 12);
    let mut expected = expected(&job);
    for results in &mut expected {
        for (result, seed) in results.iter_mut().zip(&job.seeds) {
            *result = GameResult {
                largest_tile: 4096,
                moves: ((seed.0 >> 11) % 1000) as u32,
                nodes: 1 << 40,
                ..*result
            };
        }
    }
    assert_eq!(results(&job, 2), expected);
}

#[test]
fn several_threads_share_an_evaluator_and_its_processes() {
    let counts_lives = r#"
open("life" + str(os.getpid()), "w").close()
for request in requests():
    for seed in request["seeds"]:
        answer(request, seed)
"#;
    let Some(folder) = Folder::with(counts_lives) else { return };
    let job = job(folder.settings(), 2, 30);
    let expected = expected(&job);
    let evaluator = Players::new(Some(2)).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..2 {
                    let games = evaluate(&evaluator, &job, &Monitor::default()).unwrap();
                    assert!(games.iter().all(|games| games.seconds > 0.0));
                    let results: Vec<_> = games.into_iter().map(|games| games.results).collect();
                    assert_eq!(results, expected);
                }
            });
        }
    });
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let lives = names.filter(|name| name.to_string_lossy().starts_with("life")).count();
    // Processes stay alive between jobs; those that played the first games may leave their
    // places to others for the comparison.
    assert!((2..=2 + 2 * 3).contains(&lives), "{lives} processes");
}

#[test]
fn no_more_processes_play_than_settings_and_threads_allow() {
    for (threads, processes) in [(1, None), (1, Some(4)), (4, Some(1))] {
        let folder = Folder::new();
        let alone = "mkdir playing 2> /dev/null || echo >> together; rmdir playing 2> /dev/null";
        let mut settings = folder.shell(alone);
        settings.processes = processes;
        let job = job(settings, 2, 10);
        let evaluator = Players::new(Some(threads)).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| evaluate(&evaluator, &job, &Monitor::default()).unwrap());
            }
        });
        assert!(!folder.path().join("together").exists());
    }
}

#[test]
fn a_job_without_games_is_delivered() {
    let job = job(Folder::new().command(&["./missing"]), 2, 0);
    assert_eq!(results(&job, 2), [vec![], vec![]]);
}

#[test]
fn a_relative_program_is_found_in_its_folder_with_its_environment() {
    let folder = Folder::new();
    folder.shell("answer $id $seed $POINTS; continue");
    folder.write("solver", "#!/bin/sh\nexec sh solver.sh\n");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path().join("solver"), executable).unwrap();
    let mut settings = folder.command(&["./solver"]);
    settings.environment.insert("POINTS".to_owned(), "77".to_owned());
    let results = results(&job(settings, 1, 2), 1);
    assert!(results[0].iter().all(|result| result.score == 77.into()));
}
