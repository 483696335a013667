//! The summaries in Markdown: the sentences and tables of the pages, without their figures.

use std::path::Path;

use crate::view::campaigns::LearningRecord;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{settings, thinned};
use crate::view::report::learning;
use crate::view::sections::{ablation, convergence, opening, tiles, weights};
use crate::view::words::page::plain;
use crate::view::words::story;
use tune2048_tuner::campaign::ablation::CampaignAblation;
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::words::{in_markdown, visible};

/// Number of generations, or points of a curve, that are listed at most, evenly spread.
const MAX_LISTED: usize = 20;

/// Returns the summary of a campaign, finished or not, in Markdown.
///
/// # Errors
/// If the folder has no campaign, or if a file is damaged.
pub fn markdown(folder: &Path) -> Result<String, CheckpointError> {
    let data = ReportData::read(folder)?;
    let (state, subject) = (&data.state, data.state.spec.subject());
    let mut text = format!("# Campaign {}\n\n", state.spec.name);
    text += &paragraphs([story::question(state), story::outcome(state)]);
    text += &paragraphs(state.search_end.clone());
    text += &paragraphs(state.doubts(&data.now.failures));
    if let Some(evidence) = data.evidence() {
        text += "## Result\n\n";
        text += &paragraphs([story::certainty(state), story::measured(evidence)]);
        text += &opening::table(evidence).markdown();
        text += &tiles::table(&evidence.tuned, &evidence.start).markdown();
        text += &opening::by_opponent(evidence).markdown();
        text += &format!("## Weights\n\n{}", weights::table(&data).markdown());
        match CampaignAblation::of(state, folder) {
            None => {}
            Some(CampaignAblation::Command(command)) => {
                text += &format!("Which weights make the difference: `{command}` finds out.\n\n");
            }
            Some(CampaignAblation::Played(record)) => {
                text += "## Which weights make the difference\n\n";
                text += &ablation::table(&record, subject).markdown();
                text += &paragraphs([ablation::how(&record, subject)]);
            }
        }
    }
    let note =
        "Each generation plays seeds of its own, so that neighbouring rows differ by luck too.";
    text += "## Generations\n\n";
    text += &paragraphs([note.to_owned()].into_iter().chain(state.spec.scores_note()));
    let listed = thinned(&data.generations, MAX_LISTED);
    text += &convergence::generation_table(&listed, subject).markdown();
    text += &format!("## Settings\n\n{}", settings(&state.spec.shown_settings()).markdown());
    Ok(visible(&text))
}

/// Returns the summary of a learning run, finished or not, in Markdown.
pub fn learning_markdown(record: &LearningRecord) -> String {
    let mut text = format!("# Learning run {}\n\n", record.spec.name);
    text += &paragraphs(learning::sentences(record));
    let points = thinned(&record.curve, MAX_LISTED);
    text += &format!("## Learning curve\n\n{}", learning::curve_table(&points).markdown());
    visible(&(text + &format!("## Settings\n\n{}", settings(record.spec.settings()).markdown())))
}

fn paragraphs(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().map(|text| in_markdown(&plain(&text)) + "\n\n").collect()
}
