//! Failures that stop a job: what they say.

use tune2048_tuner::subject::Subject;

use crate::support::{Folder, failure, job};
use tune2048_testkit::assert_has;

/// Asserts what is said of a program that runs these commands for each seed.
#[track_caller]
fn fails(commands: &str, parts: &[&str]) {
    let folder = Folder::new();
    let mut settings = folder.shell(commands);
    settings.deterministic = false;
    let text = failure(&job(settings, 1, 12), 1);
    assert_has(&text, parts);
    let all =
        ["  program: sh solver.sh\n", "  folder: /", "  request: {\"id\": ", "  what to do: "];
    assert_has(&text, &all);
}

#[test]
fn a_program_that_exits_is_shown_with_its_code_or_signal() {
    fails("exit 3", &["it exited with code 3 before it had answered"]);
    fails("kill -SEGV $$", &["it was ended by signal 11 (SIGSEGV)", "debugger"]);
    let told = ["code 1", "    no such weight\n", "correct what standard error says"];
    fails("echo no such weight >&2; exit 1", &told);
    let amid = "in the middle of a line: {\"id\"";
    let words = ["it exited with code 0", amid, "until the end of standard input"];
    fails("printf '{\"id\"'; exit 0", &words);
    fails("exec 1>&-; sleep 60", &["it closed its standard output and went on"]);
}

#[test]
fn a_line_that_is_no_answer_is_shown() {
    fails("echo Move left", &["the line is no JSON: Move left", "standard error"]);
    fails("answer $id $seed NaN", &["`score` is NaN", "a finite number"]);
    fails("answer $id $seed 5e-324", &["5e-324"]);
}

#[test]
fn a_program_that_does_not_answer_in_time_is_shown() {
    let folder = Folder::new();
    let mut settings = folder.shell("sleep 60");
    settings.timeout_seconds = 0.1;
    let text = failure(&job(settings.clone(), 1, 1), 1);
    assert_has(&text, &["it did not answer within 0.1 s", "raise timeout-seconds"]);
    settings.games_per_request = Some(2);
    let text = failure(&job(settings, 1, 4), 1);
    assert_has(&text, &["first try: it answered 0 of 2 games, and then none within 0.1 s"]);
    let mut settings = folder.command(&["sh", "-c", "sleep 60"]);
    settings.start_timeout_seconds = 0.1;
    let text = failure(&job(settings, 1, 1), 1);
    let start = "the program fails when it starts: it wrote no greeting within 0.1 s";
    assert_has(&text, &[start, "flush", "raise start-timeout-seconds"]);
}

#[test]
fn a_wrong_greeting_is_shown() {
    let folder = Folder::new();
    let says = |script: &str, parts: &[&str]| {
        let settings = folder.command(&["sh", "-c", script]);
        assert_has(&failure(&job(settings, 1, 1), 1), parts);
    };
    let other = ["when it starts: it speaks protocol 2, expected 1"];
    says("echo '{\"protocol\": 2}'; cat", &other);
    let words = ["its first line is no greeting: Solver 1.0", "{\"protocol\": 1} as first line"];
    says("echo Solver 1.0; cat", &words);
    let words = ["it exited with code 2 before its greeting", "    usage: solver FILE\n"];
    says("echo usage: solver FILE >&2; exit 2", &words);
    says("exec cat /dev/zero", &["it wrote a line of more than 1048576 bytes: \\u{0}\\u{0}"]);
}

#[test]
fn floods_are_cut() {
    let folder = Folder::new();
    // Standard error is read all the time: otherwise the program would wait for ever.
    let flood = "yes 'a long line of standard error' | head -n 20000 >&2; yes é | tr -d '\\n' | head -c 3000 >&2; exit 5";
    let text = failure(&job(folder.shell(flood), 1, 1), 1);
    assert_has(&text, &["it exited with code 5", "    a long line of standard error\n"]);
    assert_eq!(text.matches("a long line of standard error").count(), 19);
    assert!(text.contains(&format!("    {}\n", "é".repeat(300))), "{text}");
}

#[test]
fn a_program_that_cannot_be_started_is_shown_with_its_place() {
    let folder = Folder::new();
    let write = |name: &str, text: &str, mode| {
        let path = folder.path().join(name);
        folder.write(name, text);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
        std::fs::set_permissions(&path, mode).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let plain = write("plain", "#!/bin/sh\n", 0o644);
    let orphan = write("orphan", "#!/no/such/interpreter\n", 0o755);
    let start = |word: &str| failure(&job(folder.command(&[word, "--tune"]), 1, 1), 1);
    let missing = folder.path().join("missing").to_str().unwrap().to_owned();
    assert_has(&start("./missing"), &["cannot start the program: ", &missing]);
    let words = ["` cannot be executed: No such file", "build or install it"];
    assert_has(&start("./missing"), &words);
    assert_has(&start("./plain"), &[&plain, "` cannot be executed: Permission denied", "chmod +x"]);
    assert_has(&start("./orphan"), &[&orphan, "` cannot be executed: No such file", "interpreter"]);
    let words = ["`no-such-solver` is searched in PATH", "a path with a slash"];
    assert_has(&start("no-such-solver"), &words);
    let mut settings = folder.shell("");
    settings.working_folder = Some("/no/such/folder".to_owned());
    let words = ["the working folder /no/such/folder is no folder", "correct `working-folder`"];
    assert_has(&failure(&job(settings, 1, 1), 1), &words);
}

#[test]
fn long_requests_are_cut_and_environments_are_shown() {
    let folder = Folder::new();
    let mut settings = folder.shell("exit 3");
    settings.environment.insert("OMP_NUM_THREADS".to_owned(), "1 2".to_owned());
    let mut long = job(settings.clone(), 1, 1);
    let text = failure(&long, 1);
    let command = "OMP_NUM_THREADS='1 2' sh solver.sh\n";
    let by_hand = " && echo '{\"id\": 1, \"weights\": {\"LOST\": 200000, ";
    let (program, piped) = (format!("  program: {command}"), format!("]}}' | {command}"));
    assert_has(&text, &[&program, by_hand, &piped]);
    let names: Vec<_> = (0..500).map(|index| format!("weight_{index}")).collect();
    let names = names.iter().map(String::as_str);
    long.subject = Subject::program(settings, names).into();
    long.candidates = vec![vec![0.0; 500]];
    let text = failure(&long, 1);
    let request = text.lines().find(|line| line.starts_with("  request: ")).unwrap();
    assert!(request.ends_with(" ..."), "{request}");
    assert_eq!(request.len(), "  request:  ...".len() + 2000);
    assert!(!text.contains("echo"), "{text}");
}

#[test]
fn weights_must_be_finite() {
    let folder = Folder::new();
    let mut job = job(folder.shell(""), 1, 1);
    job.candidates[0][1] = f64::NAN;
    assert_has(&failure(&job, 1), &["candidate 0 of the job has 2 finite values of 3"]);
}
