//! A folder of its own for each test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::csv_text::{assert_same_lines, event, lines, without_times, without_times_of_log};

pub const FILES: [&str; 5] =
    ["search-space.toml", "trials.csv", "games.csv", "log.jsonl", "best.toml"];

/// A folder that goes away with the test.
pub struct Scratch(TempDir);

impl Scratch {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    /// A folder for thousands of rows, each synced: in memory where there is such a place.
    pub fn in_memory() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self(folder.expect("a temporary folder can be made"))
    }

    #[track_caller]
    pub fn with(name: &str, contents: impl AsRef<[u8]>) -> Self {
        let scratch = Self::new();
        scratch.write(name, contents);
        scratch
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root().join(name)
    }

    /// Writes a file, and makes the folder that it lies in.
    #[track_caller]
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        let written = fs::create_dir_all(path.parent().expect("a folder"))
            .and_then(|()| fs::write(path, contents));
        written.unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    #[track_caller]
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("the file holds text")
    }

    /// The lines of a file, each with its line end.
    #[track_caller]
    pub fn lines(&self, name: &str) -> Vec<String> {
        lines(&self.read(name))
    }

    #[track_caller]
    pub fn read_json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    pub fn copy(&self, from: &str, to: &str) {
        let entries = fs::read_dir(self.path(from)).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        self.copy_files(from, to, names.collect::<Vec<_>>());
    }

    /// Copies these files of a folder to a new one.
    #[track_caller]
    pub fn copy_files(&self, from: &str, to: &str, names: impl IntoIterator<Item: AsRef<Path>>) {
        fs::create_dir_all(self.path(to)).expect("a folder can be made");
        for name in names {
            let name = name.as_ref();
            fs::copy(self.path(from).join(name), self.path(to).join(name)).expect("a file");
        }
    }

    /// The files below a folder and what is in them.
    pub fn files(&self, folder: impl AsRef<Path>) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let below = paths.flat_map(|path| match path.is_dir() {
            true => self.files(path),
            false => BTreeMap::from([(path.clone(), fs::read(path).expect("a file"))]),
        });
        below.collect()
    }

    pub fn names(&self, folder: &str) -> Vec<String> {
        let paths = self.files(folder).into_keys();
        let name = |path: PathBuf| path.file_name()?.to_str().map(str::to_owned);
        paths.filter_map(name).collect()
    }

    /// How many rows a CSV file has, the header not counted.
    pub fn rows(&self, name: &str) -> usize {
        let bytes = fs::read(self.path(name)).unwrap_or_default();
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        lines.saturating_sub(1)
    }

    /// What a campaign has appended, each line with its file, in the order in which it was written.
    #[track_caller]
    pub fn written(&self, name: &str) -> Vec<(&'static str, String)> {
        let of = |file: &str| self.lines(&format!("{name}/{file}")).into_iter();
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
    pub fn kill(&self, from: &str, to: &str, bytes: usize) {
        let _ = fs::remove_dir_all(self.path(to));
        self.copy_files(from, to, ["search-space.toml"]);
        let mut left = bytes;
        let mut texts: BTreeMap<&str, String> = [("log.jsonl", String::new())].into();
        for (file, line) in self.written(from) {
            if left == 0 {
                break;
            }
            let part = &line[..left.min(line.len())];
            texts.entry(file).or_default().push_str(part);
            left -= part.len();
        }
        for (file, text) in texts {
            self.write(&format!("{to}/{file}"), text);
        }
    }

    /// Leaves of a campaign what it had written before a line.
    fn kill_before(&self, from: &str, to: &str, mut is_it: impl FnMut(&str, &str) -> bool) {
        let written = self.written(from);
        let kept = written.iter().take_while(|(file, line)| !is_it(file, line));
        self.kill(from, to, kept.map(|(_, line)| line.len()).sum());
    }

    /// Keeps the first candidates of a campaign, and what was written before the last of them.
    pub fn keep_trials(&self, from: &str, to: &str, trials: usize) {
        let mut rows = 0;
        // The header is a row, too.
        self.kill_before(from, to, |file, _| {
            let is_over = rows > trials;
            rows += usize::from(file == "trials.csv");
            is_over
        });
    }

    /// Asserts that two campaigns have the same record, times apart; `place` is what is shown if they have not.
    #[track_caller]
    pub fn assert_same(&self, found: &str, expected: &str, place: &str) {
        for file in FILES {
            let text = |folder: &str| self.read(&format!("{folder}/{file}"));
            let text = |folder: &str| match file {
                "trials.csv" => without_times(&text(folder)),
                "log.jsonl" => without_times_of_log(&text(folder)),
                _ => text(folder),
            };
            assert_same_lines(&text(found), &text(expected), &format!("{place}: {file}"));
        }
    }

    /// Asserts that two campaigns have the same record, times apart.
    #[track_caller]
    pub fn assert_same_record(&self, found: &str, expected: &str) {
        self.assert_same(found, expected, found);
    }
}
