//! Weight matrices as heat maps.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::{HeatCell, HeatMap, figure, panels};
use crate::view::words::page::{significant, weight};
use tune2048_engine::heuristic::corner_matrix::{self, CELLS};
use tune2048_tuner::subject::Configuration;

const SIDE: usize = 4;

/// Returns a figure with the starting and the tuned matrix, if the heuristic is a corner matrix.
pub(crate) fn figure_of(data: &ReportData) -> Markup {
    if data.progress.spec.subject().table_name() != corner_matrix::NAME {
        return html! {};
    }
    let start = data.progress.start_weights();
    let mut matrices = vec![("start", "Starting matrix", start)];
    matrices.extend(data.tuned().map(|tuned| ("tuned", "Tuned matrix", tuned.clone())));
    let image = panels(
        matrices.iter().map(|(name, title, weights)| (title, heat_map(name, title, weights))),
    );
    let caption = html! {
        b { "The matrix, " } "its entries divided by the largest: the value of a board is the sum of its tiles, each times the entry of its \
        cell, in the best of eight orientations. Only the ratios of the entries matter. The table below has their values."
    };
    figure("matrix", [], &image, &caption, &[])
}

fn heat_map(name: &str, title: &str, weights: &Configuration) -> Markup {
    let entries = weights.values.get(..CELLS).unwrap_or_default();
    let largest = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let cell = |row: usize, column: usize| {
        let entry = entries[SIDE * row + column];
        let strength = if largest > 0.0 { entry / largest } else { 0.0 };
        HeatCell {
            strength,
            text: significant(strength, 2),
            title: format!("row {}, column {}: {}", row + 1, column + 1, weight(entry)),
            ..HeatCell::default()
        }
    };
    let rows = 0..entries.len() / SIDE;
    let rows = rows.map(|row| (0..SIDE).map(|column| cell(row, column)).collect());
    let map = HeatMap {
        rows: rows.collect(),
        cell: [56.0, 44.0],
        max_opacity: 0.55,
        ..HeatMap::default()
    };
    map.drawn(&html! {}).image(&format!("matrix-{name}"), title)
}
