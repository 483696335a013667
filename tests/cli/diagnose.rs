//! `diagnose`: does a ranking say anything?

use std::fmt::Write;

use tune2048_testkit::program::{Scratch, number, random};
use tune2048_testkit::spaces::TINY;

/// Scores from 0 to 999 plus so much for each candidate.
fn scores(candidates: u64, games: u64, merit: impl Fn(u64) -> u64) -> String {
    let mut random = random(8);
    let mut text = "candidate,score\n".to_owned();
    for candidate in 0..candidates {
        for _ in 0..games {
            let _ = writeln!(text, "c{candidate},{}", random(1000) + merit(candidate));
        }
    }
    text
}

#[test]
fn a_campaign_and_its_trials_are_diagnosed_alike() {
    let scratch = Scratch::finished("tiny.toml", TINY);
    let folder = scratch.tune2048("diagnose out").succeeds().says_nothing();
    let file = scratch.tune2048("diagnose out/trials.csv").succeeds();
    assert_eq!(folder.text(), file.text());
    assert!(folder.text().contains("generations"), "{folder}");
    let json = scratch.tune2048("diagnose out --json").succeeds().json();
    assert_eq!(json["block_column"], "generation");
    assert_eq!(number(&json["candidates"]) as usize, scratch.rows("out/trials.csv"));

    // A last line that is being written is left out; damage is told.
    let text = scratch.read("out/trials.csv");
    scratch.write("out/trials.csv", &text[..text.len() - 9]);
    let run = scratch.tune2048("diagnose out --json").succeeds();
    assert_eq!(run.json()["candidates"], number(&json["candidates"]) - 1.0);
    run.says("cut short");
    let mut bytes = text.into_bytes();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    scratch.write("out/trials.csv", bytes);
    scratch.tune2048("diagnose out").fails(1).says("trials.csv line");
}

#[test]
fn merit_and_luck_are_told_apart() {
    let scratch = Scratch::new();
    // The first half differ, the second half do not.
    scratch.write(
        "scores.csv",
        scores(200, 10, |candidate| match candidate {
            0..100 => 100 * (candidate % 10),
            _ => 500,
        }),
    );
    let run = scratch.tune2048("diagnose scores.csv --json").succeeds();
    let json = run.json();
    assert_eq!([&json["candidates"], &json["games"], &json["blocks"]], [200, 2000, 20]);
    // Merits 0, 100 to 900 have variance 91 667, means of ten luck of 8 333.
    let first = &json["stretches"][0];
    assert!((number(&first["reliability"]) - 0.917).abs() < 0.08, "{run}");
    let noise = &json["noise_since"];
    assert!((0.4..=0.55).contains(&number(&noise["games_before"])), "{run}");
    assert!(number(&noise["reliability_ci95"][1]) < 0.5, "{run}");
    let highest = &json["highest"];
    assert!(number(&highest["estimate"]) < number(&highest["mean"]), "{run}");
    let text = scratch.tune2048("diagnose scores.csv").succeeds();
    for part in ["each block's ranking is noise", "is worth", "too high", "blocks"] {
        assert!(text.text().contains(part), "no {part:?} in {text}");
    }
}

/// Means of ten games and the games themselves say the same.
#[test]
fn a_row_per_candidate_says_the_same_as_a_row_per_game() {
    let scratch = Scratch::new();
    let games = scores(40, 12, |candidate| 20 * candidate);
    scratch.write("games.csv", &games);
    let mut means = "note;candidate;mean_score;games;sd_score\n".to_owned();
    for candidate in 0..40 {
        let name = format!("c{candidate},");
        let scores: Vec<f64> =
            games.lines().filter_map(|line| line.strip_prefix(&name)?.parse().ok()).collect();
        let mean = scores.iter().sum::<f64>() / 12.0;
        let squares = scores.iter().map(|score| (score - mean).powi(2));
        let sd = (squares.sum::<f64>() / 11.0).sqrt();
        let _ = writeln!(means, "\"any;thing\";c{candidate};{mean};12;{sd}");
    }
    scratch.write("means.csv", means);
    let answer = |file: &str| {
        let run = scratch.tune2048(&format!("diagnose {file}"));
        run.succeeds().text().replace(file, "")
    };
    assert_eq!(answer("games.csv"), answer("means.csv"));
    // Without a header, and with other line ends.
    let bare = games.split_once('\n').unwrap().1.replace('\n', "\r\n");
    scratch.write("bare.csv", bare);
    assert_eq!(answer("games.csv"), answer("bare.csv"));
}

