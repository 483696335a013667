//! The answer to each address.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;

use super::events::events;
use super::guard;
use super::pages::Page;
use super::site::{PageLookup, Site};

/// Returns the routes of all addresses, behind the guard.
pub(super) fn routes(site: Site, port: u16) -> Router {
    Router::new()
        .route("/", get(|site| page(site, None)))
        .route("/report/{*name}", get(|site, Path(name): Path<String>| page(site, Some(name))))
        .route("/events", get(|site| events(site, None)))
        .route("/events/{*name}", get(|site, Path(name): Path<String>| events(site, Some(name))))
        .route("/play/{*name}", get(play))
        .fallback(|| async { not_found() })
        .layer(from_fn_with_state(port, guard::guard))
        .with_state(site)
}

async fn page(State(site): State<Site>, name: Option<String>) -> Response {
    match site.page(name).await {
        Ok(PageLookup::Page(page)) => Html(page.html.to_string()).into_response(),
        Ok(PageLookup::Redirect(address)) => Redirect::temporary(&address).into_response(),
        Ok(PageLookup::NotFound) => not_found(),
        Err(failed) => failed,
    }
}

async fn play(State(site): State<Site>, Path(name): Path<String>) -> Response {
    match site.page(Some(name)).await {
        Ok(PageLookup::Page(Page { play: Some(play), .. })) => {
            Html(play.to_string()).into_response()
        }
        Ok(_) => not_found(),
        Err(failed) => failed,
    }
}

fn not_found() -> Response {
    let text = "Nothing here: the campaigns are listed at /\n";
    (StatusCode::NOT_FOUND, text).into_response()
}
