//! A page that compares several campaigns.

use std::path::PathBuf;

use maud::html;

use crate::view::campaigns::CampaignView;
use crate::view::chart::{
    DataTable, Figure, Plot, axis, ends, is_roomy, key, responsive, thinned, whole_axis,
};
use crate::view::document::{Block, Report};
use crate::view::progress::GenerationData;
use crate::view::words::page::{count, known, weight_change, weight_text};
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::words::{counted, score};

/// Number of colours that distinguish campaigns.
const COLOURS: usize = 6;
/// Number of dash patterns that distinguish campaigns of the same colour.
const DASHES: usize = 4;

/// Returns a page of HTML that compares the campaigns in some folders.
///
/// # Errors
/// If one of the folders has no campaign, or if a file is damaged.
pub fn comparison(folders: &[PathBuf]) -> Result<String, CheckpointError> {
    let campaigns = folders.iter().map(|folder| CampaignView::read(folder, true));
    let campaigns = campaigns.collect::<Result<Vec<CampaignView>, _>>()?;
    let names = names(&campaigns);
    let summary = "The effect is the mean score of the tuned weights divided by that of the campaign’s starting weights, \
                   or their difference, on held-out games. Campaigns with different players or starting weights \
                   answer different questions.";
    let report = Report {
        kind: "Campaigns side by side",
        title: counted(campaigns.len() as u64, "campaign"),
        summary: vec![summary.to_owned()],
        opening: Vec::new(),
        sections: vec![
            ("verdicts", "Verdicts", vec![verdicts(&campaigns, &names).into()]),
            ("convergence", "Convergence", vec![convergence(&campaigns, &names)]),
            ("weights", "Weights", weights(&campaigns, &names)),
        ],
        is_broad: true,
    };
    Ok(report.page())
}

/// Returns the campaigns' names, or their folders where two have the same name.
fn names(campaigns: &[CampaignView]) -> Vec<String> {
    let name = |data: &CampaignView| data.state.spec.name.clone();
    let all: Vec<String> = campaigns.iter().map(name).collect();
    let is_alone = |name: &String| all.iter().filter(|other| *other == name).count() == 1;
    let distinct = campaigns.iter().zip(&all).map(|(data, name)| match is_alone(name) {
        true => name.clone(),
        false => data.folder.display().to_string(),
    });
    distinct.collect()
}

/// Returns the class of a campaign's marks.
fn class(place: usize) -> String {
    format!("c{} d{}", place % COLOURS, place / COLOURS % DASHES)
}

fn verdicts(campaigns: &[CampaignView], names: &[String]) -> DataTable<impl Sized> {
    DataTable::new("verdicts", "Verdicts", campaigns.iter().zip(names))
        .text("campaign", |(_, name)| (*name).clone())
        .number("verdict", |(data, _)| {
            let verdict = data.evidence().map(|found| found.verdict.to_string());
            verdict.unwrap_or_else(|| data.run_state.name().to_owned())
        })
        .number("effect", |(data, _)| {
            known(data.evidence().and_then(|found| found.effect_text()), |text| text)
        })
        .number("tuned mean", |(data, _)| known(data.evidence(), |found| score(found.tuned.mean)))
        .number("start mean", |(data, _)| known(data.evidence(), |found| score(found.start.mean)))
        .number("search games", |(data, _)| count(data.state.games))
        .number("optimizer", |(data, _)| data.state.spec.optimizer.name())
        .number("player", |(data, _)| data.state.spec.subject().to_string())
}

fn convergence(campaigns: &[CampaignView], names: &[String]) -> Block {
    let all = campaigns.iter().flat_map(|data| &data.generations);
    let most = all.clone().map(|generation| generation.games_so_far).max();
    let Some(most) = most else {
        return Block::Text("None of them has evaluated a candidate yet.".to_owned());
    };
    let domain = ends(all.map(|generation| generation.mean));
    let title = "Mean score of the candidates by games played";
    let image = responsive("convergence", title, |width| {
        let is_wide = is_roomy(width);
        let ticks = if is_wide { 6 } else { 3 };
        let x = whole_axis([0.0, most as f64], "games of the search", ticks);
        let y = axis(domain, "mean score of the candidates", 6);
        let plot = Plot::new(width, if is_wide { 340.0 } else { 280.0 }, x, y);
        plot.drawn(&html! {
            @for (index, data) in campaigns.iter().enumerate() {
                @let listed = thinned(&data.generations, 250);
                @let point = |generation: &GenerationData| [generation.games_so_far as f64, generation.mean];
                (plot.banded_line(listed.iter().map(|generation| (point(generation), generation.ends())), &class(index)))
                (plot.targets(listed.iter().map(|generation| {
                    let words = format!("{}, generation {}: mean {}", names[index], generation.number, score(generation.mean));
                    (point(generation), words)
                })))
            }
        })
    });
    Block::Figure(Figure {
        id: "convergence",
        keys: names.iter().enumerate().map(|(place, name)| key(&class(place), name)).collect(),
        image,
        title: "Convergence",
        caption: "by games of the search; bands are 95 % intervals of a generation’s mean."
            .to_owned(),
        table: None,
    })
}

/// Returns one table for each heuristic, since different heuristics have different weights.
fn weights(campaigns: &[CampaignView], names: &[String]) -> Vec<Block> {
    let mut groups: Vec<Vec<(&CampaignView, &String)>> = Vec::new();
    for (data, name) in campaigns.iter().zip(names) {
        let is_alike = |group: &&mut Vec<(&CampaignView, _)>| {
            group[0].0.state.spec.subject().has_parameters_of(data.state.spec.subject())
        };
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.push((data, name)),
            None => groups.push(vec![(data, name)]),
        }
    }
    groups.iter().zip(1..).map(|(group, number)| weight_table(group, number).into()).collect()
}

fn weight_table<'v>(
    group: &[(&'v CampaignView, &String)],
    number: usize,
) -> DataTable<impl Sized + use<'v>> {
    let starts: Vec<_> = group.iter().map(|(data, _)| data.state.start_weights()).collect();
    let has_one_start = starts.iter().all(|start| *start == starts[0]);
    let subject = group[0].0.state.spec.subject();
    let of = match subject.is_program() {
        // Programs differ where their names do not.
        true => group.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", "),
        false => format!("heuristic {}", subject.table_name()),
    };
    let caption = format!("Tuned weights and their change from the start: {of}");
    let parameters = subject.parameters().iter();
    let mut table = DataTable::new(&format!("weights-{number}"), &caption, parameters.enumerate())
        .text("weight", |(_, spec)| spec.name.to_string());
    let shown = if has_one_start { &starts[..1] } else { &starts };
    for ((_, name), start) in group.iter().zip(shown) {
        let of = if has_one_start { String::new() } else { format!(" of {name}") };
        table = table.number(&format!("start{of}"), |(index, _)| weight_text(start, *index));
    }
    for ((data, name), start) in group.iter().zip(&starts) {
        let tuned = |index: usize| data.tuned().filter(|tuned| index < tuned.values.len());
        table = table
            .number(name, |(index, _)| known(tuned(*index), |tuned| weight_text(tuned, *index)))
            .number("change", |(index, _)| {
                known(tuned(*index), |tuned| weight_change(tuned, start, *index))
            });
    }
    table
}
