//! Files that are replaced as a whole, and folders whose entries reach the disk.

use std::fs;
use std::io::ErrorKind::{InvalidInput, NotFound, PermissionDenied, Unsupported};
use std::io::{self, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;
use serde::Serialize;

use crate::FileError;
use crate::error::{FOLDER, MAKE_FOLDER};

/// Replaces a file: the old one stays in place until the new one is on the disk.
///
/// # Errors
/// If the file cannot be written.
pub fn replace(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), FileError> {
    replace_with(path, |file| file.write_all(contents.as_ref()))
}

/// Replaces a file by plain data as JSON.
///
/// # Errors
/// If the file cannot be written.
pub fn replace_json(path: &Path, data: &impl Serialize) -> Result<(), FileError> {
    let text = serde_json::to_string_pretty(data).expect("plain data has a JSON form");
    replace(path, text + "\n")
}

/// Replaces a file by what `write` writes, as [`replace`] does.
///
/// # Errors
/// If the file cannot be written.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    AtomicWriteFile::open(path)
        .and_then(|mut file| {
            write(&mut file)?;
            file.commit()
        })
        .map_err(FileError::io(path, "write"))
}

/// Removes a file, if it is there.
///
/// # Errors
/// If it cannot be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(cause) if cause.kind() != NotFound => Err(FileError::io(path, "remove")(cause)),
        _ => Ok(()),
    }
}

/// Removes the temporary files in a folder that a process killed in [`replace`] has left for files of these names: a dot, the
/// name, a dot, and six letters or digits.
///
/// # Errors
/// If the folder cannot be read or a file cannot be removed.
pub fn remove_temporary(folder: &Path, names: &[&str]) -> Result<(), FileError> {
    let entries = fs::read_dir(folder).map_err(FileError::io(folder, "read this folder"))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let parts = name.to_str().and_then(|name| name.strip_prefix('.')?.rsplit_once('.'));
        let is_random =
            |text: &str| text.len() == 6 && text.bytes().all(|it| it.is_ascii_alphanumeric());
        if parts.is_some_and(|(of, suffix)| names.contains(&of) && is_random(suffix)) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Makes a folder and those above it, if they are missing.
///
/// # Errors
/// If the folder cannot be made: [`FileError::Kind`] where it or one above is a file.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(file) = path.ancestors().find(|above| above.exists() && !above.is_dir()) {
        return Err(FileError::kind(file, "a file", FOLDER));
    }
    fs::create_dir_all(path)
        .and_then(|()| sync_folder_of(path))
        .map_err(FileError::io(path, MAKE_FOLDER))
}

/// Waits until the entry of a new file or folder is on the disk: on Unix a
/// sync of the file itself does not cover its name in the folder.
///
/// # Errors
/// If the folder cannot be synced; file systems that cannot sync folders are
/// no error.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        // Windows opens no folders as files and needs no such sync on NTFS.
        return Ok(());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let synced = fs::File::open(folder.unwrap_or(Path::new("."))).and_then(|file| file.sync_all());
    match synced {
        // Network file systems that sync no folder, and folders that may be
        // written but not read.
        Err(error) if matches!(error.kind(), InvalidInput | Unsupported | PermissionDenied) => {
            Ok(())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_made_with_those_above_and_once() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("a/b");
        make_folder(&folder).unwrap();
        make_folder(&folder).unwrap();
        assert!(folder.is_dir());
        let file = folder.join("file");
        replace(&file, "text").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
        assert!(make_folder(&file.join("below")).is_err());
    }

    #[test]
    fn temporary_files_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let kept = [".best.toml", ".best.toml.abc-23", ".other.abc123", "best.toml.abc123"];
        for name in kept.iter().chain(&[".best.toml.aB3dE6"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        remove_temporary(folder.path(), &["best.toml"]).unwrap();
        let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut left: Vec<_> = left.collect();
        left.sort();
        assert_eq!(left, kept);
    }

    #[test]
    fn a_folder_that_is_gone_cannot_be_synced() {
        let scratch = tempfile::tempdir().unwrap();
        sync_folder_of(&scratch.path().join("file")).unwrap();
        let gone = sync_folder_of(&scratch.path().join("gone/file"));
        assert_eq!(gone.is_err(), cfg!(unix));
    }
}
