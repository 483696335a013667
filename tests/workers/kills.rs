use std::thread;
use std::time::Duration;

use crate::cluster::Cluster;
use crate::spaces::{LONG, LONG_TRIALS};
use crate::support::{Scratch, random};

/// Plays a campaign while workers, server and coordinator are killed so many times each.
fn killed(kills: usize) {
    let scratch = Scratch::new();
    let Some(mut cluster) = Cluster::start(&scratch, 2) else {
        return;
    };
    scratch.write("long.toml", LONG);
    scratch.tune2048("run long.toml --out whole").succeeds();
    let mut random = random(2048);
    let mut run = scratch.start(&format!("run long.toml --out killed {}", cluster.options()));
    let mut landed = 0;
    for kill in 0..3 * kills {
        let rows = (kill + 1) * LONG_TRIALS / (3 * kills + 1);
        run.wait_until(|| scratch.rows("killed/trials.csv") >= rows);
        thread::sleep(Duration::from_micros(random(20_000)));
        match kill % 3 {
            0 => cluster.kill_worker(&scratch),
            1 => cluster.kill_server(&scratch),
            _ => {
                landed += usize::from(run.kill());
                run = scratch.start(&format!("resume killed {}", cluster.options()));
            }
        }
    }
    assert_eq!(landed, kills, "kills of the coordinator that came too late");
    run.finish().succeeds();
    scratch.assert_same_record("killed", "whole");
}

#[test]
fn a_campaign_survives_a_kill_of_worker_server_and_coordinator() {
    killed(1);
}

#[test]
#[ignore = "minutes, of leases: cargo test --features workers --test workers -- --ignored"]
fn a_campaign_survives_twenty_kills_of_each() {
    killed(20);
}
