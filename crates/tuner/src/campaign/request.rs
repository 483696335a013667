//! Changes of a campaign that runs: another process leaves a search space in
//! the folder, and the campaign takes it up before the next generation.

use std::fs;
use std::path::Path;

use super::{Campaign, CampaignError, Event, Observer};
use crate::checkpoint::folder::{REFUSED, REQUEST, TAKEN};
use crate::checkpoint::{CheckpointError, Folder};

/// Leaves a search space for the campaign that runs in a folder.
///
/// # Errors
/// If there is no campaign, or it cannot be written.
pub fn request(folder: &Path, text: &str) -> Result<(), CampaignError> {
    Ok(Folder::open(folder)?.write(REQUEST, text)?)
}

/// The search space that waits in a folder to be taken up, if one does.
///
/// # Errors
/// If there is no campaign, or it cannot be read.
pub fn requested(folder: &Path) -> Result<Option<String>, CampaignError> {
    let folder = Folder::open(folder)?;
    for name in [REQUEST, TAKEN] {
        if folder.file(name).exists() {
            return Ok(Some(folder.read(name)?));
        }
    }
    Ok(None)
}

/// Takes back what waits in a folder, because it is recorded.
///
/// # Errors
/// If there is no campaign, or it cannot be removed.
pub fn withdraw(folder: &Path) -> Result<(), CampaignError> {
    let folder = Folder::open(folder)?;
    for path in [REQUEST, TAKEN].map(|name| folder.file(name)) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            removed => removed.map_err(|cause| CheckpointError::Io {
                path,
                action: "remove",
                cause,
            })?,
        }
    }
    Ok(())
}

impl Campaign {
    /// Takes up what the campaign was asked for, if this generation is not
    /// begun; a request that cannot be is put aside and told.
    pub(super) fn take_up_request(
        &mut self,
        generation: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let is_begun = self.first_trial(generation) < self.trials.len() || !self.rounds.is_empty();
        if generation == 0 || is_begun {
            return Ok(());
        }
        let [request, taken, refused] =
            [REQUEST, TAKEN, REFUSED].map(|name| self.folder.file(name));
        let fails = |action| {
            let path = request.clone();
            move |cause| CheckpointError::Io {
                path,
                action,
                cause,
            }
        };
        // One that was taken and then killed comes first; a new request may
        // come at any time.
        if !taken.exists() {
            match fs::rename(&request, &taken) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
                renamed => renamed.map_err(fails("take up"))?,
            }
        }
        let text = self.folder.read(TAKEN)?;
        match self.change(&request, &text) {
            Ok(change) => {
                fs::remove_file(&taken).map_err(fails("remove"))?;
                let space = self.stages.latest();
                observer.observe(&Event::Changed {
                    change: &change,
                    space,
                });
            }
            Err(reason) if reason.is_bad_input() => {
                fs::rename(&taken, &refused).map_err(fails("put aside"))?;
                observer.observe(&Event::ChangeRefused(&reason));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
