//! `tune2048 help`: the commands and the pages of the reference, which are built in.

use clap::CommandFactory;

use super::Cli;
use super::terminal::{BadInput, print, print_styled, rendered, terminal_width};

/// Print the help of a command, or a page of the reference.
#[derive(Debug, clap::Args)]
pub(super) struct HelpCommand {
    /// Command or topic [default: a list of both].
    #[arg(value_name = "COMMAND|TOPIC")]
    word: Option<String>,
}

/// A page of the reference.
struct Topic {
    names: &'static [&'static str],
    meaning: &'static str,
    page: &'static str,
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
        let Some(word) = self.word else {
            return print_styled(&root.render_long_help().ansi().to_string());
        };
        if let Some(command) = root.find_subcommand_mut(&word) {
            return print_styled(&command.render_long_help().ansi().to_string());
        }
        let topic = TOPICS.iter().find(|topic| topic.names.contains(&word.as_str()));
        let topic = topic.ok_or_else(|| {
            BadInput(format!(
                "help: found `{word}`, expected a command or a topic - see tune2048 help for all of them"
            ))
        })?;
        print(&rendered(topic.page, terminal_width()))
    }
}
