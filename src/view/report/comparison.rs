//! A page that compares several campaigns.

use std::path::PathBuf;

use maud::{Markup, html};

use super::page::document;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{
    DataTable, Plot, PlotAxis, axis, broad, ends, figure, is_roomy, key, row_axis, section,
    thinned, whole_axis,
};
use crate::view::progress::GenerationData;
use crate::view::words::page::{
    count, counted, known, score, score_range, typeset, weight_change, weight_text,
};
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::statistics::{Effect, Estimate};
use tune2048_tuner::weights::Evidence;

/// Number of colours that distinguish campaigns.
const COLOURS: usize = 6;
/// Number of dash patterns that distinguish campaigns of the same colour.
const DASHES: usize = 4;
/// Number of generations of a campaign that are listed at most.
const MAX_LISTED: usize = 100;

/// Returns a page of HTML that compares the campaigns in some folders.
///
/// Like [`page`](super::page) it needs no network, no script and no other file.
///
/// # Errors
/// If one of the folders has no campaign, or if a file is damaged.
pub fn comparison(folders: &[PathBuf]) -> Result<String, CheckpointError> {
    let campaigns = folders.iter().map(|folder| ReportData::read(folder));
    let campaigns = campaigns.collect::<Result<Vec<ReportData>, _>>()?;
    let names = names(&campaigns);
    let content = html! {
        header {
            p class="kicker" { "Campaigns side by side" }
            h1 { (counted(campaigns.len() as u64, "campaign")) }
            p class="summary" {
                "The effect is the mean score of the tuned weights divided by that of the campaign’s starting weights, or their difference, on held-out games. \
                Campaigns with different players or starting weights answer different questions."
            }
        }
        (section("verdicts", "Verdicts", &html! { (effects(&campaigns, &names)) (verdicts(&campaigns, &names)) }))
        (section("convergence", "Convergence", &convergence(&campaigns, &names)))
        (section("weights", "Weights", &weights(&campaigns, &names)))
    };
    Ok(document("Campaigns side by side – tune2048", true, &content).into_string())
}

