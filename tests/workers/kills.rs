use std::thread;
use std::time::Duration;

use crate::cluster::Cluster;
use tune2048_testkit::program::{LONG, LONG_TRIALS, Scratch, random, replaced};

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

#[test]
fn a_killed_worker_is_soon_shown_no_more() {
    let scratch = Scratch::new();
    let Some(mut cluster) = Cluster::start(&scratch, 2) else { return };
    scratch.write("long.toml", replaced(LONG, "candidate = 12", "candidate = 4000"));
    let mut run = scratch.start(&format!("run long.toml --out out {}", cluster.options()));
    let workers = || {
        let status = scratch.json("status out");
        status["workers"].as_array().unwrap().clone()
    };
    let have_played = || workers().iter().all(|worker| worker["games"] != 0);
    let all = || {
        let now = std::fs::read_to_string(scratch.path("out/now.json")).unwrap_or_default();
        now.matches("\"worker\":").count()
    };
    run.wait_until(|| all() == 2 && have_played());
    assert_eq!(workers().len(), 2);
    for worker in workers() {
        assert_eq!(worker["cores"], 1);
        assert!(worker["host"].as_str().is_some_and(|host| !host.is_empty()));
    }
    scratch.prints("status out", &["2 workers, 2 cores"]);
    assert!(cluster.kill_worker(&scratch), "a worker does not end by itself");
    run.wait_until(|| all() == 3);
    run.wait_until(|| workers().len() == 2);
    run.signal("INT");
    run.finish().fails(130);
}
