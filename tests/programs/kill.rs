//! Programs and the tuner killed at random instants.

use std::process::Command;
use std::thread;
use std::time::Duration;

use super::{SPACE, alive, solver};
use tune2048_testkit::program::{random, replaced};

/// Kills the tuner and one of its programs in turn; the record must be that of an undisturbed
/// campaign, and no process may stay behind.
#[test]
fn a_tuner_and_its_programs_killed_six_times_lose_nothing() {
    const TIMES: u64 = 6;
    let Some(scratch) = solver() else { return };
    let generations = format!("generations = {}", 4 * TIMES);
    scratch.write("space.toml", replaced(SPACE, "generations = 4", &generations));
    scratch.tune2048("run space.toml --out whole").succeeds();
    let last = scratch.rows("whole/trials.csv");
    let mut random = random(23);
    let (mut of_tuner, mut of_program) = (0, 0);
    let mut campaign = scratch.start("run space.toml --out killed");
    for kill in 0..TIMES {
        let rows = scratch.rows("killed/trials.csv") + random(12) as usize;
        campaign.wait_until(|| scratch.rows("killed/trials.csv") >= rows.min(last));
        thread::sleep(Duration::from_micros(random(10_000)));
        if kill % 2 == 0 {
            of_tuner += usize::from(campaign.kill());
            campaign = scratch.start(match scratch.path("killed/campaign.json").exists() {
                true => "resume killed",
                false => "run space.toml --out killed",
            });
        } else if let Some(pid) = alive(&scratch).pop() {
            let kill = Command::new("kill").args(["-9", &pid]).output();
            of_program += usize::from(kill.is_ok_and(|output| output.status.success()));
        }
    }
    campaign.finish().succeeds();
    scratch.assert_same_record("killed", "whole");
    assert!(of_tuner > 0 && of_program > 0, "{of_tuner} and {of_program}");
    // The guard ends the processes of a killed tuner within moments.
    for _ in 0..500 {
        if alive(&scratch).is_empty() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("processes stay behind: {:?}", alive(&scratch));
}
