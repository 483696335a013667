//! Texts of files.

use std::fs;
use std::path::Path;

use crate::FileError;

/// Returns the text of the bytes of the file `path`.
///
/// # Errors
/// If they are not UTF-8.
pub fn of(bytes: Vec<u8>, path: &Path) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|byte| **byte == b'\n').count();
        FileError::damaged(path, line, "found bytes that are no text, expected text in UTF-8")
    })
}

/// Reads the text of a file that was named by a user.
///
/// # Errors
/// What is wrong with the file, after its name.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(FileError::io(path, "read"));
    bytes.and_then(|bytes| of(bytes, path)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_told_with_its_line() {
        let path = Path::new("file");
        let text = of(b"a,1\na,\xff\n".to_vec(), path).unwrap_err().to_string();
        assert_eq!(text, "file line 2: found bytes that are no text, expected text in UTF-8");
        assert_eq!(of(b"a,1\n".to_vec(), path).unwrap(), "a,1\n");
    }
}
