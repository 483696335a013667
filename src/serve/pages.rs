//! Pages, made one at a time and kept until something changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::campaigns::{Campaign, Root, Version};
use super::html;
use super::summary::Summary;

/// So many times as long as a page took to make none is made of the same campaign, so that a
/// campaign keeps nine tenths of the one core that this takes.
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

#[derive(Debug)]
struct Made {
    page: Page,
    at: Instant,
    took: Duration,
}

/// The pages that were made.
#[derive(Debug, Default)]
pub(super) struct Pages {
    reports: Mutex<HashMap<String, Made>>,
    summaries: Mutex<HashMap<String, (Version, Summary)>>,
}

impl Pages {
    /// The report of a campaign: the newest, or for a while the last that was made.
    pub(super) fn report(&self, root: &Root, campaign: &Campaign) -> Page {
        // Held while a page is made, so that there is one at a time.
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let version = campaign.version();
        if let Some(made) = reports.get(&campaign.name) {
            if made.page.version == version || made.at.elapsed() < REST * made.took {
                return made.page.clone();
            }
        }
        let start = Instant::now();
        let summary = self.summary(root, campaign, version);
        let page = Page {
            version,
            state: summary.state.word(),
            html: html::report(root, campaign, version, &summary).into(),
        };
        let oldest = || reports.iter().min_by_key(|(_, made)| made.at);
        if reports.len() >= KEPT {
            if let Some(name) = oldest().map(|(name, _)| name.clone()) {
                reports.remove(&name);
            }
        }
        let made = Made {
            page: page.clone(),
            at: Instant::now(),
            took: start.elapsed(),
        };
        reports.insert(campaign.name.clone(), made);
        page
    }

    /// The list of all campaigns.
    pub(super) fn list(&self, root: &Root) -> Page {
        let campaigns = root.campaigns();
        let rows: Vec<_> = campaigns
            .into_iter()
            .map(|campaign| {
                let version = campaign.version();
                let summary = self.summary(root, &campaign, version);
                (campaign, version, summary)
            })
            .collect();
        let versions = rows
            .iter()
            .map(|(campaign, version, _)| (&campaign.name, version));
        let version = Version::of(versions.collect::<Vec<_>>());
        let mut summaries = self.summaries();
        summaries.retain(|name, _| rows.iter().any(|(campaign, ..)| campaign.name == *name));
        drop(summaries);
        Page {
            version,
            state: "list",
            html: html::list(root, version, &rows).into(),
        }
    }

    fn summary(&self, root: &Root, campaign: &Campaign, version: Version) -> Summary {
        let mut summaries = self.summaries();
        match summaries.get(&campaign.name) {
            Some((of, summary)) if *of == version => summary.clone(),
            _ => {
                let summary = Summary::read(root, campaign);
                summaries.insert(campaign.name.clone(), (version, summary.clone()));
                summary
            }
        }
    }
    fn summaries(&self) -> MutexGuard<'_, HashMap<String, (Version, Summary)>> {
        self.summaries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
