//! Every changed byte is told with its line, or changes nothing.

use tune2048_testkit::campaigns::{Fake, Scratch, resume, space};
use tune2048_testkit::csv_text::{with_field, without_times};
use tune2048_tuner::campaign::Progress;

/// Changes each of these bytes of a file of the campaign `whole`. What is told names the file and its line and leaves the
/// file as it is. Returns the places at which nothing is told; the campaign then ends with the same trials.
pub(super) fn untold_changes(
    scratch: &Scratch,
    file: &str,
    others: &[&str],
    places: impl IntoIterator<Item = usize>,
) -> Vec<usize> {
    let whole = scratch.read(&format!("whole/{file}")).into_bytes();
    let mut untold = Vec::new();
    for place in places {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        scratch.copy("whole", "out");
        scratch.copy_files("whole", "out", others);
        scratch.write(&format!("out/{file}"), &damaged);
        let reading = Progress::read(&scratch.folder("out"));
        if let Err(error) = scratch.go_on("out", &Fake::default()) {
            let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
            let (text, expected) = (error.to_string(), format!("{file} line {line}: "));
            assert!(text.contains(&expected), "byte {place}: {text}");
            assert_eq!(std::fs::read(scratch.folder("out").join(file)).unwrap(), damaged);
            assert!(reading.is_err() || !others.is_empty(), "byte {place}");
        } else {
            let trials = |of: &str| without_times(&scratch.read(&format!("{of}/trials.csv")));
            assert_eq!(trials("out"), trials("whole"), "byte {place}");
            assert!(reading.is_ok(), "byte {place}");
            untold.push(place);
        }
    }
    untold
}

#[test]
fn every_byte_of_the_trials() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("random-matrix", "generations = 1"));
    let lines = scratch.lines("whole/trials.csv");
    let length = lines.concat().len();
    let untold = untold_changes(&scratch, "trials.csv", &[], (0..length).step_by(7));
    // Of each candidate two times, and the end of the file.
    assert!(7 * untold.len() <= 30 * lines.len(), "{untold:?}");
}

#[test]
fn every_byte_of_the_distributions() {
    let scratch = Scratch::new();
    scratch.run("whole", &space("cma-es", "generations = 2"));
    let length = scratch.read("whole/distributions.csv").len();
    let places = (0..length - 1).step_by(3);
    assert_eq!(untold_changes(&scratch, "distributions.csv", &[], places), [0; 0]);
    // Rows in another order and twice; the last one is what a restart goes on from.
    let lines = scratch.lines("whole/distributions.csv");
    for changed in [[0, 2, 1], [0, 1, 1]] {
        scratch.copy("whole", "out");
        let rows = changed.map(|row: usize| lines[row].as_str());
        scratch.write("out/distributions.csv", rows.concat());
        let error = resume(&scratch.folder("out")).expect_err("rows out of order").to_string();
        assert!(error.contains("distributions.csv line "), "{error}");
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
            drop(resumed.unwrap());
            scratch.finish("out");
            scratch.assert_same("out", "whole", "the last row gone");
        }
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
    for error in [Progress::read(&folder).err(), resume(&folder).err()] {
        let text = error.expect("a coordinate is gone").to_string();
        assert!(
            text.contains("trials.csv line 3: point.empty: found \"\", expected a number"),
            "{text}"
        );
    }
}
