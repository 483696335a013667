//! Same file, same seed, same record.

use crate::spaces::{TINY, matrix};
use crate::support::{Scratch, replaced, without_times};

#[test]
fn threads_change_no_column_but_times() {
    for space in [
        replaced(TINY, "generations = 4", "generations = 8"),
        matrix("random-matrix", "reading-order"),
        matrix("particle-swarm", "diagonal"),
        matrix("cma-es", "free"),
    ] {
        let scratch = Scratch::new();
        scratch.write("space.toml", space);
        for threads in 1..=3 {
            let arguments = format!("run space.toml --out out{threads} --threads {threads}");
            scratch.tune2048(&arguments).succeeds();
            scratch.assert_same_record(&format!("out{threads}"), "out1");
        }
    }
}

#[test]
fn the_verdict_is_the_same_too() {
    let scratch = Scratch::new();
    scratch.write("space.toml", TINY);
    let verdict = |threads: u32| {
        let arguments = format!("run space.toml --out out{threads} --threads {threads}");
        let text = scratch.tune2048(&arguments).succeeds().text().to_owned();
        text.replace(&format!("out{threads}"), "out")
    };
    assert_eq!(verdict(1), verdict(2));
}

#[test]
fn another_seed_gives_another_record() {
    let record = |space: &str| {
        let scratch = Scratch::new();
        scratch.write("space.toml", space);
        scratch.tune2048("run space.toml --out out").succeeds();
        without_times(&scratch.read("out/trials.csv"))
    };
    assert_ne!(
        record(TINY),
        record(&replaced(TINY, "seed = 7", "seed = 8"))
    );
}

#[test]
fn candidates_of_a_generation_share_their_games_and_the_next_has_new_ones() {
    // Two integers to choose from: many candidates are the same weights.
    let start = TINY.find("empty = ").unwrap();
    let end = TINY.find("[objective]").unwrap();
    let one = "constant = { start = 200000, low = 200000, high = 200001, integer = true }\n\n";
    let space = format!("{}{one}{}", &TINY[..start], &TINY[end..]);
    let scratch = Scratch::new();
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out out").succeeds();
    let csv = scratch.read("out/trials.csv");
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let place = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (generation, score, weight) = (
        place("generation"),
        place("mean_score"),
        place("weight.constant"),
    );
    let rows: Vec<Vec<&str>> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    let mut pairs = (0, 0);
    for a in &rows {
        for b in &rows {
            if a[weight] != b[weight] || a[0] == b[0] {
                continue;
            }
            if a[generation] == b[generation] {
                pairs.0 += 1;
                assert_eq!(a[score], b[score]);
            } else {
                pairs.1 += 1;
                assert_ne!(a[score], b[score]);
            }
        }
    }
    assert!(pairs.0 > 0 && pairs.1 > 0, "the test has nothing to see");
}
