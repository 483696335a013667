//! Export as a page that plays: one file without network, for any browser.
//!
//! The page has an engine of its own in JavaScript, with the values of rows and corner matrices and
//! the search of expectimax. Its moves are those of the engine wherever the values of two moves
//! differ by more than single precision can tell.

use serde_json::{Map, Value, json};

use crate::weights::Evidence;
use crate::weights::export::{ExportError, Format, Request, provenance};
use crate::weights::file::WeightsFile;
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_engine::player::{Depth, ExpectimaxSettings, PlayerSettings, TerminalValue};

pub(super) static FORMAT: Format = Format {
    name: "html",
    extensions: &["html", "htm"],
    has_opponent: true,
    write: |request| Ok(page(request)?.into_bytes()),
    ..Format::TEXT
};

const TEMPLATE: &str = include_str!("page/page.html");

/// The parts of the page that are the same for all weights, by their place in the template.
const PARTS: [(&str, &str); 4] = [
    ("/* page.css */", include_str!("page/page.css")),
    ("// engine.js", include_str!("page/engine.js")),
    ("// player.js", include_str!("page/player.js")),
    ("// view.js", include_str!("page/view.js")),
];

fn page(request: &Request<'_>) -> Result<String, ExportError> {
    let sides = [Some((request.name, request.file)), request.opponent];
    let sides = sides.into_iter().flatten().map(|(name, file)| side(name, file));
    let data = json!({ "sides": sides.collect::<Result<Vec<_>, _>>()? });
    let page =
        PARTS.iter().fold(TEMPLATE.to_owned(), |page, (place, text)| page.replace(place, text));
    // No name ends the element that holds the data.
    Ok(page.replace("{{data}}", &data.to_string().replace('<', "\\u003c")))
}

/// What the page shows of a side, and what its engine needs.
fn side(name: &str, file: &WeightsFile) -> Result<Value, ExportError> {
    let refused = |found: String| ExportError::NoPage { name: name.to_owned(), found };
    let Some(board) = file.weights.board_player() else {
        return Err(refused(file.weights.subject.to_string()));
    };
    let PlayerSettings::Expectimax(settings) = &board.settings else {
        return Err(refused(format!("the player {}", board.settings)));
    };
    let heuristic = &board.weights.heuristic;
    let cells = match heuristic {
        HeuristicKind::Rows | HeuristicKind::RichRows(_) => Value::Null,
        HeuristicKind::CornerMatrix(cells) => json!(cells),
        other => return Err(refused(format!("the heuristic {}", other.name()))),
    };
    let weights = board.weights.iter();
    let weights = weights.map(|(spec, value)| (spec.name.to_string(), json!(value)));
    Ok(json!({
        "name": name,
        "verdict": Evidence::verdict_line(file),
        "origin": provenance::lines(file),
        "setup": {
            "heuristic": heuristic.name(),
            "cells": cells,
            "weights": weights.collect::<Map<_, _>>(),
            "probabilityCut": settings.probability_cut,
            "deadValue": match settings.dead_value {
                TerminalValue::Number(value) => json!(value),
                TerminalValue::Static(_) => json!("static"),
            },
            "search": { "depth": depth(settings) },
        },
    }))
}

/// The depth at which the page begins: the player's own, or one of about as many boards.
fn depth(settings: &ExpectimaxSettings) -> u8 {
    match settings.depth {
        Depth::Fixed(depth) => depth.min(3),
        Depth::Nodes(budget) if budget.nodes < 10_000 => 1,
        Depth::Nodes(_) | Depth::Schedule(_) | Depth::Rule(_) => 2,
    }
}
