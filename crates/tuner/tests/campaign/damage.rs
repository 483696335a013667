//! Every line that is not as it was written is named with its file, and what is said keeps the record.

use tune2048_testkit::assert_has;
use tune2048_testkit::campaigns::{FILES, Fake, Scratch, resume, space};
use tune2048_testkit::csv_text::{rechained, rechained_log, with_field, without_times};
use tune2048_tuner::record::Folder;

/// The files that are appended to.
const RECORD: [&str; 3] = ["trials.csv", "games.csv", "log.jsonl"];

/// Returns a finished campaign in `whole`.
fn whole() -> Scratch {
    let scratch = Scratch::in_memory();
    scratch.run("whole", &space("cma-es", "generations = 2"));
    scratch
}

/// Replaces a file of a copy of the campaign `whole`, and returns what reading it and going on with it say, which leaves
/// all files as they are.
fn refused(scratch: &Scratch, file: &str, contents: &[u8], place: &str) -> String {
    scratch.copy("whole", "out");
    scratch.write(&format!("out/{file}"), contents);
    let folder = scratch.path("out");
    let read = Folder::at(&folder).read(false);
    let read = read.err().unwrap_or_else(|| panic!("{file}, {place}: read")).to_string();
    let error = scratch.go_on("out", &Fake::default());
    let error = error.err().unwrap_or_else(|| panic!("{file}, {place}: went on")).to_string();
    assert_eq!(read, error, "{file}, {place}");
    assert_eq!(std::fs::read(folder.join(file)).unwrap(), contents, "{file}, {place}");
    for other in FILES.into_iter().filter(|other| *other != file) {
        let text = |name: &str| scratch.read(&format!("{name}/{other}"));
        assert_eq!(text("out"), text("whole"), "{file}, {place}: {other}");
    }
    error
}

#[test]
fn every_byte_but_those_of_times() {
    // Several places of each line, and of a column in one line or another.
    const STEP: usize = 29;
    let scratch = whole();
    for file in RECORD {
        let text = scratch.read(&format!("whole/{file}")).into_bytes();
        let mut untold = Vec::new();
        for place in (0..text.len()).step_by(STEP) {
            let mut changed = text.clone();
            changed[place] ^= 1;
            scratch.copy("whole", "out");
            scratch.write(&format!("out/{file}"), &changed);
            let folder = scratch.path("out");
            let line = 1 + text[..place].iter().filter(|&&byte| byte == b'\n').count();
            match Folder::at(&folder).read(false) {
                Err(error) => {
                    let named = format!("{file} line {line}: ");
                    assert!(error.to_string().contains(&named), "byte {place}: {error}");
                }
                Ok(_) => untold.push(place),
            }
        }
        // Of each candidate two times, and no time elsewhere.
        let lines = text.iter().filter(|&&byte| byte == b'\n').count();
        let most = if file == "trials.csv" { 16 * lines / STEP + 1 } else { 0 };
        assert!(untold.len() <= most, "{file}: {untold:?}");
    }
}

#[test]
fn lines_that_are_gone_twice_or_swapped() {
    let scratch = whole();
    for file in RECORD {
        let lines = scratch.lines(&format!("whole/{file}"));
        for row in 0..lines.len() {
            let gone = [&lines[..row], &lines[row + 1..]].concat();
            let twice = [&lines[..=row], &lines[row..]].concat();
            let mut swapped = lines.clone();
            swapped.swap(row, (row + 1).min(lines.len() - 1));
            for (place, changed) in [("gone", gone), ("twice", twice), ("swapped", swapped)] {
                if changed == lines
                    || file == "log.jsonl" && place == "gone" && row + 1 == lines.len()
                {
                    // Without its conclusion a campaign is one that was killed before it.
                    continue;
                }
                let error = refused(&scratch, file, changed.concat().as_bytes(), place);
                let at = row + 1 + usize::from(place == "twice");
                assert_has(&error, &[&format!("{file} line {at}: ")]);
            }
        }
    }
}

