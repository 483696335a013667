//! Ctrl-C and its kin: a clean end, and word of how to go on; and kills at random instants, as by a power cut.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use tune2048_testkit::program::{LONG, LONG_TRIALS, Running, Scratch, long, random};

#[test]
fn an_interrupted_campaign_says_what_is_saved_and_goes_on_the_same() {
    let scratch = Scratch::with("space.toml", long(10, 20));
    scratch.tune2048("run space.toml --out whole").succeeds();

    for signal in ["INT", "TERM"] {
        let out = format!("cut-{signal}");
        let mut campaign = scratch.start(&format!("run space.toml --out {out} --threads 1"));
        let trials = format!("{out}/trials.csv");
        assert!(campaign.wait_until(|| scratch.rows(&trials) >= 7));
        campaign.signal(signal);
        let run = campaign.finish().fails(130);
        let rows = scratch.rows(&trials);
        assert!(rows < 60, "the signal came too late");
        // What it says is saved is saved.
        run.says("interrupted")
            .says(&format!("{} games are saved in {out}", rows * 12))
            .says(&format!("tune2048 resume {out}"));
        scratch.tune2048(&format!("resume {out}")).succeeds();
        scratch.assert_same_record(&out, "whole");
    }
}

#[test]
fn the_validation_can_be_interrupted() {
    let scratch = Scratch::with("space.toml", long(2, 3000));
    let mut campaign = scratch.start("run space.toml --out out --threads 1");
    assert!(campaign.wait_until(|| scratch.path("out/games.csv").exists()
        && scratch.read("out/log.jsonl").contains("\"event\":\"look\"")));
    campaign.signal("INT");
    campaign.finish().fails(130).says("tune2048 resume out");
    assert!(!scratch.path("out/best.toml").exists());
    scratch.prints("report out --markdown", &["not finished"]);
    scratch.refuses("export out", &["tune2048 resume out"]);
}

#[test]
fn two_signals_end_at_once() {
    let scratch = Scratch::with("space.toml", LONG);
    let mut campaign = scratch.start("run space.toml --out out --threads 1");
    assert!(campaign.wait_until(|| scratch.rows("out/trials.csv") >= 1));
    campaign.signal("INT");
    if !campaign.has_ended() {
        campaign.signal("INT");
    }
    let run = campaign.finish();
    assert_eq!(run.code, Some(130), "{run}");
    assert!(scratch.rows("out/trials.csv") < LONG_TRIALS);
}

#[test]
#[cfg(unix)]
fn short_commands_end_with_the_code_of_an_interruption_too() {
    let scratch = Scratch::new();
    for signal in ["INT", "TERM"] {
        // It reads on for as long as its input is open.
        let mut command = scratch.command(["inspect", "2014", "-"]);
        let mut running = Running::of("inspect", command.stdin(Stdio::piped()));
        running.wait_until_it_catches_interrupts();
        running.signal(signal);
        running.wait_until(|| false);
        running.finish().fails(130).says("interrupted");
    }
}

#[test]
fn an_evaluation_that_is_interrupted_shows_no_scores() {
    let scratch = Scratch::with("game.sh", "echo x >> played\necho '{\"score\": 7}'\n");
    scratch.write(
        "weights.toml",
        "[player.command]\nprogram = ['sh', 'game.sh', '{seed}', '{weights-file}']\n\
         [heuristic.command]\na = 1\n",
    );
    let mut evaluation = scratch.start("evaluate weights.toml --games 5000 --threads 1");
    assert!(evaluation.wait_until(|| {
        std::fs::metadata(scratch.path("played")).is_ok_and(|file| file.len() > 2 * 220)
    }));
    evaluation.signal("INT");
    let run = evaluation.finish().says("interrupted after");
    assert_eq!((run.code, run.text()), (Some(130), ""), "{run}");
}

#[test]
fn a_campaign_killed_again_and_again_ends_as_if_it_had_not_been() {
    const IN_SEARCH: usize = 9;
    const IN_VALIDATION: usize = 2;
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
        if scratch.rows("killed/trials.csv") > 0 {
            let status = scratch.tune2048("status killed --json").succeeds();
            assert_eq!(status.json()["finished"], false);
        }
    }
    assert_eq!(landed, IN_SEARCH + IN_VALIDATION);
    scratch.prints("resume killed --threads 1", &["Ratio"]);
    scratch.assert_same_record("killed", "whole");
    assert_eq!(scratch.json("status killed")["finished"], true);
    // Nothing half-written is left behind.
    assert_eq!(scratch.names("killed"), scratch.names("whole"));
}
