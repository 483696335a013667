//! `tune2048 completions` and `tune2048 man`: files for shells and for `man`.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use super::options::{make_folder, out_path};
use super::terminal::print_bytes;

/// Print the completions of a shell: commands, options and files.
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
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "tune2048", &mut script);
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
