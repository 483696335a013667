//! Records that the optimizer does not replay, as on another processor.
//!
//! Rows are rewritten with sound checksums: CRC-32 over the text before them.

use crate::spaces::TINY;
use crate::support::{Scratch, replaced, without_times};

/// A row with one field changed by little, and its checksum made good.
#[track_caller]
pub(crate) fn altered(header: &str, row: &str, column: &str) -> String {
    with(header, row, column, |text| {
        let number: f64 = text.parse().unwrap();
        (number * (1.0 + f64::EPSILON)).to_string()
    })
}

/// A row with one field replaced, and its checksum made good.
#[track_caller]
pub(crate) fn with(
    header: &str,
    row: &str,
    column: &str,
    change: impl Fn(&str) -> String,
) -> String {
    let names: Vec<&str> = header.trim_end().split(',').collect();
    let mut fields: Vec<String> = row.trim_end().split(',').map(str::to_owned).collect();
    assert_eq!(names.len(), fields.len());
    let place = |name: &str| names.iter().position(|other| *other == name);
    let column = place(column).unwrap_or_else(|| panic!("no column {column} in {header}"));
    let changed = change(&fields[column]);
    assert_ne!(changed, fields[column]);
    fields[column] = changed;
    let checksum = place("crc32").expect("a column of checksums");
    fields[checksum] = format!(
        "{:08x}",
        crc32fast::hash(fields[..checksum].join(",").as_bytes())
    );
    fields.join(",") + "\n"
}

