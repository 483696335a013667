//! Limits of the system: threads, memory, the size of a file.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::TINY;

#[test]
fn more_threads_than_cores_can_serve_are_refused_with_the_limit() {
    let scratch = Scratch::with("tiny.toml", TINY);
    for command in ["evaluate 2014", "compare 2014 2014-simple", "run tiny.toml"] {
        for threads in ["100000", "18446744073709551615", "0"] {
            let words = ["--threads", "expected 1 to "];
            scratch.refuses(&format!("{command} --threads {threads}"), &words);
        }
    }
    assert!(!scratch.path("results").exists(), "nothing was started");
}

#[test]
#[cfg(target_os = "linux")]
fn threads_that_the_system_denies_are_reported() {
    let scratch = Scratch::new();
    // A stack of a hundred terabytes for every thread.
    let limit = "export RUST_MIN_STACK=100000000000000";
    scratch.write("tiny.toml", TINY);
    for command in ["evaluate 2014 --games 4", "serve-evaluations tiny.toml"] {
        let run = scratch.limited(limit, command);
        run.fails(1).says("cannot start threads").says("ulimit -u");
    }
    for command in ["serve", "learn lines"] {
        let run = scratch.limited(limit, command);
        run.fails(1).says("cannot listen to signals").says("ulimit -u");
    }
    let run = scratch.limited(limit, "run tiny.toml --out out");
    run.fails(1).says("error: ").says("ulimit -u");
    scratch.tune2048("resume out").succeeds();
}

#[test]
#[cfg(unix)]
fn a_limit_of_the_file_size_is_like_a_full_disk() {
    let scratch = Scratch::new();
    let space = replaced(TINY, "generations = 4", "generations = 12");
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out whole").succeeds();
    // Blocks of 512 or 1024 bytes, as the shell counts.
    let run = scratch.limited("ulimit -f 12", "run space.toml --out out");
    run.fails(1)
        .says(": cannot append: File too large")
        .says("what is recorded is safe")
        .says("tune2048 resume");
    assert!(scratch.rows("out/trials.csv") > 3);
    scratch.tune2048("resume out").succeeds();
    scratch.assert_same_record("out", "whole");
}
