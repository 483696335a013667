//! A changed campaign ends with the same files wherever it was interrupted.

use crate::campaign::changed_space::*;
use tune2048_testkit::campaigns::{Fake, Scratch, optimizers, space};
use tune2048_testkit::csv_text::field;
use tune2048_tuner::campaign::CampaignError;

#[test]
fn trials_cut_after_any_row_meet_the_change_again() {
    for optimizer in optimizers() {
        for (kind, pairs) in KINDS {
            let scratch = Scratch::new();
            let text = changed(optimizer, pairs);
            scratch.run("whole", &space(optimizer, "generations = 3"));
            let found = scratch.change("whole", &text).unwrap();
            assert_eq!(found.generation, 3);
            scratch.finish("whole");
            let lines = scratch.lines("whole/trials.csv");
            let rows = lines.len() - 1;
            assert!(rows >= 24, "{rows}");
            for kept in (0..=rows).step_by(if optimizer == "cma-es" { 5 } else { 13 }) {
                let place = format!("{optimizer}, {kind}, cut after {kept}");
                scratch.copy("whole", "out");
                scratch.write("out/trials.csv", lines[..=kept].concat());
                // Without distributions, everything is derived from the trials.
                if kept % 3 == 2 {
                    let header = scratch.lines("whole/distributions.csv")[0].clone();
                    scratch.write("out/distributions.csv", header);
                }
                scratch.finish("out");
                scratch.assert_same_search("out", "whole", &place);
            }
        }
    }
}

#[test]
fn a_change_takes_effect_after_the_generation_in_progress() {
    let scratch = Scratch::new();
    let text = changed("cma-es", KINDS[7].1);
    stopped_and_changed(&scratch, "out", "cma-es", 9, &text);
    scratch.finish("out");
    let progress = scratch.progress("out");
    let games = |number: u32| -> Vec<u32> {
        let trials = progress.trials.iter().filter(|trial| trial.generation == number);
        trials.map(|trial| trial.evaluation.games).collect()
    };
    assert_eq!(games(2), [6; 4]);
    assert_eq!(games(3), [8; 6]);
    for trial in &progress.trials {
        let dimensions = if trial.generation < 3 { 2 } else { 1 };
        assert_eq!(trial.point.len(), dimensions);
        let merges = trial.weights[2];
        assert_eq!(merges == 900.0, trial.generation >= 3, "{merges}");
    }
    // The column of the fixed weight stays, and is empty.
    let lines = scratch.lines("out/trials.csv");
    let point = |line: usize| field(&lines[0], &lines[line], "point.merges");
    assert_ne!(point(12), "");
    assert_eq!(point(13), "");
    assert_eq!(field(&lines[0], &lines[13], "weight.merges"), "900");
    let rows = scratch.lines("out/distributions.csv");
    let at = |column: &str| field(&rows[0], &rows[4], column).to_owned();
    assert_eq!(at("generation"), "3");
    assert_eq!(at("restarted"), "1");
    assert_eq!(at("mean.merges"), "");
    assert_eq!(at("covariance.merges.empty"), "");
    assert_ne!(at("covariance.empty.empty"), "");
}

#[test]
fn a_change_undone_before_any_game_leaves_no_trace_in_the_search() {
    for optimizer in optimizers() {
        let scratch = Scratch::new();
        let plain = space(optimizer, "generations = 6");
        scratch.run("whole", &plain);
        stopped_and_changed(&scratch, "out", optimizer, 9, &changed(optimizer, KINDS[7].1));
        // The first change is recorded, but no generation has begun with it.
        let finish_generation = scratch.go_on("out", &Fake::stopping_after(3));
        assert!(matches!(finish_generation, Err(CampaignError::Interrupted)));
        let back = scratch.change("out", &plain).unwrap();
        assert_eq!(back.generation, 3);
        scratch.finish("out");
        scratch.assert_same("out", "whole", optimizer);
        assert_eq!(changes(&scratch, "out").len(), 2);
    }
}

#[test]
fn a_campaign_changed_twice_and_cut_anywhere_ends_the_same() {
    for optimizer in optimizers() {
        let scratch = Scratch::new();
        stopped_and_changed(&scratch, "whole", optimizer, 5, &changed(optimizer, KINDS[7].1));
        let _ = scratch.go_on("whole", &Fake::stopping_after(10));
        // The second change tunes the weight again, at depth 1.
        let free = space(optimizer, "generations = 7");
        let second = scratch.change("whole", &free).unwrap();
        assert_eq!(second.generation, 4);
        scratch.finish("whole");
        let lines = scratch.lines("whole/trials.csv");
        for kept in (0..lines.len()).step_by(if optimizer == "cma-es" { 5 } else { 13 }) {
            scratch.copy("whole", "out");
            scratch.write("out/trials.csv", lines[..=kept.min(lines.len() - 1)].concat());
            scratch.finish("out");
            scratch.assert_same("out", "whole", &format!("{optimizer}, {kept}"));
        }
        // Only the stages at depth 1 may provide front runners.
        let progress = scratch.progress("whole");
        let finalists = scratch.read("whole/finalists.csv");
        for trial in &progress.trials {
            if (2..4).contains(&trial.generation) {
                let origin = format!("front runner, trial {}\"", trial.trial);
                assert!(!finalists.contains(&origin), "{finalists}");
            }
        }
    }
}
