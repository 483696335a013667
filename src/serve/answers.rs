//! The answer to each address, and server-sent events: one for each new version of a page.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use futures_util::Stream;
use serde_json::json;
use tower_http::timeout::TimeoutLayer;

use super::pages::Site;
use super::{guard, html};
use crate::view::document::Report;

/// Time that an answer may take; server-sent events follow each other without an end.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Time between two checks of the files.
const CHECK: Duration = Duration::from_millis(500);

/// Time between two comments, by which both ends notice a lost connection.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Time that a browser waits before it connects again.
const RETRY: Duration = Duration::from_secs(2);

/// Returns the routes of all addresses, behind the guard.
pub(super) fn routes(site: Arc<Site>, port: u16) -> Router {
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
async fn show(State(site): State<Arc<Site>>, run: Option<String>, kind: &'static str) -> Answer {
    if run.is_none()
        && let Some(own) = site.roots[0].own_run()
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

/// Answers with one event for each new version of a run's report or of the list.
///
/// The first event has the present version, so that no change between loading a page and
/// subscribing to its events is missed.
async fn events(State(site): State<Arc<Site>>, run: Option<String>) -> Answer {
    if site.page(run.clone()).await?.is_none() {
        return Err((StatusCode::NOT_FOUND, "No such campaign\n").into_response());
    }
    let alive = KeepAlive::new().interval(HEARTBEAT).text("alive");
    Ok(Sse::new(versions(site, run)).keep_alive(alive).into_response())
}

fn versions(
    site: Arc<Site>,
    run: Option<String>,
) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let state = (site, run, String::new());
    futures_util::stream::unfold(state, |(site, run, mut last)| async {
        while !site.monitor.stop_requested() {
            let news = match site.page(run.clone()).await {
                Ok(Some(page)) => json!({ "version": page.version, "state": page.state }),
                Ok(None) => json!({ "version": null, "state": "gone" }),
                // The page could not be made this time.
                Err(_) => json!(null),
            };
            let news = news.to_string();
            if news != last && news != "null" {
                last.clone_from(&news);
                let event = Event::default().event("version").retry(RETRY).data(news);
                return Some((Ok(event), (site, run, last)));
            }
            tokio::time::sleep(CHECK).await;
        }
        None
    })
}

fn no_json() -> Response {
    let problem = "{\"problem\": \"there is no such run: /json lists what there is\"}\n";
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "application/json")], problem).into_response()
}

fn not_found() -> Response {
    let page = Report::note("Nothing here", "The list has what there is.");
    (StatusCode::NOT_FOUND, Html(page.page(&html::with_list()))).into_response()
}
