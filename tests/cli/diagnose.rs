//! `diagnose`: does a ranking say anything?

use std::fmt::Write;

use crate::cli::diagnose_logs::{plain, scores};
use tune2048_testkit::program::{Scratch, TINY, number, random};

fn mean_and_sd(scores: &[f64]) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let squares = scores.iter().map(|score| (score - mean).powi(2));
    (mean, (squares.sum::<f64>() / (count - 1.0)).sqrt())
}

#[test]
fn a_campaign_and_its_trials_are_diagnosed_alike() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let folder = scratch.tune2048("diagnose out").succeeds().says_nothing();
    let file = scratch.tune2048("diagnose out/trials.csv").succeeds();
    assert_eq!(folder.text(), file.text());
    assert!(folder.text().contains("generations"), "{folder}");
    let json = scratch.json("diagnose out");
    assert_eq!(json["block_column"], "generation");
    assert_eq!(number(&json["candidates"]) as usize, scratch.rows("out/trials.csv"));

    // A copy of the file is a table like any other, with the seeds of no game.
    scratch.write("copy.csv", scratch.read("out/trials.csv"));
    let copy = scratch.json("diagnose copy.csv");
    assert_eq!((&copy["games"], &copy["blocks"]), (&json["games"], &json["blocks"]));
}

#[test]
fn merit_and_luck_are_told_apart() {
    let scratch = Scratch::new();
    // The first half differ, the second half do not.
    let merit = |candidate: u64| if candidate < 100 { 100 * (candidate % 10) } else { 500 };
    scratch.write("scores.csv", plain(&scores(200, 10, merit)));
    let json = scratch.json("diagnose scores.csv");
    assert_eq!([&json["candidates"], &json["games"], &json["blocks"]], [200, 2000, 20]);
    // Merits 0, 100 to 900 have variance 91 667, means of ten luck of 8 333.
    let first = &json["stretches"][0];
    assert!((number(&first["reliability"]) - 0.917).abs() < 0.08, "{json}");
    let last = json["stretches"].as_array().unwrap().last().unwrap();
    assert!(number(&last["reliability_ci95"][0]) < 0.01, "{json}");
    let highest = &json["highest"];
    assert!(number(&highest["estimate"]) < number(&highest["mean"]), "{json}");
    scratch.prints("diagnose scores.csv", &["is worth", "blocks"]);
}

/// Means of ten games and the games themselves say the same.
#[test]
fn a_row_per_candidate_says_the_same_as_a_row_per_game() {
    let scratch = Scratch::new();
    let games = plain(&scores(40, 12, |candidate| 20 * candidate));
    scratch.write("games.csv", &games);
    let mut means = "note;candidate;mean_score;games;sd_score\n".to_owned();
    for candidate in 0..40 {
        let name = format!("c{candidate},");
        let scores = games.lines().filter_map(|line| line.strip_prefix(&name)?.parse().ok());
        let (mean, sd) = mean_and_sd(&scores.collect::<Vec<_>>());
        let _ = writeln!(means, "\"any;thing\";c{candidate};{mean};12;{sd}");
    }
    scratch.write("means.csv", means);
    let answer = |file: &str| {
        let run = scratch.tune2048(&format!("diagnose {file}"));
        run.succeeds().text().replace(file, "")
    };
    assert_eq!(answer("games.csv"), answer("means.csv"));
    // With a comment, and with other line ends.
    scratch.write("ends.csv", format!("# of today\n{games}").replace('\n', "\r\n"));
    assert_eq!(answer("games.csv"), answer("ends.csv"));
}

