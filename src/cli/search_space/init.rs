//! `tune2048 init`.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use tune2048_engine::heuristic::{HeuristicKind, rows};
use tune2048_engine::player::Depth;
use tune2048_files::shell::quoted;
use tune2048_tuner::space::CampaignSpec;

use super::init_text::{Template, search_space};
use crate::cli::terminal::failure::BadInput;
use crate::cli::terminal::output::print;
use crate::cli::terminal::program_name::program_name;

/// Write a commented search space to start from.
#[derive(Debug, clap::Args)]
pub(crate) struct InitCommand {
    /// Name of the campaign.
    #[arg(value_name = "NAME", default_value = "my-campaign")]
    name: String,
    /// Heuristic whose weights are tuned.
    #[arg(long, value_name = "H", default_value = rows::NAME, value_parser = heuristics())]
    heuristic: String,
    /// Search depth: 0 to 8 spawns, `distinct-tiles` or `free-cells` [default: 1].
    #[arg(long, value_name = "D")]
    depth: Option<Depth>,
    /// Tune the parameters of your own program instead: its command line, split at blanks.
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["heuristic", "depth"])]
    command: Option<String>,
    /// File to write [default: NAME.toml]; one that exists is left alone.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The heuristics of players that are built in.
fn heuristics() -> PossibleValuesParser {
    let names = HeuristicKind::NAMES.into_iter();
    PossibleValuesParser::new(names)
}

impl InitCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let name = self.name.strip_suffix(".toml").unwrap_or(&self.name);
        let path = self.out.unwrap_or_else(|| format!("{name}.toml").into());
        let (subject, first) = match &self.command {
            Some(line) => (
                Template::Program(line.split_whitespace().collect()),
                "name your parameters   in [heuristic.command] of this file",
            ),
            None => (
                Template::Heuristic(&self.heuristic, self.depth.unwrap_or(Depth::Fixed(1))),
                "change what you like   ranges, depth and budget stand in this file",
            ),
        };
        let text = search_space(name, &subject);
        // A name that is none is found here.
        let spec = CampaignSpec::parse_new(&path, &text)?;
        let shown = path.display();
        let mut file = match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let message = format!(
                    "{shown}: found a file, expected none - give another NAME, or --out FILE"
                );
                return Err(BadInput(message).into());
            }
            result => result.with_context(|| format!("{shown}: cannot create"))?,
        };
        file.write_all(text.as_bytes()).with_context(|| format!("{shown}: cannot write"))?;
        let tuned = match &self.command {
            Some(_) => "a placeholder for the parameters of your program".to_owned(),
            None => format!("{}, {}", spec.subject().tuned(spec.dimensions()), spec.subject()),
        };
        let (program, given) = (program_name(), quoted(&path));
        print(&format!(
            "{shown}: a search space with {tuned}\n\n  \
             {first}\n  \
             check it               {program} check {given}\n  \
             start the campaign     {program} run {given}\n  \
             read about every key   {program} help search-space\n"
        ))
    }
}
