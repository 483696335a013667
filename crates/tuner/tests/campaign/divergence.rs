//! Recorded points that are not those that the optimizer proposes.

use tune2048_optimizer::Optimizer;
use tune2048_testkit::campaigns::{Fake, Scratch, go_on, resume, space};
use tune2048_testkit::csv_text::{field, with_next_number, without_times};
use tune2048_tuner::campaign::CampaignError;

/// Restarts a campaign from its last distribution, and goes on with it.
fn restart(scratch: &Scratch, name: &str) {
    let mut campaign = resume(&scratch.folder(name)).unwrap();
    campaign.restart_from_distribution().unwrap();
    go_on(&mut campaign, &Fake::default()).unwrap();
}

#[test]
fn every_changed_point_is_noticed() {
    for kind in Optimizer::all() {
        let (optimizer, has_distribution) = (kind.name(), kind.has_distribution());
        let scratch = Scratch::new();
        scratch.run("whole", &space(optimizer, "generations = 4"));
        let lines = scratch.lines("whole/trials.csv");
        for row in 1..lines.len() {
            for column in ["point.empty", "point.merges"] {
                let mut changed = lines.clone();
                changed[row] = with_next_number(&lines[0], &lines[row], column);
                scratch.copy("whole", "out");
                // With a generation that is not complete, too.
                let kept = if row % 4 == 0 { lines.len() } else { row + 1 };
                scratch.write("out/trials.csv", changed[..kept].concat());
                let found = scratch.go_on("out", &Fake::default());
                let Err(error @ CampaignError::Diverged { .. }) = found else {
                    panic!("{optimizer}, line {}, {column}: {found:?}", row + 1);
                };
                let error = error.to_string();
                let expected = format!("generation {}, candidate {}", (row - 1) / 4, (row - 1) % 4);
                assert!(error.contains(&expected), "{error}");
                assert_eq!(error.contains("--from-distribution"), has_distribution, "{error}");
                assert_eq!(scratch.lines("out/trials.csv"), changed[..kept]);
            }
        }
    }
}

#[test]
fn a_restart_at_any_row_can_be_cut_at_any_row() {
    let scratch = Scratch::new();
    let space = space("cma-es", "generations = 6");
    scratch.run("whole", &space);
    let whole = scratch.lines("whole/trials.csv");
    for kept in 4..20 {
        // Row 1 is not what this processor draws.
        let mut lines = whole.clone();
        lines[1] = with_next_number(&lines[0], &lines[1], "point.empty");
        lines.truncate(kept);
        let begun = (kept - 2) / 4;
        let name = format!("out{kept}");
        scratch.copy("whole", &name);
        scratch.write(&format!("{name}/trials.csv"), lines.concat());
        let distributions = scratch.lines("whole/distributions.csv");
        scratch.write(&format!("{name}/distributions.csv"), distributions[..begun + 2].concat());
        let diverged = scratch.go_on(&name, &Fake::default());
        assert!(matches!(diverged, Err(CampaignError::Diverged { .. })), "{kept}: {diverged:?}");
        restart(&scratch, &name);
        let after = scratch.lines(&format!("{name}/trials.csv"));
        assert_eq!(after[..kept], lines, "recorded rows were changed");
        // What was begun stays, five new generations at most follow.
        assert_eq!(after.len(), kept + 4 * (5 - begun), "{kept} rows kept");
        let best = scratch.read(&format!("{name}/best.toml"));
        let end = without_times(&after.concat());
        for cut in kept..after.len() {
            scratch.write(&format!("{name}/trials.csv"), after[..cut].concat());
            scratch.finish(&name);
            let trials = without_times(&scratch.read(&format!("{name}/trials.csv")));
            assert_eq!(trials, end, "{kept}, {cut}");
            assert_eq!(scratch.read(&format!("{name}/best.toml")), best, "{kept}, {cut}");
        }
    }
}

#[test]
fn a_restart_draws_other_points_than_were_drawn() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 3"));
    let lines = scratch.lines("out/trials.csv");
    scratch.write("out/trials.csv", lines[..5].concat());
    let distributions = scratch.lines("out/distributions.csv");
    scratch.write("out/distributions.csv", distributions[..2].concat());
    restart(&scratch, "out");
    let after = scratch.lines("out/trials.csv");
    let point = |row: &str| field(&after[0], row, "point.empty").to_owned();
    let drawn: Vec<String> = after[1..5].iter().map(|row| point(row)).collect();
    assert!(after[5..].iter().all(|row| !drawn.contains(&point(row))));
    assert_eq!(after.len(), 13);
}

#[test]
fn cutting_the_record_before_a_restart_takes_the_restart_back() {
    // The advice for damaged rows is to cut the file: that must not leave a
    // hole in the generations.
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 6"));
    let lines = scratch.lines("out/trials.csv");
    scratch.write("out/trials.csv", lines[..17].concat());
    restart(&scratch, "out");
    scratch.write("out/trials.csv", lines[..7].concat());
    if scratch.go_on("out", &Fake::default()).is_ok() {
        let after = scratch.lines("out/trials.csv");
        let generations: Vec<&str> =
            after[1..].iter().map(|row| field(&after[0], row, "generation")).collect();
        let mut expected = 0;
        for generation in &generations {
            let generation: u32 = generation.parse().unwrap();
            assert!(generation == expected || generation == expected + 1, "{generations:?}");
            expected = generation;
        }
    }
}
