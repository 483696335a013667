//! Searches that start from the trials of any tuner.

use tune2048_testkit::campaigns::{Scratch, create, space};
use tune2048_tuner::space::CampaignSpec;

/// A space with a start from `trials.csv`, and the folder of that file.
fn with_trials(trials: &str) -> (Scratch, String) {
    let scratch = Scratch::in_memory();
    scratch.write("trials.csv", trials);
    let text = space("cma-es", "generations = 4");
    let path = scratch.path("trials.csv");
    let text = format!("{text}\n[warm-start]\ntrials = \"{}\"\ndiscount = 1\n", path.display());
    (scratch, text)
}

/// Thirty candidates of which the best lie around 300 and 40, one row for each.
fn rows(row: impl Fn(usize, f64, f64, f64) -> String) -> String {
    let candidate = |index: usize| {
        let (empty, merges) = (100.0 + 40.0 * index as f64, 10.0 + 6.0 * index as f64);
        row(index, empty, merges, 1000.0 - (empty - 300.0).abs())
    };
    (0..30).map(candidate).collect()
}

/// The first distribution as weights: `empty`, `merges`, and the deviations of the coordinates.
fn start(trials: &str) -> (f64, f64, Vec<f64>) {
    let (scratch, text) = with_trials(trials);
    scratch.run("out", &text);
    let progress = scratch.progress("out");
    let first = &progress.sources[0].distribution;
    let weights = progress.spec.decode(&first.mean);
    let weight = |name| weights.get(name).unwrap();
    (weight("empty"), weight("merges"), first.standard_deviations())
}

#[test]
fn a_search_begins_at_the_best_trials_of_every_tuner() {
    let optuna = "number,value,params_empty,params_merges,state\n".to_owned()
        + &rows(|i, empty, merges, score| format!("{i},{score},{empty},{merges},COMPLETE\n"))
        + "30,,1,1,FAIL\n";
    let header = "#parametrization,#uid,#loss,empty,empty#sigma,merges\n";
    let nevergrad = header.to_owned()
        + &rows(|i, empty, merges, score| {
            format!("\"A(b, c)\",{i},{},{empty},1,{merges}\n", -score)
        });
    let campaign = "generation,candidate,games,mean_score,sd_score,weight.empty,weight.merges\n"
        .to_owned()
        + &rows(|i, empty, merges, score| format!("0,{i},5,{score},9,{empty},{merges}\n"));
    let by_hand = "merges;empty;score\n".to_owned()
        + &rows(|_, empty, merges, score| format!("{merges};{empty};{score}\n").repeat(3));
    let expected = start(&optuna);
    // The best three of thirty are 260, 300 and 340; merges of a log scale lie at the geometric mean.
    assert!((expected.0 - 300.0).abs() < 1e-6, "{expected:?}");
    let merges: f64 = [34.0_f64, 40.0, 46.0].map(f64::ln).iter().sum();
    assert!((expected.1 - (merges / 3.0).exp()).abs() < 1e-6, "{expected:?}");
    for other in [nevergrad, campaign, by_hand] {
        assert_eq!(start(&other), expected, "{other}");
    }
}

#[test]
fn the_spread_is_that_of_the_best_trials_and_of_a_search_that_begins() {
    let table =
        "empty,score\n".to_owned() + &rows(|_, empty, _, score| format!("{empty},{score}\n"));
    let (_, _, deviations) = start(&table);
    let spec = CampaignSpec::parse_new("a.toml".as_ref(), &with_trials("").1).unwrap();
    let usual = spec.optimizer.step_size();
    let at = |empty: f64| spec.encode(&spec.start_weights().with("empty", empty))[0];
    // Three trials, and a prior that counts as three more.
    let scatter = 2.0 * (at(340.0) - at(300.0)).powi(2);
    let of_empty = ((scatter + 3.0 * usual * usual) / 6.0).sqrt();
    assert!((deviations[0] - of_empty).abs() < 1e-9, "{deviations:?}, {of_empty}");
    // The other weight has no column.
    assert!((deviations[1] - usual).abs() < 1e-9, "{deviations:?}, {usual}");
}

#[test]
fn trials_that_cannot_be_used_are_told_with_their_line_and_leave_no_campaign() {
    for (trials, expected) in [
        ("empty,score\n100,5\nx,6\n", "trials.csv:3:1"),
        ("empty,score\n100,5\n90,high\n", "found \"high\", expected a finite number"),
        ("speed,score\n100,5\n", "`params_constant`, `weight.constant` or `constant`"),
        ("empty,points\n100,5\n", "the columns do not say what candidates scored"),
        (
            "number,values_0,values_1,params_empty,state\n0,1,2,9,COMPLETE\n",
            "do not say what candidates scored",
        ),
        ("empty,score\n-1,9\n-2,8\n5,7\n", "`empty` is outside of its range in 2 of 3"),
        ("empty,score\n", "there are no trials with a score"),
        ("", "there are no scores"),
    ] {
        let (scratch, text) = with_trials(trials);
        let error = create(&scratch.path("out"), &text).unwrap_err();
        assert!(error.is_bad_input(), "{error}");
        let error = error.to_string();
        assert!(error.contains(expected), "{trials:?}: {error}");
        assert!(!scratch.path("out/log.jsonl").exists());
    }
    let (scratch, text) = with_trials("empty,score\n100,5\n");
    for (text, expected) in [
        (text.replace("trials.csv", "nowhere.csv"), "nowhere.csv: cannot read"),
        (text.clone() + "campaign = \"first\"\n", "says twice where the search starts"),
        (text.replace("trials = ", "# "), "does not say where the search starts"),
    ] {
        let error = create(&scratch.path("out"), &text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
