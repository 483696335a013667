//! Pages by their addresses, made one at a time and kept until a file changes.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tune2048_engine::Monitor;

use super::{html, run_page};
use crate::view::campaigns::{Entry, Root, version_of};
use tune2048_tuner::words::json_text;

/// Time before something is made again, as a multiple of the time that making it took.
///
/// With 9 the server uses at most a tenth of one core, so that a campaign keeps the rest.
const REST: u32 = 9;

/// Number of reports that are kept.
const MAX_KEPT: usize = 8;

/// A page that is ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// A hash that changes with any of its files.
    pub(super) version: String,
    /// State of the run in one or two words.
    pub(super) state: &'static str,
    pub(super) html: Arc<str>,
    /// The run, or the entries of all runs, as JSON.
    pub(super) json: Arc<str>,
    /// The page that plays its weights, if a campaign has weights that can.
    pub(super) play: Option<Arc<str>>,
}

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

/// The pages of the runs in some folders, and the rows of the list, by address.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) roots: Vec<Root>,
    reports: Mutex<HashMap<String, Made<Page>>>,
    entries: Mutex<HashMap<String, Made<Entry>>>,
    /// Tells when the server is to stop.
    pub(super) monitor: Arc<Monitor>,
}

impl Site {
    pub(super) fn new(roots: Vec<Root>, monitor: &Arc<Monitor>) -> Arc<Self> {
        let (reports, entries) = (Mutex::default(), Mutex::default());
        Arc::new(Self { roots, reports, entries, monitor: Arc::clone(monitor) })
    }

    /// Returns the report of the run at an address, if it is there, made again if its files have changed.
    fn report(&self, address: &str) -> Option<Page> {
        let address = address.trim_end_matches('/');
        let mut found = self.roots.iter().filter_map(|root| Some((root, root.find(address)?)));
        let (root, run) = found.next()?;
        // The lock is held while a page is made, so that pages are made one at a time.
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let version = run.version();
        let make = || run_page::page(root, &run, version.clone());
        let page = current(&mut reports, address, version.clone(), make).value;
        if reports.len() > MAX_KEPT {
            reports.retain(|kept, _| kept == address);
        }
        Some(page)
    }

    /// Returns the list of all runs, newest first, with those read again whose files have changed.
    fn list(&self) -> Page {
        let mut known = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let mut versions = Vec::new();
        let mut rows: Vec<(String, Entry)> = Vec::new();
        for root in &self.roots {
            for run in root.runs() {
                let read = || Entry::read(root, &run);
                let made = current(&mut known, &run.address, run.version(), read);
                versions.push((run.address.clone(), made.version));
                rows.push((run.address, made.value));
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

    /// Makes the present page of the run at an address, if it is there, or without one the list.
    ///
    /// Files are read on a thread of its own; a panic ends this answer only.
    pub(super) async fn page(
        self: &Arc<Self>,
        run: Option<String>,
    ) -> Result<Option<Page>, Response> {
        let site = Arc::clone(self);
        let page = move || run.map_or_else(|| Some(site.list()), |run| site.report(&run));
        tokio::task::spawn_blocking(page).await.map_err(|_| {
            (StatusCode::INTERNAL_SERVER_ERROR, "This page could not be made\n").into_response()
        })
    }
}
