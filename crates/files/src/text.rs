//! Texts, and what files are that are none.

use std::fs;
use std::path::Path;

use crate::FileError;

/// The first bytes of files of other programs, what these are, and how to make text of them.
const KINDS: [(&[u8], &str, &str); 9] = [
    (b"SQLite format 3\0", "an SQLite database", OPTUNA),
    (b"{\"op_code\":", "a journal of Optuna", OPTUNA),
    (b"\x1f\x8b", "compressed data", UNPACK),
    (b"BZh", "compressed data", UNPACK),
    (b"\xfd7zXZ", "compressed data", UNPACK),
    (b"\x28\xb5\x2f\xfd", "compressed data", UNPACK),
    (b"PK\x03\x04", "a zip archive", UNPACK),
    (b"\xff\xfe", "UTF-16", UTF_16),
    (b"\xfe\xff", "UTF-16", UTF_16),
];
const OPTUNA: &str =
    "a table - `study.trials_dataframe().to_csv(\"study.csv\")` of Optuna writes one";
const UNPACK: &str =
    "text - unpack it first; R writes text by `write.csv`, NumPy by `numpy.savetxt`";
const UTF_16: &str = "UTF-8 - `iconv -f utf-16 -t utf-8 FILE > TEXT` converts it";

/// Returns the text of the bytes of the file `path`.
///
/// # Errors
/// If they are those of another kind of file, with the command that makes text of it, or not UTF-8.
pub fn of(bytes: Vec<u8>, path: &Path) -> Result<String, FileError> {
    if let Some((_, found, expected)) = KINDS.iter().find(|(sign, ..)| bytes.starts_with(sign)) {
        return Err(FileError::kind(path, *found, expected));
    }
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
    fn files_of_other_programs_are_named_with_the_way_out() {
        let path = Path::new("file");
        for (bytes, found, command) in [
            (&b"SQLite format 3\0\x10"[..], "SQLite", "trials_dataframe"),
            (b"{\"op_code\": 0, \"worker_id\": \"x\"}\n", "journal of Optuna", "trials_dataframe"),
            (b"\x1f\x8b\x08\0", "compressed", "unpack"),
            (b"PK\x03\x04\x14", "zip", "numpy.savetxt"),
            (b"\x93NUMPY\x01", "no text", "UTF-8"),
            (b"\xff\xfec\0a\0", "UTF-16", "iconv"),
            (b"a,\xff\n", "no text", "UTF-8"),
        ] {
            let text = of(bytes.to_vec(), path).unwrap_err().to_string();
            assert!(text.contains(found) && text.contains(command), "{text}");
        }
        assert_eq!(of(b"a,1\n".to_vec(), path).unwrap(), "a,1\n");
    }
}
