//! `tune2048 report`.

use std::path::PathBuf;

use tune2048::campaign::Progress;
use tune2048::report::markdown;

use super::output;

/// Print what a campaign was asked and what came out, as Markdown.
#[derive(Debug, clap::Args)]
pub(super) struct Report {
    /// The campaign's folder.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The file to write; standard output if not given.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Report {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let progress = Progress::read(&self.folder)?;
        let text = markdown(&progress);
        match self.out {
            Some(path) => output::write_file(&path, text.as_bytes()),
            None => output::print(&text),
        }
    }
}
