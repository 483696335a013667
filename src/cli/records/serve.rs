//! `tune2048 serve`.

use std::path::PathBuf;

use crate::serve::{listen, run};

use crate::cli::options::{campaign_folder, folders_of_runs};
use crate::cli::terminal::{print, stop_on_signal};

/// Show reports in the browser, update them while campaigns run, and watch weights play.
///
/// Listens to 127.0.0.1 only. Runs, also those under way, are neither locked nor changed. Ctrl-C
/// stops the server.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeCommand {
    /// Folder of a run or its name, or folder of campaigns and learning runs [default: results and
    /// networks].
    #[arg(value_name = "FOLDER", value_parser = campaign_folder)]
    folder: Option<PathBuf>,
    /// Port to listen to, 0 for any free port [default: 2048, or any free port if it is taken].
    #[arg(long, short, value_name = "P")]
    port: Option<u16>,
}

impl ServeCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let roots = folders_of_runs(self.folder)?;
        let place = roots[0].folder.display().to_string();
        let listener = listen(self.port)?;
        let monitor = stop_on_signal()?;
        print(&format!("{place} at http://{}/, until Ctrl-C\n", listener.local_addr()?))?;
        run(listener, roots, &monitor)
    }
}
