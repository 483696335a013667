//! Which weights make the difference.

use crate::view::campaigns::CampaignView;
use crate::view::chart::DataTable;
use crate::view::document::Block;
use crate::view::words::page::{count, known, weight};
use tune2048_files::shell::quoted;
use tune2048_tuner::campaign::ABLATION_NOTE;
use tune2048_tuner::statistics::Estimate;
use tune2048_tuner::studies::ablation::{Ablation, Step, differing};
use tune2048_tuner::subject::Subject;
use tune2048_tuner::words::score;

/// Returns the steps and how they were played, or the command that plays them.
pub(super) fn blocks(data: &CampaignView) -> Vec<Block> {
    let title = "Which weights make the difference";
    let start = data.state.start_weights();
    if data.state.recommended().is_none_or(|goal| differing(&start, goal).is_empty()) {
        return Vec::new();
    }
    let Some(record) = Ablation::of(&data.state) else {
        let command = format!("tune2048 explain {} --ablation", quoted(&data.folder));
        return vec![Block::Text(format!("{title}: `{command}` finds out."))];
    };
    let subject = data.state.spec.subject();
    let how = how(&record, subject).replace('\n', " ");
    vec![Block::Text(format!("{title}. {how}")), table(&record, subject).into()]
}

/// Returns the steps.
pub(crate) fn table(record: &Ablation, subject: &Subject) -> DataTable<impl Sized + use<>> {
    let ends = |step: &Step| step.ends(weight);
    let text = |found: Option<Estimate>| known(found, |found| found.short_text());
    DataTable::new("ablation", "Which weights make the difference", record.steps.clone())
        .text("weight", |step| step.name.clone())
        .number("from", |step| ends(step)[0].clone())
        .number("to", |step| ends(step)[1].clone())
        .number(subject.measured(), |step| score(step.mean))
        .number("over the step before", |step| text(step.gain))
        .number("over the start", |step| text(step.so_far))
}

/// Says how the steps were played.
pub(crate) fn how(record: &Ablation, subject: &Subject) -> String {
    format!(
        "From a {} of {} one value after the other is taken over, those first that gained most on other \
         games; {} {}s each, seed {}. {ABLATION_NOTE}",
        subject.measured(),
        score(record.start_mean),
        count(record.games),
        subject.unit(),
        record.seed
    )
}
