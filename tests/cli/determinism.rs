//! Same file, same seed, same record.

use tune2048_testkit::program::{Scratch, replaced};
use tune2048_testkit::spaces::{TINY, matrix};

#[test]
fn threads_change_no_column_but_times() {
    for space in [
        TINY.to_owned(),
        replaced(TINY, "[objective]", "[objective]\nbegin-at = 512"),
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
