//! The files of a program that plays, with their checksums: a program that was built again under
//! the same name is another player.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::subject::CommandSettings;

/// The key of the folder in which a campaign began, among the words that name files.
const BEGUN_IN: &str = "(begun in)";

/// The files that a command line names: the program and arguments such as scripts, each with the
/// CRC-32 of its contents in eight hexadecimal digits. A program that is searched for in `PATH`
/// is not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProgramFiles(BTreeMap<String, String>);

impl ProgramFiles {
    /// Reads the files of a program. Words that name no file, or one that cannot be read, are
    /// left out.
    pub fn of(program: &CommandSettings) -> Self {
        let lines = [&program.program].into_iter().chain(program.engines());
        let words = lines.flat_map(|line| line.iter().enumerate());
        // The first word without a slash is searched for in `PATH`.
        let words = words.filter(|(place, word)| *place > 0 || word.contains('/'));
        let checked = words.filter_map(|(_, word)| {
            let checksum = checksum(&program.place(Path::new(word))).ok()?;
            Some((word.clone(), format!("{checksum:08x}")))
        });
        Self(checked.collect())
    }

    /// The files with the folder in which a campaign with them begins.
    #[must_use]
    pub fn begun_in(&self, folder: String) -> Self {
        let mut begun = self.clone();
        begun.0.insert(BEGUN_IN.to_owned(), folder);
        begun
    }

    /// The folder in which the campaign began, if it is recorded.
    pub fn begun(&self) -> Option<&str> {
        self.0.get(BEGUN_IN).map(String::as_str)
    }

    /// Returns the files that differ from those recorded earlier, or that are gone.
    pub fn changed_since(&self, recorded: &Self) -> Vec<PathBuf> {
        let recorded = recorded.0.iter().filter(|(word, _)| *word != BEGUN_IN);
        let changed = recorded.filter(|&(word, checksum)| self.0.get(word) != Some(checksum));
        changed.map(|(word, _)| PathBuf::from(word)).collect()
    }

    /// The checksums in a line, in the order of the names.
    pub fn line(&self) -> String {
        let entries: Vec<_> = self.0.iter().map(|(word, sum)| format!("{word} {sum}")).collect();
        entries.join(", ")
    }
}

fn checksum(path: &Path) -> io::Result<u32> {
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            length => hasher.update(&buffer[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_the_command_line_names_are_compared() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("player.py", "123456789");
        let words = ["python3", "player.py", "--depth", "3"].map(str::to_owned);
        let mut program = CommandSettings::new(words.into());
        program.working_folder = Some(folder.path().display().to_string());
        let before = ProgramFiles::of(&program);
        // The check value of CRC-32, from the catalogue of parametrised CRC algorithms.
        assert_eq!(before.line(), "player.py cbf43926");
        assert!(before.changed_since(&before).is_empty());
        write("player.py", "12345678");
        let after = ProgramFiles::of(&program);
        assert_eq!(after.changed_since(&before), [Path::new("player.py")]);
        std::fs::remove_file(folder.path().join("player.py")).unwrap();
        let gone = ProgramFiles::of(&program);
        assert_eq!(gone.changed_since(&before), [Path::new("player.py")]);
        let json = serde_json::to_string(&before).unwrap();
        assert_eq!(serde_json::from_str::<ProgramFiles>(&json).unwrap(), before);
    }
}
