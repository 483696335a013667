//! `tune2048 serve`.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use tune2048::serve::{DEFAULT_PORT, Server, ServerError};

use super::failure::BadInput;
use super::output::print;

/// Serve the reports of campaigns to the browsers of this machine, as pages that follow them.
///
/// Only 127.0.0.1 is listened to. Campaigns are only read, running ones too: none is locked or
/// changed. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
pub(super) struct ServeCommand {
    /// A campaign's folder, or a folder of campaigns; results if not given.
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// The port to listen on, 0 for any that is free; 2048 if not given, or any if that is taken.
    #[arg(long, short, value_name = "P")]
    port: Option<u16>,
}

impl ServeCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let folder = match &self.folder {
            Some(folder) if !folder.exists() => {
                return Err(BadInput(format!(
                    "{}: no such folder, expected a campaign's folder or a folder of campaigns, \
                     such as results",
                    folder.display()
                ))
                .into());
            }
            Some(folder) => folder,
            None => Path::new("results"),
        };
        let server = Server::bind(folder, self.port).map_err(|error| match error {
            ServerError::Folder { .. } => BadInput(error.to_string()).into(),
            _ => anyhow::Error::from(error),
        })?;
        let stop = server.stopper();
        let is_second = AtomicBool::new(false);
        ctrlc::set_handler(move || {
            if is_second.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
            stop.stop();
        })
        .context("cannot listen to signals")?;
        let address = server.address();
        let taken = match self.port {
            None if address.port() != DEFAULT_PORT => format!(" (port {DEFAULT_PORT} is taken)"),
            _ => String::new(),
        };
        print(&format!(
            "{} at http://{address}/{taken}, until Ctrl-C\n",
            folder.display()
        ))?;
        Ok(server.run()?)
    }
}
