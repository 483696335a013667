//! Failures that are borne.

use crate::support::{Folder, failure, results, shell_results, small_job};

#[test]
fn a_process_that_fails_is_replaced_and_its_games_are_played_again() {
    for failure in [
        "exit 3",
        "kill -9 $$",
        "echo rubbish",
        "exec cat /dev/zero",
        "answer 99 99 99",
        "answer $id 99 99",
        "answer $id $seed $((seed % 1000))",
        "echo \"{\\\"id\\\": $id, \\\"seed\\\": $seed, \\\"error\\\": \\\"memory\\\"}\"",
        "printf '{\"id\": 1, \"sco'; exit 0",
        "exec 1>&-; sleep 60",
        "exec 0<&- 1>&-; exit 0",
    ] {
        let folder = Folder::new();
        let first = "games=$((games + 1)); [ $games = 2 ] && mkdir lived 2> /dev/null &&";
        let mut settings = folder.shell(&format!("{first} {{ {failure}; }}"));
        settings.games_per_request = Some(4);
        settings.deterministic = false;
        let job = small_job(settings, 10);
        assert_eq!(results(&job, 1), shell_results(&job), "{failure}");
        assert!(folder.path().join("lived").exists());
    }
}

#[test]
fn answers_before_a_failure_are_kept() {
    let folder = Folder::new();
    let mut settings =
        folder.shell("[ $seed = 4 ] && mkdir lived 2> /dev/null && exit 1; echo $seed >> played");
    settings.games_per_request = Some(6);
    settings.deterministic = false;
    let job = small_job(settings, 6);
    assert_eq!(results(&job, 1), shell_results(&job));
    assert_eq!(folder.read("played"), "1\n2\n3\n4\n5\n6\n");
}

#[test]
fn a_failure_score_takes_the_place_of_games_that_fail_twice() {
    let folder = Folder::new();
    let mut settings =
        folder.shell("[ $seed = 5 ] && exit 1; [ $((seed % 2)) = 0 ] && echo rubbish");
    settings.failure_score = Some(17.into());
    settings.games_per_request = Some(4);
    let job = small_job(settings, 9);
    let mut expected = shell_results(&job);
    for index in [1, 3, 4, 5, 7] {
        expected[0][index].score = 17.into();
    }
    assert_eq!(results(&job, 2), expected);
}

#[test]
fn a_start_that_fails_once_is_borne() {
    let folder = Folder::new();
    let settings = folder.shell("");
    let script = folder.read("solver.sh");
    folder.write("solver.sh", &format!("mkdir lived 2> /dev/null && exit 1\n{script}"));
    let job = small_job(settings, 2);
    assert_eq!(results(&job, 1), shell_results(&job));
}

#[test]
fn a_game_that_fails_twice_stops_the_job() {
    let folder = Folder::new();
    let settings = folder.shell("[ $seed = 4 ] && echo about to fail >&2 && exit 3");
    let text = failure(&small_job(settings, 8), 2);
    let request = "{\"id\": 1, \"weights\": {\"LOST\": 200000, \"empty\": 270.5, \"cut\": 0.0001}, \
                   \"seeds\": [4]}";
    let at = folder.path().display();
    let expected = format!(
        "the program failed twice in the game with seed 4: it exited with code 3 before it had answered
  first try: it exited with code 3 before it had answered; about to fail
  program: sh solver.sh
  folder: {at}
  request: {request}
  last lines of standard error:
    about to fail
  by hand: cd {at} && echo '{request}' | sh solver.sh
  what to do: run it by hand, and correct what standard error says"
    );
    assert_eq!(text, expected);
}
