//! Export as a page that plays: one file without network, for any browser.
//!
//! The page has an engine of its own in JavaScript, with the heuristics and the players that have
//! one. Its moves are those of the engine wherever the values of two moves differ by more than
//! single precision can tell; a budget of boards is spent by a simpler rule.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Map, Value, json};

use crate::weights::export::{ExportError, Format, Request, provenance};
use crate::weights::{Evidence, WeightsFile};
use tune2048_engine::heuristic::tuples::{Tuples, added_weights};
use tune2048_engine::heuristic::{Expressions, HeuristicKind, WeightSpec, Weights, rows};
use tune2048_engine::player::{Depth, DepthRule, DepthSchedule, PlayerSettings};
use tune2048_files::shown::{json as json_text, visible};

pub(super) static FORMAT: Format = Format {
    name: "html",
    extensions: &["html", "htm"],
    has_opponent: true,
    write: |request| Ok(page(request)?.into_bytes()),
    ..Format::TEXT
};

/// The style of the page.
pub const STYLE: &str = include_str!("page/page.css");

/// The script that the page runs; what its workers run is data to the page.
pub const SCRIPT: &str = include_str!("page/view.js");

const TEMPLATE: &str = include_str!("page/page.html");

/// The parts of the page that are the same for all weights, by their place in the template.
const PARTS: [(&str, &str); 7] = [
    ("/* page.css */", STYLE),
    ("// game.js", include_str!("page/game.js")),
    ("// network.js", include_str!("page/network.js")),
    ("// values.js", include_str!("page/values.js")),
    ("// search.js", include_str!("page/search.js")),
    ("// player.js", include_str!("page/player.js")),
    ("// view.js", SCRIPT),
];

/// The largest number of weights of a network on a page: 32 MiB before they are compressed.
pub const MAX_NETWORK_WEIGHTS: usize = 1 << 23;

/// How hard tables are compressed, of 10: more takes long and saves little.
const COMPRESSION: u8 = 6;

/// Writes the page that plays.
///
/// # Errors
/// If it has no such player or heuristic.
pub fn page(request: &Request<'_>) -> Result<String, ExportError> {
    let sides = [Some((request.name, request.file)), request.opponent].into_iter().flatten();
    let sides = sides.map(|(name, file)| side(name, file));
    let data = json!({ "sides": sides.collect::<Result<Vec<_>, _>>()? });
    let page =
        PARTS.iter().fold(TEMPLATE.to_owned(), |page, (place, text)| page.replace(place, text));
    // No name ends the element that holds the data.
    Ok(page.replace("{{data}}", &json_text(&data.to_string()).replace('<', "\\u003c")))
}

/// The data of one side of the page: its name, its verdict and origin, and the setup of its engine.
fn side(name: &str, file: &WeightsFile) -> Result<Value, ExportError> {
    Ok(json!({
        "name": visible(name),
        "verdict": visible(&Evidence::verdict_line(file)),
        "origin": provenance::lines(file).iter().map(|line| visible(line)).collect::<Vec<_>>(),
        "setup": setup(name, file)?,
    }))
}

/// The weights and settings with which the engine of a page plays as a player with a heuristic.
fn setup(name: &str, file: &WeightsFile) -> Result<Value, ExportError> {
    let refused = |found: String| {
        let expected = format!(
            "a player of 2048 with a heuristic, such as expectimax with rows, or with a network of at most \
             {MAX_NETWORK_WEIGHTS} weights: the page plays 2048"
        );
        ExportError::new("html", &format!("{found} for {name}"), &expected, "take another format")
    };
    let Some(board) = file.weights.board_player() else {
        return Err(refused(file.weights.subject.to_string()));
    };
    let player = player(&board.settings);
    let player = player.ok_or_else(|| refused(format!("the player {}", board.settings)))?;
    let tables = tables(&board.weights).map_err(refused)?;
    let common = json!({
        "heuristic": board.weights.heuristic.name(),
        "setting": board.weights.heuristic.setting().map(|setting| setting.value),
        "weights": weights(&board.weights),
        "player": board.settings.name(),
        "searchName": board.settings.to_string(),
    });
    let parts = [common, player, tables].into_iter();
    Ok(parts.filter_map(|part| part.as_object().cloned()).flatten().collect())
}

