//! A page that compares several campaigns.

use std::path::PathBuf;

use indexmap::IndexSet;
use maud::html;

use crate::view::campaigns::CampaignView;
use crate::view::chart::{DataTable, Figure, ends, key, thinned, wide_chart};
use crate::view::document::{Block, Frame, Report};
use crate::view::words::page::{count, known, weight_text};
use tune2048_tuner::record::CampaignError;
use tune2048_tuner::record::GenerationData;
use tune2048_tuner::words::{counted, score};

/// Number of colours that distinguish campaigns.
const COLOURS: usize = 6;
/// Number of dash patterns that distinguish campaigns of the same colour.
const DASHES: usize = 4;

/// Returns a page of HTML that compares the campaigns in some folders.
///
/// # Errors
/// If one of the folders has no campaign, or if a file is damaged.
pub fn comparison(folders: &[PathBuf]) -> Result<String, CampaignError> {
    let campaigns = folders.iter().map(|folder| CampaignView::read(folder, true));
    let campaigns = campaigns.collect::<Result<Vec<CampaignView>, _>>()?;
    let names: Vec<String> =
        campaigns.iter().map(|data| data.folder.display().to_string()).collect();
    let summary = "The effect is the mean score of the tuned weights divided by that of the campaign’s starting weights, \
                   or their difference, on held-out games. Campaigns with different players or starting weights \
                   answer different questions.";
    let report = Report {
        kind: "Campaigns side by side",
        title: counted(campaigns.len() as u64, "campaign"),
        summary: vec![summary.to_owned()],
        sections: vec![
            ("verdicts", "Verdicts", vec![verdicts(&campaigns, &names).into()]),
            ("convergence", "Convergence", vec![convergence(&campaigns, &names)]),
            ("weights", "Weights", vec![weights(&campaigns, &names).into()]),
        ],
        is_broad: true,
        ..Report::default()
    };
    Ok(report.page(&Frame::default()))
}

/// Returns the class of a campaign's marks.
fn class(place: usize) -> String {
    format!("c{} d{}", place % COLOURS, place / COLOURS % DASHES)
}

fn verdicts(campaigns: &[CampaignView], names: &[String]) -> DataTable<impl Sized> {
    DataTable::new("verdicts", "Verdicts", campaigns.iter().zip(names))
        .text("campaign", |(_, name)| (*name).clone())
        .text("verdict", |(data, _)| {
            let verdict = data.state.evidence().map(|found| found.verdict.to_string());
            verdict.unwrap_or_else(|| data.run_state.name().to_owned())
        })
        .text("effect", |(data, _)| {
            known(data.state.evidence().and_then(|found| found.effect_text()), |text| text)
        })
        .number("tuned mean", |(data, _)| {
            known(data.state.evidence(), |found| score(found.tuned.mean))
        })
        .number("start mean", |(data, _)| {
            known(data.state.evidence(), |found| score(found.start.mean))
        })
        .number("search games", |(data, _)| count(data.state.games))
        .text("optimizer", |(data, _)| data.state.spec.optimizer.name())
        .text("player", |(data, _)| data.state.spec.subject().to_string())
}

fn convergence(campaigns: &[CampaignView], names: &[String]) -> Block {
    let all = campaigns.iter().flat_map(|data| &data.generations);
    let most = all.clone().map(|generation| generation.games_so_far).max();
    let Some(most) = most else {
        return Block::Text("None of them has evaluated a candidate yet.".to_owned());
    };
    let domain = ends(all.map(|generation| generation.mean));
    let title = "Mean score of the candidates by games played";
    let x = ([0.0, most as f64], "games of the search");
    let y = (domain, "mean score of the candidates");
    let image = wide_chart("convergence", title, x, y, |plot, _| {
        html! {
            @for (index, data) in campaigns.iter().enumerate() {
                (plot.series(thinned(&data.generations, 250).into_iter().map(|generation| {
                    let GenerationData { number, games_so_far, mean, .. } = generation;
                    let words = format!("{}, generation {number}: mean {}", names[index], score(*mean));
                    ([*games_so_far as f64, *mean], generation.ends(), words)
                }), &class(index)))
            }
        }
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

/// Returns the tuned weights, each where a campaign has it.
fn weights(campaigns: &[CampaignView], names: &[String]) -> DataTable<impl Sized + use<>> {
    let parameters = campaigns.iter().flat_map(|data| data.state.spec.subject().parameters());
    let all: IndexSet<String> = parameters.map(|weight| weight.name.to_string()).collect();
    let mut table = DataTable::new("weights", "Tuned weights", all)
        .text("weight", |weight: &String| weight.clone());
    for (data, name) in campaigns.iter().zip(names) {
        let tuned = |weight: &str| {
            let tuned = data.state.recommended()?;
            Some(weight_text(tuned, tuned.subject.index_of(weight)?))
        };
        table = table.number(name, |weight| tuned(weight).unwrap_or_default());
    }
    table
}
