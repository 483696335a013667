//! Weight matrices as heat maps.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::figure::figure;
use crate::view::chart::{AltText, HeatCell, HeatMap};
use crate::view::words::page::{significant, weight};
use tune2048_engine::heuristic::corner_matrix::{self, CELLS};
use tune2048_tuner::subject::Configuration;

const SIDE: usize = 4;

/// Returns a figure with the starting and the tuned matrix, if the heuristic is a corner matrix.
pub(crate) fn figure_of(data: &ReportData) -> Markup {
    let spec = &data.progress.spec;
    if spec.subject().table_name() != corner_matrix::NAME {
        return html! {};
    }
    let start = data.progress.start_weights();
    let mut panels = vec![("start", "Starting matrix", start)];
    panels.extend(data.tuned().map(|tuned| ("tuned", "Tuned matrix", tuned.clone())));
    let image = html! {
        div class="grid" {
            @for (name, title, weights) in &panels {
                div class="panel" { h3 { (title) } (heat_map(name, title, weights)) }
            }
        }
    };
    let caption = html! {
        b { "The matrix, " } "its entries divided by the largest: the value of a board is the sum of its tiles, each times the entry of its \
        cell, in the best of eight orientations. Only the ratios of the entries matter. The table below has their values."
    };
    figure("matrix", &[], &image, &caption, &[])
}

fn heat_map(name: &str, title: &str, weights: &Configuration) -> Markup {
    let entries = weights.values.get(..CELLS).unwrap_or_default();
    let largest = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let cell = |place: usize| HeatCell {
        strength: entries[place] / largest,
        text: if largest > 0.0 { significant(entries[place] / largest, 2) } else { "0".to_owned() },
        title: format!(
            "row {}, column {}: {}",
            place / SIDE + 1,
            place % SIDE + 1,
            weight(entries[place])
        ),
        ..HeatCell::default()
    };
    let map = HeatMap {
        rows: (0..entries.len() / SIDE)
            .map(|row| (SIDE * row..SIDE * (row + 1)).map(cell).collect())
            .collect(),
        cell: [56.0, 44.0],
        max_opacity: 0.55,
        ..HeatMap::default()
    };
    let words: Vec<String> = entries.iter().map(|entry| significant(entry / largest, 2)).collect();
    let description = format!("Row by row: {}.", words.join(", "));
    let id = format!("matrix-{name}");
    let alt = AltText { id: &id, title, description: &description };
    map.image(alt, &html! {})
}
