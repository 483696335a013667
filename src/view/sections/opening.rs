//! The opening of a report: the result, the search at a glance, and the weights to take.

use maud::{Markup, html};
use serde_json::Value;

use super::{ablation, weights};
use crate::view::campaigns::CampaignView;
use crate::view::document::Block;
use crate::view::words::page::{percent, typeset};
use tune2048_files::shell::quoted;
use tune2048_tuner::subject::json_object;
use tune2048_tuner::weights::Verdict;
use tune2048_tuner::weights::export::{Format, Request, export};
use tune2048_tuner::weights::file::WeightsFile;

/// The most lines for a solver that stand in the opening; networks have millions of numbers.
const MAX_LINES: usize = 60;

/// Returns what came out, and what else a reader must know of it.
pub(crate) fn opening(data: &CampaignView) -> Vec<Block> {
    let spec = &data.state.spec;
    let mut blocks = vec![Block::Page(banner(data))];
    blocks.extend(data.result().into_iter().map(Block::Text));
    blocks.extend(weights::search_figure(data, true));
    blocks.extend(weights::not_yet(data).map(Block::Text));
    blocks.push(weights::table(data).into());
    blocks.extend(ready(data));
    blocks.extend(ablation::blocks(data));
    let about = format!(
        "{}, optimizer {}, seed {}.",
        spec.subject().about(),
        spec.optimizer.name(),
        spec.seed
    );
    let notes = data.state.search_end.iter().cloned().chain(data.doubts());
    blocks.extend([about].into_iter().chain(notes).map(Block::Text));
    blocks
}

/// Returns the verdict with the gain or, of an unfinished campaign, with how far it is.
fn banner(data: &CampaignView) -> Markup {
    let verdict = data.evidence().map(|evidence| evidence.verdict);
    let class = match verdict {
        Some(Verdict::Better) => "better",
        Some(Verdict::Worse) => "worse",
        _ => "open",
    };
    let measured = data.evidence().filter(|evidence| evidence.verdict != Verdict::Start);
    let gain = measured.and_then(|found| Some((found, found.estimate()?.gain())));
    let objective = data.state.spec.objective;
    html! {
        div class=(format!("verdict {class}")) {
            p class="word" { span class="small" { "Verdict " } (Verdict::heading(verdict)) }
            @if let Some(pace) = data.pace() {
                @if let Some(share) = pace.share_done {
                    progress max="1" value=(format!("{share:.4}")) aria-label="Share of the campaign that is done" { (typeset(&percent(share))) }
                }
                p class="number" { (typeset(&pace.words(data.run_state))) }
            }
            @if let Some((evidence, (gain, ends))) = gain {
                p class="number" {
                    strong { (typeset(&gain)) }
                    @if !evidence.is_match { " " (objective.name()) }
                    @if let Some(ends) = ends { "; " (typeset(&format!("{} interval {}", evidence.look_percent(), ends.join(" to ")))) }
                }
            }
        }
    }
}

/// Returns the recommended weights as lines for a solver, if they are few enough.
fn ready(data: &CampaignView) -> Option<Block> {
    let best = data.state.outcome.as_ref()?.best_file(&data.state.start_weights());
    let name = best.weights.subject.usual_export_format();
    let lines = snippet(&best, name)?;
    Some(Block::Page(html! {
        pre class="snippet" { code { (lines) } }
        p class="note" { code { "tune2048 export " (quoted(&data.folder)) " --format " (name) } " writes them with their meanings and origin." }
    }))
}

/// Returns what a file of exported weights says without comments, if there is such a file; of a
/// program the parameters as it reads them.
fn snippet(best: &WeightsFile, name: &str) -> Option<String> {
    let weights = &best.weights;
    if weights.subject.heuristic().is_none() {
        let own = weights.arguments();
        let own = json_object(own.iter().map(|(name, value)| (*name, value)));
        return serde_json::to_string_pretty(&serde_json::from_str::<Value>(&own).ok()?).ok();
    }
    let request =
        Request { name: "", file: best, with_evaluation: false, step: 0.0, opponent: None };
    let text = String::from_utf8(export(&request, Format::find(name)?).ok()?).ok()?;
    let is_code = |line: &&str| {
        !line.is_empty() && !["/", " *", "#"].iter().any(|start| line.starts_with(start))
    };
    let lines: Vec<&str> = text.lines().filter(is_code).collect();
    (lines.len() <= MAX_LINES && text.len() <= 100 * MAX_LINES).then(|| lines.join("\n"))
}
