//! Files that users name for what they asked for.

use std::fs::{self, FileType, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::FileError;
use crate::atomic::replace;

/// Writes to a path that a user names. A regular file is replaced as [`replace`] does, behind a
/// link too; a pipe, a terminal and other devices of characters are written through.
///
/// # Errors
/// If the path cannot be written, or is a folder or anything else without a stream of bytes.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), FileError> {
    // Behind the name of a descriptor, such as /dev/stdout, stands a file that is already open.
    let is_descriptor = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    match fs::metadata(path).map(|found| found.file_type()) {
        Ok(kind) if kind.is_file() && !is_descriptor => {
            let target = fs::canonicalize(path).map_err(FileError::io(path, "write"))?;
            replace(&target, contents)
        }
        Ok(kind) if kind.is_file() || is_stream(kind) => {
            let opened = OpenOptions::new().append(true).open(path);
            let written = opened.and_then(|mut file| file.write_all(contents.as_ref()));
            written.map_err(FileError::io(path, "write"))
        }
        Ok(kind) => Err(FileError::kind(path, name(kind), "a file or a pipe")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => write(&path.with_file_name("").join(target), contents),
            Err(_) => match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                Some(folder) if !folder.exists() => {
                    let problem = format!("there is no folder {}: make it first", folder.display());
                    Err(FileError::io(path, "write")(io::Error::new(error.kind(), problem)))
                }
                _ => replace(path, contents),
            },
        },
        Err(error) => Err(FileError::io(path, "write")(error)),
    }
}

#[cfg(unix)]
fn is_stream(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_char_device()
}

#[cfg(not(unix))]
fn is_stream(_: FileType) -> bool {
    false
}

pub(crate) fn name(kind: FileType) -> &'static str {
    match kind {
        kind if kind.is_dir() => "a folder",
        kind if is_stream(kind) => "a pipe or a device",
        _ => "neither a file nor a pipe",
    }
}
