//! What each address answers.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;

use super::events::events;
use super::html::report_address;
use super::pages::Page;
use super::{Site, guard};

/// All addresses, behind the guard.
pub(super) fn routes(site: Site, port: u16) -> Router {
    Router::new()
        .route("/", get(list))
        .route("/report/{*name}", get(report))
        .route("/events", get(|site| events(site, None)))
        .route(
            "/events/{*name}",
            get(|site, Path(name): Path<String>| events(site, Some(name))),
        )
        .fallback(|| async { not_found() })
        .layer(from_fn_with_state(port, guard::guard))
        .with_state(site)
}

async fn list(State(site): State<Site>) -> Response {
    match site.look(None).await {
        Ok(View::Page(page)) => Html(page.html.to_string()).into_response(),
        Ok(View::Elsewhere(address)) => Redirect::temporary(&address).into_response(),
        Ok(View::Nowhere) => not_found(),
        Err(failed) => failed,
    }
}

async fn report(State(site): State<Site>, Path(name): Path<String>) -> Response {
    match site.look(Some(name)).await {
        Ok(View::Page(page)) => Html(page.html.to_string()).into_response(),
        Ok(_) => not_found(),
        Err(failed) => failed,
    }
}

fn not_found() -> Response {
    let told = "Nothing here: the campaigns are listed at /\n";
    (StatusCode::NOT_FOUND, told).into_response()
}

/// What there is to see.
#[derive(Debug)]
pub(super) enum View {
    Page(Page),
    /// The list of a folder that is a campaign's: its report.
    Elsewhere(String),
    Nowhere,
}

impl Site {
    /// The report of a campaign, or the list, as it is now. Files are read on a thread of
    /// their own, so that other answers do not wait.
    pub(super) async fn look(&self, name: Option<String>) -> Result<View, Response> {
        let Self { root, pages, .. } = self.clone();
        let look = move || match name {
            Some(name) => match root.find(&name) {
                Some(campaign) => View::Page(pages.report(&root, &campaign)),
                None => View::Nowhere,
            },
            None => match root.own_campaign() {
                Some(own) => View::Elsewhere(report_address(&own.name)),
                None => View::Page(pages.list(&root)),
            },
        };
        let failed = |_| {
            let told = "This page could not be made\n";
            (StatusCode::INTERNAL_SERVER_ERROR, told).into_response()
        };
        tokio::task::spawn_blocking(look).await.map_err(failed)
    }
}
