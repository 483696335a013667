//! Pipes that nobody reads, streams that are full, and outputs that are no terminal.

use std::fs::File;
use std::io::Read;
use std::process::{Child, Stdio};

use tune2048_testkit::program::{Scratch, TINY};

/// What became of a process whose streams this test does not read to the end.
fn end(mut child: Child) -> (Option<i32>, String) {
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut said).unwrap();
    }
    (child.wait().unwrap().code(), said)
}

fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    for arguments in [
        "schema",
        "check tiny.toml",
        "plan tiny.toml",
        "status out",
        "report out",
        "export 2014 --format tables",
        "evaluate 2014 --games 2 --json",
        "compare 2014 2014-simple --games 100",
        "diagnose out",
        "inspect 2014 a874764254314320",
        "play 2014",
        "resume out",
        "--help",
        "--version",
    ] {
        let mut command = scratch.command(arguments.split_whitespace());
        let child = command.stdout(closed_pipe()).spawn().unwrap();
        let (code, said) = end(child);
        assert_eq!(code, Some(0), "{arguments}: {said}");
        assert!(!said.contains("panicked") && !said.contains("error"), "{arguments}: {said}");
    }
}

#[test]
fn messages_that_nobody_reads_do_no_harm() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.write("bad.toml", "seed = x");
    for (arguments, expected) in [
        ("run tiny.toml --out out", 0),
        ("resume out", 0),
        ("check bad.toml", 2),
        ("status missing", 2),
        ("walk", 2),
        ("evaluate 2014 --games 2", 0),
    ] {
        for full in [false, true] {
            if full && arguments.starts_with("run") {
                std::fs::remove_dir_all(scratch.path("out")).unwrap();
            }
            let mut command = scratch.command(arguments.split_whitespace());
            let file = File::options().write(true).open("/dev/full").unwrap();
            let stderr = if full { file.into() } else { closed_pipe() };
            let output = command.stderr(stderr).output().unwrap();
            assert_eq!(output.status.code(), Some(expected), "{arguments}: {:?}", output.status);
        }
    }
    assert!(scratch.path("out/best.toml").exists());
}

#[test]
#[cfg(unix)]
fn a_standard_output_that_is_full_is_a_failure() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    scratch.write("boards", "a874764254314320\n");
    for arguments in [
        "schema",
        "check tiny.toml",
        "plan tiny.toml",
        "list",
        "status out",
        "resume out",
        "report out --out -",
        "export 2014 -f tables",
        "evaluate 2014 --games 2",
        "diagnose out",
        "inspect 2014 a874764254314320 --json",
        "inspect 2014 - <boards",
        "serve-evaluations tiny.toml <tiny.toml",
        "run --help",
        "--version",
    ] {
        let (arguments, input) = arguments.split_once('<').unwrap_or((arguments, "/dev/null"));
        let streams = format!("exec <{input} >/dev/full");
        scratch.limited(&streams, arguments).fails(1).says("No space left");
    }
}
