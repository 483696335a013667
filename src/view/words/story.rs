//! The opening of a report: question and result of a campaign for a new reader.

use tune2048_files::toml_errors::number;
use tune2048_tuner::record::CampaignState;
use tune2048_tuner::space::WeightAtBound;
use tune2048_tuner::statistics::Better;
use tune2048_tuner::statistics::in_words::measured;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::words::{counted, pentanomial, start_name};

/// What a campaign tunes, by what, and for what.
pub(crate) fn about(progress: &CampaignState) -> String {
    let spec = &progress.spec;
    let direction = match spec.better {
        Better::Higher => "higher",
        Better::Lower => "lower",
    };
    let goal = if spec.is_match() { measured(true) } else { spec.objective.name() };
    let start = start_name(&progress.start_weights());
    format!(
        "{}, for a {direction} {goal} than that of the {start}; seed {}.",
        spec.about(),
        spec.seed
    )
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
pub(crate) fn played(evidence: &Evidence) -> String {
    let pairs = evidence.pentanomial.map(|pairs| pentanomial("the tuned weights", pairs) + ".");
    let sentences = evidence.origin().into_iter().chain(pairs).chain(evidence.baseline_note());
    sentences.collect::<Vec<_>>().join(" ")
}

/// What a bound means at which a weight ended.
pub(crate) fn at_bound(found: &WeightAtBound) -> String {
    format!(
        "{} ended at the {} of its range, {}: better weights may lie beyond",
        found.name,
        found.bound,
        number(found.value)
    )
}
