//! Sample outputs of README and docs: what a page shows is what the program prints, times apart.
//!
//! | comment | the block after it |
//! |---|---|
//! | `<!-- sample -->` | a command in its first line, and its output: standard error, then standard output |
//! | `<!-- sample, first N lines -->` | the same, cut after N lines of output |
//! | `<!-- sample, without lines: A\|B -->` | the same, lines that contain A or B left out |
//! | `<!-- sample, only lines: A\|B -->` | the same, all others left out |
//! | `<!-- file: NAME -->` | a file that the samples after it use |
//!
//! Lines of progress, which come every ten seconds, are left out of all.

use std::collections::HashMap;
use std::fs;

use super::live_picture;
use super::{check_or_write, markdown_pages};
use tune2048_testkit::program::{self, Scratch};
use tune2048_testkit::recorded;

/// The program in one folder for all pages, where each command runs once.
struct Runs {
    scratch: Scratch,
    outputs: HashMap<String, String>,
}

impl Runs {
    fn output(&mut self, command: &str) -> String {
        let run = |scratch: &Scratch| {
            // Without a limit of time: other tests may keep the machine busy.
            let output = scratch.command(command.split_whitespace()).output();
            let output = output.expect("the program can be run");
            assert!(output.status.success(), "{command}: {output:?}");
            let text = [output.stderr, output.stdout].concat();
            let text = String::from_utf8(text).expect("output is text");
            text.replace(program::path(), "tune2048")
        };
        let output = self.outputs.entry(command.to_owned());
        output.or_insert_with(|| run(&self.scratch)).clone()
    }

    /// A page whose samples are what the program prints; a sample that differs in times only stays.
    fn regenerate(&mut self, page: &str) -> String {
        let (mut written, mut rest) = (String::new(), page);
        while let Some((before, after)) = rest.split_once("\n```") {
            let (language, after) = after.split_once('\n').expect("a block begins in its line");
            let (block, after) = after.split_once("```\n").expect("a block has an end");
            let comment = before.lines().next_back().unwrap_or_default();
            let note = comment.strip_prefix("<!-- ");
            let note = note.and_then(|note| note.strip_suffix(" -->")).unwrap_or_default();
            let block = match note.split_once("file: ") {
                Some(("", name)) => {
                    self.scratch.write(name, block);
                    block.to_owned()
                }
                _ if note.starts_with("sample") => self.sample(note, block),
                _ => block.to_owned(),
            };
            written += &format!("{before}\n```{language}\n{block}```\n");
            rest = after;
        }
        written + rest
    }

    fn sample(&mut self, note: &str, block: &str) -> String {
        let prompt = block.lines().next().unwrap_or_default();
        let command = prompt.strip_prefix("$ tune2048 ");
        let output = self.output(command.unwrap_or_else(|| panic!("no command in {block}")));
        let expected = format!("{prompt}\n{}", shown(note, &output));
        if without_times(&expected) == without_times(block) { block.to_owned() } else { expected }
    }
}

/// The lines of an output that a note asks for, with `…` in place of others.
fn shown(note: &str, output: &str) -> String {
    let first = note.strip_prefix("sample, first ");
    let first = first.and_then(|rest| rest.strip_suffix(" lines"));
    let first = first.map_or(usize::MAX, |count| count.parse().expect("a number of lines"));
    let without = note.strip_prefix("sample, without lines: ").unwrap_or_default();
    let only = note.strip_prefix("sample, only lines: ");
    let has_any = |line: &str, parts: &str| {
        parts.split('|').any(|part| !part.is_empty() && line.contains(part))
    };
    let mut lines: Vec<&str> = Vec::new();
    let is_progress = |line: &&str| line.ends_with(" left");
    for (number, line) in output.lines().filter(|line| !is_progress(line)).enumerate() {
        let is_other = only.is_some_and(|parts| !has_any(line, parts));
        if number >= first || is_other || has_any(line, without) {
            if lines.last() != Some(&"…") {
                lines.push("…");
            }
        } else {
            lines.push(line);
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A text without its times, speeds and numbers of threads, and with one blank between words.
pub(super) fn without_times(text: &str) -> String {
    let is_number = |word: &str| {
        let is_part = |c: char| c.is_ascii_digit() || ".:,".contains(c);
        word.chars().all(is_part) && word.chars().any(|c| c.is_ascii_digit())
    };
    let units = ["s", "ms", "µs", "min", "h"];
    let counts = ["a", "threads", "on"];
    // Numbers of thousands stand apart by one blank, columns by more.
    let field = |field: &str| {
        let mut kept: Vec<&str> = Vec::new();
        for word in field.split(' ').filter(|word| !word.is_empty()) {
            let is_clock = word.len() == 8 && word.matches(':').count() == 2;
            let is_unit = units.contains(&word.trim_end_matches(','));
            if is_unit || counts.contains(&word) {
                // A comma ends a number.
                while kept.last().is_some_and(|word| is_number(word) && !word.ends_with(',')) {
                    kept.pop();
                }
            }
            if !(is_unit || is_clock && is_number(word)) {
                kept.push(word);
            }
        }
        kept.join(" ")
    };
    let line = |line: &str| {
        let fields: Vec<String> = line.split("  ").map(field).collect();
        let fields: Vec<String> = fields.into_iter().filter(|field| !field.is_empty()).collect();
        fields.join("  ") + "\n"
    };
    text.lines().map(line).collect()
}

#[test]
fn pages_show_what_the_program_prints() {
    let scratch = Scratch::new();
    let mut runs = Runs { scratch, outputs: HashMap::new() };
    for path in markdown_pages() {
        let text = fs::read_to_string(&path).expect("a page is a text");
        check_or_write(&path, &text, &runs.regenerate(&text));
    }
    live_picture::check(&runs.scratch.path("results/quickstart"));
}

#[test]
fn every_command_of_the_readme_is_a_sample() {
    let path = recorded::repository().join("README.md");
    let page = fs::read_to_string(path).expect("a page is a text");
    let blocks: Vec<_> = page.match_indices("\n```console\n$ tune2048 ").collect();
    assert!(blocks.len() >= 3, "{blocks:?}");
    for (place, _) in blocks {
        let before = page[..place].lines().next_back().unwrap_or_default();
        let after = page[place..].lines().nth(2).unwrap_or_default();
        assert!(before.starts_with("<!-- sample"), "README.md: no sample comment above {after}");
    }
}

#[test]
fn times_are_left_out_and_scores_are_not() {
    let text = |score, speed, time| {
        without_times(&format!("00:00:06 mean {score}, {speed} a second\n1 %   80 690   {time}\n"))
    };
    let expected = text("32 582", "4 241", "19 s");
    assert_eq!(text("32 582", "6", "7 min 04 s"), expected);
    assert_ne!(text("32 583", "4 241", "19 s"), expected);
    assert!(expected.contains("80 690"), "{expected}");
}
