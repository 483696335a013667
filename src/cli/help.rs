//! `tune2048 help`: the commands, the pages of the reference and the terms, which are built in.

use clap::CommandFactory;
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

use super::Cli;
use super::options::candidate;
use super::terminal::{BadInput, print, print_styled, rendered, terminal_width};

/// Print the help of a command, a page of the reference, or what a term means.
#[derive(Debug, clap::Args)]
pub(super) struct HelpCommand {
    /// Command, topic or term, such as reliability [default: a list of commands and topics].
    #[arg(value_name = "COMMAND|TOPIC|TERM", add = ArgValueCandidates::new(candidates))]
    words: Vec<String>,
}

/// A page of the reference.
struct Topic {
    names: &'static [&'static str],
    meaning: &'static str,
    page: &'static str,
}

/// A list with an item `- **term**: meaning` for each term.
const GLOSSARY: &str = include_str!("../../docs/glossary.md");

/// Returns each term of the glossary with its meaning.
fn terms() -> impl Iterator<Item = (&'static str, &'static str)> {
    let items = GLOSSARY.lines().filter_map(|line| line.strip_prefix("- **"));
    items.filter_map(|item| item.split_once("**: "))
}

/// Declares a page of the reference with the words that it is found by.
macro_rules! topic {
    ($page:literal, [$($name:literal),+], $meaning:literal) => {
        Topic {
            names: &[$($name),+],
            meaning: $meaning,
            page: include_str!(concat!("../../docs/reference/", $page, ".md")),
        }
    };
}

const TOPICS: [Topic; 12] = [
    topic!("files", ["formats", "files"], "the files that campaigns write, and weights files"),
    topic!("search-space", ["search-space"], "every key of a campaign's TOML"),
    topic!("heuristics", ["heuristics"], "how boards are valued, and every weight"),
    topic!("expressions", ["expressions"], "formulas for heuristic terms of your own"),
    topic!("players", ["players"], "how moves are chosen"),
    topic!("programs", ["programs"], "the lines that a program of yours exchanges with a campaign"),
    topic!("referee", ["referee"], "the lines of a program that answers moves of 2048"),
    topic!("json", ["json"], "output of --json"),
    topic!("tournaments", ["tournament-files"], "the files of tournaments"),
    topic!("learning", ["learning-files"], "the files of learning runs"),
    topic!("commands", ["commands"], "presets, threads and exit codes"),
    topic!("../glossary", ["terms", "glossary"], "the terms of reports and messages"),
];

/// Returns the list of topics for the end of the general help.
pub(super) fn topics() -> String {
    let line = |topic: &Topic| format!("  {:<20} {}\n", topic.names.join(", "), topic.meaning);
    let lines: String = TOPICS.iter().map(line).collect();
    format!("Topics (tune2048 help TOPIC):\n{lines}")
}

impl HelpCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut root = Cli::command();
        root.build();
        if self.words.is_empty() {
            return print_styled(&root.render_long_help().ansi().to_string());
        }
        let word = self.words.join(" ");
        if let Some(command) = root.find_subcommand_mut(&word) {
            return print_styled(&command.render_long_help().ansi().to_string());
        }
        let mut topics = TOPICS.iter();
        if let Some(topic) = topics.find(|topic| topic.names.contains(&word.as_str())) {
            return print_styled(&rendered(topic.page, terminal_width()));
        }
        let exact = terms().find(|(term, _)| term.eq_ignore_ascii_case(&word));
        // A word of several terms finds them all.
        let has_word = |term: &str| term.split(' ').any(|part| part.eq_ignore_ascii_case(&word));
        let more = terms().filter(|(term, _)| exact.is_none() && has_word(term));
        let found = exact.into_iter().chain(more);
        let text: String = found.map(|(term, meaning)| format!("{term}: {meaning}\n")).collect();
        if text.is_empty() { Err(unknown(&word).into()) } else { print(&text) }
    }
}

/// Returns what a shell offers.
fn candidates() -> Vec<CompletionCandidate> {
    let commands = Cli::command();
    let commands = commands.get_subcommands().map(|command| {
        let about = command.get_about().map(ToString::to_string);
        candidate(command.get_name(), &about.unwrap_or_default())
    });
    commands.chain(TOPICS.iter().map(|topic| candidate(topic.names[0], topic.meaning))).collect()
}

fn unknown(word: &str) -> BadInput {
    let commands = Cli::command();
    let commands = commands.get_subcommands().map(clap::Command::get_name);
    let topics = TOPICS.iter().flat_map(|topic| topic.names.iter().copied());
    let known = commands.chain(topics).chain(terms().map(|(term, _)| term));
    let near = tune2048_files::toml_errors::nearest(word, known);
    let advice = near.map_or_else(
        || "see tune2048 help for commands and topics, tune2048 help terms for terms".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    BadInput(format!("help: found `{word}`, expected a command, a topic or a term - {advice}"))
}
