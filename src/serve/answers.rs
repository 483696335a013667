//! The answer to each address.

use std::time::Duration;

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use indexmap::IndexSet;
use percent_encoding::percent_decode_str;
use tower_http::timeout::TimeoutLayer;

use super::events::events;
use super::site::Site;
use super::{guard, html};
use crate::view::campaigns::RunKind;
use crate::view::report;

/// Time that an answer may take; server-sent events follow each other without an end.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Number of campaigns that one page compares.
const MAX_COMPARED: usize = 50;

/// Returns the routes of all addresses, behind the guard.
pub(super) fn routes(site: Site, port: u16) -> Router {
    let mut router = Router::new()
        .route("/", get(|site| show(site, None, "report")))
        .route("/events", get(|site| events(site, None)))
        .route("/events/{*run}", get(|site, Path(run)| events(site, Some(run))))
        .route("/json", get(|site| show(site, None, "json")))
        .route("/compare", get(compare));
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

/// Compares the campaigns whose rows of the list are ticked.
async fn compare(State(site): State<Site>, RawQuery(query): RawQuery) -> Answer {
    let query = query.unwrap_or_default();
    let ticked = query.split('&').filter_map(|part| part.strip_prefix("run="));
    let ticked = ticked.map(|value| {
        let value = value.replace('+', " ");
        percent_decode_str(&value).decode_utf8_lossy().into_owned()
    });
    let ticked: IndexSet<String> = ticked.collect();
    let page = site.read(move |site| comparison(&site, &ticked)).await?;
    page.map(|page| Html(page).into_response()).ok_or_else(not_found)
}

fn no_json() -> Response {
    let problem = "{\"problem\": \"there is no such run: /json lists what there is\"}\n";
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "application/json")], problem).into_response()
}

fn not_found() -> Response {
    let page = html::with_list(&html::plain("Nothing here", "The list has what there is."));
    (StatusCode::NOT_FOUND, Html(page)).into_response()
}

/// Compares campaigns, each given by the address of its report; nothing if one is not there.
fn comparison(site: &Site, ticked: &IndexSet<String>) -> Option<String> {
    let told = |text: &str| html::with_list(&html::plain("Compare", text));
    if !(2..=MAX_COMPARED).contains(&ticked.len()) {
        return Some(told(&format!("Tick 2 to {MAX_COMPARED} campaigns in the list.")));
    }
    let mut folders = Vec::new();
    for address in ticked {
        let run = percent_decode_str(address.strip_prefix("/report/")?).decode_utf8().ok()?;
        let (root, run) = site.find(&run)?;
        if run.kind != RunKind::Campaign {
            return None;
        }
        if let Some(obstacle) = root.obstacle(&run) {
            return Some(told(&format!("{}: {obstacle}", run.name)));
        }
        folders.push(run.path);
    }
    Some(match report::comparison(&folders) {
        Ok(page) => html::with_list(&page),
        Err(error) => told(&error.to_string()),
    })
}
