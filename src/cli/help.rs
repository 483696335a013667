//! `tune2048 help`: the commands, and the pages of the reference, which are built in.

use std::fmt::Write;

use clap::CommandFactory;

use super::Cli;
use super::failure::BadInput;
use super::output::print;

/// Print the help of a command, or a page of the reference.
#[derive(Debug, clap::Args)]
pub(super) struct HelpCommand {
    /// Command or topic [default: a list of all].
    #[arg(value_name = "COMMAND|TOPIC")]
    words: Vec<String>,
}

/// A page of the reference.
struct Topic {
    names: &'static [&'static str],
    meaning: &'static str,
    page: &'static str,
}

const TOPICS: [Topic; 10] = [
    Topic {
        names: &["formats", "files"],
        meaning: "the files that campaigns write, and weights files",
        page: include_str!("../../docs/reference/files.md"),
    },
    Topic {
        names: &["search-space"],
        meaning: "every key of a campaign's TOML",
        page: include_str!("../../docs/reference/search-space.md"),
    },
    Topic {
        names: &["heuristics"],
        meaning: "how boards are valued, and every weight",
        page: include_str!("../../docs/reference/heuristics.md"),
    },
    Topic {
        names: &["expressions"],
        meaning: "formulas for heuristic terms of your own",
        page: include_str!("../../docs/reference/expressions.md"),
    },
    Topic {
        names: &["players"],
        meaning: "how moves are chosen",
        page: include_str!("../../docs/reference/players.md"),
    },
    Topic {
        names: &["programs"],
        meaning: "the lines that a program of yours exchanges with a campaign",
        page: include_str!("../../docs/reference/programs.md"),
    },
    Topic {
        names: &["json"],
        meaning: "output of --json, and the lines of serve-evaluations",
        page: include_str!("../../docs/reference/json.md"),
    },
    Topic {
        names: &["tournament-and-duel"],
        meaning: "the files of tournaments and duels",
        page: include_str!("../../docs/reference/tournament-and-duel.md"),
    },
    Topic {
        names: &["commands"],
        meaning: "options, environment variables and exit codes",
        page: include_str!("../../docs/reference/commands.md"),
    },
    Topic {
        names: &["terms", "glossary"],
        meaning: "the terms of reports and messages",
        page: include_str!("../../docs/glossary.md"),
    },
];

/// Returns the list of topics for the end of the general help.
pub(super) fn topics() -> String {
    let mut text = "Topics (tune2048 help TOPIC):\n".to_owned();
    for topic in &TOPICS {
        let names = topic.names.join(", ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {names:<20} {}", topic.meaning);
    }
    text
}

impl HelpCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut root = Cli::command();
        root.build();
        let [word] = self.words.as_slice() else {
            return match self.words.as_slice() {
                [] => print(&root.render_long_help().ansi().to_string()),
                words => Err(unknown(&words.join(" ")).into()),
            };
        };
        if let Some(command) = root.find_subcommand_mut(word) {
            return print(&command.render_long_help().ansi().to_string());
        }
        let topic = TOPICS
            .iter()
            .find(|topic| topic.names.contains(&word.as_str()));
        match topic {
            Some(topic) => print(topic.page),
            None => Err(unknown(word).into()),
        }
    }
}

fn unknown(word: &str) -> BadInput {
    let commands = Cli::command();
    let commands = commands.get_subcommands().map(clap::Command::get_name);
    let topics = TOPICS.iter().flat_map(|topic| topic.names.iter().copied());
    let near = tune2048_tuner::toml_errors::nearest(word, commands.chain(topics));
    let advice = near.map_or_else(
        || "see tune2048 help for both".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    BadInput(format!(
        "help: found `{word}`, expected a command or a topic - {advice}"
    ))
}
