//! Which weights trade off against each other, by the last distribution of the search.

use maud::{Markup, html};

use super::directions::{Direction, cost, directions, in_words};
use super::fit::Fit;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::DataTable;
use crate::view::words::page::{change, fixed, known, range};
use tune2048_optimizer::Distribution;

/// Returns the directions and the correlations.
pub(crate) fn section(data: &ReportData, fit: &Fit) -> Markup {
    let spec = &data.state.spec;
    let names = spec.coordinate_names();
    let Some(distribution) = data.last_distribution() else {
        return html! { p { "The optimizer " (spec.optimizer.name()) " keeps no distribution that could show which weights trade off against each other." } };
    };
    let directions = directions(distribution);
    if names.len() < 2 {
        return html! {};
    }
    if directions.is_empty() {
        return html! { p { "The last distribution is equally wide in all directions: it says nothing about which weights trade off against each other." } };
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
    let found = directions.iter().map(|direction| {
        (direction, fit.as_ref().ok().and_then(|surface| cost(surface, direction)))
    });
    DataTable::new("directions", "Directions of the last distribution", found)
        .text("direction", |(found, _)| in_words(found, names))
        .number("spread, % of range", |(found, _)| fixed(100.0 * found.spread, 2))
        .number("change of the mean score", |(_, cost)| known(*cost, |cost| change(cost.change())))
        .number("95\u{202f}% interval", |(_, cost)| {
            known(*cost, |cost| range(cost.change_interval(), change))
        })
        .shown()
}

fn correlations(distribution: &Distribution, names: &[String]) -> Markup {
    let covariance = &distribution.covariance;
    let correlation =
        |i: usize, j: usize| covariance[i][j] / (covariance[i][i] * covariance[j][j]).sqrt();
    let title = "Correlations of the last distribution";
    DataTable::new("correlations", title, names.iter().enumerate())
        .text("", |(_, name)| (*name).clone())
        .numbers(names, |(row, _), column| fixed(correlation(*row, column), 2))
        .folded()
}
