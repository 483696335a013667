//! The weights of several campaigns in one table for each heuristic.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::figure::DataTable;
use crate::view::words::page::{known, weight_change, weight_text};

/// Returns one table for each heuristic, since different heuristics have different weights.
pub(super) fn weights(campaigns: &[ReportData], names: &[String]) -> Markup {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let subject = |place: usize| campaigns[place].progress.spec.subject();
    for place in 0..campaigns.len() {
        match groups.iter_mut().find(|group| subject(group[0]).has_parameters_of(subject(place))) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    html! {
        @for (number, group) in groups.iter().enumerate() {
            h3 { "Heuristic " (subject(group[0]).table_name()) }
            (weight_table(campaigns, names, group, number + 1))
        }
    }
}

fn weight_table(
    campaigns: &[ReportData],
    names: &[String],
    group: &[usize],
    number: usize,
) -> Markup {
    let starts: Vec<_> =
        group.iter().map(|place| campaigns[*place].progress.start_weights()).collect();
    let has_one_start = starts.iter().all(|start| *start == starts[0]);
    let caption = "Tuned weights and their change from the start";
    let parameters = campaigns[group[0]].progress.spec.subject().parameters().iter();
    let mut table = DataTable::new(&format!("weights-{number}"), caption, parameters.enumerate())
        .text("weight", |(_, spec)| spec.name.to_string());
    let shown = if has_one_start { &starts[..1] } else { &starts };
    for (place, start) in group.iter().zip(shown) {
        let of = if has_one_start { String::new() } else { format!(" of {}", names[*place]) };
        table = table.number(&format!("start{of}"), |(index, _)| weight_text(start, *index));
    }
    for (place, start) in group.iter().zip(&starts) {
        let tuned =
            |index: usize| campaigns[*place].tuned().filter(|tuned| index < tuned.values.len());
        table = table
            .number(&names[*place], |(index, _)| {
                known(tuned(*index), |tuned| weight_text(tuned, *index))
            })
            .number("change", |(index, _)| {
                known(tuned(*index), |tuned| weight_change(tuned, start, *index))
            });
    }
    table.shown()
}
