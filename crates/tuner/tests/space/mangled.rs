//! Damaged files: with any contents, mistakes are reported and nothing panics.

use std::path::Path;

use proptest::prelude::*;
use tune2048_engine::presets::Preset;
use tune2048_files::toml_errors::Mistakes;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights_file::WeightsFile;

use super::{MATRIX, SMALL, committed, parse};

/// One way to damage a text; positions count modulo its length.
#[derive(Clone, Debug)]
enum Damage {
    Delete(usize, usize),
    Truncate(usize),
    SwapLines(usize, usize),
    CopyLine(usize, usize),
    DeleteLine(usize),
    Insert(usize, &'static str),
    /// Replaces the value after the first equals sign behind a position.
    Value(usize, &'static str),
}

const PIECES: [&str; 20] = [
    "\"", "'", "[", "]", "{", "}", "=", ".", ",", "#", "\n", "\r\n", "\t", "\0", "é", "\u{feff}",
    "[[", "\"\"\"", " = ", "\u{202e}",
];

const VALUES: [&str; 20] = [
    "nan",
    "-inf",
    "1e999",
    "-1",
    "0",
    "18446744073709551615",
    "1.0",
    "true",
    "\"tune\"",
    "\"\"",
    "[]",
    "{}",
    "[[1,2],[3]]",
    "2024-01-01",
    "{ low = 5, high = 1 }",
    "{ start = 1e300 }",
    "{ layout = \"free\" }",
    "99999999999999999999999999999999999999999",
    "\"\\u0000\\n\"",
    "tune",
];

fn any_damage() -> impl Strategy<Value = Damage> {
    let place = any::<usize>;
    prop_oneof![
        (place(), 1..20_usize).prop_map(|(start, length)| Damage::Delete(start, length)),
        place().prop_map(Damage::Truncate),
        (place(), place()).prop_map(|(a, b)| Damage::SwapLines(a, b)),
        (place(), place()).prop_map(|(from, to)| Damage::CopyLine(from, to)),
        place().prop_map(Damage::DeleteLine),
        (place(), prop::sample::select(PIECES.to_vec())).prop_map(|(at, s)| Damage::Insert(at, s)),
        (place(), prop::sample::select(VALUES.to_vec())).prop_map(|(at, s)| Damage::Value(at, s)),
    ]
}

fn damaged(text: &str, damage: &Damage) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return "=".to_owned();
    }
    let (lines_count, chars_count) = (lines.len(), chars.len());
    match *damage {
        Damage::Delete(start, length) => {
            let start = start % chars_count;
            let end = (start + length).min(chars_count);
            chars[..start].iter().chain(&chars[end..]).collect()
        }
        Damage::Truncate(end) => chars[..end % chars_count].iter().collect(),
        Damage::SwapLines(a, b) => {
            lines.swap(a % lines_count, b % lines_count);
            lines.concat()
        }
        Damage::CopyLine(from, to) => {
            lines.insert(to % lines_count, lines[from % lines_count]);
            lines.concat()
        }
        Damage::DeleteLine(line) => {
            lines.remove(line % lines_count);
            lines.concat()
        }
        Damage::Insert(at, piece) => {
            let (start, end) = chars.split_at(at % chars_count);
            let start: String = start.iter().collect();
            start + piece + end.iter().collect::<String>().as_str()
        }
        Damage::Value(at, value) => {
            let mut keys = (0..lines_count).map(|line| (line + at % lines_count) % lines_count);
            let line = keys.find_map(|line| Some((line, lines[line].split_once('=')?.0)));
            let replaced = line.map(|(line, key)| (line, format!("{key}= {value}\n")));
            if let Some((line, text)) = &replaced {
                lines[*line] = text;
            }
            lines.concat()
        }
    }
}

fn check_mistakes(text: &str, mistakes: &Mistakes) {
    assert!(!mistakes.list().is_empty(), "{text}");
    for mistake in mistakes.list() {
        assert!(
            text.get(mistake.span.clone()).is_some(),
            "{mistake:?} in {text}"
        );
        assert!(!mistake.message.is_empty() && !mistake.label.is_empty());
        // Values that pass the checks can be read, except in tables with arbitrary keys.
        let is_readable = mistake.message != "this cannot be read" || text.contains("[evidence");
        assert!(is_readable, "{mistakes}\n{text}");
        assert!(mistakes.line(mistake) <= text.matches('\n').count() + 1);
    }
    let shown = mistakes.to_string();
    assert!(shown.contains("test.toml:"), "{shown}");
}

fn check(text: &str) {
    match parse(text) {
        Ok(space) => {
            let start = space.decode(&space.start_point());
            assert!(start.values.iter().all(|value| value.is_finite()));
        }
        Err(mistakes) => check_mistakes(text, &mistakes),
    }
    match WeightsFile::parse(Path::new("test.toml"), text) {
        Ok(file) => assert!(file.weights.values.iter().all(|value| value.is_finite())),
        Err(mistakes) => check_mistakes(text, &mistakes),
    }
}

fn texts() -> Vec<String> {
    let mut texts: Vec<_> = committed().into_iter().map(|(_, text)| text).collect();
    texts.extend([SMALL.to_owned(), MATRIX.to_owned()]);
    texts.extend(Preset::ALL.map(|preset| {
        let file = WeightsFile {
            weights: Configuration::of_preset(&preset),
            evidence: "games = 1".parse().expect("a TOML table"),
        };
        file.to_toml()
    }));
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn damaged_files_never_panic(
        text in prop::sample::select(texts()),
        damages in prop::collection::vec(any_damage(), 1..5),
    ) {
        let text = damages.iter().fold(text, |text, damage| damaged(&text, damage));
        check(&text);
    }

    #[test]
    fn any_text_never_panics(text in "\\PC{0,200}|[\\x00-\\x7f]{0,100}") {
        check(&text);
    }
}

#[test]
fn every_beginning_of_a_file_is_handled() {
    for text in [SMALL, MATRIX] {
        for end in 0..text.len() {
            check(&text[..end]);
        }
    }
}

#[test]
fn other_kinds_of_files_are_refused_in_good_time() {
    check(&"1,2,3.5,0xff,\"x\n".repeat(50_000));
    check(&"seed 1\n".repeat(50_000));
    check(&"key = 1\n".repeat(2_000));
    check(&"a = [".repeat(5_000));
    let keys: String = (0..3_000).map(|n| format!("key-{n} = 1\n")).collect();
    check(&keys);
}