/// The settings of a player that searches by a heuristic.
fn player(settings: &PlayerSettings) -> Option<Value> {
    Some(match settings {
        PlayerSettings::Expectimax(own) => json!({
            "probabilityCut": own.probability_cut,
            "deadValue": own.dead_value,
            "downgradeFrom": own.downgrade_from.map(u32::trailing_zeros),
            "search": search(own.depth),
        }),
        PlayerSettings::Minimax(own) => json!({
            "deadValue": own.dead_value,
            "search": search(own.depth),
        }),
        PlayerSettings::LookAhead(own) => json!({
            "discount": own.discount,
            "search": { "depth": own.moves },
        }),
        _ => return None,
    })
}

/// The depth of a search as the page reads it.
fn search(depth: Depth) -> Value {
    let schedule = match depth {
        Depth::Fixed(depth) => return json!({ "depth": depth }),
        Depth::Nodes(budget) => {
            return json!({ "boards": budget.nodes, "atLeast": budget.at_least });
        }
        Depth::Schedule(schedule) => schedule,
        Depth::Rule(DepthRule::DistinctTiles) => {
            DepthSchedule { base: -2.0, per_tile: 1.0, at_least: 3, ..DepthSchedule::default() }
        }
        // 3 up to four free cells, 2 up to seven, then 1.
        Depth::Rule(DepthRule::FreeCells) => DepthSchedule {
            base: 4.0,
            per_free_cell: -1.0 / 3.0,
            at_most: 3,
            ..DepthSchedule::default()
        },
    };
    json!(schedule)
}

/// The weights by name; a network's rows have those that no file names, too.
fn weights(weights: &Weights) -> Map<String, Value> {
    let is_row = |spec: &WeightSpec| rows::WEIGHTS.iter().any(|row| row.name == spec.name);
    let mut named = Map::new();
    if matches!(weights.heuristic, HeuristicKind::Tuples(_)) && weights.values.len() > 1 {
        let added = added_weights().filter(is_row);
        named.extend(added.map(|spec| (spec.name.to_string(), json!(spec.default))));
    }
    named.extend(weights.iter().map(|(spec, value)| (spec.name.to_string(), json!(value))));
    named
}

/// The tables that the page cannot make from the weights.
fn tables(weights: &Weights) -> Result<Value, String> {
    Ok(match &weights.heuristic {
        HeuristicKind::Expressions(written) => {
            json!({ "expressions": expressions(written, &weights.values) })
        }
        HeuristicKind::Tuples(tuples) => {
            let written = tuples.expressions();
            let values = &weights.values[tuples.own_weights()..];
            let has_terms = !written.terms().is_empty();
            json!({
                "network": network(tuples)?,
                "expressions": has_terms.then(|| expressions(written, values)),
            })
        }
        HeuristicKind::None => return Err("no heuristic".to_owned()),
        _ => json!({}),
    })
}

fn expressions(written: &Expressions, values: &[f64]) -> Value {
    let (constant, rows) = written.row_values(values);
    json!({ "constant": constant, "values": packed(rows.iter().copied()) })
}

fn network(tuples: &Tuples) -> Result<Value, String> {
    let network = &tuples.network().network;
    let layout = network.layout();
    if layout.weights() > MAX_NETWORK_WEIGHTS {
        return Err(format!("a network of {} weights", layout.weights()));
    }
    let stages = layout.stages().tiles();
    Ok(json!({
        "tuples": layout.tuples().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "stages": stages.iter().map(|tile| tile.trailing_zeros()).collect::<Vec<_>>(),
        "weights": packed(layout.places().map(|place| network.weight_at(place))),
    }))
}

/// Numbers of single precision, compressed and in base64: first the lowest bytes of all.
fn packed(numbers: impl Iterator<Item = f32> + Clone) -> String {
    let plane = |byte: usize| numbers.clone().map(move |number| number.to_le_bytes()[byte]);
    let bytes: Vec<u8> = (0..4).flat_map(plane).collect();
    BASE64_STANDARD.encode(compress_to_vec_zlib(&bytes, COMPRESSION))
}
