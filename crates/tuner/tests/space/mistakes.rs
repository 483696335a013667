//! Messages about mistakes in files. Those in `messages` are a sound file, then each change of it that is a mistake
//! with all that is said of it.

use std::path::{Path, PathBuf};

use super::{MATRIX, SMALL, parse};
use tune2048_files::toml_errors::Mistakes;
use tune2048_testkit::csv_text::assert_same_lines;
use tune2048_testkit::replaced;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::weights::file::WeightsFile;

const CASE: &str = "\n==== a mistake\n";
const MESSAGE: &str = "---- is told\n";

/// What is said of a text, of weights or of a search space.
fn mistakes(path: &Path, text: &str) -> Option<Mistakes> {
    let file = path.with_extension("toml");
    let name = Path::new(file.file_name().expect("a name"));
    match path.ends_with("weights.txt") {
        true => WeightsFile::parse(name, text).err(),
        false => CampaignSpec::parse(name, text).err(),
    }
}

/// The kept file with the messages that are given now.
fn told(path: &Path, kept: &str) -> String {
    let mut cases = kept.split(CASE);
    let base = cases.next().expect("a sound file");
    let base = base.to_owned() + "\n";
    assert_eq!(mistakes(path, &base), None, "{}", path.display());
    let mut told = base.trim_end().to_owned();
    for case in cases {
        let (change, _) = case.split_once(MESSAGE).expect("a change");
        let lines = |sign: char| -> String {
            let lines = change.lines().filter_map(|line| line.strip_prefix(sign));
            lines.map(|line| line.to_owned() + "\n").collect()
        };
        let found = mistakes(path, &replaced(&base, &lines('-'), &lines('+')));
        let found = found.unwrap_or_else(|| panic!("{}: no mistake in\n{change}", path.display()));
        told += &format!("{CASE}{change}{MESSAGE}{found}\n");
    }
    told
}

#[test]
fn every_mistake_is_told_as_it_is_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/space/messages");
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let paths: Vec<PathBuf> = entries.collect();
    assert!(paths.len() > 5, "{paths:?}");
    for path in paths {
        let kept = std::fs::read_to_string(&path).expect("a text");
        let told = told(&path, &kept);
        if std::env::var_os("TUNE2048_WRITE_DOCS").is_some() {
            std::fs::write(&path, &told).expect("it can be written");
        } else {
            assert_same_lines(&told, &kept, &path.display().to_string());
        }
    }
}

#[test]
fn texts_of_windows_are_valid() {
    for text in [SMALL, MATRIX] {
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        parse(&windows).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    }
}

#[test]
fn the_least_budget_that_is_named_is_enough() {
    for optimizer in ["particle-swarm", "cma-es", "mirrored-es"] {
        for each in ["{ low = 4 }", "{ low = 50 }", "200"] {
            let text = |games: u64| {
                format!(
                    "name = \"x\"\n[heuristic.rows]\nempty = \"tune\"\nmerges = \"tune\"\n\
                     [optimizer.{optimizer}]\n[objective]\ngames-per-candidate = {each}\n\
                     [budget]\ngames = {games}\n"
                )
            };
            let refused = parse(&text(30)).unwrap_err().to_string();
            let (_, least) = refused.split_once("expected at least ").expect("a least number");
            let least: u64 = least.split(',').next().unwrap().parse().unwrap();
            assert!(parse(&text(least)).is_ok(), "{optimizer}, {each}: {least}");
            assert!(parse(&text(least - 1)).is_err(), "{optimizer}, {each}: {least}");
        }
    }
}

#[test]
fn all_mistakes_of_structure_are_reported_at_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/space");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).expect("test data");
    let mistakes = parse(&read("dozen.toml")).expect_err("mistakes");
    assert_eq!(mistakes.list().len(), 10);
    let lines: Vec<_> = mistakes.list().iter().map(|mistake| mistakes.line(mistake)).collect();
    assert!(lines.is_sorted());
    assert_eq!(format!("{mistakes}\n"), read("dozen.txt"));
}
