//! Which weights make the difference.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::DataTable;
use crate::view::words::page::{count, score, weight};
use tune2048_tuner::campaign::ablation::{ABLATION_NOTE, AblationRecord, CampaignAblation};
use tune2048_tuner::statistics::Estimate;
use tune2048_tuner::studies::ablation::Step;
use tune2048_tuner::subject::Subject;

/// Returns the table of steps, or the command that plays them.
pub(crate) fn table_of(data: &ReportData) -> Markup {
    match CampaignAblation::of(&data.state, &data.folder) {
        None => html! {},
        Some(CampaignAblation::Command(command)) => html! {
            p { "Which weights make the difference: " code { (command) } " plays for it, and this page shows what it finds." }
        },
        Some(CampaignAblation::Played(record)) => steps(&record, data.state.spec.subject()),
    }
}

fn steps(record: &AblationRecord, subject: &Subject) -> Markup {
    let ends = |step: &Step| step.ends(weight);
    let text = |found: Option<Estimate>| found.map_or("–".to_owned(), |found| found.short_text());
    let table =
        DataTable::new("ablation", "Which weights make the difference", &record.found.steps)
            .text("weight", |step| step.name.clone())
            .number("start", |step| ends(step)[0].clone())
            .number("tuned", |step| ends(step)[1].clone())
            .number(subject.measured(), |step| score(step.mean))
            .number("over the step before", |step| text(step.gain))
            .number("over the start", |step| text(step.so_far));
    html! {
        (table.shown())
        p {
            "The starting weights, with a " (subject.measured()) " of " (score(record.found.start_mean))
            ", take the tuned values one after the other, those first that gained most on other games. "
            (count(record.games)) " " (subject.unit()) "s each, seed " (record.seed) ". "
            (ABLATION_NOTE)
        }
    }
}
