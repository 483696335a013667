//! `diagnose` with the logs of other tuners, in the formats that those write.

use std::fmt::Write;

use serde_json::Value;

use tune2048_testkit::program::{Scratch, number, random};

/// Scores from 0 to 999 plus so much for each candidate, in the order of play.
pub(crate) fn scores(candidates: u64, games: u64, merit: impl Fn(u64) -> u64) -> Vec<(u64, u64)> {
    let mut random = random(8);
    let mut score = |candidate: u64| (candidate, random(1000) + merit(candidate));
    let candidates = (0..candidates).flat_map(|candidate| (0..games).map(move |_| candidate));
    candidates.map(&mut score).collect()
}

/// Those of twenty candidates, each of which is worth 60 more than the one before it.
pub(crate) fn rising_scores() -> Vec<(u64, u64)> {
    scores(20, 10, |candidate| 100 + 60 * candidate)
}

pub(crate) fn plain(scores: &[(u64, u64)]) -> String {
    let rows = scores.iter().map(|(candidate, score)| format!("c{candidate},{score}\n"));
    "candidate,score\n".to_owned() + &rows.collect::<String>()
}

/// What is said of a file, without names.
pub(crate) fn findings(scratch: &Scratch, arguments: &str) -> Value {
    let mut json = scratch.json(&format!("diagnose {arguments}"));
    for key in ["source", "left_out", "block_column"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json["highest"]["candidate"] = Value::Null;
    json
}

/// `study.trials_dataframe().to_csv("study.csv")` of Optuna 3 and 4: an index without a name,
/// a row per trial with its parameters, here sorted by the value.
const STUDY: &str = include_str!("diagnose_logs.csv");

#[test]
fn trials_of_optuna_with_equal_parameters_are_games_of_one_candidate() {
    let scratch = Scratch::with("study.csv", STUDY);
    let json = scratch.json("diagnose study.csv");
    assert_eq!([&json["candidates"], &json["games"], &json["left_out"]], [3, 6, 2]);
    assert_eq!(json["highest"]["candidate"], "4");
    assert!((number(&json["highest"]["mean"]) - 850.0).abs() < 1e-9);
    scratch.prints("diagnose study.csv", &["2 trials without a value"]);
    // Several objectives need a choice.
    let study = "number,values_0,values_1,params_w,state\n0,5,1,0.1,COMPLETE\n1,6,2,0.1,COMPLETE\n";
    scratch.write("study.csv", study);
    scratch.refuses("diagnose study.csv", &["found number, values_0, values_1", "rename"]);
}

/// The values of this study are means of ten games; their spread and number are other columns.
#[test]
fn a_study_of_means_is_a_table_like_any_other() {
    let scratch = Scratch::new();
    let mut study = "number,mean_score,params_w,games,sd_score,generation,state\n".to_owned();
    let mut means = "generation,candidate,games,mean_score,sd_score\n".to_owned();
    for trial in 0..20_u64 {
        let (generation, mean) = (trial / 5, 500 + 37 * (trial % 7));
        let _ = writeln!(study, "{trial},{mean}.0,0.5,10,250.5,{generation},COMPLETE");
        let _ = writeln!(means, "{generation},{trial},10,{mean},250.5");
    }
    scratch.write("study.csv", &study);
    scratch.write("means.csv", means);
    assert_eq!(findings(&scratch, "study.csv"), findings(&scratch, "means.csv"));
    scratch.prints("diagnose study.csv", &["generations"]);
}

/// What spreadsheets, R and tuners write beside plain numbers.
#[test]
fn tables_of_other_programs_say_the_same_as_plain_ones() {
    let scratch = Scratch::new();
    let scores = rising_scores();
    scratch.write("plain.csv", plain(&scores));
    let plain_findings = findings(&scratch, "plain.csv");
    let semicolons = format!("\u{feff}{}", plain(&scores).replace(',', ";"));
    scratch.write("semicolons.csv", semicolons);
    assert_eq!(findings(&scratch, "semicolons.csv"), plain_findings);
    // Failed runs are left out and counted.
    scratch.write("failed.csv", plain(&scores) + "c3,-inf\nc40,inf\n");
    assert_eq!(findings(&scratch, "failed.csv"), plain_findings);
    scratch.prints("diagnose failed.csv", &["2 trials without a value"]);
    // Commas may mean anything.
    scratch.write("either.tsv", "candidate\tscore\na\t1,351\na\t1,214\n");
    scratch.refuses("diagnose either.tsv", &["either.tsv:2:1", "decimal point and without groups"]);
    // Many rows have one remedy.
    scratch.write("words.csv", plain(&scores).replace(",", ",x").replace("xscore", "score"));
    let run = scratch.tune2048("diagnose words.csv").fails(2);
    assert_eq!(run.stderr.matches("cannot be used").count(), 3, "{run}");
}

#[test]
fn files_that_are_no_text_are_named_wherever_one_is_read() {
    let scratch = Scratch::new();
    scratch.write("scores.csv", b"\xff\xfec\0,\0");
    for command in ["diagnose", "check", "run", "evaluate", "tournament", "learn", "export"] {
        scratch.refuses(&format!("{command} scores.csv"), &["no text, expected text in UTF-8"]);
    }
}
