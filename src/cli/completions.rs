//! `tune2048 completions` and `tune2048 man`: files for shells and for `man`.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use super::terminal::output::{print_bytes, write_file};

/// Print the completions of a shell.
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
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl ManCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut command = Cli::command();
        command.build();
        let Some(folder) = self.out else {
            return print_bytes(&page(command)?);
        };
        for subcommand in command.get_subcommands() {
            let name = format!("tune2048-{}", subcommand.get_name());
            // The synopsis names the command with a space.
            let bytes = page(subcommand.clone().display_name(name.clone()))?;
            write_file(&folder.join(format!("{name}.1")), &bytes)?;
        }
        write_file(&folder.join("tune2048.1"), &page(command)?)
    }
}

/// Returns the manual page of a command.
fn page(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
