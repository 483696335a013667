//! Ctrl-C and its kin: a clean end, and word of how to go on.

use tune2048_testkit::program::Scratch;
use tune2048_testkit::spaces::{LONG, LONG_TRIALS, long};

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
    assert!(campaign.wait_until(|| scratch.rows("out/looks.csv") == 1));
    campaign.signal("INT");
    campaign.finish().fails(130).says("tune2048 resume out");
    assert!(!scratch.path("out/best.toml").exists());
    scratch.prints("report out --markdown", &["Not finished"]);
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
fn an_evaluation_that_is_interrupted_shows_its_first_games() {
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
    let run = evaluation.finish().says("interrupted after").prints("7");
    assert_eq!(run.code, Some(130), "{run}");
    let text = run.text();
    assert!(text.contains("00 games of seed 1") && !text.contains(" 5 000 games"), "{run}");
}
