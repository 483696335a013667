//! Finding what belongs to an address.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;

use super::pages::{Page, Pages};
use crate::view::campaigns::Root;

/// Shared state of all answers.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) roots: Arc<Vec<Root>>,
    pub(super) pages: Arc<Pages>,
    /// Becomes true when the server is to stop.
    pub(super) stopped: watch::Receiver<bool>,
}

impl Site {
    /// Makes the present page of the run at an address, if it is there, or without one the present list.
    pub(super) async fn page(&self, run: Option<String>) -> Result<Option<Page>, Response> {
        self.read(move |site| match run {
            Some(run) => {
                let found = site.roots.iter().find_map(|root| Some((root, root.find(&run)?)));
                let (root, run) = found?;
                Some(site.pages.report(root, &run))
            }
            None => Some(site.pages.list(&site.roots)),
        })
        .await
    }

    /// Reads files on a thread of its own; a panic ends this answer only.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(Self) -> T + Send + 'static,
    ) -> Result<T, Response> {
        let site = self.clone();
        tokio::task::spawn_blocking(move || read(site)).await.map_err(|_| {
            (StatusCode::INTERNAL_SERVER_ERROR, "This page could not be made\n").into_response()
        })
    }
}