/// Luck of up to 1000 that depends on the seed alone, and merit of 3 for each candidate.
#[test]
fn luck_of_common_seeds_is_not_taken_for_that_of_candidates() {
    let scratch = Scratch::new();
    let mut random = random(5);
    let luck: Vec<u64> = (0..20).map(|_| 2000 + random(1000)).collect();
    let mut named = Vec::new();
    let mut means = "candidate,games,mean_score,sd_score\n".to_owned();
    for candidate in 0..30 {
        let score = |luck: &u64| (luck + 3 * candidate + random(9)) as f64;
        let scores: Vec<f64> = luck.iter().map(score).collect();
        let row = |(seed, score): (usize, &f64)| format!("{candidate},s{seed},{score}\n");
        named.extend(scores.iter().enumerate().map(row));
        let (mean, sd) = mean_and_sd(&scores);
        let _ = writeln!(means, "{candidate},20,{mean},{sd}");
    }
    named.reverse();
    let table = |rows: &[String]| "candidate,seed,score\n".to_owned() + &rows.concat();
    scratch.write("named.csv", table(&named));
    scratch.write("means.csv", means);
    let json = scratch.json("diagnose named.csv");
    assert!(number(&json["stretches"][0]["reliability"]) > 0.9, "{json}");
    scratch.prints("diagnose named.csv", &["Every candidate plays the same seeds"]);
    // A game that repeats another one says nothing new.
    scratch.write("named.csv", table(&[named.clone(), named[..7].to_vec()].concat()));
    let again = scratch.json("diagnose named.csv");
    assert_eq!((&again["repeated"], &again["highest"]), (&7.into(), &json["highest"]));
    scratch
        .refuses("diagnose means.csv", &["means.csv: the means differ by less", "column `seed`"]);
}

#[test]
fn what_the_method_cannot_judge_is_refused() {
    let scratch = Scratch::new();
    // A race: the later half of the candidates played three times as much.
    let mut race = scores(5, 6, |candidate| 10 * candidate);
    race.extend(scores(10, 18, |candidate| 10 * candidate).split_off(90));
    // One of 60 is far better than the others.
    let outlier = scores(60, 10, |candidate| if candidate == 17 { 3000 } else { 500 });
    scratch.write("race.csv", plain(&race));
    scratch.refuses("diagnose race.csv", &["some candidates played more games than others"]);
    scratch.write("outlier.csv", plain(&outlier));
    assert_eq!(scratch.json("diagnose outlier.csv")["highest"]["unknown"], "lopsided");
    scratch.prints("diagnose outlier.csv", &["does not stand far above them"]);
}

#[test]
fn little_is_said_of_little() {
    let scratch = Scratch::new();
    for text in [
        "candidate,score\na,1\nb,2\n",
        "candidate,score\na,5\na,5\nb,5\nb,5\n",
        "candidate,score\na,1\na,2\nb,3\nb,5\n",
        "candidate,score\na,0\na,0\nb,0\nb,0\nc,0\nc,0\nd,0\nd,0\n",
    ] {
        scratch.write("scores.csv", text);
        let run = scratch.prints("diagnose scores.csv", &["cannot be known"]);
        assert!(!run.text().contains("NaN") && !run.text().contains("inf"), "{run}");
        scratch.json("diagnose scores.csv");
    }
    // Sums of such scores are no numbers.
    scratch.write("scores.csv", "candidate,score\na,1e308\na,1e308\nb,1e308\nb,-1e308\n");
    scratch
        .refuses("diagnose scores.csv", &["scores.csv:2:1", "a size from 1e-100 to 1e100, or 0"]);
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let scratch = Scratch::new();
    let three = "candidate,score\na,12\nb,x1\n\nc,\n,5\n";
    for (text, said) in [
        ("a,b,c\n1,2,3\n", &["scores.csv:1:1", "found a, b, c", "`mean_score`"][..]),
        (three, &["scores.csv:3:1", "column 2, `score`", "found \"x1\", expected a finite number"]),
        (three, &["scores.csv:5:1", "scores.csv:6:1", "expected a name"]),
        ("candidate,value,score\na,1,2\n", &["found `value` and `score`", "rename the one"]),
        ("candidate,score\na,1\nb,2,3\n", &["scores.csv:3:1", "found 3, expected 2"]),
        ("candidate,score\n", &["there are no scores"]),
        ("candidate,mean_score\na,1\n", &["scores.csv:1:1", "expected `games` and `sd_score`"]),
        (
            "candidate,games,mean_score,sd_score\na,0,5,1\nb,2,5,-1\n",
            &["scores.csv:2:1", "a whole number above 0", "scores.csv:3:1", "0 or more"],
        ),
    ] {
        scratch.write("scores.csv", text);
        scratch.refuses("diagnose scores.csv", said);
    }
    scratch.write("binary.csv", [0xff, 0xfe, 0, 1]);
    scratch.refuses("diagnose binary.csv", &["binary.csv"]);
    scratch.refuses("diagnose missing.csv", &["missing.csv"]);
    std::fs::create_dir(scratch.path("empty")).unwrap();
    scratch.refuses("diagnose empty", &["empty: no campaign here"]);
}
