//! Campaigns killed at random instants, as by `kill -9` or a power cut.

use std::thread;
use std::time::Duration;

use tune2048_testkit::program::{Scratch, random};
use tune2048_testkit::spaces::{LONG, LONG_TRIALS, TINY};

#[test]
fn a_campaign_killed_twenty_times_ends_as_if_it_had_not_been() {
    const IN_SEARCH: usize = 17;
    const IN_VALIDATION: usize = 3;
    let scratch = Scratch::with("long.toml", LONG);
    scratch.tune2048("run long.toml --out whole").succeeds();
    assert_eq!(scratch.rows("whole/trials.csv"), LONG_TRIALS);

    // Instants are a number of further rows, and a moment after: in the
    // middle of a game, an append, a replay or a start, wherever it hits.
    let mut random = random(2048);
    let mut landed = 0;
    for kill in 0..IN_SEARCH + IN_VALIDATION {
        let command = if kill == 0 { "run long.toml --out killed" } else { "resume killed" };
        let mut campaign = scratch.start(&format!("{command} --threads {}", kill % 2 + 1));
        let (rows, moment) = if kill < IN_SEARCH {
            let further = random(12) as usize;
            (scratch.rows("killed/trials.csv") + further, random(10_000))
        } else {
            (LONG_TRIALS, random(30_000))
        };
        campaign.wait_until(|| scratch.rows("killed/trials.csv") >= rows);
        thread::sleep(Duration::from_micros(moment));
        landed += usize::from(campaign.kill());
        assert!(!scratch.path("killed/best.toml").exists(), "kill {kill} came too late");
        if kill < IN_SEARCH {
            assert!(scratch.rows("killed/trials.csv") < LONG_TRIALS, "kill {kill} came too late");
        }
        if scratch.path("killed/campaign.json").exists() {
            let status = scratch.tune2048("status killed --json").succeeds();
            assert_eq!(status.json()["finished"], false);
        }
    }
    assert_eq!(landed, IN_SEARCH + IN_VALIDATION);
    scratch.prints("resume killed --threads 1", &["ratio"]);
    scratch.assert_same_record("killed", "whole");
    assert_eq!(scratch.json("status killed")["finished"], true);
    // Nothing half-written is left behind.
    assert_eq!(scratch.names("killed"), scratch.names("whole"));
}

#[test]
fn a_campaign_killed_while_it_starts_goes_on_or_starts_anew() {
    let scratch = Scratch::with("tiny.toml", TINY);
    scratch.tune2048("run tiny.toml --out whole").succeeds();
    for instant in 0..8 {
        let folder = format!("killed{instant}");
        let campaign = scratch.start(&format!("run tiny.toml --out {folder}"));
        thread::sleep(Duration::from_micros(1000 * instant));
        campaign.kill();
        let resumed = scratch.tune2048(&format!("resume {folder}"));
        if resumed.code != Some(0) {
            resumed.fails(2).says("no campaign here");
            scratch.tune2048(&format!("run tiny.toml --out {folder}")).succeeds();
        }
        scratch.assert_same_record(&folder, "whole");
    }
}
