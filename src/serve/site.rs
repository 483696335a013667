//! Finding what belongs to an address.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;

use super::page::{Page, Place};
use super::pages::Pages;
use crate::view::campaigns::FoundRun;

/// The address of a run.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Number of its place.
    pub(super) place: usize,
    pub(super) name: String,
}

/// Shared state of all answers.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) places: Arc<Vec<Place>>,
    pub(super) pages: Arc<Pages>,
    /// Becomes true when the server is to stop.
    pub(super) stopped: watch::Receiver<bool>,
}

impl Site {
    /// Makes the present page of a run, if it is there, or without a target the present list.
    pub(super) async fn page(&self, target: Option<Target>) -> Result<Option<Page>, Response> {
        self.read(move |site| match target {
            Some(target) => {
                let (place, run) = site.find(&target)?;
                Some(site.pages.report(place, &run))
            }
            None => Some(site.pages.list(&site.places)),
        })
        .await
    }

    /// Finds a run.
    pub(super) fn find(&self, target: &Target) -> Option<(&Place, FoundRun)> {
        let place = &self.places[target.place];
        Some((place, place.root.find(&target.name)?))
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
