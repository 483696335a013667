//! Limits of the system: threads, memory, the size of a file.

use tune2048_testkit::program::{Scratch, TINY, replaced};

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
