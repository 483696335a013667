//! The answer to each address.

use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use tower_http::timeout::TimeoutLayer;

use super::events::events;
use super::pages::Site;
use super::{guard, html};
use crate::view::document::Report;

/// Time that an answer may take; server-sent events follow each other without an end.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the routes of all addresses, behind the guard.
pub(super) fn routes(site: Site, port: u16) -> Router {
    let mut router = Router::new()
        .route("/", get(|site| show(site, None, "report")))
        .route("/events", get(|site| events(site, None)))
        .route("/events/{*run}", get(|site, Path(run)| events(site, Some(run))))
        .route("/json", get(|site| show(site, None, "json")));
    for kind in ["report", "json", "play"] {
        let answer = get(move |site, Path(run)| show(site, Some(run), kind));
        router = router.route(&format!("/{kind}/{{*run}}"), answer);
    }
    router
        .fallback(|| async { not_found() })
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_TIMEOUT))
        .layer(from_fn_with_state(port, guard::guard))
        .with_state(site)
}

type Answer = Result<Response, Response>;

/// Shows a kind of page; the list of a run's own folder is that run, at its address of the kind.
async fn show(State(site): State<Site>, run: Option<String>, kind: &'static str) -> Answer {
    if run.is_none()
        && let Some(own) = site.pages.roots[0].own_run()
    {
        return Ok(Redirect::temporary(&html::address(kind, &own.address)).into_response());
    }
    let page = site.page(run).await?.ok_or_else(|| match kind {
        "json" => no_json(),
        _ => not_found(),
    })?;
    match kind {
        "report" => Ok(Html(page.html.to_string()).into_response()),
        "json" => Ok(([(CONTENT_TYPE, "application/json")], page.json.to_string()).into_response()),
        _ => page.play.map(|play| Html(play.to_string()).into_response()).ok_or_else(not_found),
    }
}

fn no_json() -> Response {
    let problem = "{\"problem\": \"there is no such run: /json lists what there is\"}\n";
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "application/json")], problem).into_response()
}

fn not_found() -> Response {
    let page = Report::note("Nothing here", "The list has what there is.");
    (StatusCode::NOT_FOUND, Html(page.page(&html::with_list()))).into_response()
}
