//! Recorded points that are not those that the optimizer proposes.

use tune2048_optimizer::Optimizer;
use tune2048_testkit::campaigns::{Fake, Scratch, go_on, space};
use tune2048_testkit::csv_text::{
    field, rechained, rechained_log, with_next_number, without_times,
};
use tune2048_tuner::campaign::{Campaign, CampaignError};
use tune2048_tuner::space::limits::Limits;

/// Restarts a campaign from its last distribution, and goes on with it.
fn restart(scratch: &Scratch, name: &str) {
    let folder = scratch.path(name);
    let campaign = Campaign::resume_from_distribution(&folder, None, &Limits::default());
    go_on(&mut campaign.unwrap(), &Fake::default()).unwrap();
}

/// Keeps the first candidates of a campaign, of which one row is not what is drawn.
fn changed(scratch: &Scratch, name: &str, kept: usize, row: usize, column: &str) -> Vec<String> {
    scratch.keep_trials("whole", name, kept);
    let mut lines = scratch.lines(&format!("{name}/trials.csv"));
    lines[row] = with_next_number(&lines[0], &lines[row], column);
    scratch.write(&format!("{name}/trials.csv"), rechained(&lines));
    scratch.lines(&format!("{name}/trials.csv"))
}

#[test]
fn every_changed_point_is_noticed() {
    for kind in Optimizer::all() {
        let (optimizer, has_distribution) = (kind.name(), kind.has_distribution());
        let scratch = Scratch::in_memory();
        scratch.run("whole", &space(optimizer, "generations = 4"));
        for row in 1..=16 {
            for column in ["point.empty", "point.merges"] {
                // With a generation that is not complete, too.
                let kept = if row % 4 == 0 { 16 } else { row };
                let rows = changed(&scratch, "out", kept, row, column);
                let found = scratch.go_on("out", &Fake::default());
                let Err(error @ CampaignError::Diverged { .. }) = found else {
                    panic!("{optimizer}, line {}, {column}: {found:?}", row + 1);
                };
                let error = error.to_string();
                let expected = format!("generation {}, candidate {}", (row - 1) / 4, (row - 1) % 4);
                assert!(error.contains(&expected), "{error}");
                assert_eq!(error.contains("--from-distribution"), has_distribution, "{error}");
                assert_eq!(scratch.lines("out/trials.csv"), rows);
            }
        }
    }
}

#[test]
fn a_changed_distribution_is_noticed() {
    let scratch = Scratch::in_memory();
    scratch.run("whole", &space("cma-es", "generations = 3"));
    scratch.keep_trials("whole", "out", 8);
    let lines = scratch.lines("out/log.jsonl");
    let place = lines.iter().rposition(|line| line.contains("\"distribution\"")).unwrap();
    for key in ["step_size\":", "mean\":[", "covariance\":["] {
        let (before, after) = lines[place].split_once(key).expect(key);
        let end = after.find([',', ']']).unwrap();
        let number: f64 = after[..end].parse().unwrap();
        let mut other = lines.clone();
        other[place] = format!("{before}{key}{}{}", number.next_up(), &after[end..]);
        scratch.write("out/log.jsonl", rechained_log(&other));
        let error = scratch.go_on("out", &Fake::default()).expect_err(key).to_string();
        let named =
            format!("log.jsonl line {}: the distribution is not that of the trials", place + 1);
        assert!(error.contains(&named), "{error}");
    }
}

#[test]
fn a_restart_at_any_row_can_be_cut_at_any_row() {
    let scratch = Scratch::in_memory();
    scratch.run("whole", &space("cma-es", "generations = 6"));
    for kept in 4..20 {
        let name = format!("out{kept}");
        let rows = changed(&scratch, &name, kept, 1, "point.empty");
        let diverged = scratch.go_on(&name, &Fake::default());
        assert!(matches!(diverged, Err(CampaignError::Diverged { .. })), "{kept}: {diverged:?}");
        restart(&scratch, &name);
        let after = scratch.lines(&format!("{name}/trials.csv"));
        assert_eq!(after[..=kept], rows, "recorded rows were changed");
        // What was begun stays; a generation with a part takes the place of a whole one.
        assert_eq!(after.len(), 1 + kept + 4 * (6 - kept.div_ceil(4)), "{kept} rows kept");
        let best = scratch.read(&format!("{name}/best.toml"));
        let end = without_times(&after.concat());
        for cut in kept..after.len() - 1 {
            scratch.keep_trials(&name, "again", cut);
            // What was restarted from may be cut off, too: then it is as it was before.
            if scratch.events("again", "restart").is_empty() {
                continue;
            }
            scratch.finish("again");
            let trials = without_times(&scratch.read("again/trials.csv"));
            assert_eq!(trials, end, "{kept}, {cut}");
            assert_eq!(scratch.read("again/best.toml"), best, "{kept}, {cut}");
        }
    }
}

#[test]
fn a_restart_draws_other_points_than_were_drawn() {
    let scratch = Scratch::in_memory();
    scratch.run("whole", &space("cma-es", "generations = 3"));
    scratch.keep_trials("whole", "out", 4);
    restart(&scratch, "out");
    let after = scratch.lines("out/trials.csv");
    let point = |row: &str| field(&after[0], row, "point.empty").to_owned();
    let drawn: Vec<String> = after[1..5].iter().map(|row| point(row)).collect();
    assert!(after[5..].iter().all(|row| !drawn.contains(&point(row))));
    assert_eq!(after.len(), 13);
}
