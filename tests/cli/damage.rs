//! Files of a campaign that are not as they were written.
//!
//! A last line cut short is what a power cut leaves: it is dropped with a
//! warning and played again. Anything else is told with file, line and what to
//! do, and leaves the files as they are.

use crate::spaces::{TINY, matrix};
use crate::support::{Scratch, replaced};

/// A finished campaign in `whole`, and a copy of it in `out` that was killed
/// after all its trials and before its winner was known.
fn killed() -> Scratch {
    killed_of(TINY)
}

fn killed_of(space: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.write("space.toml", space);
    scratch.tune2048("run space.toml --out whole").succeeds();
    std::fs::create_dir(scratch.path("out")).unwrap();
    for file in [
        "search-space.toml",
        "campaign.json",
        "trials.csv",
        "distributions.csv",
    ] {
        scratch.write(
            &format!("out/{file}"),
            scratch.bytes(&format!("whole/{file}")),
        );
    }
    scratch
}

fn lines(scratch: &Scratch, file: &str) -> Vec<String> {
    let text = scratch.read(file);
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// Damages the trials, and asserts that this is told with the line and changes nothing.
#[track_caller]
fn assert_damage_is_told(scratch: &Scratch, damaged: impl AsRef<[u8]>, line: usize) {
    scratch.write("out/trials.csv", &damaged);
    for command in ["resume out", "status out", "report out"] {
        scratch
            .tune2048(command)
            .fails(1)
            .says(&format!("out/trials.csv line {line}: "))
            .says("restore the file from a copy")
            .says("cut it before this line");
        assert_eq!(scratch.bytes("out/trials.csv"), damaged.as_ref());
    }
}

#[test]
fn a_torn_last_line_is_played_again() {
    let scratch = killed();
    let whole = scratch.bytes("out/trials.csv");
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .unwrap()
        + 1;
    let row = whole.len() - last;
    for cut in [1, 2, row / 3, row / 2, row - 20, row - 2, row - 1] {
        scratch.write("out/trials.csv", &whole[..last + cut]);
        scratch.tune2048("status out").succeeds();
        scratch
            .tune2048("resume out")
            .succeeds()
            .says("warning: the last line of the record was cut short and is played again");
        scratch.assert_same_record("out", "whole");
    }
}

#[test]
fn a_torn_header_is_written_again() {
    let scratch = killed();
    for length in [0, 1, 100] {
        let header = &scratch.bytes("whole/trials.csv")[..length];
        scratch.write("out/trials.csv", header);
        scratch.tune2048("resume out").succeeds();
        scratch.assert_same_record("out", "whole");
    }
}

#[test]
fn a_torn_distribution_is_written_again() {
    let scratch = killed();
    let whole = scratch.bytes("out/distributions.csv");
    for cut in [1, 40, 200, whole.len()] {
        scratch.write("out/distributions.csv", &whole[..whole.len() - cut]);
        scratch.tune2048("status out").succeeds();
        scratch.tune2048("resume out").succeeds();
        assert_eq!(
            scratch.read("out/best.toml"),
            scratch.read("whole/best.toml")
        );
    }
}

#[test]
fn a_changed_byte_is_told_with_its_line() {
    let scratch = killed();
    let whole = scratch.bytes("whole/trials.csv");
    let mut random = crate::support::random(6);
    for _ in 0..6 {
        let mut damaged = whole.clone();
        // Past the header, and before the times of the last row.
        let header = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let place = header + random((whole.len() - header - 30) as u64) as usize;
        let row = whole[..place]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .unwrap()
            + 1;
        let in_row = whole[row..place]
            .iter()
            .filter(|&&byte| byte == b',')
            .count();
        if whole[place] == b'\n' || in_row > 31 {
            continue;
        }
        damaged[place] ^= 1;
        let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
        assert_damage_is_told(&scratch, damaged, line);
    }
}

#[test]
fn a_byte_that_is_no_text_is_told() {
    let scratch = killed();
    let mut damaged = scratch.bytes("whole/trials.csv");
    let place = damaged.iter().position(|&byte| byte == b'\n').unwrap() + 5;
    damaged[place] = 0xff;
    assert_damage_is_told(&scratch, damaged, 2);
}

#[test]
fn missing_swapped_and_doubled_lines_are_told() {
    let scratch = killed();
    let whole = lines(&scratch, "whole/trials.csv");
    let changed = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = whole.clone();
        change(&mut lines);
        lines.concat()
    };
    // The header is line 1.
    assert_damage_is_told(&scratch, changed(&|lines| drop(lines.remove(0))), 1);
    assert_damage_is_told(&scratch, changed(&|lines| lines.swap(7, 8)), 8);
    assert_damage_is_told(&scratch, changed(&|lines| drop(lines.remove(9))), 10);
    assert_damage_is_told(
        &scratch,
        changed(&|lines| lines.insert(5, lines[4].clone())),
        6,
    );
    assert_damage_is_told(
        &scratch,
        changed(&|lines| lines.insert(5, "\n".to_owned())),
        6,
    );
    // As a careless editor or a version control system writes it.
    assert_damage_is_told(&scratch, whole.concat().replace('\n', "\r\n"), 1);
    assert_damage_is_told(
        &scratch,
        changed(&|lines| lines.push("a word\n".to_owned())),
        22,
    );
}

