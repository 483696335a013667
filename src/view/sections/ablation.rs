//! Which weights make the gain.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::DataTable;
use crate::view::words::page::{count, score, weight};
use tune2048_tuner::campaign::ablation::{ABLATION_NOTE, AblationRecord, CampaignAblation};
use tune2048_tuner::statistics::Estimate;

/// Returns the table of steps, or the command that plays them.
pub(crate) fn table_of(data: &ReportData) -> Markup {
    match CampaignAblation::of(&data.state, &data.folder) {
        None => html! {},
        Some(CampaignAblation::Command(command)) => html! {
            p { "Which weights make the gain: " code { (command) } " plays for it, and this page shows what it finds." }
        },
        Some(CampaignAblation::Played(record)) => steps(&record),
    }
}

fn steps(record: &AblationRecord) -> Markup {
    let text = |found: Option<Estimate>| found.map_or("–".to_owned(), |found| found.short_text());
    let table = DataTable::new("ablation", "Which weights make the gain", &record.found.steps)
        .text("weight", |step| step.name.clone())
        .number("start", |step| weight(step.from))
        .number("tuned", |step| weight(step.to))
        .number("mean score", |step| score(step.mean))
        .number("over the step before", |step| text(step.gain))
        .number("over the start", |step| text(step.so_far));
    html! {
        (table.shown())
        p {
            "The starting weights, with a mean score of " (score(record.found.start_mean))
            ", take the tuned values one after the other, the one that gains most first. "
            (count(record.games)) " games each, seed " (record.seed) "; the order comes from other games. "
            (ABLATION_NOTE)
        }
    }
}
