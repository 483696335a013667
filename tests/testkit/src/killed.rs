//! What a campaign leaves that was killed while it ran.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::csv_text::{event, lines};

/// The files of a finished campaign.
pub const FILES: [&str; 5] =
    ["search-space.toml", "trials.csv", "games.csv", "log.jsonl", "best.toml"];

/// What a campaign has appended, each line with its file, in the order in which it was written.
#[track_caller]
pub fn written(folder: &Path) -> Vec<(&'static str, String)> {
    let of = |file: &str| {
        let text = fs::read_to_string(folder.join(file));
        lines(&text.unwrap_or_else(|error| panic!("{file}: {error}"))).into_iter()
    };
    let mut rows = ["trials.csv", "games.csv"].map(|file| (file, of(file), -1));
    let mut written = Vec::new();
    for line in of("log.jsonl") {
        let after = &event(&line)["after"];
        let counts = ["trials", "games"].map(|rows| after[rows].as_i64().expect("a number"));
        // The headers follow on the first line.
        if !written.is_empty() {
            for ((file, rows, taken), count) in rows.iter_mut().zip(counts) {
                let new = rows.by_ref().take((count - *taken) as usize);
                written.extend(new.map(|row| (*file, row)));
                *taken = count;
            }
        }
        written.push(("log.jsonl", line));
    }
    for (file, rest, _) in rows {
        written.extend(rest.map(|row| (file, row)));
    }
    written
}

/// Leaves of a campaign what it had written when it was killed after so many bytes.
pub fn kill(from: &Path, to: &Path, bytes: usize) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a folder");
    fs::copy(from.join("search-space.toml"), to.join("search-space.toml")).expect("a copy");
    let mut left = bytes;
    let mut texts: BTreeMap<&str, String> = [("log.jsonl", String::new())].into();
    for (file, line) in written(from) {
        if left == 0 {
            break;
        }
        let part = &line[..left.min(line.len())];
        texts.entry(file).or_default().push_str(part);
        left -= part.len();
    }
    for (file, text) in texts {
        fs::write(to.join(file), text).expect("a file");
    }
}

/// Leaves of a campaign what it had written before a line.
pub fn kill_before(from: &Path, to: &Path, mut is_it: impl FnMut(&str, &str) -> bool) {
    let written = written(from);
    let kept = written.iter().take_while(|(file, line)| !is_it(file, line));
    kill(from, to, kept.map(|(_, line)| line.len()).sum());
}

/// Keeps the first candidates of a campaign, and what was written before the last of them.
pub fn keep_trials(from: &Path, to: &Path, trials: usize) {
    let mut rows = 0;
    // The header is a row, too.
    kill_before(from, to, |file, _| {
        let is_over = rows > trials;
        rows += usize::from(file == "trials.csv");
        is_over
    });
}

/// Keeps the search of a campaign.
pub fn keep_search(from: &Path, to: &Path) {
    kill_before(from, to, |_, line| line.starts_with("{\"event\":\"finalist\""));
}
