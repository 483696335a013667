//! The campaigns and learning runs in a folder, by name.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use tune2048_learning::run::is_learning_folder;
use tune2048_tuner::record::{LOG, SEARCH_SPACE, TRIALS};

/// The folder of a run, or a folder of runs; it need not exist.
#[derive(Debug)]
pub struct Root {
    /// Its path.
    pub folder: PathBuf,
    /// How the addresses of its runs begin.
    pub prefix: &'static str,
}

/// A campaign's or a learning run's folder below the root.
#[derive(Clone, Debug)]
pub struct FoundRun {
    /// Path below the root, joined by `/`; the folder's own name if it is the root.
    pub name: String,
    /// Path of the folder.
    pub path: PathBuf,
    /// Where `serve` has it: the name after the prefix of its root.
    pub address: String,
    /// What runs there.
    pub kind: RunKind,
}

/// What a folder is the record of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    /// A campaign.
    #[default]
    Campaign,
    /// A learning run.
    Learning,
}

impl RunKind {
    /// The kind of run that a folder has any file of.
    ///
    /// An unfinished or damaged campaign is one too.
    pub(super) fn of(path: &Path) -> Option<Self> {
        if is_learning_folder(path) {
            return Some(Self::Learning);
        }
        let is_there = |name| path.join(name).symlink_metadata().is_ok();
        [LOG, SEARCH_SPACE, TRIALS].into_iter().any(is_there).then_some(Self::Campaign)
    }
}

/// Returns a hash, in hexadecimal digits, by which a change is noticed.
pub fn version_of(value: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl Root {
    fn found(&self, name: String, path: PathBuf) -> Option<FoundRun> {
        let address = format!("{}{name}", self.prefix);
        Some(FoundRun { kind: RunKind::of(&path)?, name, path, address })
    }

    /// Returns the run whose folder is the root itself, if it is one.
    pub fn own_run(&self) -> Option<FoundRun> {
        let whole = self.folder.canonicalize().ok();
        let name = whole.as_ref().and_then(|path| path.file_name()?.to_str());
        self.found(name.unwrap_or("campaign").to_owned(), self.folder.clone())
    }

    /// Returns all runs one or two levels below the root, sorted by name.
    ///
    /// Links are not followed.
    pub fn runs(&self) -> Vec<FoundRun> {
        if let Some(own) = self.own_run() {
            return vec![own];
        }
        let mut found = Vec::new();
        for (outer, path) in folders_in(&self.folder) {
            match self.found(outer.clone(), path.clone()) {
                Some(run) => found.push(run),
                None => found.extend(
                    folders_in(&path)
                        .into_iter()
                        .filter_map(|(inner, path)| self.found(format!("{outer}/{inner}"), path)),
                ),
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    /// Finds a run by its address, which is never used as a path.
    pub fn find(&self, address: &str) -> Option<FoundRun> {
        self.runs().into_iter().find(|run| run.address == address)
    }

    /// Returns why a run must not be read: a file that leads out of the root or may never end.
    pub fn obstacle(&self, run: &FoundRun) -> Option<String> {
        let root = self.folder.canonicalize().ok()?;
        let obstacle = |entry: fs::DirEntry| {
            // A file that is gone or a dangling link is reported as missing later.
            let path = entry.path().canonicalize().ok()?;
            let about = fs::metadata(&path).ok()?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !path.starts_with(&root) {
                return Some(format!(
                    "{name} is a link to somewhere outside {}",
                    self.folder.display()
                ));
            }
            let is_either = about.is_file() || about.is_dir();
            (!is_either).then(|| format!("{name} is neither a file nor a folder"))
        };
        fs::read_dir(&run.path).ok()?.flatten().find_map(obstacle)
    }
}

/// Name, bytes and last change of a run's file, by which changes are noticed.
type FileState = (String, u64, Option<SystemTime>);

impl FoundRun {
    /// Returns a hash that changes with any file of the run.
    pub fn version(&self) -> String {
        version_of(self.files())
    }

    /// Returns the time when a file of the run last changed.
    pub fn last_change(&self) -> Option<SystemTime> {
        self.files().into_iter().filter_map(|(_, _, changed)| changed).max()
    }

    /// Returns the files of the run, without reports and temporary files.
    fn files(&self) -> Vec<FileState> {
        let Ok(entries) = fs::read_dir(&self.path) else { return Vec::new() };
        let file = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let is_other = name.starts_with('.') || name.starts_with("report.");
            let about = fs::metadata(entry.path()).ok()?;
            (!is_other && !about.is_dir()).then(|| (name, about.len(), about.modified().ok()))
        };
        let mut files: Vec<FileState> = entries.filter_map(|entry| file(entry.ok()?)).collect();
        files.sort();
        files
    }
}

/// Returns the names and paths of the folders in a folder, without links.
fn folders_in(path: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let folder = |entry: fs::DirEntry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let name = entry.file_name().into_string().ok()?;
        (is_folder && !name.starts_with('.')).then(|| (name, entry.path()))
    };
    entries.filter_map(|entry| folder(entry.ok()?)).collect()
}
