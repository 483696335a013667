//! The folder of a campaign.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::record::{
    BEST, CheckpointError, DISTRIBUTIONS, EXTRAS, FAILURES, FINALISTS, MANIFEST, Manifest, PILOT,
    PROGRAM, Result, SEARCH_SPACE, TRIALS, WORKERS,
};
use crate::space::defaults::{Defaults, RecordedDefaults};
use tune2048_files::lock::is_in_use;
use tune2048_files::record::Record;
use tune2048_files::table::Table;
use tune2048_files::{FileError, atomic, regular};

/// The error of a campaign that nothing is recorded of yet, so that there is
/// nothing to go on with.
fn of_new_campaign(error: impl Into<CheckpointError>) -> CheckpointError {
    match error.into() {
        CheckpointError::File(FileError::Io { path, cause, .. }) => {
            CheckpointError::Failed(format!(
                "{}: cannot make the campaign's folder: {cause} - give another with --out",
                path.display()
            ))
        }
        other => other,
    }
}

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    fingerprint: Option<String>,
    pub(super) defaults: Option<RecordedDefaults>,
}

impl Folder {
    /// A folder with any content; nothing is checked.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), fingerprint: None, defaults: None }
    }

    /// Makes the folder of a new campaign, which replaces one that has recorded no game.
    ///
    /// # Errors
    /// If there is a campaign already, or the folder cannot be made.
    pub fn create(path: &Path) -> Result<Self> {
        let folder = Self::at(path);
        let is_free = !is_in_use(&folder.file(TRIALS));
        if folder.file(MANIFEST).exists() && is_free && folder.is_unplayed() {
            folder.remove_start()?;
        }
        folder.check_new()?;
        atomic::make_folder(path).map_err(of_new_campaign)?;
        Ok(folder)
    }

    /// Returns the folder with the fingerprint and the defaults of its campaign.
    pub fn of_campaign(self, fingerprint: String, defaults: RecordedDefaults) -> Self {
        Self { fingerprint: Some(fingerprint), defaults: Some(defaults), ..self }
    }

    /// What fills the settings that the search space of the campaign leaves out.
    pub fn defaults(&self) -> RecordedDefaults {
        let earlier = RecordedDefaults { kind: Defaults::Earlier, budget: None };
        self.defaults.unwrap_or(earlier)
    }

    /// The fingerprint that the files of the campaign carry; `None` for a
    /// campaign of an earlier build, whose files carry none.
    pub fn fingerprint(&self) -> Option<&str> {
        self.fingerprint.as_deref()
    }

    /// Opens the folder of a campaign.
    ///
    /// # Errors
    /// If there is no campaign, or the folder contains its weights only.
    pub fn open(path: &Path) -> Result<Self> {
        Self::at(path).check_rows()?;
        Self::open_manifest(path)
    }

    /// Opens the folder of a campaign whose rows may be missing.
    ///
    /// # Errors
    /// If there is no campaign, or its manifest cannot be read.
    pub fn open_manifest(path: &Path) -> Result<Self> {
        let folder = Self::at(path);
        if folder.file(MANIFEST).is_file() {
            let Manifest { fingerprint, defaults, defaults_budget: budget, .. } =
                folder.manifest()?;
            let defaults = defaults.map(|kind| RecordedDefaults { kind, budget });
            Ok(Self { fingerprint, defaults, ..folder })
        } else {
            Err(CheckpointError::BadInput(format!(
                "{}: no campaign here (no {MANIFEST}) - start one with `tune2048 run SPACE.toml`",
                path.display()
            )))
        }
    }

    /// Checks that the folder does not contain recommended weights without the
    /// rows of the campaign that found them.
    ///
    /// # Errors
    /// [`CheckpointError::WeightsOnly`] if it does.
    pub fn check_rows(&self) -> Result<()> {
        if self.file(BEST).is_file() && !self.file(TRIALS).exists() {
            return Err(CheckpointError::WeightsOnly(self.path.clone()));
        }
        Ok(())
    }

    /// Writes the search space and the manifest of a new campaign.
    ///
    /// # Errors
    /// If there is a campaign already, or the folder cannot be written.
    pub fn start(&self, spec: &str) -> Result<()> {
        self.check_new()?;
        self.write_start(spec).map_err(of_new_campaign)
    }

    /// Whether the campaign in the folder has recorded no game.
    pub fn is_unplayed(&self) -> bool {
        let has_no_pilot = match self.read_json::<serde_json::Value>(PILOT) {
            Ok(pilot) => pilot["games"] == 0,
            Err(_) => !self.file(PILOT).exists(),
        };
        // A file of rows begins with the line of their names.
        let has_no_rows = self.read(TRIALS).is_ok_and(|text| text.lines().count() <= 1);
        let has_more = [BEST, FINALISTS].iter().any(|name| self.file(name).exists());
        has_no_pilot && has_no_rows && !has_more
    }

    /// Removes the files of a campaign that has recorded no game.
    fn remove_start(&self) -> Result<()> {
        // The manifest goes last: it makes the folder that of a campaign.
        let rows = [TRIALS, DISTRIBUTIONS, EXTRAS];
        let others = [SEARCH_SPACE, PILOT, PROGRAM, FAILURES, MANIFEST];
        rows.into_iter().chain(others).try_for_each(|name| self.remove(name))
    }

    fn check_new(&self) -> Result<()> {
        if self.file(MANIFEST).exists() {
            return Err(CheckpointError::Exists(self.path.clone()));
        }
        Ok(())
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads the text of a file in the folder.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&self, name: &str) -> Result<String> {
        Ok(regular::read_text(&self.file(name))?)
    }

    /// Replaces a file in the folder: the old one stays until the new one is on the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        Ok(atomic::replace(&self.file(name), text)?)
    }

    /// Removes a file in the folder, if there is one.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn remove(&self, name: &str) -> Result<()> {
        let path = self.file(name);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => Ok(removed.map_err(FileError::io(&path, "remove"))?),
        }
    }

    /// The error of a row, from 0, of a file in the folder that is not as it was written.
    pub fn damaged(&self, name: &str, row: usize, problem: impl Into<String>) -> CheckpointError {
        // Rows follow the line of their names.
        FileError::damaged(&self.file(name), row + 2, problem).into()
    }

    /// Reads a file of JSON.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read_json<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        serde_json::from_str(&self.read(name)?).map_err(|error| {
            let damaged = FileError::damaged(&self.file(name), error.line(), error.to_string());
            CheckpointError::Failed(format!(
                "{damaged} - restore the file from a copy, or start a new campaign in another folder \
                 with `tune2048 run`"
            ))
        })
    }

    /// Replaces a file by plain data as JSON.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_json(&self, name: &str, data: &impl Serialize) -> Result<()> {
        Ok(atomic::replace_json(&self.file(name), data)?)
    }

    /// Opens a file of rows of the campaign, or makes it.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open_table<T: Record>(&self, name: &str, layout: T::Layout) -> Result<Table<T>> {
        Ok(Table::open_file(&self.file(name), layout, self.fingerprint())?)
    }

    /// Reads a file of rows of the campaign; none if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read_table<T: Record>(&self, name: &str, layout: &T::Layout) -> Result<Vec<T>> {
        Ok(Table::read(&self.file(name), layout, self.fingerprint())?)
    }

    /// Checks that a file which carries this fingerprint is one of this campaign.
    ///
    /// # Errors
    /// [`CheckpointError::Failed`] if it is not.
    pub fn check_owner(&self, name: &str, found: Option<&str>) -> Result<()> {
        if found == self.fingerprint() {
            return Ok(());
        }
        let [found, expected] = [found, self.fingerprint()].map(|known| known.unwrap_or("none"));
        Err(CheckpointError::Failed(format!(
            "{}: the file is that of another campaign: found the fingerprint {found}, expected \
             {expected} - restore the file from a copy, or remove it and let `tune2048 resume` write it",
            self.file(name).display()
        )))
    }

    /// Removes the temporary files that a process killed in [`Self::write`] has
    /// left behind. Only the process that holds the lock of the campaign may call it.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove_temporary_files(&self) -> Result<()> {
        let written = [SEARCH_SPACE, MANIFEST, PILOT, PROGRAM, FAILURES, BEST, WORKERS];
        Ok(atomic::remove_temporary(&self.path, &written)?)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The folder of a new campaign, which is removed with the first of both.
    pub(crate) fn scratch() -> (tempfile::TempDir, Folder) {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        (path, folder)
    }
}
