//! `tune2048 init`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use tune2048_engine::heuristic::{HeuristicKind, rows, tuples};
use tune2048_engine::player::Depth;
use tune2048_files::destination;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::studies::tournament::TournamentFile;

use super::init_text::{heuristic, program, search_space};
use crate::cli::learn;
use crate::cli::options::out_path;
use crate::cli::terminal::{BadInput, print, program_name, quoted};

/// Write a commented file to start from: a search space, a tournament or a learning run.
#[derive(Debug, clap::Args)]
pub(crate) struct InitCommand {
    /// Name of the campaign [default: my-campaign], tournament [my-tournament] or network
    /// [my-network].
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Heuristic whose weights are tuned.
    #[arg(long, value_name = "H", default_value = rows::NAME, value_parser = heuristics())]
    heuristic: String,
    /// Search depth: 0 to 8 spawns, `distinct-tiles` or `free-cells` [default: 1].
    #[arg(long, value_name = "D")]
    depth: Option<Depth>,
    /// Tune the parameters of your own program instead: its command line, split at blanks.
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["heuristic", "depth"])]
    command: Option<String>,
    /// Write a tournament of players instead.
    #[arg(long, conflicts_with_all = ["heuristic", "depth", "command"])]
    tournament: bool,
    /// Write the settings of a learning run instead.
    #[arg(long, conflicts_with_all = ["heuristic", "depth", "command", "tournament"])]
    learning: bool,
    /// File to write [default: NAME.toml]; one that exists is left alone.
    #[arg(long, short, value_name = "FILE", value_parser = out_path())]
    out: Option<PathBuf>,
}

/// The heuristics that a file can begin with: all but networks, which have weights of their own.
fn heuristics() -> PossibleValuesParser {
    let names = HeuristicKind::NAMES.into_iter().filter(|name| *name != tuples::NAME);
    PossibleValuesParser::new(names)
}

impl InitCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let usual = match (self.tournament, self.learning) {
            (true, _) => "my-tournament",
            (_, true) => "my-network",
            _ => "my-campaign",
        };
        let name = self.name.as_deref().unwrap_or(usual);
        let name = name.strip_suffix(".toml").unwrap_or(name);
        let path = self.out.clone().unwrap_or_else(|| format!("{name}.toml").into());
        // A name that is none is found here.
        let (text, what, [command, topic]) = self.start(name, &path)?;
        let shown = path.display();
        if path.exists() {
            bail!(BadInput(format!(
                "{shown}: found a file, expected none - give another NAME, or --out FILE"
            )));
        }
        destination::write(&path, text)?;
        let (program, given) = (program_name(), quoted(&path));
        print(&format!(
            "{shown}: {what}\n\n  \
             change what you like\n  \
             check it               {program} check {given}\n  \
             start it               {program} {command} {given}\n  \
             read about every key   {program} help {topic}\n"
        ))
    }

    /// Returns the file that is asked for, what it is, its command, and the topic of `help` about its keys.
    fn start(
        &self,
        name: &str,
        path: &Path,
    ) -> anyhow::Result<(String, String, [&'static str; 2])> {
        if self.tournament {
            let text = include_str!("init_tournament.toml").replace("NAME", name);
            let players = TournamentFile::parse(path, &text)?.players.len();
            let what = format!("a tournament of {players} players");
            return Ok((text, what, ["tournament", "tournament-files"]));
        }
        if self.learning {
            let text = include_str!("init_learning.toml").replace("NAME", name);
            let what = learn::check(path, &text)?;
            return Ok((text, what, ["learn", "learning-files"]));
        }
        let subject = match &self.command {
            Some(line) => program(line),
            None => heuristic(&self.heuristic, self.depth.unwrap_or(Depth::Fixed(1))),
        };
        let text = search_space(name, &subject);
        let spec = CampaignSpec::parse_new(path, &text)?;
        let tuned = match &self.command {
            Some(_) => {
                "the parameters of your program to describe in [heuristic.command]".to_owned()
            }
            None => format!("{}, {}", spec.subject().tuned(spec.dimensions()), spec.subject()),
        };
        Ok((text, format!("a search space with {tuned}"), ["run", "search-space"]))
    }
}
