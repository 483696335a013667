//! Finding the page that belongs to an address.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::{Semaphore, watch};

use super::html::report_address;
use super::pages::{Page, Pages};
use crate::view::campaigns::Root;

/// Shared state of all answers.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) root: Arc<Root>,
    pub(super) pages: Arc<Pages>,
    /// Places of streams of events that stay open.
    pub(super) streams: Arc<Semaphore>,
    /// Becomes true when the server is to stop.
    pub(super) stopped: watch::Receiver<bool>,
}

/// Result of looking up a page.
#[derive(Debug)]
pub(super) enum PageLookup {
    Page(Page),
    /// The list of a folder that is itself a campaign's: the address of its report.
    Redirect(String),
    NotFound,
}

impl Site {
    /// Makes the present report of a campaign or, without a name, the present list.
    ///
    /// Files are read on a thread of their own, so that other answers do not wait.
    pub(super) async fn page(&self, name: Option<String>) -> Result<PageLookup, Response> {
        let Self { root, pages, .. } = self.clone();
        let look_up = move || match name {
            Some(name) => match root.find(&name) {
                Some(campaign) => PageLookup::Page(pages.report(&root, &campaign)),
                None => PageLookup::NotFound,
            },
            None => match root.own_campaign() {
                Some(own) => PageLookup::Redirect(report_address(&own.name)),
                None => PageLookup::Page(pages.list(&root)),
            },
        };
        let failed = |_| {
            let text = "This page could not be made\n";
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        };
        tokio::task::spawn_blocking(look_up).await.map_err(failed)
    }
}
