//! Weight matrices as heat maps.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::{Drawing, figure, panels, pixel};
use crate::view::words::page::{significant, weight};
use tune2048_engine::heuristic::corner_matrix::{self, CELLS};
use tune2048_tuner::subject::Configuration;

const SIDE: usize = 4;

/// Width and height of a cell in pixels.
const CELL: [f64; 2] = [56.0, 44.0];

/// Opacity of the largest entry.
const MAX_OPACITY: f64 = 0.55;

/// Returns a figure with the starting and the tuned matrix, if the heuristic is a corner matrix.
pub(crate) fn figure_of(data: &ReportData) -> Markup {
    if data.state.spec.subject().table_name() != corner_matrix::NAME {
        return html! {};
    }
    let start = data.state.start_weights();
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

/// Draws the entries of a matrix; the colour of a cell says the sign, its opacity the size.
fn heat_map(name: &str, title: &str, weights: &Configuration) -> Markup {
    let entries = weights.values.get(..CELLS).unwrap_or_default();
    let largest = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let [width, height] = CELL;
    let content = html! {
        @for (place, entry) in entries.iter().enumerate() {
            @let (row, column) = (place / SIDE, place % SIDE);
            @let strength = if largest > 0.0 { entry / largest } else { 0.0 };
            @let [x, y] = [1.0 + width * column as f64, 1.0 + height * row as f64];
            rect class=(if strength < 0.0 { "cell below" } else { "cell above" })
                x=(pixel(x)) y=(pixel(y)) width=(pixel(width)) height=(pixel(height))
                fill-opacity=(format!("{:.2}", MAX_OPACITY * strength.abs())) {
                title { "row " (row + 1) ", column " (column + 1) ": " (weight(*entry)) }
            }
            text class="value" x=(pixel(x + width / 2.0)) y=(pixel(y + height / 2.0 + 4.0)) text-anchor="middle" { (significant(strength, 2)) }
        }
    };
    let [right, bottom] = [width, height].map(|length| 2.0 + SIDE as f64 * length);
    let view_box = format!("0 0 {:.0} {:.0}", right + 13.0, bottom);
    Drawing { view_box, content }.image(&format!("matrix-{name}"), title)
}
