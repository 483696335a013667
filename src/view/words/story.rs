//! The opening of a report: question and result of a campaign for a new reader.

use tune2048_files::toml_errors::number;
use tune2048_tuner::record::CampaignState;
use tune2048_tuner::space::WeightAtBound;
use tune2048_tuner::statistics::Better;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::words::{counted, grouped, pentanomial, start_name};

/// The question that a campaign asks.
pub(crate) fn question(progress: &CampaignState) -> String {
    let (spec, subject) = (&progress.spec, progress.spec.subject());
    let start = match progress.start_weights().preset() {
        Some(preset) => format!("with the weights called {}", preset.name),
        None => "with its starting weights".to_owned(),
    };
    let goal = match (spec.is_match(), spec.better) {
        (true, _) => "do better than half against its starting weights".to_owned(),
        (_, Better::Higher) => format!("have a higher {} than {start}", spec.objective.name()),
        (_, Better::Lower) => format!("have a lower {} than {start}", spec.objective.name()),
    };
    let (who, tuned) = (subject.sentence_subject(), subject.tuned(spec.dimensions()));
    let are = if spec.dimensions() == 1 { "is" } else { "are" };
    format!("The question: can {who} {goal} if {tuned} {are} tuned?")
}

/// What a campaign has found, or how far it is.
pub(crate) fn result(progress: &CampaignState) -> Vec<String> {
    let Some(evidence) = progress.evidence() else {
        return vec![format!(
            "The campaign is not finished: it has played {} so far, with {}.",
            counted(progress.games, progress.spec.subject().unit()),
            counted(progress.generations, "complete generation")
        )];
    };
    let result = evidence.short_result(start_name(&progress.start_weights()));
    let since = "The search has gone on since this was measured; resume it to its end.";
    let since = (!progress.finished).then_some(since);
    result.lines().chain(since).map(str::to_owned).collect()
}

/// Which weights were measured, and on which games.
pub(crate) fn measured(evidence: &Evidence) -> String {
    let games = counted(evidence.tuned.games, evidence.unit());
    let pairs = evidence.pentanomial.map(|pairs| pentanomial("the tuned weights", pairs));
    let pairs = pairs.map_or(String::new(), |pairs| format!(" The {pairs}."));
    let baseline = evidence.baseline_note().map_or(String::new(), |note| format!(" {note}"));
    format!(
        "The weights are those of the {}, after {} {}s of search; they were measured on {games} ({}).{pairs}{baseline}",
        evidence.chosen_by,
        grouped(evidence.search_games as f64),
        evidence.unit(),
        evidence.validation_seeds
    )
}

/// What a bound means at which a weight ended.
pub(crate) fn at_bound(found: &WeightAtBound) -> String {
    format!(
        "{} ended at the {} of its range, {}: better weights may lie beyond; a wider range: {}",
        found.name,
        found.bound,
        number(found.value),
        found.wider_range()
    )
}
