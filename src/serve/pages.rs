//! Pages, made one at a time and kept until something changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::campaigns::{Root, ServedCampaign, Version};
use super::html;
use super::summary::Summary;

/// So many times as long as something took to make it is not made anew, so that a campaign
/// keeps nine tenths of the one core that this takes.
const REST: u32 = 9;

/// At most so many reports are kept.
const KEPT: usize = 8;

/// A page as it is sent.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) version: Version,
    /// The word for the state of what it shows.
    pub(super) state: &'static str,
    pub(super) html: Arc<str>,
}

/// Something that was made of a campaign's files.
#[derive(Clone, Debug)]
struct Made<T> {
    version: Version,
    value: T,
    at: Instant,
    took: Duration,
}

impl<T> Made<T> {
    fn now(version: Version, make: impl FnOnce() -> T) -> Self {
        let start = Instant::now();
        Self {
            version,
            value: make(),
            at: Instant::now(),
            took: start.elapsed(),
        }
    }

    /// Whether it is the newest, or too new for another.
    fn stands(&self, version: Version) -> bool {
        self.version == version || self.at.elapsed() < REST * self.took
    }
}

/// The pages that were made.
#[derive(Debug, Default)]
pub(super) struct Pages {
    reports: Mutex<HashMap<String, Made<Page>>>,
    summaries: Mutex<HashMap<String, Made<Summary>>>,
}

impl Pages {
    /// The report of a campaign: the newest, or for a while the last that was made.
    pub(super) fn report(&self, root: &Root, campaign: &ServedCampaign) -> Page {
        // Held while a page is made, so that there is one at a time.
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let version = campaign.version();
        if let Some(made) = reports.get(&campaign.name)
            && made.stands(version)
        {
            return made.value.clone();
        }
        let made = Made::now(version, || {
            let summary = Summary::read(root, campaign);
            Page {
                version,
                state: summary.state.word(),
                html: html::report(root, campaign, version, &summary).into(),
            }
        });
        let page = made.value.clone();
        reports.insert(campaign.name.clone(), made);
        if reports.len() > KEPT {
            let oldest = reports.iter().min_by_key(|(_, made)| made.at);
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                reports.remove(&name);
            }
        }
        page
    }

    /// The list of all campaigns, each as it was last read.
    pub(super) fn list(&self, root: &Root) -> Page {
        let campaigns = root.campaigns();
        let mut known = self
            .summaries
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        known.retain(|name, _| campaigns.iter().any(|campaign| campaign.name == *name));
        let mut versions = Vec::new();
        let mut rows = Vec::new();
        for campaign in campaigns {
            let version = campaign.version();
            let made = match known.get(&campaign.name) {
                Some(made) if made.stands(version) => made.clone(),
                _ => Made::now(version, || Summary::read(root, &campaign)),
            };
            known.insert(campaign.name.clone(), made.clone());
            versions.push((campaign.name.clone(), made.version));
            rows.push((campaign, made.value));
        }
        let version = Version::of(versions);
        Page {
            version,
            state: "list",
            html: html::list(root, version, &rows).into(),
        }
    }
}
