//! The weights of several campaigns in one table for each heuristic.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::figure::DataTable;
use crate::view::words::page::{UNKNOWN, change, weight};

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
            (weight_table(campaigns, names, group, number + 1).shown())
        }
    }
}

fn weight_table(
    campaigns: &[ReportData],
    names: &[String],
    group: &[usize],
    number: usize,
) -> DataTable {
    let first = &campaigns[group[0]];
    let starts: Vec<_> =
        group.iter().map(|place| campaigns[*place].progress.start_weights().values).collect();
    let has_one_start = starts.iter().all(|start| *start == starts[0]);
    let mut head = vec!["weight".to_owned()];
    for place in group {
        if !has_one_start || *place == group[0] {
            head.push(if has_one_start {
                "start".to_owned()
            } else {
                format!("start of {}", names[*place])
            });
        }
    }
    for place in group {
        head.push(names[*place].clone());
        head.push("change".to_owned());
    }
    let caption = "Tuned weights and their change from the start";
    let mut table = DataTable::new(&format!("weights-{number}"), caption, 1, head);
    for (index, weight_spec) in first.progress.spec.subject().parameters().iter().enumerate() {
        let mut cells = vec![weight_spec.name.to_string()];
        let shown = if has_one_start { &starts[..1] } else { &starts };
        cells.extend(shown.iter().map(|start| weight(start[index])));
        for (place, start) in group.iter().zip(&starts) {
            let tuned =
                campaigns[*place].tuned().and_then(|tuned| tuned.values.get(index).copied());
            cells.push(tuned.map_or(UNKNOWN.to_owned(), weight));
            let relative = |tuned: f64| change(tuned / start[index] - 1.0);
            cells.push(tuned.map_or(UNKNOWN.to_owned(), relative));
        }
        table.row(cells);
    }
    table
}