#[test]
fn the_advice_to_cut_can_be_followed() {
    let scratch = killed();
    let whole = lines(&scratch, "whole/trials.csv");
    // In the middle of a generation, at its seam, and before everything.
    for kept in [13, 11, 2, 1, 0] {
        scratch.write("out/trials.csv", whole[..kept].concat());
        scratch.tune2048("resume out").succeeds();
        scratch.assert_same_record("out", "whole");
    }
}

#[test]
fn trials_of_other_columns_are_told() {
    let scratch = killed();
    let others = scratch.read("whole/trials.csv").replace("weight.", "w.");
    assert_damage_is_told(&scratch, others, 1);
}

#[test]
fn without_its_distributions_a_campaign_goes_on_to_the_same_trials() {
    let scratch = killed_of(&replaced(TINY, "generations = 4", "generations = 6"));
    let whole = lines(&scratch, "whole/trials.csv");
    scratch.write("out/trials.csv", whole[..18].concat());
    std::fs::remove_file(scratch.path("out/distributions.csv")).unwrap();
    scratch.tune2048("status out").succeeds();
    scratch.tune2048("report out").succeeds();
    scratch.tune2048("resume out").succeeds();
    assert_eq!(
        crate::support::without_times(&scratch.read("out/trials.csv")),
        crate::support::without_times(&whole.concat())
    );
    assert_eq!(
        scratch.read("out/best.toml"),
        scratch.read("whole/best.toml")
    );
}

#[test]
fn damaged_distributions_are_told() {
    let scratch = killed();
    let whole = scratch.read("out/distributions.csv");
    let damaged = whole.replacen("\n0,0,0.13,", "\n0,0,0.14,", 1);
    assert_ne!(damaged, whole);
    scratch.write("out/distributions.csv", damaged);
    for command in ["resume out", "status out"] {
        scratch
            .tune2048(command)
            .fails(1)
            .says("out/distributions.csv line 2: ");
    }
}

#[test]
fn a_damaged_record_is_told_with_what_to_do() {
    for damaged in ["", "{", "[]", "{\"version\": 3}", "\u{0}\u{0}\u{0}"] {
        let scratch = killed();
        let trials = scratch.bytes("out/trials.csv");
        scratch.write("out/campaign.json", damaged);
        let run = scratch
            .tune2048("resume out")
            .fails(1)
            .says("out/campaign.json");
        // There are no lines of it to cut.
        assert!(!run.stderr.contains("cut it before this line"), "{run}");
        scratch.tune2048("run space.toml --out out").fails(2);
        assert_eq!(scratch.bytes("out/trials.csv"), trials);
    }
}

#[test]
fn a_damaged_best_file_does_not_keep_a_campaign_from_its_end() {
    let scratch = killed();
    scratch.write("out/best.toml", "[heuristic");
    scratch
        .tune2048("export out")
        .fails(2)
        .says("out/best.toml");
    scratch.tune2048("resume out").succeeds();
    scratch.assert_same_record("out", "whole");
}

#[test]
fn trials_that_are_gone_are_not_passed_over() {
    // All that was played is lost: beginning anew in silence would hide it.
    let scratch = killed();
    std::fs::remove_file(scratch.path("out/trials.csv")).unwrap();
    let run = scratch.tune2048("resume out");
    assert!(
        run.code == Some(1) || run.stderr.contains("trials.csv"),
        "{run}"
    );
}

#[test]
fn a_search_whose_points_were_altered_is_told_of_whatever_the_optimizer() {
    for optimizer in ["random-matrix", "particle-swarm", "cma-es"] {
        let scratch = killed_of(&matrix(optimizer, "reading-order"));
        let mut rows = lines(&scratch, "whole/trials.csv");
        rows[2] = crate::cli::divergence::altered(&rows[0], &rows[2], "point.matrix-01");
        scratch.write("out/trials.csv", rows.concat());
        scratch
            .tune2048("resume out")
            .fails(1)
            .says("generation 0, candidate 1");
    }
}
