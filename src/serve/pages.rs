//! Pages, made one at a time and kept until a file changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{html, play};
use crate::view::campaigns::{FoundCampaign, Root, Summary, Version};

/// Time before something is made again, as a multiple of the time that making it took.
///
/// With 9 the server uses at most a tenth of one core, so that a campaign keeps the rest.
const REST: u32 = 9;

/// Number of reports that are kept.
const MAX_KEPT: usize = 8;

/// A page that is ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) version: Version,
    /// State of the campaign in one or two words.
    pub(super) state: &'static str,
    pub(super) html: Arc<str>,
    /// The page that plays its weights, if a campaign has weights that can.
    pub(super) play: Option<Arc<str>>,
}

/// Something made from a campaign's files, with the version of those files.
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
        Self { version, value: make(), at: Instant::now(), took: start.elapsed() }
    }

    /// Whether it need not be made again: it is of this version, or was made too recently.
    fn is_current(&self, version: Version) -> bool {
        self.version == version || self.at.elapsed() < REST * self.took
    }
}

/// Cache of pages and summaries.
#[derive(Debug, Default)]
pub(super) struct Pages {
    reports: Mutex<HashMap<String, Made<Page>>>,
    summaries: Mutex<HashMap<String, Made<Summary>>>,
}

impl Pages {
    /// Returns the report of a campaign, made again if its files have changed.
    pub(super) fn report(&self, root: &Root, campaign: &FoundCampaign) -> Page {
        // The lock is held while a page is made, so that pages are made one at a time.
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let version = campaign.version();
        if let Some(made) = reports.get(&campaign.name)
            && made.is_current(version)
        {
            return made.value.clone();
        }
        let made = Made::now(version, || {
            let summary = Summary::read(root, campaign);
            let play = play::page(root, campaign);
            Page {
                version,
                state: summary.state.word(),
                html: html::report(root, campaign, version, &summary, play.as_deref()).into(),
                play: play.ok().map(Into::into),
            }
        });
        let page = made.value.clone();
        reports.insert(campaign.name.clone(), made);
        if reports.len() > MAX_KEPT {
            let oldest = reports.iter().min_by_key(|(_, made)| made.at);
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                reports.remove(&name);
            }
        }
        page
    }

    /// Returns the list of all campaigns, with those read again whose files have changed.
    pub(super) fn list(&self, root: &Root) -> Page {
        let campaigns = root.campaigns();
        let mut known = self.summaries.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|name, _| campaigns.iter().any(|campaign| campaign.name == *name));
        let mut versions = Vec::new();
        let mut rows = Vec::new();
        for campaign in campaigns {
            let version = campaign.version();
            let made = match known.get(&campaign.name) {
                Some(made) if made.is_current(version) => made.clone(),
                _ => Made::now(version, || Summary::read(root, &campaign)),
            };
            known.insert(campaign.name.clone(), made.clone());
            versions.push((campaign.name.clone(), made.version));
            rows.push((campaign, made.value));
        }
        let version = Version::of(versions);
        Page { version, state: "list", html: html::list(root, version, &rows).into(), play: None }
    }
}