/// Luck of up to 1000 that depends on the seed alone, and merit of 3 for each candidate.
#[test]
fn luck_of_common_seeds_is_not_taken_for_that_of_candidates() {
    let scratch = Scratch::new();
    let mut random = random(5);
    let luck: Vec<u64> = (0..20).map(|_| 2000 + random(1000)).collect();
    let (mut named, mut ordered) = (Vec::new(), "candidate,score\n".to_owned());
    let mut means = "candidate,games,mean_score,sd_score\n".to_owned();
    for candidate in 0..30 {
        let scores: Vec<u64> = luck.iter().map(|luck| luck + 3 * candidate + random(9)).collect();
        for (seed, score) in scores.iter().enumerate() {
            named.push(format!("{candidate},s{seed},{score}\n"));
            let _ = writeln!(ordered, "{candidate},{score}");
        }
        let mean = scores.iter().sum::<u64>() as f64 / 20.0;
        let squares = scores.iter().map(|&score| (score as f64 - mean).powi(2));
        let _ = writeln!(means, "{candidate},20,{mean},{}", (squares.sum::<f64>() / 19.0).sqrt());
    }
    // In another order, and without some games: those that remain of a candidate are still comparable.
    named.reverse();
    named.retain(|row| !row.starts_with("29,s1"));
    scratch.write("named.csv", "candidate,seed,score\n".to_owned() + &named.concat());
    scratch.write("ordered.csv", ordered);
    scratch.write("means.csv", means);
    for file in ["named.csv", "ordered.csv"] {
        let json = scratch.tune2048(&format!("diagnose {file} --json")).succeeds().json();
        assert!(number(&json["correlation"]) > 0.9, "{json}");
        assert!(number(&json["stretches"][0]["reliability"]) > 0.9, "{json}");
        assert_eq!(json["noise_since"], serde_json::Value::Null, "{json}");
        let text = scratch.tune2048(&format!("diagnose {file}")).succeeds();
        assert!(text.text().contains("share the luck of their seeds"), "{text}");
    }
    let run = scratch.tune2048("diagnose means.csv").succeeds();
    run.prints("probably share seeds");
    let json = scratch.tune2048("diagnose means.csv --json").succeeds().json();
    assert_eq!(json["highest"]["unknown"], "shared-seeds");
    assert_eq!([&json["noise_since"], &json["highest"]["estimate"]], [&serde_json::Value::Null; 2]);
}

#[test]
fn little_is_said_of_little() {
    let scratch = Scratch::new();
    for (text, said) in [
        ("candidate,score\na,1\n", "cannot be known"),
        ("candidate,score\na,1\nb,2\n", "cannot be known"),
        ("candidate,score\na,5\na,5\nb,5\nb,5\n", "cannot be known"),
        ("candidate,score\na,1\na,2\nb,3\nb,5\n", "Nothing indicates"),
        ("candidate,score\na,0\na,0\nb,0\nb,0\nc,0\nc,0\nd,0\nd,0\n", "cannot be known"),
    ] {
        scratch.write("scores.csv", text);
        let run = scratch.tune2048("diagnose scores.csv").succeeds();
        assert!(run.text().contains(said), "{said:?} of {text:?}: {run}");
        assert!(!run.text().contains("NaN") && !run.text().contains("inf"), "{run}");
        scratch.tune2048("diagnose scores.csv --json").succeeds().json();
    }
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let scratch = Scratch::new();
    for (text, said) in [
        ("a,b,c\n1,2,3\n", &["scores.csv:1:1", "found a, b, c", "`mean_score`"][..]),
        (
            "candidate,score\na,12\nb,x1\n\nc,\n,5\n",
            &[
                "scores.csv:3:3",
                "column 2, `score`",
                "found \"x1\", expected a finite number",
                "scores.csv:5:3",
                "scores.csv:6:1",
                "expected a name",
            ],
        ),
        ("candidate,score\na,1\nb,2,3\n", &["scores.csv:3:1", "found 3, expected 2"]),
        (
            "candidate,games,mean_score,sd_score\na,0,5,1\nb,2,5,-1\n",
            &["scores.csv:2:3", "a whole number above 0", "scores.csv:3:7", "0 or more"],
        ),
    ] {
        scratch.write("scores.csv", text);
        let run = scratch.tune2048("diagnose scores.csv").fails(2);
        for part in said {
            assert!(run.stderr.contains(part), "no {part:?} of {text:?}: {run}");
        }
    }
    scratch.write("binary.csv", [0xff, 0xfe, 0, 1]);
    scratch.tune2048("diagnose binary.csv").fails(2).says("binary.csv");
    scratch.tune2048("diagnose missing.csv").fails(2).says("missing.csv");
    std::fs::create_dir(scratch.path("empty")).unwrap();
    scratch.tune2048("diagnose empty").fails(2).says("trials.csv");
}
