//! The answer to each address.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use serde_json::Value;

use super::events::events;
use super::games::GameKey;
use super::guard;
use super::players;
use super::site::{PageLookup, Site};
use crate::view::campaigns::FoundCampaign;

/// Returns the routes of all addresses, behind the guard.
pub(super) fn routes(site: Site, port: u16) -> Router {
    Router::new()
        .route("/", get(|site| page(site, None)))
        .route("/report/{*name}", get(|site, Path(name): Path<String>| page(site, Some(name))))
        .route("/events", get(|site| events(site, None)))
        .route("/events/{*name}", get(|site, Path(name): Path<String>| events(site, Some(name))))
        .route("/players/{*name}", get(players_of))
        .route("/games/{player}/{seed}/{from}/{*name}", get(game))
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

async fn players_of(State(site): State<Site>, Path(name): Path<String>) -> Response {
    let of = |site: &Site, campaign: &FoundCampaign| {
        let found = players::players(&site.root, campaign);
        Ok(found)
    };
    about_campaign(site, name, of).await
}

async fn game(
    State(site): State<Site>,
    Path((player, seed, from, name)): Path<(String, u64, usize, String)>,
) -> Response {
    let part = move |site: &Site, campaign: &FoundCampaign| {
        let key = GameKey { campaign: campaign.name.clone(), player, seed };
        let find = |key: &GameKey| players::find(&site.root, campaign, &key.player);
        site.games.part(key, from, find)
    };
    about_campaign(site, name, part).await
}

/// Answers with JSON about a campaign, made on a thread that may wait, or with the reason why
/// there is none.
async fn about_campaign(
    site: Site,
    name: String,
    make: impl FnOnce(&Site, &FoundCampaign) -> Result<Value, String> + Send + 'static,
) -> Response {
    let made = tokio::task::spawn_blocking(move || {
        let campaign = site.root.find(&name)?;
        Some(make(&site, &campaign))
    });
    match made.await {
        Ok(Some(Ok(answer))) => {
            let json = [(header::CONTENT_TYPE, "application/json")];
            (json, answer.to_string()).into_response()
        }
        Ok(Some(Err(problem))) => {
            (StatusCode::UNPROCESSABLE_ENTITY, problem + "\n").into_response()
        }
        Ok(None) => not_found(),
        Err(_) => {
            let text = "This answer could not be made\n";
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    }
}

fn not_found() -> Response {
    let text = "Nothing here: the campaigns are listed at /\n";
    (StatusCode::NOT_FOUND, text).into_response()
}
