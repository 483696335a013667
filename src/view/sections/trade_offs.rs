//! Which weights trade off against each other, by the last distribution of the search.

use maud::{Markup, html};

use super::directions::{Direction, cost, directions, in_words};
use super::fit::Fit;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{DataTable, HeatCell, HeatMap, figure, key};
use crate::view::words::page::{change, fixed, known, range};
use tune2048_optimizer::Distribution;

/// Returns the directions and the correlations.
pub(crate) fn section(data: &ReportData, fit: &Fit) -> Markup {
    let spec = &data.progress.spec;
    let names = spec.coordinate_names();
    let Some(distribution) = data.last_distribution() else {
        return html! { p { "The optimizer " (spec.optimizer.name()) " keeps no distribution that could show which weights trade off against each other; the maps below show what the games say." } };
    };
    let directions = directions(distribution);
    if names.len() < 2 {
        return html! {};
    }
    if directions.is_empty() {
        return html! { p { "The last distribution is equally wide in all directions: it says nothing about which weights trade off against each other; the maps below show what the games say." } };
    }
    html! {
        h3 { "What trades off against what" }
        p {
            "The last distribution of the search is longer in some directions than in others. Along a long direction, weights can move together at \
            little cost; along a short one the games were clear. These are the directions from the longest to the shortest, \
            each with the change of the mean score by one standard deviation either way, by the fit."
        }
        (table(&names, &directions, fit))
        (correlations(distribution, &names))
    }
}

fn table(names: &[String], directions: &[Direction], fit: &Fit) -> Markup {
    let found = directions
        .iter()
        .map(|direction| (direction, fit.surface().and_then(|surface| cost(surface, direction))));
    DataTable::new("directions", "Directions of the last distribution", found)
        .text("direction", |(found, _)| in_words(found, names))
        .number("spread, % of range", |(found, _)| fixed(100.0 * found.spread, 2))
        .number("change of the mean score", |(_, cost)| {
            known(cost.as_ref(), |cost| change(cost.change()))
        })
        .number("95\u{202f}% interval", |(_, cost)| {
            known(cost.as_ref(), |cost| range(cost.change_interval(), change))
        })
        .shown()
}

fn correlations(distribution: &Distribution, names: &[String]) -> Markup {
    let covariance = &distribution.covariance;
    let correlation =
        |i: usize, j: usize| covariance[i][j] / (covariance[i][i] * covariance[j][j]).sqrt();
    let text = |row: usize, column: usize| fixed(correlation(row, column), 2);
    let n = names.len();
    let is_roomy = n <= 9;
    let cell = |row: usize, column: usize| HeatCell {
        strength: correlation(row, column),
        text: if is_roomy && column < row { text(row, column) } else { String::new() },
        is_blank: column >= row,
        title: format!("{} and {}: {}", names[row], names[column], text(row, column)),
        ..HeatCell::default()
    };
    let rows = (1..n).map(|row| (0..n - 1).map(|column| cell(row, column)).collect());
    let map = HeatMap {
        rows: rows.collect(),
        row_labels: (1..n).map(|row| format!("{} {}", names[row], row + 1)).collect(),
        column_labels: (1..n).map(|column| column.to_string()).collect(),
        cell: if is_roomy { [48.0, 26.0] } else { [22.0, 20.0] },
        max_opacity: 0.6,
        ..HeatMap::default()
    };
    let title = "Correlations of the last distribution";
    let image = map.drawn(&html! {}).image("correlations", title);
    let image = html! { div class="snug triangle" { (image) } };
    let caption = html! {
        b { (title) } "; 1 is " (names[0]) ". The deeper the colour, the closer two weights are tied."
    };
    let keys = [key("above", "move together"), key("below", "one for the other")];
    let table = DataTable::new("correlations", title, names.iter().enumerate())
        .text("", |(_, name)| (*name).clone())
        .numbers(names, |(row, _), column| text(*row, column));
    figure("correlations", keys, &image, &caption, &[table.shown()])
}