fn lines(scratch: &Scratch, file: &str) -> Vec<String> {
    let text = scratch.read(file);
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// A finished campaign whose record has one field of one row altered.
fn diverged(line: usize, column: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.write(
        "space.toml",
        replaced(TINY, "generations = 4", "generations = 8"),
    );
    scratch.tune2048("run space.toml --out out").succeeds();
    let mut rows = lines(&scratch, "out/trials.csv");
    rows[line] = altered(&rows[0], &rows[line], column);
    scratch.write("out/trials.csv", rows.concat());
    scratch
}

#[test]
fn a_checksum_is_what_the_tests_think() {
    let scratch = Scratch::new();
    scratch.write("space.toml", TINY);
    scratch.tune2048("run space.toml --out out").succeeds();
    let rows = lines(&scratch, "out/trials.csv");
    let there = with(&rows[0], &rows[1], "trial", |_| "9".to_owned());
    let back = with(&rows[0], &there, "trial", |_| "0".to_owned());
    assert_eq!(back, rows[1]);
}

#[test]
fn an_altered_point_is_told_with_a_way_out() {
    let scratch = diverged(3, "point.empty");
    let before = scratch.read("out/trials.csv");
    scratch
        .tune2048("resume out")
        .fails(1)
        .says("out/trials.csv")
        .says("generation 0, candidate 2: coordinate 0")
        .says("--from-distribution");
    assert_eq!(scratch.read("out/trials.csv"), before);
    // Looking and taking still work.
    scratch.tune2048("status out").succeeds();
    scratch.tune2048("export out").succeeds();
}

#[test]
fn an_altered_fitness_leads_the_search_elsewhere() {
    let scratch = diverged(3, "fitness");
    // A last bit changes no rank; the worst fitness of all does.
    let mut rows = lines(&scratch, "out/trials.csv");
    rows[3] = with(&rows[0], &rows[3], "fitness", |_| "0".to_owned());
    scratch.write("out/trials.csv", rows.concat());
    scratch
        .tune2048("resume out")
        .fails(1)
        .says("generation 1")
        .says("--from-distribution");
}

#[test]
fn in_a_generation_that_is_not_complete_it_is_noticed_too() {
    let scratch = diverged(23, "point.merges");
    let rows = lines(&scratch, "out/trials.csv");
    scratch.write("out/trials.csv", rows[..25].concat());
    scratch
        .tune2048("resume out")
        .fails(1)
        .says("generation 4, candidate 2")
        .says("--from-distribution");
}

#[test]
fn it_goes_on_from_the_distribution_and_can_then_be_cut_anywhere() {
    let scratch = diverged(3, "point.empty");
    let mut rows = lines(&scratch, "out/trials.csv");
    // Killed in generation 5, of which two candidates are known.
    rows.truncate(1 + 5 * 5 + 2);
    scratch.write("out/trials.csv", rows.concat());
    let distributions = lines(&scratch, "out/distributions.csv");
    scratch.write("out/distributions.csv", distributions[..7].concat());
    scratch
        .tune2048("resume out")
        .fails(1)
        .says("--from-distribution");
    scratch
        .tune2048("resume out --from-distribution")
        .succeeds();

    let after = lines(&scratch, "out/trials.csv");
    assert_eq!(after[..rows.len()], rows, "recorded rows were changed");
    let generations: Vec<&str> = after[1..]
        .iter()
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    assert_eq!(
        generations[25..37],
        ["5", "5", "6", "6", "6", "6", "6", "7", "7", "7", "7", "7"]
    );
    assert_eq!(generations.len(), 37);
    let status = scratch.tune2048("status out --json").succeeds().json();
    assert_eq!(status["finished"], true);
    assert_eq!(status["trials"], 37);

    // From now on it is a campaign like any other.
    let whole = without_times(&after.concat());
    let best = scratch.read("out/best.toml");
    let distributions = scratch.read("out/distributions.csv");
    for kept in [27, 28, 31, 33, 36] {
        scratch.write("out/trials.csv", after[..=kept].concat());
        std::fs::remove_file(scratch.path("out/best.toml")).unwrap();
        scratch
            .tune2048(&format!("resume out --threads {}", kept % 2 + 1))
            .succeeds();
        assert_eq!(
            without_times(&scratch.read("out/trials.csv")),
            whole,
            "{kept} rows kept"
        );
        assert_eq!(scratch.read("out/best.toml"), best);
        assert_eq!(scratch.read("out/distributions.csv"), distributions);
    }
    scratch.tune2048("resume out --generations 9").succeeds();
    assert!(without_times(&scratch.read("out/trials.csv")).starts_with(&whole));
    assert_eq!(scratch.rows("out/trials.csv"), 42);
}

#[test]
fn it_goes_on_from_the_distribution_more_than_once() {
    let scratch = diverged(3, "point.empty");
    scratch
        .tune2048("resume out --from-distribution --generations 10")
        .succeeds();
    let mut rows = lines(&scratch, "out/trials.csv");
    rows[44] = altered(&rows[0], &rows[44], "point.empty");
    scratch.write("out/trials.csv", rows.concat());
    scratch
        .tune2048("resume out")
        .fails(1)
        .says("generation 8")
        .says("--from-distribution");
    scratch
        .tune2048("resume out --from-distribution --generations 12")
        .succeeds();
    scratch.tune2048("resume out").succeeds();
    assert_eq!(scratch.rows("out/trials.csv"), 60);
}

#[test]
fn without_distributions_the_way_out_is_a_new_campaign() {
    let scratch = diverged(3, "point.empty");
    std::fs::remove_file(scratch.path("out/distributions.csv")).unwrap();
    let run = scratch
        .tune2048("resume out")
        .fails(1)
        .says("start a new campaign");
    assert!(!run.stderr.contains("--from-distribution"), "{run}");
    scratch
        .tune2048("resume out --from-distribution")
        .fails(2)
        .says("no distribution is recorded");
}

#[test]
fn numbers_that_no_program_wrote_end_in_an_error() {
    // Sound checksums, impossible contents: by hand, or by a faulty disk controller.
    for (line, column, text) in [
        (40, "generation", "4294967295"),
        (40, "generation", "1000000"),
        (40, "candidate", "4294967295"),
        (40, "candidate", "7"),
        (36, "generation", "6"),
        (6, "generation", "0"),
        (3, "generation", "2"),
        (3, "generation", "-1"),
        (3, "fitness", "NaN"),
        (3, "fitness", "-inf"),
        (3, "games", "0"),
        (3, "games", "4"),
        (3, "share_512", "-7"),
        (3, "point.empty", "NaN"),
        (3, "point.empty", "1e999"),
        (3, "point.empty", ""),
        (3, "weight.empty", "x"),
        (3, "min_score", "18446744073709551616"),
    ] {
        let scratch = Scratch::new();
        scratch.write(
            "space.toml",
            replaced(TINY, "generations = 4", "generations = 8"),
        );
        scratch.tune2048("run space.toml --out out").succeeds();
        let mut rows = lines(&scratch, "out/trials.csv");
        rows[line] = with(&rows[0], &rows[line], column, |_| text.to_owned());
        scratch.write("out/trials.csv", rows.concat());
        let run = scratch.tune2048("status out");
        assert!(
            matches!(run.code, Some(0 | 1)),
            "line {line}, {column} {text}: {run}"
        );
        let run = scratch.tune2048("resume out");
        assert!(
            matches!(run.code, Some(0 | 1)),
            "line {line}, {column} {text}: {run}"
        );
    }
}
