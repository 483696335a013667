//! Whether the program of a campaign is still the one that it was started with.

use std::path::PathBuf;

use crate::campaign::{Campaign, CampaignError};
use crate::record::file_names::PROGRAM;
use crate::subject::program_files::ProgramFiles;

impl Campaign {
    /// Returns the files of the program that have changed since the campaign first ran with it;
    /// the first call records them. Empty for a player of this library.
    ///
    /// # Errors
    /// If the record cannot be read or written.
    pub fn changed_program_files(&self) -> Result<Vec<PathBuf>, CampaignError> {
        let Some(found) = self.spec().subject().program_files() else { return Ok(Vec::new()) };
        let folder = &self.journals.folder;
        let here = std::env::current_dir().unwrap_or_default().display().to_string();
        if !folder.file(PROGRAM).exists() {
            folder.write_json(PROGRAM, &found.begun_in(here))?;
            return Ok(Vec::new());
        }
        let recorded: ProgramFiles = folder.read_json(PROGRAM)?;
        let changed = found.changed_since(&recorded);
        let program = self.spec().subject().command();
        let is_missing =
            |path: &&PathBuf| program.is_some_and(|program| !program.place(path).exists());
        let missing = changed.iter().find(is_missing);
        match (recorded.begun(), missing) {
            (Some(began), Some(missing)) if began != here => Err(CampaignError::BadInput(format!(
                "{} is not found in the folder {here}: the campaign began in {began} - go on with it \
                 there, or set `working-folder` in [player.command]",
                missing.display()
            ))),
            _ => Ok(changed),
        }
    }
}
