//! Campaigns against stored scores, stopped, cut, edited and damaged.

use tune2048_tuner::weights::baselines::Baseline;

use crate::campaign::stored_baseline::{FILE, high, run, stored, stored_space};
use tune2048_testkit::assert_has;
use tune2048_testkit::campaigns::{OUTCOME, Scratch};

fn folder_with_baselines(scratch: &Scratch, from: &str, to: &str) {
    scratch.copy(from, to);
    scratch.copy_files(from, to, &OUTCOME);
    scratch.copy_files(from, to, &[FILE]);
}

#[test]
fn a_campaign_that_was_stopped_anywhere_ends_as_the_one_that_was_not() {
    let scratch = Scratch::new();
    let space = stored_space(2);
    run(&scratch, "whole", &space);
    for stop in 0..=15 {
        let name = format!("out{stop}");
        let _ = scratch.play(&name, &space, &high().stopped_after(stop));
        scratch.go_on(&name, &high()).unwrap();
        scratch.assert_same(&name, "whole", &name);
        let text = |folder: &str| scratch.read(&format!("{folder}/{FILE}"));
        assert_eq!(text(&name), text("whole"), "{name}");
    }
}

#[test]
fn stored_scores_that_a_look_has_used_are_not_replaced_by_others() {
    let scratch = Scratch::new();
    run(&scratch, "whole", &stored_space(3));
    let lines = scratch.lines(&format!("whole/{FILE}"));
    let fails = |text: &str, problem: &str| {
        folder_with_baselines(&scratch, "whole", "out");
        scratch.write(&format!("out/{FILE}"), text);
        let error = scratch.go_on("out", &high()).expect_err(problem).to_string();
        assert_has(&error, &[&format!("{FILE} {problem}"), "restore the file"]);
    };
    fails(&lines[0], "line 2: found the end after 0 baselines, none of them that of finalist 0");
    let other = lines.concat().replace("200000", "200001");
    fails(&other, "line 2: the row is not as it was written");
    // Sums that no games have.
    let broken = Baseline { games: 199_999, ..stored(1).clone() };
    fails(&with_baseline(&lines, &broken), "line 2: baseline: found ");

    // A campaign of a version that had stored fewer games keeps those.
    let mut fewer = stored(1).clone();
    for sum in [&mut fewer.games, &mut fewer.score_sum, &mut fewer.square_sum] {
        *sum /= 2;
    }
    fewer.largest_tiles = [(2048, fewer.games)].into();
    folder_with_baselines(&scratch, "whole", "out");
    scratch.write(&format!("out/{FILE}"), with_baseline(&lines, &fewer));
    let outcome = scratch.go_on("out", &high()).unwrap();
    assert_eq!(outcome.evidence.start.games, 100_000);
    assert_eq!(outcome.evidence.start.mean, stored(1).mean());
}

/// Returns the lines of the file with another baseline.
fn with_baseline(lines: &[String], baseline: &Baseline) -> String {
    let json = serde_json::to_string(baseline).unwrap();
    let campaign = lines[1].rsplit(',').nth(1).unwrap();
    let row = format!("0,\"{}\",{campaign}", json.replace('"', "\"\""));
    format!("{}{row},{:08x}\n", lines[0], crc32fast::hash(row.as_bytes()))
}
