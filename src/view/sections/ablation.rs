//! Which weights make the difference.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::DataTable;
use crate::view::words::page::{count, known, score, typeset, weight};
use tune2048_tuner::campaign::ablation::{ABLATION_NOTE, AblationRecord, CampaignAblation};
use tune2048_tuner::statistics::Estimate;
use tune2048_tuner::studies::ablation::Step;
use tune2048_tuner::subject::Subject;

/// The most weights that the opening names.
const MOST_NAMED: usize = 3;

/// Returns the weights with the largest effects in a line, or the command that finds them.
pub(super) fn line_of(data: &ReportData) -> Markup {
    let record = match CampaignAblation::of(&data.state, &data.folder) {
        None => return html! {},
        Some(CampaignAblation::Command(command)) => {
            return html! {
                p class="note" {
                    "Which weights make the difference: " code { (command) } " finds out, and this page then shows it."
                }
            };
        }
        Some(CampaignAblation::Played(record)) => record,
    };
    let steps = record.found.steps.iter();
    let mut gains: Vec<_> = steps.filter_map(|step| Some((&step.name, step.gain?))).collect();
    let size = |found: &Estimate| (found.value - found.effect.neutral()).abs();
    gains.sort_by(|(_, one), (_, other)| size(other).total_cmp(&size(one)));
    let named = gains.iter().take(MOST_NAMED);
    let named = named.map(|(name, gain)| format!("{name} {}", typeset(&gain.short_text())));
    html! {
        p class="note" {
            "Which weights make the difference: " (named.collect::<Vec<_>>().join(", "))
            ", each over the step before it. " a href="#table-ablation" { "All steps" }
        }
    }
}

/// Returns the table of steps with how they were played, if they were.
pub(super) fn table_of(data: &ReportData) -> Markup {
    let subject = data.state.spec.subject();
    match CampaignAblation::of(&data.state, &data.folder) {
        Some(CampaignAblation::Played(record)) => {
            html! { (table(&record, subject).shown()) p { (how(&record, subject)) } }
        }
        _ => html! {},
    }
}

/// Returns the steps.
pub(crate) fn table(record: &AblationRecord, subject: &Subject) -> DataTable<impl Sized> {
    let ends = |step: &Step| step.ends(weight);
    let text = |found: Option<Estimate>| known(found, |found| found.short_text());
    DataTable::new("ablation", "Which weights make the difference", record.found.steps.clone())
        .text("weight", |step| step.name.clone())
        .number("from", |step| ends(step)[0].clone())
        .number("to", |step| ends(step)[1].clone())
        .number(subject.measured(), |step| score(step.mean))
        .number("over the step before", |step| text(step.gain))
        .number("over the start", |step| text(step.so_far))
}

/// Says how the steps were played.
pub(crate) fn how(record: &AblationRecord, subject: &Subject) -> String {
    format!(
        "From a {} of {} one value after the other is taken over, those first that gained most on other \
         games; {} {}s each, seed {}. {ABLATION_NOTE}",
        subject.measured(),
        score(record.found.start_mean),
        count(record.games),
        subject.unit(),
        record.seed
    )
}
