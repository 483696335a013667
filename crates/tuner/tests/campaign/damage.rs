//! Every changed byte is told with its line, or changes nothing.

use tune2048_testkit::campaigns::{Fake, Scratch, go_on, resume, space};
use tune2048_testkit::csv_text::{with_field, without_times};
use tune2048_tuner::campaign::Progress;

#[test]
fn every_byte_of_the_trials() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("random-matrix", "generations = 1"));
    let whole = scratch.read("whole/trials.csv").into_bytes();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        scratch.copy("whole", "out");
        scratch.write("out/trials.csv", &damaged);
        let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
        let reading = Progress::read(&scratch.folder("out"));
        match resume(&scratch.folder("out")) {
            Err(error) => {
                let text = error.to_string();
                assert!(
                    text.contains(&format!("trials.csv line {line}: ")),
                    "byte {place}: {text}"
                );
                assert_eq!(std::fs::read(scratch.folder("out/trials.csv")).unwrap(), damaged);
                assert!(reading.is_err(), "byte {place}");
            }
            Ok(mut campaign) => {
                // A time, or the end of the file: the record is the same in the end.
                assert!(reading.is_ok(), "byte {place}");
                go_on(&mut campaign, &Fake::default()).unwrap();
                let found = scratch.read("out/trials.csv");
                assert_eq!(
                    without_times(&found),
                    without_times(&scratch.read("whole/trials.csv")),
                    "byte {place}"
                );
            }
        }
    }
}

#[test]
fn every_byte_of_the_distributions() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 2"));
    let whole = scratch.read("whole/distributions.csv").into_bytes();
    for place in 0..whole.len() - 1 {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        scratch.copy("whole", "out");
        scratch.write("out/distributions.csv", &damaged);
        let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
        let error = resume(&scratch.folder("out")).expect_err("damage");
        let text = error.to_string();
        assert!(text.contains(&format!("distributions.csv line {line}: ")), "byte {place}: {text}");
    }
}

#[test]
fn every_row_but_the_last_is_missed() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 3"));
    let lines = scratch.lines("whole/trials.csv");
    for gone in 0..lines.len() {
        let mut rest = lines.clone();
        rest.remove(gone);
        scratch.copy("whole", "out");
        scratch.write("out/trials.csv", rest.concat());
        let resumed = resume(&scratch.folder("out"));
        if gone + 1 < lines.len() {
            let text = resumed.expect_err("a missing row").to_string();
            assert!(text.contains(&format!("line {}: ", gone + 1)), "{text}");
        } else {
            go_on(&mut resumed.unwrap(), &Fake::default()).unwrap();
            scratch.assert_same("out", "whole", "the last row gone");
        }
    }
}

#[test]
fn swapped_and_doubled_distributions_are_told() {
    // The last one is what a restart goes on from.
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 4"));
    let lines = scratch.lines("whole/distributions.csv");
    let (mut swapped, mut doubled) = (lines.clone(), lines.clone());
    swapped.swap(2, 4);
    doubled.push(lines[1].clone());
    for changed in [swapped, doubled] {
        scratch.copy("whole", "out");
        scratch.write("out/distributions.csv", changed.concat());
        let resumed = resume(&scratch.folder("out"));
        let text = resumed.expect_err("rows out of order").to_string();
        assert!(text.contains("distributions.csv line "), "{text}");
    }
}

#[test]
fn a_candidate_without_one_of_its_coordinates_is_refused() {
    let scratch = Scratch::new();
    scratch.run("out", &space("cma-es", "generations = 1"));
    let mut lines = scratch.lines("out/trials.csv");
    lines[2] = with_field(&lines[0], &lines[2], "point.empty", "");
    scratch.write("out/trials.csv", lines.concat());
    let folder = scratch.folder("out");
    let results = [Progress::read(&folder).err(), resume(&folder).err()];
    for error in results {
        let text = error.expect("a coordinate is gone").to_string();
        assert!(text.contains("trials.csv line 3: found a point of "), "{text}");
    }
}
