//! Server-sent events: one for each new version of a page.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde_json::json;

use super::pages::Site;

/// Time between two checks of the files.
const CHECK: Duration = Duration::from_millis(500);

/// Time between two comments, by which both ends notice a lost connection.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Time that a browser waits before it connects again.
const RETRY: Duration = Duration::from_secs(2);

/// Answers with one event for each new version of a run's report or of the list.
///
/// The first event has the present version, so that no change between loading a page and
/// subscribing to its events is missed.
pub(super) async fn events(
    State(site): State<Site>,
    run: Option<String>,
) -> Result<Response, Response> {
    if site.page(run.clone()).await?.is_none() {
        return Err((StatusCode::NOT_FOUND, "No such campaign\n").into_response());
    }
    let alive = KeepAlive::new().interval(HEARTBEAT).text("alive");
    Ok(Sse::new(versions(site, run)).keep_alive(alive).into_response())
}

fn versions(
    site: Site,
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
