//! Recorded points that are not those that the optimizer proposes.

use tune2048_optimizer::Optimizer;
use tune2048_testkit::campaigns::{Fake, Scratch, space};
use tune2048_testkit::csv_text::{rechained, rechained_log, with_next_number};
use tune2048_tuner::campaign::CampaignError;

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
        let optimizer = kind.name();
        let scratch = Scratch::in_memory();
        scratch.run("whole", &space(optimizer, "generations = 4"));
        for row in 1..=16 {
            for column in ["point.empty", "point.merges"] {
                // With a generation that is not complete, too.
                let kept = if row % 4 == 0 { 16 } else { row };
                let rows = changed(&scratch, "out", kept, row, column);
                let found = scratch.go_on("out", &Fake::default());
                let Err(error @ CampaignError::Failed(_)) = found else {
                    panic!("{optimizer}, line {}, {column}: {found:?}", row + 1);
                };
                let error = error.to_string();
                let expected = format!("generation {}, candidate {}", (row - 1) / 4, (row - 1) % 4);
                assert!(error.contains(&expected), "{error}");
                assert!(error.contains("start a new campaign"), "{error}");
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