/// Returns the campaigns' names, or their folders where two have the same name.
fn names(campaigns: &[ReportData]) -> Vec<String> {
    let name = |data: &ReportData| data.state.spec.name.clone();
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

fn effect_of(data: &ReportData) -> Option<Estimate> {
    data.evidence()?.estimate()
}

/// Returns a figure for each kind of effect that some campaigns were measured by.
fn effects(campaigns: &[ReportData], names: &[String]) -> Markup {
    if campaigns.iter().all(|data| effect_of(data).is_none()) {
        return html! { p { "None of them has been validated yet." } };
    }
    html! {
        @for effect in [Effect::Ratio, Effect::Difference, Effect::Elo] {
            (effects_of_kind(effect, campaigns, names))
        }
    }
}

/// Returns a figure with a row for each campaign with this effect, if there are any.
fn effects_of_kind(effect: Effect, campaigns: &[ReportData], names: &[String]) -> Markup {
    let all = campaigns.iter().zip(names).enumerate();
    let measured = all.filter_map(|(place, (data, name))| Some((place, name, effect_of(data)?)));
    let rows: Vec<_> = measured.filter(|(.., found)| found.effect == effect).collect();
    if rows.is_empty() {
        return html! {};
    }
    let (objective, none) = (campaigns[0].state.spec.objective, effect.neutral());
    let shown = rows.iter().flat_map(|(.., found)| <[f64; 2]>::from(found.interval));
    let domain = ends(shown.filter(|end| end.is_finite()).chain([none]));
    let id = format!("{}s", effect.name());
    let image = broad(&id, &effect.heading(objective), |width| {
        let x = axis(domain, &effect.of_tuned(objective), if is_roomy(width) { 7 } else { 4 });
        let y = row_axis(rows.iter().map(|(_, name, _)| short(name, width)), "");
        let plot = Plot::new(width, 46.0 + 28.0 * rows.len() as f64, x, y);
        plot.drawn(&html! {
            (plot.vertical(none, "quiet"))
            @for (row, (place, name, found)) in rows.iter().enumerate() {
                @let words = format!("{name}: {}", typeset(&found.short_text()));
                (plot.estimate(plot.y(-(row as f64)), found.value, Some(found.interval), &class(*place), &words))
            }
        })
    });
    let caption = html! { b { "How much better " } "the tuned weights are than the starting weights of their campaign, with the intervals of their validations (the table has their levels); the line at " (none) " is no difference." };
    figure(&id, [], &image, &caption, &[])
}

/// Cuts a name so that it leaves room for the chart.
fn short(name: &str, width: f64) -> String {
    let most = (width / 20.0) as usize;
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

fn verdicts(campaigns: &[ReportData], names: &[String]) -> Markup {
    DataTable::new("verdicts", "Verdicts", campaigns.iter().zip(names))
        .text("campaign", |(_, name)| (*name).clone())
        .number("verdict", |(data, _)| {
            let verdict = data.evidence().map(|found| found.verdict.to_string());
            verdict.unwrap_or_else(|| data.run_state.name().to_owned())
        })
        .number("effect", |(data, _)| known(effect_of(data), |found| found.value_text()))
        .number("interval", |(data, _)| {
            known(data.evidence().and_then(Evidence::effect_interval), |ends| ends)
        })
        .number("tuned mean", |(data, _)| known(data.evidence(), |found| score(found.tuned.mean)))
        .number("start mean", |(data, _)| known(data.evidence(), |found| score(found.start.mean)))
        .number("search games", |(data, _)| count(data.state.games))
        .number("optimizer", |(data, _)| data.state.spec.optimizer.name())
        .number("player", |(data, _)| data.state.spec.subject().to_string())
        .shown()
}

fn convergence(campaigns: &[ReportData], names: &[String]) -> Markup {
    let all = campaigns.iter().flat_map(|data| &data.generations);
    let most = all.clone().map(|generation| generation.games_so_far).max();
    let Some(most) = most else {
        return html! { p { "None of them has evaluated a candidate yet." } };
    };
    let domain = ends(all.map(|generation| generation.mean));
    let title = "Mean score of the candidates by games played";
    let games = |generation: Option<&GenerationData>| Some(generation?.games_so_far);
    let fewest = campaigns.iter().filter_map(|data| games(data.generations.last())).min();
    let first = campaigns.iter().filter_map(|data| games(data.generations.first())).min();
    // Beside a campaign that is eight times as long, a short one is a spot.
    let is_log = most > 8 * fewest.unwrap_or(most);
    let place = |games: u64| if is_log { (games.max(1) as f64).log10() } else { games as f64 };
    let image = broad("convergence", title, |width| {
        let is_wide = is_roomy(width);
        let (heading, ticks) = ("games of the search", if is_wide { 6 } else { 3 });
        let x = match is_log {
            false => whole_axis([0.0, most as f64], heading, ticks),
            true => powers_axis(first.unwrap_or(1).max(1), most, heading),
        };
        let y = axis(domain, "mean score of the candidates", 6);
        let plot = Plot::new(width, if is_wide { 340.0 } else { 280.0 }, x, y);
        plot.drawn(&html! {
            @for (index, data) in campaigns.iter().enumerate() {
                @let listed = thinned(&data.generations, 250);
                @let point = |generation: &GenerationData| [place(generation.games_so_far), generation.mean];
                (plot.banded_line(listed.iter().map(|generation| (point(generation), generation.ends())), &class(index)))
                (plot.targets(listed.iter().map(|generation| {
                    let words = format!("{}, generation {}: mean {}", names[index], generation.number, score(generation.mean));
                    (point(generation), words)
                })))
            }
        })
    });
    let caption = html! {
        b { "Convergence " } "by games of the search; bands are 95\u{202f}% intervals of a generation’s mean."
    };
    let keys = names.iter().enumerate().map(|(place, name)| key(&class(place), name));
    let rows = campaigns.iter().zip(names).flat_map(|(data, name)| {
        thinned(&data.generations, MAX_LISTED).into_iter().map(move |generation| (name, generation))
    });
    let table = DataTable::new("convergence", "Mean score of the candidates", rows)
        .text("campaign", |(name, _)| (*name).clone())
        .number("generation", |(_, generation)| generation.number)
        .number("games so far", |(_, generation)| count(generation.games_so_far))
        .number("mean score", |(_, generation)| score(generation.mean))
        .number("95\u{202f}% interval", |(_, generation)| known(generation.interval, score_range));
    figure("convergence", keys, &image, &caption, &[table.shown()])
}

/// An axis of powers of ten, on which short and long campaigns can be read beside each other.
fn powers_axis(first: u64, most: u64, heading: &str) -> PlotAxis {
    let [low, high] = [first, most].map(|games| (games as f64).log10());
    let powers = (low.floor() as i32..=high as i32).flat_map(|power| {
        [1.0, 3.0].map(|digit| digit * 10_f64.powi(power)).map(|games| (games.log10(), games))
    });
    let ticks = powers.filter(|(place, _)| (low..=high).contains(place));
    let ticks: Vec<_> = ticks.map(|(place, games)| (place, count(games as u64))).collect();
    PlotAxis::new([low, high], heading, ticks)
}

/// Returns one table for each heuristic, since different heuristics have different weights.
fn weights(campaigns: &[ReportData], names: &[String]) -> Markup {
    let mut groups: Vec<Vec<(&ReportData, &String)>> = Vec::new();
    for (data, name) in campaigns.iter().zip(names) {
        let is_alike = |group: &&mut Vec<(&ReportData, _)>| {
            group[0].0.state.spec.subject().has_parameters_of(data.state.spec.subject())
        };
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.push((data, name)),
            None => groups.push(vec![(data, name)]),
        }
    }
    html! {
        @for (number, group) in groups.iter().enumerate() {
            @let subject = group[0].0.state.spec.subject();
            @if subject.is_program() {
                // Programs differ where their names do not.
                h3 { "Parameters of " (group.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")) }
            } @else { h3 { "Heuristic " (subject.table_name()) } }
            (weight_table(group, number + 1))
        }
    }
}

fn weight_table(group: &[(&ReportData, &String)], number: usize) -> Markup {
    let starts: Vec<_> = group.iter().map(|(data, _)| data.state.start_weights()).collect();
    let has_one_start = starts.iter().all(|start| *start == starts[0]);
    let caption = "Tuned weights and their change from the start";
    let parameters = group[0].0.state.spec.subject().parameters().iter();
    let mut table = DataTable::new(&format!("weights-{number}"), caption, parameters.enumerate())
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
    table.shown()
}
