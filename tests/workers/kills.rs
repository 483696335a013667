use std::thread;
use std::time::Duration;

use crate::cluster::Cluster;
use tune2048_testkit::program::{Scratch, random};
use tune2048_testkit::spaces::{LONG, LONG_TRIALS};

#[test]
fn a_campaign_survives_a_kill_of_worker_server_and_coordinator() {
    let scratch = Scratch::new();
    let Some(mut cluster) = Cluster::start(&scratch, 2) else { return };
    scratch.write("long.toml", LONG);
    scratch.tune2048("run long.toml --out whole").succeeds();
    let options = cluster.options();
    let mut random = random(2048);
    let mut run = scratch.start(&format!("run long.toml --out killed {options}"));
    for kill in 0..3 {
        // The last fifth is left to the last run.
        let rows = (kill + 1) * LONG_TRIALS * 4 / 5 / 3;
        run.wait_until(|| scratch.rows("killed/trials.csv") >= rows);
        thread::sleep(Duration::from_micros(random(20_000)));
        match kill {
            0 => assert!(cluster.kill_worker(&scratch), "a worker does not end by itself"),
            1 => cluster.server.restart(),
            _ => {
                assert!(run.kill(), "the coordinator ended before its kill");
                run = scratch.start(&format!("resume killed {options}"));
            }
        }
    }
    run.finish().succeeds();
    scratch.assert_same_record("killed", "whole");
}
