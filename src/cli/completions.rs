//! `tune2048 completions` and `tune2048 man`: files for shells and for `man`.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Shells};

use super::Cli;
use super::options::{make_folder, out_path};
use super::terminal::print_bytes;

/// The environment variable by which a shell asks what it can offer.
const VARIABLE: &str = "TUNE2048_COMPLETE";

/// Answers a shell that asks what it can offer, and ends the process; else does nothing.
pub(super) fn answer() {
    CompleteEnv::with_factory(Cli::command).var(VARIABLE).complete();
}

/// Print the completions of a shell: commands, options, and names of presets, search spaces,
/// campaigns and topics.
///
/// For bash: `tune2048 completions bash > ~/.local/share/bash-completion/completions/tune2048`.
#[derive(Debug, clap::Args)]
pub(super) struct CompletionsCommand {
    /// Shell that reads them.
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

impl CompletionsCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let name = Cli::command().get_name().to_owned();
        let mut script = Vec::new();
        if let Some(shell) = Shells::builtins().completer(&self.shell.to_string()) {
            shell.write_registration(VARIABLE, &name, &name, &name, &mut script)?;
        }
        print_bytes(&script)
    }
}

/// Print the manual page, or write one page per command into a folder.
#[derive(Debug, clap::Args)]
pub(super) struct ManCommand {
    /// Folder for tune2048.1, tune2048-run.1 and so on, such as ~/.local/share/man/man1.
    #[arg(long, short, value_name = "FOLDER", value_parser = out_path())]
    out: Option<PathBuf>,
}

impl ManCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut command = Cli::command();
        command.build();
        if let Some(folder) = self.out {
            make_folder(&folder)?;
            let place = || format!("{}: cannot write the pages", folder.display());
            return clap_mangen::generate_to(command, &folder).with_context(place);
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        print_bytes(&page)
    }
}
