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
    for key in ["source", "format", "left_out", "block_column"] {
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
    assert_eq!(json["format"], "optuna");
    assert_eq!([&json["candidates"], &json["games"], &json["left_out"]], [3, 6, 2]);
    assert_eq!(json["highest"]["candidate"], "4");
    assert!((number(&json["highest"]["mean"]) - 850.0).abs() < 1e-9);
    scratch.prints("diagnose study.csv", &["2 trials without a value"]);
    // Blocks follow the numbers of trials and not the order of the file.
    let json = scratch.tune2048("diagnose study.csv --json --block 2").succeeds().json();
    assert_eq!(json["highest"]["block"], "1");
    // Several objectives need a choice.
    let study = "number,values_0,values_1,params_w,state\n0,5,1,0.1,COMPLETE\n1,6,2,0.1,COMPLETE\n";
    scratch.write("study.csv", study);
    scratch.refuses("diagnose study.csv", &["several objectives", "--columns score=values_0"]);
    let json = scratch.json("diagnose study.csv --columns score=values_1");
    assert!((number(&json["highest"]["mean"]) - 1.5).abs() < 1e-9);
}

/// The values of this study are means of ten games; their spread and number are user attributes.
#[test]
fn user_attributes_of_a_study_are_columns_like_any_other() {
    let scratch = Scratch::new();
    let mut study =
        "number,value,params_w,user_attrs_n,user_attrs_sd,system_attrs_cma:generation,state\n"
            .to_owned();
    let mut means = "generation,candidate,games,mean_score,sd_score\n".to_owned();
    for trial in 0..20_u64 {
        let (generation, mean) = (trial / 5, 500 + 37 * (trial % 7));
        let _ = writeln!(study, "{trial},{mean}.0,0.5,10,250.5,{generation},COMPLETE");
        let _ = writeln!(means, "{generation},{trial},10,{mean},250.5");
    }
    scratch.write("study.csv", &study);
    scratch.write("means.csv", means);
    let columns = "--columns mean=value,sd=user_attrs_sd --columns games=user_attrs_n";
    let of_study = findings(&scratch, &format!("study.csv {columns}"));
    assert_eq!(of_study, findings(&scratch, "means.csv"));
    scratch.prints(&format!("diagnose study.csv {columns}"), &["generations"]);
    // A column of games makes a score a mean. Trials before the first generation have none.
    let study = study.replace(",0,COMPLETE", ",,COMPLETE");
    scratch.write("study.csv", study);
    let columns = columns.replace("mean=", "score=");
    let json = findings(&scratch, &format!("study.csv {columns}"));
    assert_eq!([&json["blocks"], &json["games"]], [4, 200]);
    assert_eq!(json["stretches"][0]["first"], "none");
}

/// What spreadsheets, R and tuners write beside plain numbers.
#[test]
fn tables_of_other_programs_say_the_same_as_plain_ones() {
    let scratch = Scratch::new();
    let scores = rising_scores();
    scratch.write("plain.csv", plain(&scores));
    let plain_findings = findings(&scratch, "plain.csv");
    let mut decimal = "sep=;\r\ncandidate;score\r\n".to_owned();
    for (candidate, score) in &scores {
        let _ = write!(decimal, "c{candidate};{score},0\r\n");
    }
    scratch.write("decimal.csv", &decimal);
    assert_eq!(findings(&scratch, "decimal.csv"), plain_findings);
    // Failed runs are left out and counted.
    scratch.write("failed.csv", plain(&scores) + "c3,-inf\nc40,inf\n");
    assert_eq!(findings(&scratch, "failed.csv"), plain_findings);
    scratch.prints("diagnose failed.csv", &["2 trials without a value"]);
    // Commas group thousands beside whole numbers without them, and may mean anything where all have one.
    let tabs = |scores: &[(u64, u64)]| {
        let group = |score: &u64| match score {
            0..1000 => score.to_string(),
            _ => format!("{},{:03}", score / 1000, score % 1000),
        };
        let rows =
            scores.iter().map(|(candidate, score)| format!("c{candidate}\t{}\n", group(score)));
        "candidate\tscore\n".to_owned() + &rows.collect::<String>()
    };
    scratch.write("thousands.tsv", tabs(&scores));
    assert_eq!(findings(&scratch, "thousands.tsv"), plain_findings);
    scratch.write("either.tsv", "candidate\tscore\na\t1,351\na\t1,214\n");
    scratch.refuses("diagnose either.tsv", &["either.tsv:2:3", "decimal point or group thousands"]);
    // One remedy for many rows.
    scratch.write("words.csv", plain(&scores).replace(",", ",x"));
    let run =
        scratch.tune2048("diagnose words.csv --columns candidate=candidate,score=xscore").fails(2);
    assert_eq!(run.stderr.matches("cannot be used").count(), 3, "{run}");
    run.says("the same is true of 197 further rows");
}

#[test]
fn files_that_are_no_text_are_named_wherever_one_is_read() {
    let scratch = Scratch::new();
    scratch.write("study.db", b"SQLite format 3\0\x10");
    scratch.write("scores.csv", b"\xff\xfec\0,\0");
    for command in ["diagnose", "check", "run", "evaluate", "tournament", "learn", "export"] {
        scratch.refuses(&format!("{command} study.db"), &["trials_dataframe"]);
        scratch.refuses(&format!("{command} scores.csv"), &["iconv -f utf-16"]);
    }
    scratch.with_input("diagnose -", b"PK\x03\x04\x14".to_vec()).fails(2).says("unzip");
}
