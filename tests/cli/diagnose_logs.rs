//! `diagnose` with the logs of other tuners, in the formats that those write.

use std::fmt::Write;

use serde_json::Value;

use crate::support::{Scratch, random};

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

/// Scores from 0 to 999 plus 60 for each candidate, in the order of play.
fn scores(candidates: u64, games: u64) -> Vec<(u64, u64)> {
    let mut random = random(8);
    let mut score = |candidate: u64| (candidate, 100 + random(1000) + 60 * candidate);
    let candidates = (0..candidates).flat_map(|candidate| (0..games).map(move |_| candidate));
    candidates.map(&mut score).collect()
}

fn plain(scores: &[(u64, u64)]) -> String {
    let rows = scores
        .iter()
        .map(|(candidate, score)| format!("c{candidate},{score}\n"));
    "candidate,score\n".to_owned() + &rows.collect::<String>()
}

/// What is said of a file, without names.
fn findings(scratch: &Scratch, arguments: &str) -> Value {
    let run = scratch.tune2048(&format!("diagnose {arguments} --json"));
    let mut json = run.succeeds().json();
    for key in ["source", "format", "left_out", "block_column"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json["highest"]["candidate"] = Value::Null;
    json
}

/// `study.trials_dataframe().to_csv("study.csv")` of Optuna 3 and 4: an index without a name,
/// a row per trial with its parameters, here sorted by the value.
const STUDY: &str = "\
,number,value,datetime_start,datetime_complete,duration,params_empty,params_mono,user_attrs_host,state
4,4,900.0,2024-05-01 10:00:04,2024-05-01 10:00:05,0 days 00:00:01,2.5,1.0,a,COMPLETE
5,5,800.0,2024-05-01 10:00:05,2024-05-01 10:00:06,0 days 00:00:01,2.5,1.0,a,COMPLETE
0,0,210.0,2024-05-01 10:00:00,2024-05-01 10:00:01,0 days 00:00:01,0.5,1.0,a,COMPLETE
1,1,180.0,2024-05-01 10:00:01,2024-05-01 10:00:02,0 days 00:00:01,0.5,1.0,a,COMPLETE
3,3,160.0,2024-05-01 10:00:03,2024-05-01 10:00:04,0 days 00:00:01,1.5,,a,COMPLETE
2,2,150.0,2024-05-01 10:00:02,2024-05-01 10:00:03,0 days 00:00:01,1.5,,a,COMPLETE
6,6,,2024-05-01 10:00:06,,,3.5,1.0,a,FAIL
7,7,20.0,2024-05-01 10:00:07,2024-05-01 10:00:08,0 days 00:00:01,3.5,1.0,a,PRUNED
";

#[test]
fn trials_of_optuna_with_equal_parameters_are_games_of_one_candidate() {
    let scratch = Scratch::new();
    scratch.write("study.csv", STUDY);
    let json = scratch
        .tune2048("diagnose study.csv --json")
        .succeeds()
        .json();
    assert_eq!(json["format"], "optuna");
    assert_eq!(
        [&json["candidates"], &json["games"], &json["left_out"]],
        [3, 6, 2]
    );
    assert_eq!(json["highest"]["candidate"], "4");
    assert!((number(&json["highest"]["mean"]) - 850.0).abs() < 1e-9);
    let text = scratch.tune2048("diagnose study.csv").succeeds();
    assert!(text.text().contains("2 trials without a value"), "{text}");
    // Blocks follow the numbers of trials and not the order of the file.
    let json = scratch
        .tune2048("diagnose study.csv --json --block 2")
        .succeeds()
        .json();
    assert_eq!(json["highest"]["block"], "1");
}

#[test]
fn a_study_says_the_same_as_its_games() {
    let scratch = Scratch::new();
    let scores = scores(20, 10);
    scratch.write("plain.csv", plain(&scores));
    let mut study = "number,value,params_w,state\n".to_owned();
    for (trial, (candidate, score)) in scores.iter().enumerate() {
        let _ = writeln!(study, "{trial},{score}.0,0.{candidate},COMPLETE");
    }
    scratch.write("study.csv", study);
    assert_eq!(
        findings(&scratch, "study.csv"),
        findings(&scratch, "plain.csv")
    );
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
    assert_eq!(
        findings(&scratch, &format!("study.csv {columns}")),
        findings(&scratch, "means.csv")
    );
    let run = scratch.tune2048(&format!("diagnose study.csv {columns}"));
    let text = run.succeeds();
    assert!(text.text().contains("generations"), "{text}");
    // A column of games makes a score a mean. Trials before the first generation have none.
    let study = study.replace(",0,COMPLETE", ",,COMPLETE");
    scratch.write("study.csv", study);
    let columns = columns.replace("mean=", "score=");
    let json = findings(&scratch, &format!("study.csv {columns}"));
    assert_eq!([&json["blocks"], &json["games"]], [4, 200]);
    assert_eq!(json["stretches"][0]["first"], "none");
}

#[test]
fn several_objectives_of_a_study_need_a_choice() {
    let scratch = Scratch::new();
    scratch.write(
        "study.csv",
        "number,values_0,values_1,params_w,state\n0,5,1,0.1,COMPLETE\n1,6,2,0.1,COMPLETE\n",
    );
    scratch
        .tune2048("diagnose study.csv")
        .fails(2)
        .says("several objectives")
        .says("--columns score=values_0");
    let run = scratch.tune2048("diagnose study.csv --columns score=values_1 --json");
    assert!((number(&run.succeeds().json()["highest"]["mean"]) - 1.5).abs() < 1e-9);
}

/// `write.csv(iraceResults$testing$experiments, "testing.csv")`: instances in rows,
/// configurations in columns, quoted names, `NA` where a configuration was not run.
const TESTING: &str = "\
\"\",\"7\",\"12\",\"31\"
\"1t\",120,80,95.5
\"2t\",140,100,NA
\"3t\",130,90,NA
";

#[test]
fn columns_of_irace_are_candidates() {
    let scratch = Scratch::new();
    scratch.write("testing.csv", TESTING);
    let json = scratch
        .tune2048("diagnose testing.csv --json")
        .succeeds()
        .json();
    assert_eq!(json["format"], "irace");
    assert_eq!([&json["candidates"], &json["games"]], [3, 7]);
    assert_eq!(json["highest"]["candidate"], "7");
    // irace minimises.
    let run = scratch.tune2048("diagnose testing.csv --minimize");
    let text = run.succeeds();
    assert!(
        text.text().contains("lowest mean, 90 (candidate 12"),
        "{text}"
    );

    scratch.write("testing.csv", TESTING.replace("95.5", "fast"));
    scratch
        .tune2048("diagnose testing.csv")
        .fails(2)
        .says("testing.csv:2:13")
        .says("configuration 31")
        .says("found \"fast\", expected a finite number or NA");
    scratch.write("testing.csv", TESTING.replace("140,100,NA", "140,100"));
    scratch
        .tune2048("diagnose testing.csv")
        .fails(2)
        .says("testing.csv:3:1")
        .says("found 3, expected 4");
}

#[test]
fn a_table_of_irace_says_the_same_as_its_games() {
    let scratch = Scratch::new();
    let scores = scores(20, 10);
    scratch.write("plain.csv", plain(&scores));
    let mut table = (0..20).fold("\"\"".to_owned(), |line, id| format!("{line},\"{id}\"")) + "\n";
    for game in 0..10 {
        let _ = write!(table, "\"{game}t\"");
        for candidate in 0..20 {
            let _ = write!(table, ",{}", scores[candidate * 10 + game].1);
        }
        table.push('\n');
    }
    scratch.write("testing.csv", table);
    assert_eq!(
        findings(&scratch, "testing.csv"),
        findings(&scratch, "plain.csv")
    );
}

/// The first lines of files that pycma 2 and 3 write.
#[test]
fn logs_of_pycma_are_refused_with_what_to_write_instead() {
    let scratch = Scratch::new();
    let fit = "% # columns=\"iteration, evaluation, sigma, axis ratio, bestever, best, median, \
               worst objective function value, further objective values of best\", seed=2, \
               Fri May  3 10:36:46 2019\n\
               1 12 0.207 1.00004 3.509654 3.5096546820703538e+00 7255.6 9674.4\n";
    let best = "% # columns=\"iter, evals, sigma, 0, fitness, xbest\" seed=2, Fri May  3 2019\n\
                1 12 0.207 0 3.509654682070354 0.73 0.57\n";
    let mean = "% # columns=\"iteration, evaluation, void, void, void, xmean\", seed=2\n\
                0 0 0 0 0 1.0 1.0\n";
    for (text, found) in [
        (fit, "the best, median and worst value of each iteration"),
        (best, "the best candidate of each iteration"),
        (mean, "no scores"),
    ] {
        scratch.write("outcmaesfit.dat", text);
        scratch
            .tune2048("diagnose outcmaesfit.dat")
            .fails(2)
            .says("outcmaesfit.dat:1:1")
            .says(found)
            .says("expected every candidate of each iteration")
            .says("generation,candidate,score");
    }
}

/// Scores with blanks between them, after comments, and with other names.
#[test]
fn columns_go_by_the_names_that_are_given() {
    let scratch = Scratch::new();
    let scores = scores(20, 10);
    scratch.write("plain.csv", plain(&scores));
    let mut text = "% a log\n# of two weights\nw1 w2  points\n".to_owned();
    for (candidate, score) in &scores {
        let _ = writeln!(text, "{}  {} {score}", candidate / 5, candidate % 5);
    }
    scratch.write("log.dat", text);
    let named = "log.dat --columns candidate=w1,candidate=w2,score=points";
    assert_eq!(findings(&scratch, named), findings(&scratch, "plain.csv"));

    for (columns, said) in [
        (
            "candidate=w1,score=point",
            &[
                "log.dat:3:1",
                "no column `point`",
                "`w1`, `w2` and `points`",
                "did you mean `points`",
            ][..],
        ),
        (
            "candidates=w1",
            &["found the role \"candidates\"", "did you mean candidate?"],
        ),
        ("w1", &["found \"w1\", expected ROLE=COLUMN"]),
        ("score=w1,score=w2", &["found score=w1 and score=w2"]),
        ("score=w1,mean=w2", &["found a score and a mean"]),
        ("candidate=w1", &["log.dat:3:1", "found w1, w2, points"]),
    ] {
        let run = scratch
            .tune2048(&format!("diagnose log.dat --columns {columns}"))
            .fails(2);
        for part in said {
            assert!(
                run.stderr.contains(part),
                "no {part:?} of {columns:?}: {run}"
            );
        }
    }
    // A line that is too short is located by its line and column.
    scratch.write("log.dat", "candidate score\na 12\nb   x\nc\n");
    let run = scratch.tune2048("diagnose log.dat").fails(2);
    run.says("log.dat:3:5")
        .says("found \"x\", expected a finite number")
        .says("log.dat:4:1");
}

#[test]
fn standard_input_is_read_as_a_file() {
    let scratch = Scratch::new();
    let text = plain(&scores(20, 10));
    scratch.write("plain.csv", &text);
    let file = scratch.tune2048("diagnose plain.csv").succeeds();
    let input = scratch.with_input("diagnose -", text).succeeds();
    assert_eq!(
        input.text().replace("standard input", "plain.csv"),
        file.text()
    );
    scratch
        .with_input("diagnose -", "candidate,score\na,x\n")
        .fails(2)
        .says("standard input:2:3");
}

/// Opposite scores, of which the lowest is best, say the same as the scores.
#[test]
fn a_search_for_low_scores_is_diagnosed_like_one_for_high_ones() {
    let scratch = Scratch::new();
    let scores = scores(20, 10);
    scratch.write("plain.csv", plain(&scores));
    scratch.write(
        "negative.csv",
        plain(&scores)
            .replace(',', ",-")
            .replace(",-score", ",score"),
    );
    let [high, low] = ["plain.csv", "negative.csv --minimize"].map(|file| findings(&scratch, file));
    assert_eq!(high["noise_since"], low["noise_since"]);
    for key in ["mean", "estimate"] {
        let [high, low] = [&high, &low].map(|json| number(&json["highest"][key]));
        assert!((high + low).abs() < 1e-9 * high, "{key}: {high}, {low}");
    }
    let ends = |json: &Value| [0, 1].map(|end| number(&json["highest"]["estimate_ci95"][end]));
    let ([a, b], [c, d]) = (ends(&high), ends(&low));
    assert!((a + d).abs() < 1e-9 * a && (b + c).abs() < 1e-9 * b);

    // Losses above 0: the lowest is too low by luck.
    let json = findings(&scratch, "plain.csv --minimize");
    let [mean, estimate] = ["mean", "estimate"].map(|key| number(&json["highest"][key]));
    let interval = ends(&json);
    assert!(
        mean < estimate && interval[0] < estimate && estimate < interval[1],
        "{json}"
    );
    let text = scratch.tune2048("diagnose plain.csv --minimize").succeeds();
    assert!(text.text().contains("too low"), "{text}");
}

/// Candidates whose means differ by as much as luck explains at the assumed variation,
/// and by far more.
#[test]
fn means_without_a_spread_are_judged_by_an_assumed_one() {
    let scratch = Scratch::new();
    let mut random = random(3);
    let mut means = "candidate,games,mean_score\n".to_owned();
    for candidate in 0..200 {
        // Uniform from 850 to 1149: a standard deviation of 87, while 0.5 · 1000 / √25 = 100.
        let _ = writeln!(means, "{candidate},25,{}", 850 + random(300));
    }
    scratch.write("means.csv", &means);
    let noise = findings(&scratch, "means.csv --cv 0.5");
    assert!(
        (number(&noise["noise_since"]["games_before"])).abs() < 0.2,
        "{noise}"
    );
    assert!((number(&noise["assumed_cv"]) - 0.5).abs() < 1e-12);
    let signal = findings(&scratch, "means.csv --cv 0.1");
    assert!(
        number(&signal["stretches"][0]["reliability"]) > 0.9,
        "{signal}"
    );
    // Without a column of games.
    let single = means.replace(",25,", ",").replace("games,", "");
    scratch.write("single.csv", single);
    assert_eq!(findings(&scratch, "single.csv --cv 0.5 --games 25"), noise);
    let text = scratch.tune2048("diagnose means.csv --cv 0.5").succeeds();
    assert!(text.text().contains("assumed, not measured"), "{text}");

    for (arguments, said) in [
        (
            "means.csv",
            &["means.csv:1:1", "no spread", "`sd_score`, or --cv"][..],
        ),
        ("single.csv --cv 0.5", &["no number of games", "--games N"]),
        (
            "means.csv --cv 0",
            &["--cv: found 0, expected a number above 0"],
        ),
        ("means.csv --cv nan", &["--cv: found NaN"]),
    ] {
        let run = scratch.tune2048(&format!("diagnose {arguments}")).fails(2);
        for part in said {
            assert!(
                run.stderr.contains(part),
                "no {part:?} of {arguments}: {run}"
            );
        }
    }
}

#[test]
fn any_log_and_options_are_answered_or_refused() {
    let scratch = Scratch::new();
    let mut random = random(12);
    let headers = [
        "number,value,params_a,state\n",
        "number,value,system_attrs_cma:generation,state\n",
        "\"\",\"1\",\"2\"\n",
        "candidate score games\n",
        "candidate,mean_score,games\n",
        "% # columns=\"iter, evals\n",
        "",
    ];
    let parts = [
        "0", "1", "2", "-3.5", "1e308", "NA", "COMPLETE", "FAIL", ",", ",", ",", " ", "\n", "\n",
        "\r", "%", "#", "\"", "\"1t\"", "ä", "\u{feff}",
    ];
    let options = [
        "",
        "--minimize",
        "--cv 0.5",
        "--cv 0.5 --games 3 --minimize",
        "--columns score=value",
        "--columns mean=score,sd=candidate --block 1",
    ];
    let mut pick = |count: usize| random(count as u64) as usize;
    for _ in 0..150 {
        let mut text = headers[pick(headers.len())].to_owned();
        for _ in 0..pick(40) {
            text.push_str(parts[pick(parts.len())]);
        }
        let options = options[pick(options.len())];
        scratch.write("log", &text);
        let run = scratch.tune2048(&format!("diagnose log {options}"));
        assert!(
            matches!(run.code, Some(0 | 2)),
            "{text:?}, {options}: {run}"
        );
        assert!(!run.text().contains("NaN"), "{text:?}, {options}: {run}");
    }
}
