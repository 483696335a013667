//! Other campaigns whose verdicts rest on the same validation games.
//!
//! Games follow from the campaign's seed and its player. Each campaign counts its own looks at
//! validation games, so that looks of several campaigns at the same games add up uncounted.

use std::path::{Path, PathBuf};

use crate::record::Folder;
use crate::space::CampaignSpec;

/// Returns the folders beside that of a campaign which contain validated campaigns of the same
/// seed and player, sorted. Folders that cannot be read are left out.
pub fn validated_on_same_games(folder: &Path, spec: &CampaignSpec) -> Vec<PathBuf> {
    let Ok(own) = folder.canonicalize() else { return Vec::new() };
    let beside = own.parent().and_then(|parent| parent.read_dir().ok());
    let paths = beside.into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = paths
        .map(|entry| entry.path())
        .filter(|path| *path != own && path.is_dir() && is_validated(path, spec))
        .collect();
    found.sort();
    found
}

fn is_validated(path: &Path, spec: &CampaignSpec) -> bool {
    Folder::at(path).read_log().is_ok_and(|other| {
        let player = |spec: &CampaignSpec| (spec.seed, spec.untuned_player());
        player(&other.spec) == player(spec) && !other.finals.looks.is_empty()
    })
}
