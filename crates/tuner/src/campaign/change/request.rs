//! Changes of a running campaign: another process puts a search space into
//! the folder, and the campaign takes it up before the next generation.

use std::fs;
use std::path::Path;

use crate::campaign::{Campaign, Event, Result, Session};
use crate::record::{Folder, REFUSED, REQUEST, TAKEN};
use tune2048_files::FileError;

/// Requests that the campaign which runs in a folder goes on with a search space.
///
/// # Errors
/// If there is no campaign, or the request cannot be written.
pub fn request(folder: &Path, text: &str) -> Result<()> {
    Ok(Folder::open(folder)?.write(REQUEST, text)?)
}

/// The requested search space that was not taken up yet, if there is one.
///
/// # Errors
/// If there is no campaign, or the request cannot be read.
pub fn requested(folder: &Path) -> Result<Option<String>> {
    let folder = Folder::open(folder)?;
    let name = [REQUEST, TAKEN].into_iter().find(|name| folder.file(name).exists());
    Ok(name.map(|name| folder.read(name)).transpose()?)
}

/// Removes a request that was not taken up yet.
///
/// # Errors
/// If there is no campaign, or the request cannot be removed.
pub fn withdraw(folder: &Path) -> Result<()> {
    let folder = Folder::open(folder)?;
    Ok([REQUEST, TAKEN].into_iter().try_for_each(|name| folder.remove(name))?)
}

impl Campaign {
    /// Changes the search space of a campaign as requested, if there is a request
    /// and no game of this generation was played. An impossible change is put
    /// aside and reported.
    ///
    /// # Errors
    /// If the request cannot be read, or the change cannot be recorded.
    pub(crate) fn take_up_request(&mut self, generation: u32, session: &Session<'_>) -> Result<()> {
        if generation == 0 || self.journals.has_begun(generation) {
            return Ok(());
        }
        let folder = &self.journals.folder;
        let [request, taken, refused] = [REQUEST, TAKEN, REFUSED].map(|name| folder.file(name));
        // A request that was taken up before a kill comes first; meanwhile there
        // may be a new one.
        if !taken.exists() {
            match fs::rename(&request, &taken) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
                renamed => renamed.map_err(FileError::io(&request, "take up"))?,
            }
        }
        let text = folder.read(TAKEN)?;
        match self.change(&request, &text) {
            Ok(change) => {
                fs::remove_file(&taken).map_err(FileError::io(&request, "remove"))?;
                let spec = self.active.history.latest();
                session.observe(&Event::Changed { change: &change, spec });
            }
            Err(reason) if reason.is_bad_input() => {
                fs::rename(&taken, &refused).map_err(FileError::io(&request, "put aside"))?;
                session.observe(&Event::ChangeRefused(&reason));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
