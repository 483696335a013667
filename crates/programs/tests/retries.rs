//! Failures that are borne.

use crate::support::{Folder, assert_says, expected, failure, job, results};

/// A program whose first process fails in its second game.
fn fails_once(failure: &str) -> String {
    format!(
        r#"
is_first = is_first_life()
games = 0
for request in requests():
    for seed in request["seeds"]:
        games += 1
        if is_first and games == 2:
            {failure}
        answer(request, seed)
"#
    )
}

#[test]
fn a_process_that_fails_is_replaced_and_its_games_are_played_again() {
    for failure in [
        "os._exit(3)",
        "os.kill(os.getpid(), 9)",
        "print('rubbish', flush=True); time.sleep(1000)",
        "print('x' * 2000000, flush=True)",
        "say(id=request['id'], seed=seed, error='out of memory')",
        "print('{\"id\": 1, \"sco', end='', flush=True); os._exit(0)",
        "os.close(1); time.sleep(1000)",
    ] {
        let Some(folder) = Folder::with(&fails_once(failure)) else {
            return;
        };
        let mut settings = folder.settings();
        settings.games_per_request = Some(4);
        let job = job(settings, 2, 10);
        assert_eq!(results(&job, 1), expected(&job), "{failure}");
    }
}

#[test]
fn a_process_that_hangs_is_killed_after_its_timeout() {
    let Some(folder) = Folder::with("") else {
        return;
    };
    let first_life_hangs = "mkdir lived 2> /dev/null && sleep 1000";
    let job = job(folder.shell(first_life_hangs, 0.3), 1, 4);
    let results = results(&job, 1);
    assert!(results[0].iter().all(|result| result.score == 7));
}

#[test]
fn a_game_that_fails_twice_stops_the_job() {
    let body = r#"
for request in requests():
    for seed in request["seeds"]:
        if seed == 4:
            print("about to fail", file=sys.stderr)
            os._exit(3)
        answer(request, seed)
"#;
    let Some(folder) = Folder::with(body) else {
        return;
    };
    let mut job = job(folder.settings(), 1, 0);
    job.seeds = (1..8)
        .map(|seed| tune2048_engine::GameSeed(seed << 11))
        .collect();
    let text = failure(&job, 2);
    println!("{text}");
    assert_says(
        &text,
        &[
            "the game with seed 4 failed twice: it exited with code 3 with unanswered games",
            "  first try: it exited with code 3",
            "  program: python3 -S solver.py",
            "  request: {\"id\": 1, \"weights\": {\"LOST\": 200000, \"empty\": 270.5, \"cut\": 0.0001}, \"seeds\": [4]}",
            "    about to fail\n",
            "  what to do: run it by hand",
        ],
    );
}
