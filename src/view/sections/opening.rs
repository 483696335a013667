//! The opening of a report: the result, the search at a glance, and the weights to take.

use maud::{Markup, html};

use super::{ablation, weights};
use crate::view::campaigns::CampaignView;
use crate::view::document::Block;
use crate::view::words::page::{percent, typeset};
use crate::view::words::story;
use tune2048_files::shell::quoted;
use tune2048_tuner::weights::Verdict;

/// Returns what came out, and what else a reader must know of it.
pub(crate) fn opening(data: &CampaignView) -> Vec<Block> {
    let spec = &data.state.spec;
    let mut blocks = vec![Block::Page(banner(data))];
    blocks.extend(story::result(&data.state).into_iter().map(Block::Text));
    blocks.extend(weights::search_figure(data, true));
    blocks.extend(weights::not_yet(data).map(Block::Text));
    blocks.push(weights::table(data).into());
    if data.state.outcome.is_some() {
        blocks.push(Block::Text(format!(
            "{}: `tune2048 export {} --format {}` writes them, with their meanings and origin.",
            spec.subject().reader(),
            quoted(&data.folder),
            spec.subject().usual_export_format()
        )));
    }
    blocks.extend(ablation::blocks(data));
    let notes = data.state.search_end.iter().cloned().chain(data.doubts());
    blocks.extend(notes.map(Block::Text));
    blocks
}

/// Returns the verdict, of an unfinished campaign with how far it is.
fn banner(data: &CampaignView) -> Markup {
    let verdict = data.state.evidence().map(|evidence| evidence.verdict);
    let class = match verdict {
        Some(Verdict::Better) => "better",
        Some(Verdict::Worse) => "worse",
        _ => "open",
    };
    let heading = verdict.map_or("not finished".to_owned(), |verdict| verdict.to_string());
    html! {
        div class=(format!("verdict {class}")) {
            p class="word" { span class="small" { "Verdict " } (heading) }
            @if let Some(pace) = data.pace() {
                @if let Some(share) = pace.share_done() {
                    progress max="1" value=(format!("{share:.4}")) aria-label="Share of the campaign that is done" { (typeset(&percent(share))) }
                }
                p class="number" { (typeset(&pace.words(data.run_state))) }
            }
        }
    }
}
