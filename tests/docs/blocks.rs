//! Blocks of pages without output: each is checked by what it is, or says why not.
//!
//! | block | what is checked |
//! |---|---|
//! | generated, `sample`, `file` | by other modules |
//! | `<!-- excerpt: PATH -->` | its lines are lines of the file in this order, `…` apart |
//! | `toml` | its keys and values are those of a kind of file |
//! | `json` | each line is JSON |
//! | `console` of commands alone | options are those of the command, files of the repository are there |
//! | `<!-- not run: WHY -->` | nothing |

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tune2048_files::toml_errors::{Mistakes, read_file};
use tune2048_learning::settings::LearningFile;
use tune2048_testkit::program::Scratch;
use tune2048_testkit::recorded;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::studies::tournament::TournamentFile;
use tune2048_tuner::weights::file::WeightsFile;

use super::markdown_pages;

/// The help of each command that a page calls.
struct Helps {
    scratch: Scratch,
    texts: HashMap<String, String>,
}

impl Helps {
    /// What is wrong with a block of commands.
    fn problem(&mut self, block: &str) -> Option<String> {
        let block = block.replace("\n> ", " ");
        for line in block.lines() {
            let Some(line) = line.strip_prefix("$ ") else {
                return Some(format!("`{line}` is output: it needs a comment"));
            };
            let line = line.split(" #").next().unwrap_or_default();
            // The feature `workers` is not always on.
            let calls = line.split(['|', '&', ';']).filter(|call| !call.contains("nats://"));
            for call in calls.filter(|call| !call.contains("tls://")) {
                let mut words = call.split_whitespace().skip_while(|word| *word != "tune2048");
                let Some(command) = words.nth(1) else { continue };
                let Self { scratch, texts } = self;
                let help = texts.entry(command.to_owned()).or_insert_with(|| {
                    scratch.tune2048(&format!("help {command}")).succeeds().text().to_owned()
                });
                for word in words.take_while(|word| *word != "--") {
                    if word.starts_with("--") && !help.contains(word) {
                        return Some(format!("{command} has no option {word}"));
                    }
                }
            }
            let folders = ["search-spaces/", "examples/", "learning/"];
            let is_file = |word: &&str| folders.iter().any(|folder| word.starts_with(folder));
            let is_there = |word: &str| {
                // A program is compiled beside its source.
                let path = recorded::repository().join(word);
                path.exists() || path.with_extension("cpp").exists()
            };
            if let Some(word) = line.split(' ').filter(is_file).find(|word| !is_there(word)) {
                return Some(format!("there is no {word}"));
            }
        }
        None
    }
}

/// What is wrong with a part of a TOML file, whatever kind of file it is of.
fn problem_of_toml(text: &str) -> Option<String> {
    let path = Path::new("part.toml");
    let kinds: [Option<Mistakes>; 4] = [
        CampaignSpec::parse(path, text).err(),
        WeightsFile::parse(path, text).err(),
        TournamentFile::parse(path, text).err(),
        read_file(path, text, |document| document.read::<LearningFile>()).err(),
    ];
    let problems = kinds.into_iter().map(|mistakes| {
        let wrong = mistakes.iter().flat_map(Mistakes::list).map(|mistake| mistake.message.clone());
        // The rest of the file is not shown.
        let is_of_rest =
            |message: &str| message.starts_with("missing ") || message.ends_with("has no use here");
        wrong.filter(|message| !is_of_rest(message)).collect::<Vec<_>>()
    });
    let fewest = problems.min_by_key(Vec::len).unwrap_or_default();
    (!fewest.is_empty()).then(|| fewest.join("; "))
}

fn problem_of_excerpt(path: &str, block: &str) -> Option<String> {
    let Ok(text) = fs::read_to_string(recorded::repository().join(path)) else {
        return Some(format!("there is no {path}"));
    };
    let mut lines = text.lines().map(str::trim);
    let shown = block.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "…");
    let mut missing = shown.filter(|line| !lines.any(|found| found == *line));
    missing.next().map(|line| format!("{path} has no line `{line}` here"))
}

#[test]
fn every_block_is_checked_or_says_why_not() {
    let mut helps = Helps { scratch: Scratch::new(), texts: HashMap::new() };
    let mut problems = Vec::new();
    let is_log = |path: &Path| path.to_string_lossy().contains("/research/");
    for path in markdown_pages().iter().filter(|path| !is_log(path)) {
        let text = fs::read_to_string(path).expect("a page is a text");
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once("\n```") {
            let (language, after) = after.split_once('\n').expect("a block begins in its line");
            let (block, after) = after.split_once("```\n").expect("a block has an end");
            rest = after;
            let comment = before.lines().next_back().unwrap_or_default();
            let note = comment.strip_prefix("<!-- ");
            let note = note.and_then(|note| note.strip_suffix(" -->")).unwrap_or_default();
            let (kind, name) = note.split_once(": ").unwrap_or((note, ""));
            let problem = match (kind, language) {
                ("excerpt", _) => problem_of_excerpt(name, block),
                ("file", _) if !recorded::repository().join(name).exists() => None,
                ("file", _) => problem_of_excerpt(name, block),
                ("not run", _) if name.len() > 3 => None,
                (kind, _) if kind.starts_with("sample") => None,
                (_, "toml") => problem_of_toml(block),
                (_, "json") => block
                    .lines()
                    .find_map(|line| serde_json::from_str::<Value>(line).err())
                    .map(|error| error.to_string()),
                (_, "console") => helps.problem(block),
                // The tests of the Python package run these.
                (_, "python" | "") if path.ends_with("python.md") => None,
                _ => Some("nothing checks it, and no comment says why".to_owned()),
            };
            let first = block.lines().next().unwrap_or_default();
            let page = path.display();
            problems.extend(problem.map(|problem| format!("{page}: block `{first}`: {problem}")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
