use std::thread;
use std::time::Duration;

use crate::cluster::Cluster;
use crate::spaces::{LONG, LONG_TRIALS};
use crate::support::{Scratch, is_installed, random, without_times};

/// A command that records what it plays, and goes on from its record.
struct Recording {
    start: &'static str,
    go_on: &'static str,
    /// The record of the run that is killed, and its rows at the end.
    record: &'static str,
    rows: usize,
}

/// Runs a command while workers, server and coordinator are killed so many times each.
fn killed(scratch: &Scratch, recording: &Recording, kills: usize) {
    let Some(mut cluster) = Cluster::start(scratch, 2) else {
        return;
    };
    let options = cluster.options();
    let mut random = random(2048);
    let mut run = scratch.start(&format!("{} {options}", recording.start));
    let mut landed = 0;
    for kill in 0..3 * kills {
        // The last fifth is left to the last run.
        let rows = (kill + 1) * recording.rows * 4 / 5 / (3 * kills);
        run.wait_until(|| scratch.rows(recording.record) >= rows);
        thread::sleep(Duration::from_micros(random(20_000)));
        match kill % 3 {
            0 => cluster.kill_worker(scratch),
            1 => cluster.kill_server(scratch),
            _ => {
                landed += usize::from(run.kill());
                run = scratch.start(&format!("{} {options}", recording.go_on));
            }
        }
    }
    assert_eq!(landed, kills, "kills of the coordinator that came too late");
    run.finish().succeeds();
}

fn campaign(kills: usize) {
    const CAMPAIGN: Recording = Recording {
        start: "run long.toml --out killed",
        go_on: "resume killed",
        record: "killed/trials.csv",
        rows: LONG_TRIALS,
    };
    let scratch = Scratch::new();
    if !is_installed("nats-server") {
        return;
    }
    scratch.write("long.toml", LONG);
    scratch.tune2048("run long.toml --out whole").succeeds();
    killed(&scratch, &CAMPAIGN, kills);
    scratch.assert_same_record("killed", "whole");
}

fn comparison(kills: usize) {
    const PAIRS: usize = 2000;
    const COMPARISON: Recording = Recording {
        start: "compare 2014 near.toml --tell 0.1% --pairs --games 2000 --out killed.csv",
        go_on: "compare 2014 near.toml --tell 0.1% --pairs --games 2000 --out killed.csv",
        record: "killed.csv",
        rows: PAIRS,
    };
    let scratch = Scratch::new();
    if !is_installed("nats-server") {
        return;
    }
    scratch.write("near.toml", "[heuristic.rows]\nempty = 330\n");
    scratch
        .tune2048("compare 2014 near.toml --tell 0.1% --pairs --games 2000 --out whole.csv")
        .succeeds();
    assert_eq!(scratch.rows("whole.csv"), PAIRS);
    killed(&scratch, &COMPARISON, kills);
    assert_eq!(scratch.read("killed.csv"), scratch.read("whole.csv"));
}

fn tournament(kills: usize) {
    const GAMES: usize = 8000;
    const TOURNAMENT: Recording = Recording {
        start: "tournament two.toml --out killed",
        go_on: "tournament two.toml --out killed",
        record: "killed/games.csv",
        rows: GAMES,
    };
    let scratch = Scratch::new();
    if !is_installed("nats-server") {
        return;
    }
    let players = "[[players]]\nweights = \"2014\"\n[[players]]\nweights = \"2014-simple\"\n";
    let text = format!("name = \"two\"\nseed = 7\ngames = {}\n{players}", GAMES / 2);
    scratch.write("two.toml", text);
    scratch
        .tune2048("tournament two.toml --out whole")
        .succeeds();
    assert_eq!(scratch.rows("whole/games.csv"), GAMES);
    killed(&scratch, &TOURNAMENT, kills);
    let games = |folder: &str| without_times(&scratch.read(&format!("{folder}/games.csv")));
    assert_eq!(games("killed"), games("whole"));
}

#[test]
fn a_campaign_survives_a_kill_of_worker_server_and_coordinator() {
    campaign(1);
}

#[test]
#[ignore = "minutes, of leases: cargo test --features workers --test workers twenty -- --ignored"]
fn a_campaign_survives_twenty_kills_of_each() {
    campaign(20);
}

#[test]
#[ignore = "minutes, of leases: cargo test --features workers --test workers twenty -- --ignored"]
fn a_comparison_survives_twenty_kills_of_each() {
    comparison(20);
}

#[test]
#[ignore = "minutes, of leases: cargo test --features workers --test workers twenty -- --ignored"]
fn a_tournament_survives_twenty_kills_of_each() {
    tournament(20);
}