#[test]
fn files_that_are_emptied_cut_or_removed() {
    let scratch = whole();
    for file in ["trials.csv", "games.csv"] {
        let lines = scratch.lines(&format!("whole/{file}"));
        let error = refused(&scratch, file, b"", "emptied");
        assert_has(&error, &[&format!("{file} line 1: found no file, or an empty one"), LOG]);
        for kept in [1, lines.len() / 2, lines.len() - 1] {
            let error = refused(&scratch, file, lines[..kept].concat().as_bytes(), "cut");
            assert_has(&error, &[&format!("{file} line {}: found the end after", kept + 1), LOG]);
        }
        let text = lines.concat();
        let error = refused(&scratch, file, &text.as_bytes()[..text.len() - 1], "torn");
        assert_has(&error, &[&format!("{file} line {}: found a line that was cut", lines.len())]);
        scratch.copy("whole", "out");
        std::fs::remove_file(scratch.path(format!("out/{file}"))).unwrap();
        let error = resume(&scratch.path("out")).unwrap_err().to_string();
        assert_has(&error, &[file, "found no file, or an empty one"]);
    }
    let error = refused(&scratch, LOG, b"", "emptied");
    assert_has(&error, &["log.jsonl line 1: found the end", "restore the file from a copy"]);
}

const LOG: &str = "log.jsonl";

#[test]
fn converted_line_ends_and_a_byte_order_mark_are_told_with_what_takes_them_back() {
    let scratch = whole();
    for file in RECORD {
        let text = scratch.read(&format!("whole/{file}"));
        let converted = text.replace('\n', "\r\n");
        let error = refused(&scratch, file, converted.as_bytes(), "CR LF");
        assert_has(&error, &[&format!("{file} line 1: "), "CR LF", "sed -i 's/\\r$//'"]);
        let error = refused(&scratch, file, format!("\u{feff}{text}").as_bytes(), "mark");
        assert_has(&error, &[&format!("{file} line 1: "), "byte order mark", "sed -i"]);
    }
}

#[test]
fn files_of_another_campaign() {
    let scratch = whole();
    let other = space("cma-es", "generations = 2").replace("seed = 11", "seed = 12");
    scratch.run("other", &other);
    for file in RECORD {
        let error = refused(&scratch, file, scratch.read(&format!("other/{file}")).as_bytes(), "");
        let named = if file == LOG { "trials.csv line 2" } else { &format!("{file} line 2") };
        assert_has(&error, &[named, "campaign: found \"", "belongs to other settings"]);
    }
    let best = scratch.read("other/best.toml");
    scratch.copy("whole", "out");
    scratch.write("out/best.toml", best);
    let error = Folder::at(&scratch.path("out")).read(false).unwrap_err().to_string();
    assert_has(&error, &["best.toml line ", "not those that the campaign has recorded"]);
}

#[test]
fn what_follows_from_the_record_is_told_where_it_was_edited_and_written_where_it_is_gone() {
    let scratch = whole();
    let best = scratch.read("whole/best.toml");
    let edited = best.replacen("ratio = ", "ratio = 1", 1);
    let error = refused(&scratch, "best.toml", edited.as_bytes(), "edited");
    assert_has(&error, &["best.toml line ", "keep weights of your own in another file"]);
    let space = scratch.read("whole/search-space.toml");
    let other = space.replace("seed = 11", "seed = 12");
    let error = refused(&scratch, "search-space.toml", other.as_bytes(), "edited");
    assert_has(&error, &["search-space.toml", "seed: recorded 11, found 12", "remove the file"]);
    scratch.copy("whole", "out");
    scratch.write("out/search-space.toml", format!("# mine\n{space}"));
    assert!(scratch.progress("out").finished, "a comment changes nothing");
    for file in ["best.toml", "search-space.toml"] {
        std::fs::remove_file(scratch.path(format!("out/{file}"))).unwrap();
        assert!(scratch.progress("out").finished, "{file}");
    }
    scratch.finish("out");
    scratch.assert_same("out", "whole", "written again");
}

