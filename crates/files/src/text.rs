//! Texts, and what files are that are none.

use std::fs;
use std::path::Path;

/// A file that is no text, and what makes one of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoText {
    /// What it is.
    pub found: &'static str,
    /// What is expected, with the command that makes it.
    pub expected: &'static str,
}

impl std::fmt::Display for NoText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

/// The first bytes of files of other programs.
const KINDS: [(&[u8], &str, &str); 13] = [
    (
        b"SQLite format 3\0",
        "an SQLite database",
        "text - a study of Optuna becomes a table by `study.trials_dataframe().to_csv(\"study.csv\")`",
    ),
    (
        b"{\"op_code\":",
        "a journal of Optuna",
        "a table - `study.trials_dataframe().to_csv(\"study.csv\")` writes one",
    ),
    (b"RDX", "data of R", R),
    (b"RDA", "data of R", R),
    (b"X\n\0\0\0", "data of R", "text - in R: `write.csv(readRDS(FILE), \"scores.csv\")`"),
    (
        b"\x1f\x8b",
        "compressed data",
        "text - `gunzip -c FILE > TEXT` unpacks it, or in R: `load(FILE)`, then `write.csv(…, \"scores.csv\")`",
    ),
    (b"BZh", "compressed data", "text - `bunzip2 -c FILE > TEXT` unpacks it"),
    (b"\xfd7zXZ", "compressed data", "text - `xz -dc FILE > TEXT` unpacks it"),
    (b"\x28\xb5\x2f\xfd", "compressed data", "text - `zstd -dc FILE > TEXT` unpacks it"),
    (
        b"PK\x03\x04",
        "a zip archive",
        "text - `unzip FILE` unpacks it, a spreadsheet is saved as CSV, and arrays of NumPy are written by \
         `numpy.savetxt(\"scores.csv\", numpy.load(FILE)[NAME], delimiter=\",\")`",
    ),
    (
        b"\x93NUMPY",
        "an array of NumPy",
        "text - `numpy.savetxt(\"scores.csv\", numpy.load(FILE), delimiter=\",\")` writes it",
    ),
    (b"\xff\xfe", "UTF-16", UTF_16),
    (b"\xfe\xff", "UTF-16", UTF_16),
];

const R: &str = "text - in R: `load(FILE)`, then `write.csv(…, \"scores.csv\")`";
const UTF_16: &str = "UTF-8 - `iconv -f utf-16 -t utf-8 FILE > TEXT` converts it";

/// Returns the text of a file's bytes.
///
/// # Errors
/// If they are those of another kind of file, or not UTF-8.
pub fn of(bytes: Vec<u8>) -> Result<String, NoText> {
    if let Some((_, found, expected)) = KINDS.iter().find(|(sign, ..)| bytes.starts_with(sign)) {
        return Err(NoText { found, expected });
    }
    String::from_utf8(bytes)
        .map_err(|_| NoText { found: "bytes that are no text", expected: "text in UTF-8" })
}

/// Reads the text of a file that was named by a user.
///
/// # Errors
/// What is wrong with the file, after its name.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes =
        fs::read(path).map_err(|error| format!("{}: cannot read: {error}", path.display()))?;
    of(bytes).map_err(|problem| format!("{}: {problem}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_programs_are_named_with_the_way_out() {
        for (bytes, found, command) in [
            (&b"SQLite format 3\0\x10"[..], "SQLite", "trials_dataframe"),
            (b"{\"op_code\": 0, \"worker_id\": \"x\"}\n", "journal of Optuna", "trials_dataframe"),
            (b"RDX3\nX\n", "data of R", "write.csv"),
            (b"\x1f\x8b\x08\0", "compressed", "gunzip"),
            (b"PK\x03\x04\x14", "zip", "numpy.load"),
            (b"\x93NUMPY\x01", "NumPy", "numpy.load"),
            (b"\xff\xfec\0a\0", "UTF-16", "iconv"),
            (b"a,\xff\n", "no text", "UTF-8"),
        ] {
            let text = of(bytes.to_vec()).unwrap_err().to_string();
            assert!(text.contains(found) && text.contains(command), "{text}");
        }
        assert_eq!(of(b"a,1\n".to_vec()).unwrap(), "a,1\n");
    }
}
