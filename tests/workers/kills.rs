use std::thread;
use std::time::Duration;

use crate::cluster::Cluster;
use tune2048_testkit::program::{Scratch, is_installed, random};
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

/// A program whose first two games take six seconds each; notes every game that it begins.
const SLOW: &str = r#"#!/usr/bin/env python3
import json, sys, time
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    for seed in asked["seeds"]:
        with open("begun", "a+") as begun:
            begun.seek(0)
            is_early = len(begun.readlines()) < 2
            begun.write(f"{asked['weights']} {seed}\n")
        time.sleep(6 if is_early else 0)
        score = asked["weights"]["x"] + seed % 7
        print(json.dumps({"id": asked["id"], "seed": seed, "score": score}), flush=True)
"#;

const SLOW_SPACE: &str = r#"
name = "slow"
optimizer.cma-es.population = 4
budget.generations = 2
pilot.share = 0
validation.games = 2
[player.command]
program = ["./slow"]
deterministic = false
[heuristic.command]
x = { start = 1, low = 0, high = 9 }
"#;

#[test]
#[cfg(unix)]
fn long_games_in_progress_survive_a_killed_run() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new();
    let Some(cluster) = Cluster::start(&scratch, 0) else { return };
    if !is_installed("python3") {
        return;
    }
    scratch.write("slow", SLOW);
    std::fs::set_permissions(scratch.path("slow"), Permissions::from_mode(0o755)).unwrap();
    scratch.write("slow.toml", SLOW_SPACE);
    let worker = format!("{} --program slow=slow", cluster.worker());
    let workers = [(); 2].map(|()| scratch.start(&format!("{worker} --once")));
    let options = cluster.options();
    let begun = || {
        let begun = std::fs::read_to_string(scratch.path("begun")).unwrap_or_default();
        begun.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut run = scratch.start(&format!("run slow.toml --out killed {options}"));
    run.wait_until(|| begun().len() == 2);
    // A game goes on for as long as it has been played.
    thread::sleep(Duration::from_secs(4));
    assert!(run.kill(), "no game has ended");
    workers.into_iter().for_each(|worker| drop(worker.finish().succeeds()));
    let _worker = scratch.start(&worker);
    scratch.start(&format!("resume killed {options}")).finish().succeeds();
    let games = begun();
    let (long, others) = games.split_at(2);
    // A short game may begin while a run that is not there is asked for it.
    let again = long.iter().filter(|game| others.contains(game));
    assert_eq!(again.count(), 0, "a long game was played again: {games:#?}");
}
