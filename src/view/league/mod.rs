//! The league: one page of HTML with the table of a tournament and a game of each player.

use serde_json::{Map, Value, json};
use tune2048_files::shown::{json as json_text, visible};
use tune2048_tuner::studies::tournament::{Standing, Standings};
use tune2048_tuner::weights::export::html::{GAME, STYLE};

const TEMPLATE: &str = include_str!("league.html");
const SCRIPT: &str = include_str!("league.js");

/// Makes the page; `moves` has the moves of each player's first game as digits in the order of
/// [`Move::ALL`](tune2048_engine::Move::ALL).
pub(crate) fn page(name: &str, standings: &Standings, moves: impl Fn(&str) -> String) -> String {
    let tiles = standings.shown_tiles();
    let player = |standing: &Standing| {
        let report = &standing.report;
        let shares = report.tiles.iter().map(|(tile, found)| (tile.clone(), json!(found.share)));
        json!({
            "name": visible(&standing.name),
            "games": report.games,
            "mean": report.mean,
            "interval": standing.sound_interval().map(|ends| [ends.low, ends.high]),
            "tiles": shares.collect::<Map<String, Value>>(),
            "microseconds": standing.moves_per_second.map(|speed| 1e6 / speed),
            "note": standing.note.as_deref().map(visible),
            "moves": moves(&standing.name),
        })
    };
    let data = json!({
        "name": visible(name),
        "about": format!(
            "Games of seed {}, the same for all{}. {} A player's name shows its first game.",
            standings.seed,
            standings.better_in_words(),
            standings.note()
        ),
        "seed": standings.seed,
        "tiles": tiles,
        "players": standings.players.iter().map(player).collect::<Vec<_>>(),
    });
    // No name ends the element that holds the data.
    let data = json_text(&data.to_string()).replace('<', "\\u003c");
    let parts = [("/* page.css */", STYLE), ("// game.js", GAME), ("// league.js", SCRIPT)];
    parts
        .iter()
        .fold(TEMPLATE.to_owned(), |page, (place, text)| page.replace(place, text))
        .replace("{{data}}", &data)
}
