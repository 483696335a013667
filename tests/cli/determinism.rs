//! Same file, same seed, same record.

use tune2048_testkit::program::Scratch;
use tune2048_testkit::spaces::{TINY, matrix};

#[test]
fn threads_change_no_column_but_times() {
    for space in [
        TINY.to_owned(),
        matrix("random-matrix", "reading-order"),
        matrix("particle-swarm", "diagonal"),
    ] {
        let scratch = Scratch::with("space.toml", space);
        for threads in [1, 3] {
            let arguments = format!("run space.toml --out out{threads} --threads {threads}");
            scratch.tune2048(&arguments).succeeds();
            scratch.assert_same_record(&format!("out{threads}"), "out1");
        }
    }
}
