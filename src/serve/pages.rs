//! Pages, made one at a time and kept until a file changes.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::page::{Page, Place};
use super::{html, run};
use crate::view::campaigns::{Entry, FoundRun, version_of};
use tune2048_tuner::words::json_text;

/// Time before something is made again, as a multiple of the time that making it took.
///
/// With 9 the server uses at most a tenth of one core, so that a campaign keeps the rest.
const REST: u32 = 9;

/// Number of reports that are kept.
const MAX_KEPT: usize = 8;

/// Something made from a run's files, with the version of those files.
#[derive(Clone, Debug)]
struct Made<T> {
    version: String,
    value: T,
    at: Instant,
    took: Duration,
}

/// Returns what is kept for an address, made again unless it is of this version, or was made too recently.
fn current<T: Clone>(
    known: &mut HashMap<String, Made<T>>,
    address: &str,
    version: String,
    make: impl FnOnce() -> T,
) -> Made<T> {
    if let Some(made) = known.get(address)
        && (made.version == version || made.at.elapsed() < REST * made.took)
    {
        return made.clone();
    }
    let start = Instant::now();
    let made = Made { version, value: make(), at: Instant::now(), took: start.elapsed() };
    known.insert(address.to_owned(), made.clone());
    made
}

/// Cache of pages and rows of the list, by address.
#[derive(Debug, Default)]
pub(super) struct Pages {
    reports: Mutex<HashMap<String, Made<Page>>>,
    entries: Mutex<HashMap<String, Made<Entry>>>,
}

impl Pages {
    /// Returns the report of a run, made again if its files have changed.
    pub(super) fn report(&self, place: &Place, run: &FoundRun) -> Page {
        // The lock is held while a page is made, so that pages are made one at a time.
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let version = run.version();
        let address = html::address(place, "report", &run.name);
        let make = || run::page(place, run, version.clone());
        let page = current(&mut reports, &address, version.clone(), make).value;
        if reports.len() > MAX_KEPT {
            reports.retain(|kept, _| *kept == address);
        }
        page
    }

    /// Returns the list of all runs, newest first, with those read again whose files have changed.
    pub(super) fn list(&self, places: &[Place]) -> Page {
        let mut known = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let mut versions = Vec::new();
        let mut rows: Vec<(String, Entry)> = Vec::new();
        for place in places {
            for run in place.root.runs() {
                let (version, address) = (run.version(), html::address(place, "report", &run.name));
                let read = || Entry::read(&place.root, &run);
                let made = current(&mut known, &address, version, read);
                versions.push((address.clone(), made.version));
                rows.push((address, made.value));
            }
        }
        known.retain(|address, _| rows.iter().any(|(listed, _)| listed == address));
        rows.sort_by_key(|(_, entry)| Reverse(entry.last_change));
        let version = version_of(versions);
        let entries: Vec<&Entry> = rows.iter().map(|(_, entry)| entry).collect();
        Page {
            state: "list",
            html: html::list(&version, &rows).into(),
            json: json_text(&serde_json::json!(entries).to_string()).into(),
            play: None,
            version,
        }
    }
}
