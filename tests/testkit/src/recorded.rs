//! Files that the repository records, apart from those that the user of a clone has made in the same folders: campaigns in
//! `results`, search spaces, corpora of fuzzing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of recorded campaigns, tournaments and duels, by the table of `results/README.md`.
#[track_caller]
pub fn results() -> Vec<PathBuf> {
    let folder = repository().join("results");
    let text = fs::read_to_string(folder.join("README.md")).expect("a text");
    let head = "| folder | commit | played again |\n";
    let (_, table) = text.split_once(head).expect("the table of the records");
    let rows = table.lines().skip(1).map_while(|line| line.strip_prefix("| `"));
    let names = rows.map(|row| row.split('`').next().expect("a name ends"));
    names.map(|name| folder.join(name)).collect()
}

/// The recorded files of a folder of the repository, in order; files that git does not know are not among them.
///
/// Without git, as in an unpacked archive, they are all files there.
#[track_caller]
pub fn files(folder: &str) -> Vec<PathBuf> {
    let place = repository().join(folder);
    below(folder).into_iter().filter(|path| path.parent() == Some(&place)).collect()
}

/// The recorded files of a folder and of those inside it.
fn below(folder: &str) -> Vec<PathBuf> {
    let root = repository();
    let mut git = Command::new("git");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        git.env_remove(variable);
    }
    // A clone in a container may belong to another user.
    let arguments = ["-c", "safe.directory=*", "ls-files", "-z", "--", folder];
    let output = git.args(arguments).current_dir(&root).output();
    let mut files: Vec<PathBuf> = match output {
        Ok(output) if output.status.success() && !output.stdout.is_empty() => {
            let names = String::from_utf8(output.stdout).expect("names are text");
            let names = names.split_terminator('\0');
            // One that was removed and not yet committed is no longer recorded.
            names.map(|name| root.join(name)).filter(|path| path.exists()).collect()
        }
        _ => {
            let entries = root.join(folder).read_dir().expect("a folder of the repository");
            let paths = entries.map(|entry| entry.expect("an entry").path());
            paths.filter(|path| path.is_file()).collect()
        }
    };
    files.sort();
    files
}

#[test]
fn the_table_of_results_has_every_recorded_folder() {
    let results_folder = repository().join("results");
    let listed = results();
    for folder in &listed {
        assert!(
            folder.is_dir(),
            "results/README.md lists {}, which is not there",
            folder.display()
        );
    }
    for file in below("results") {
        let folder = file.parent().expect("a file is in a folder");
        let has_row = listed.iter().any(|row| folder.starts_with(row));
        let needs_none = folder == results_folder || folder.ends_with("results/exports");
        assert!(has_row || needs_none, "results/README.md has no row for {}", folder.display());
    }
}
