//! Which campaigns a folder holds, by the names that they are asked for.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tune2048_tuner::checkpoint::folder::{RECORD, SEARCH_SPACE, TRIALS};

/// The folder that is served: a campaign's, or one of campaigns.
#[derive(Debug)]
pub(super) struct Root(PathBuf);

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub(super) struct ServedCampaign {
    /// Its path below the root, parts joined by `/`; the folder's own name where it is the root.
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// What tells one state of a campaign's files from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Version(u64);

impl Version {
    pub(super) fn of(value: impl Hash) -> Self {
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
    pub(super) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The campaign that the root itself is the folder of.
    pub(super) fn own_campaign(&self) -> Option<ServedCampaign> {
        let name = || {
            let path = self.0.canonicalize().ok()?;
            path.file_name()?.to_str().map(str::to_owned)
        };
        is_campaign(&self.0).then(|| ServedCampaign {
            name: name().unwrap_or_else(|| "campaign".to_owned()),
            path: self.0.clone(),
        })
    }

    /// All campaigns in it and in its folders, by name. Links are not followed.
    pub(super) fn campaigns(&self) -> Vec<ServedCampaign> {
        if let Some(own) = self.own_campaign() {
            return vec![own];
        }
        let mut found = Vec::new();
        for outer in folders_in(&self.0) {
            if is_campaign(&outer.path) {
                found.push(outer);
                continue;
            }
            let inner = folders_in(&outer.path).into_iter();
            found.extend(inner.filter(|inner| is_campaign(&inner.path)).map(|inner| {
                ServedCampaign {
                    name: format!("{}/{}", outer.name, inner.name),
                    path: inner.path,
                }
            }));
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    /// The campaign of this name: no path is ever made of what was asked for.
    pub(super) fn find(&self, name: &str) -> Option<ServedCampaign> {
        let mut campaigns = self.campaigns().into_iter();
        campaigns.find(|campaign| campaign.name == name)
    }

    /// Why the files of a campaign are not to be read: one leads out of the root, or may never end.
    pub(super) fn obstacle(&self, campaign: &ServedCampaign) -> Option<String> {
        let root = self.0.canonicalize().ok()?;
        let entries = fs::read_dir(&campaign.path).ok()?;
        let obstacle = |entry: fs::DirEntry| {
            // What has gone, or leads nowhere, is told as missing.
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

/// A file of a campaign, as far as it tells that something has changed.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct File {
    name: String,
    bytes: u64,
    changed: Option<SystemTime>,
}

impl ServedCampaign {
    /// Changes with any file of the campaign.
    pub(super) fn version(&self) -> Version {
        Version::of(self.files())
    }

    /// When a file of the campaign changed last.
    pub(super) fn last_change(&self) -> Option<SystemTime> {
        self.files()
            .into_iter()
            .filter_map(|file| file.changed)
            .max()
    }

    /// The files that a campaign consists of: those made of it and those under way are none.
    fn files(&self) -> Vec<File> {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return Vec::new();
        };
        let file = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let is_other = name.starts_with('.') || name.starts_with("report.");
            let about = fs::metadata(entry.path()).ok()?;
            (!is_other && !about.is_dir()).then(|| File {
                name,
                bytes: about.len(),
                changed: about.modified().ok(),
            })
        };
        let mut files: Vec<File> = entries.filter_map(|entry| file(entry.ok()?)).collect();
        files.sort();
        files
    }
}

/// Whether any of the files is there that a campaign begins with: it may be half made or damaged.
fn is_campaign(path: &Path) -> bool {
    [RECORD, SEARCH_SPACE, TRIALS]
        .iter()
        .any(|name| path.join(name).symlink_metadata().is_ok())
}

/// The folders in a folder, links left out, as if each were a campaign's.
fn folders_in(path: &Path) -> Vec<ServedCampaign> {
    let Ok(entries) = fs::read_dir(path) else {
        return Vec::new();
    };
    let folder = |entry: fs::DirEntry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let name = entry.file_name().into_string().ok()?;
        (is_folder && !name.starts_with('.')).then(|| ServedCampaign {
            name,
            path: entry.path(),
        })
    };
    entries.filter_map(|entry| folder(entry.ok()?)).collect()
}
