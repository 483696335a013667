//! The campaigns in a folder, by name.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tune2048_learning::run::is_learning_folder;
use tune2048_tuner::record::file_names::{MANIFEST, SEARCH_SPACE, TRIALS};

/// A campaign's folder, or a folder of campaigns.
#[derive(Debug)]
pub struct Root(PathBuf);

/// A campaign's folder below the root.
#[derive(Clone, Debug)]
pub struct FoundCampaign {
    /// Path below the root, joined by `/`; the folder's own name if it is the root.
    pub name: String,
    /// Path of the folder.
    pub path: PathBuf,
}

/// A hash that changes with any file of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version(u64);

impl Version {
    /// Hashes what changes with a file.
    pub fn of(value: impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        Self(hasher.finish())
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl Root {
    /// Takes a folder, which need not exist.
    pub fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the campaign whose folder is the root itself, if it is one.
    pub fn own_campaign(&self) -> Option<FoundCampaign> {
        let name = || {
            let path = self.0.canonicalize().ok()?;
            path.file_name()?.to_str().map(str::to_owned)
        };
        is_campaign(&self.0).then(|| FoundCampaign {
            name: name().unwrap_or_else(|| "campaign".to_owned()),
            path: self.0.clone(),
        })
    }

    /// Returns all campaigns one or two levels below the root, sorted by name.
    ///
    /// Links are not followed.
    pub fn campaigns(&self) -> Vec<FoundCampaign> {
        match self.own_campaign() {
            Some(own) => vec![own],
            None => self.folders(is_campaign),
        }
    }

    /// Returns all learning runs one or two levels below the root, sorted by name.
    ///
    /// Links are not followed.
    pub fn learning_runs(&self) -> Vec<FoundCampaign> {
        self.folders(is_learning_folder)
    }

    fn folders(&self, is_campaign: impl Fn(&Path) -> bool) -> Vec<FoundCampaign> {
        let mut found = Vec::new();
        for outer in folders_in(&self.0) {
            if is_campaign(&outer.path) {
                found.push(outer);
                continue;
            }
            let inner = folders_in(&outer.path).into_iter();
            found.extend(inner.filter(|inner| is_campaign(&inner.path)).map(|inner| {
                FoundCampaign { name: format!("{}/{}", outer.name, inner.name), path: inner.path }
            }));
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    /// Finds a campaign by its name; a requested name is never used as a path.
    pub fn find(&self, name: &str) -> Option<FoundCampaign> {
        let mut campaigns = self.campaigns().into_iter();
        campaigns.find(|campaign| campaign.name == name)
    }

    /// Returns why a campaign must not be read: a file that leads out of the root or may never end.
    pub fn obstacle(&self, campaign: &FoundCampaign) -> Option<String> {
        let root = self.0.canonicalize().ok()?;
        let entries = fs::read_dir(&campaign.path).ok()?;
        let obstacle = |entry: fs::DirEntry| {
            // A file that is gone or a dangling link is reported as missing later.
            let path = entry.path().canonicalize().ok()?;
            let about = fs::metadata(&path).ok()?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !path.starts_with(&root) {
                let root = self.0.display();
                Some(format!("{name} is a link to somewhere outside {root}"))
            } else if !about.is_file() && !about.is_dir() {
                Some(format!("{name} is neither a file nor a folder"))
            } else {
                None
            }
        };
        entries.flatten().find_map(obstacle)
    }
}

/// Name, bytes and last change of a campaign's file, by which changes are noticed.
type FileState = (String, u64, Option<SystemTime>);

impl FoundCampaign {
    /// Returns the version of the campaign's files.
    pub fn version(&self) -> Version {
        Version::of(self.files())
    }

    /// Returns the time when a file of the campaign last changed, in seconds since 1970.
    pub fn last_change(&self) -> Option<u64> {
        let last = self.files().into_iter().filter_map(|(_, _, changed)| changed).max()?;
        last.duration_since(SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs())
    }

    /// Returns the files of the campaign, without reports and temporary files.
    fn files(&self) -> Vec<FileState> {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return Vec::new();
        };
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

/// Whether the folder has any of the files that a campaign starts with.
///
/// An unfinished or damaged campaign is one too.
fn is_campaign(path: &Path) -> bool {
    [MANIFEST, SEARCH_SPACE, TRIALS].iter().any(|name| path.join(name).symlink_metadata().is_ok())
}

/// Returns the folders in a folder as if each were a campaign's, without links.
fn folders_in(path: &Path) -> Vec<FoundCampaign> {
    let Ok(entries) = fs::read_dir(path) else {
        return Vec::new();
    };
    let folder = |entry: fs::DirEntry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let name = entry.file_name().into_string().ok()?;
        (is_folder && !name.starts_with('.')).then(|| FoundCampaign { name, path: entry.path() })
    };
    entries.filter_map(|entry| folder(entry.ok()?)).collect()
}
