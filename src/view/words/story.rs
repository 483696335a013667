//! The opening of a report: question, outcome and certainty of a campaign for a new reader.

use tune2048_tuner::record::CampaignState;
use tune2048_tuner::statistics::Better;
use tune2048_tuner::statistics::Objective;
use tune2048_tuner::weights::{Evidence, Verdict};
use tune2048_tuner::words::{counted, pentanomial, things};

use super::page::{count, score, typeset};

/// The question that a campaign asks.
pub(crate) fn question(progress: &CampaignState) -> String {
    let spec = &progress.spec;
    let [more, higher] = match spec.better {
        Better::Higher => ["more", "a higher"],
        Better::Lower => ["less", "a lower"],
    };
    let subject = spec.subject();
    let start = match progress.start_weights().preset() {
        Some(preset) => format!("with the weights called {}", preset.name),
        None => "with its starting weights".to_owned(),
    };
    let goal = match spec.objective {
        _ if spec.is_match() && subject.has_margins() => {
            "be ahead of its starting weights on average".to_owned()
        }
        _ if spec.is_match() => {
            "get more than half of the points against its starting weights".to_owned()
        }
        Objective::TileShare(tile) => format!("reach the {tile} tile {more} often than {start}"),
        mean_or_median => format!("have {higher} {} than {start}", mean_or_median.name()),
    };
    let (who, tuned) = (subject.sentence_subject(), subject.tuned(spec.dimensions()));
    let are = if spec.dimensions() == 1 { "is" } else { "are" };
    format!("The question: can {who} {goal} if {tuned} {are} tuned?")
}

/// What a campaign has found, or how far it is.
pub(crate) fn outcome(progress: &CampaignState) -> String {
    let (games, unit) = (count(progress.games), progress.spec.subject().unit());
    let Some(evidence) = progress.evidence() else {
        let complete = counted(progress.generations, "complete generation");
        return format!(
            "The campaign is not finished: it has played {games} {} so far, with {complete}, and \
             nothing is recommended yet.",
            things(progress.games, unit)
        );
    };
    let search_games = count(evidence.search_games);
    if evidence.verdict == Verdict::Start {
        let scores = match evidence.is_match || evidence.has_margins() {
            true => String::new(),
            false => {
                let mean = score(evidence.start.mean);
                format!(", and have a {} of {mean} in the validation", evidence.measured())
            }
        };
        return format!(
            "After {search_games} {unit}s of search nothing was found that is better than the starting \
             weights: they won the final race{scores}."
        );
    }
    let [tuned, start] = [&evidence.tuned, &evidence.start].map(|side| score(side.mean));
    let found = match (evidence.is_match, evidence.results) {
        (true, _) => format!("get {tuned} of the points against the starting weights"),
        (_, true) => format!("get {tuned} of the points instead of {start}"),
        _ if evidence.has_margins() => {
            format!("have a mean score of {tuned} against the starting weights in a pair of games")
        }
        _ => format!("have a mean score of {tuned} instead of {start}"),
    };
    format!("After {search_games} {unit}s of search, the tuned weights {found}.")
}

/// Which weights were measured, and on which games.
pub(crate) fn measured(evidence: &Evidence) -> String {
    let games = counted(evidence.tuned.games, evidence.unit());
    let pairs = evidence.pentanomial.map(|pairs| pentanomial("the tuned weights", pairs));
    let pairs = pairs.map_or(String::new(), |pairs| format!(" The {pairs}."));
    let notes = evidence.notes().map_or(String::new(), |notes| format!(" {notes}"));
    format!(
        "The weights are those of the {}; they were measured on {games} ({}).{pairs}{notes}",
        evidence.chosen_by, evidence.validation_seeds
    )
}

/// How certain the outcome is.
pub(crate) fn certainty(progress: &CampaignState) -> String {
    let Some(evidence) = progress.evidence() else {
        return "How certain that is will be known only at the end: the figures of a search are partly luck, \
                and too high for whatever leads."
            .to_owned();
    };
    let since = match progress.finished {
        true => "",
        false => " The search has gone on since this was measured; resume it to its end.",
    };
    typeset(&evidence.statement()) + since
}