/// The advice says how many lines of each file are sound; what goes on from there ends as the whole.
#[test]
fn what_is_said_to_be_sound_goes_on_to_the_same_end() {
    let scratch = whole();
    let damage = |file: &str, line: usize, is_cut: bool| {
        let mut lines = scratch.lines(&format!("whole/{file}"));
        match is_cut {
            true => lines.truncate(line),
            false => lines[line].replace_range(2..3, "?"),
        }
        refused(&scratch, file, lines.concat().as_bytes(), "damaged")
    };
    let rows = ["trials.csv", "games.csv"];
    let changed =
        [(rows[0], 0), (rows[0], 3), (rows[0], 8), (rows[1], 0), (rows[1], 9), (LOG, 3), (LOG, 6)];
    let changed = changed.map(|(file, line)| (file, line, false));
    // Rows are left that do not follow on the lines that are.
    for (file, line, is_cut) in changed.into_iter().chain([(LOG, 4, true), (LOG, 6, true)]) {
        let error = damage(file, line, is_cut);
        let (_, advice) = error.split_once("keep what is sound, the first ").expect("advice");
        let numbers = advice.split(|letter: char| !letter.is_ascii_digit());
        let mut numbers = numbers.filter(|digits| !digits.is_empty()).map(|n| n.parse().unwrap());
        for of in [LOG, "trials.csv", "games.csv"] {
            let count: usize = numbers.next().expect("a number of lines");
            let lines = scratch.lines(&format!("out/{of}"));
            assert!(count <= lines.len() && (of != file || count <= line), "{error}");
            scratch.write(&format!("out/{of}"), lines[..count].concat());
        }
        std::fs::remove_file(scratch.path("out/best.toml")).unwrap();
        scratch.finish("out");
        scratch.assert_same("out", "whole", &error);
    }
}

/// Rows and lines with sound checksums that cannot follow on each other.
#[test]
fn what_cannot_follow_is_told_though_its_checksum_is_right() {
    let scratch = whole();
    let trials = scratch.lines("whole/trials.csv");
    for (column, value, problem) in [
        ("trial", "7", "trial: found 7, expected 2"),
        ("generation", "1", "generation: found 1, expected 0"),
        ("candidate", "0", "candidate: found 0, expected 2"),
        ("point.empty", "", "point.empty: found \"\", expected a number"),
    ] {
        let mut changed = trials.clone();
        changed[3] = with_field(&trials[0], &trials[3], column, value);
        let error = refused(&scratch, "trials.csv", rechained(&changed).as_bytes(), column);
        assert_has(&error, &["trials.csv line 4: ", problem]);
    }
    let log = scratch.lines("whole/log.jsonl");
    let look = log.iter().position(|line| line.contains("\"event\":\"look\"")).expect("a look");
    for (found, other, problem) in [
        ("\"error\":0.025", "\"error\":0.04", "error: found 0.04, expected 0.025"),
        ("\"look\":1,", "\"look\":2,", "look: found 2, expected 1"),
        ("\"winner\":", "\"winner\":9", "finalist: found 9"),
    ] {
        let mut changed = log.clone();
        changed[look] = log[look].replacen(found, other, 1);
        assert_ne!(changed[look], log[look], "{found}");
        let error = refused(&scratch, LOG, rechained_log(&changed).as_bytes(), found);
        assert_has(&error, &[&format!("log.jsonl line {}: ", look + 1), problem]);
    }
}

#[test]
fn a_line_that_was_being_written_is_dropped_and_played_again() {
    let scratch = whole();
    for (file, torn) in [("trials.csv", "8,2,0,-1"), (LOG, "{\"event\":"), ("games.csv", "sel")] {
        scratch.keep_trials("whole", "out", 6);
        let rows = scratch.read("out/trials.csv");
        let text = scratch.read(&format!("out/{file}"));
        scratch.write(&format!("out/{file}"), text + torn);
        assert_eq!(scratch.progress("out").trials, 6, "{file}");
        scratch.finish("out");
        scratch.assert_same("out", "whole", file);
        let kept = without_times(&rows);
        assert!(without_times(&scratch.read("out/trials.csv")).starts_with(&kept));
    }
}
