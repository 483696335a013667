//! `tune2048 report`.

use std::path::{Path, PathBuf};

use crate::view::report::{comparison, markdown, page};
use tune2048_tuner::record::REPORT;

use crate::cli::options::{campaign_folder, out_path, write_file};
use crate::cli::terminal::{BadInput, print};

/// Write a report about a campaign or a learning run as one page for the browser.
///
/// The page is report.html in the folder; it needs no network and no other file. A running campaign
/// is not disturbed.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportCommand {
    /// Folder of the campaign, or its name; with --compare several.
    #[arg(value_name = "FOLDER", required = true, value_parser = campaign_folder)]
    folders: Vec<PathBuf>,
    /// Compare campaigns in one page, comparison.html in the folder that contains the first one.
    #[arg(long)]
    compare: bool,
    /// Print the summary in Markdown, and write no file unless --out names one.
    #[arg(long, conflicts_with = "compare")]
    markdown: bool,
    /// File to write in place of the default one.
    #[arg(long, short, value_name = "FILE", value_parser = out_path())]
    out: Option<PathBuf>,
}

impl ReportCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (text, usual) = match self.folders.as_slice() {
            folders if self.compare => {
                let beside = folders[0].parent().unwrap_or(Path::new(""));
                (comparison(folders)?, beside.join("comparison.html"))
            }
            [folder] if self.markdown => (markdown(folder)?, PathBuf::new()),
            [folder] => (page(folder)?, folder.join(REPORT)),
            folders => anyhow::bail!(BadInput(format!(
                "found {} folders, expected one - give --compare to put campaigns side by side",
                folders.len()
            ))),
        };
        let path = match self.out {
            Some(path) => path,
            None if self.markdown => return print(&text),
            None => usual,
        };
        write_file(&path, text)?;
        if self.markdown {
            return Ok(());
        }
        print(&format!("{}: open it in a browser\n", path.display()))
    }
}
