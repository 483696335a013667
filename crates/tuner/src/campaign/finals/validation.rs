//! The games of a validation, and the stored scores that stand for those of the starting weights.

use crate::campaign::context::EvaluationContext;
use crate::campaign::finals::final_games::FinalGames;
use crate::campaign::finals::winner::{open_finals, open_looks};
use crate::campaign::{Campaign, CampaignError, Event, Observer};
use crate::record::file_names::{BASELINES, LOOKS};
use crate::record::{BaselineLog, CheckpointError, Finalist, Look, LookLog};
use crate::space::ValidationBaseline;
use crate::statistics::MeanRatio;
use crate::subject::Configuration;
use crate::weights::LookScores;
use crate::weights::baselines;
use crate::weights::baselines::Baseline;
use tune2048_engine::game::Stream;

/// The stored scores that the campaign has used in place of games; `None` if its starting weights
/// play.
///
/// # Errors
/// If the file is damaged, or lacks the scores that a recorded look has used.
pub(crate) fn open_baselines(
    campaign: &Campaign,
    looks: &LookLog,
) -> Result<Option<BaselineLog>, CheckpointError> {
    if campaign.active.spec().validation.baseline == ValidationBaseline::Played {
        return Ok(None);
    }
    let folder = &campaign.journals.folder;
    let log = BaselineLog::open(folder)?;
    let mut looks = looks.looks().iter();
    if let Some(look) = looks.find(|look| log.of(look.start).is_none()) {
        // The scores that are stored with the program may be others by now.
        let (found, finalist) = (log.len(), look.start);
        let problem = format!(
            "found the end after {found} baselines, none of them that of finalist {finalist}, which \
             look {} of {LOOKS} has used",
            look.look
        );
        let path = folder.file(BASELINES);
        return Err(CheckpointError::damaged(&path, found + 2, problem));
    }
    Ok(Some(log))
}

/// Records the scores that are stored for starting weights, unless they are recorded already.
///
/// # Errors
/// If there are none, or they cannot be written.
pub(crate) fn record_baseline(
    log: &mut BaselineLog,
    place: usize,
    start: &Configuration,
) -> Result<(), CampaignError> {
    if log.of(place).is_some() {
        return Ok(());
    }
    let Some(stored) = baselines::of(start) else {
        return Err(CampaignError::NoBaseline {
            found: baselines::describe_missing(start),
            stored: baselines::describe_stored(),
        });
    };
    Ok(log.append(place, stored)?)
}

/// Plays the games of a look that are not recorded: those of the recommended weights and, without
/// a baseline, those of the starting weights.
///
/// # Errors
/// If a stop was requested, or a game cannot be recorded.
pub(crate) fn play(
    look: &Look,
    baseline: Option<&Baseline>,
    final_games: &mut FinalGames<'_>,
    observer: &mut dyn Observer,
) -> Result<LookScores, CampaignError> {
    let players = players(look, baseline);
    observer.observe(&Event::Validation {
        games: look.validation_games,
        stored_games: baseline.map(|baseline| baseline.games),
        on_record: final_games.on_record(&players, Stream::Validation, look.games()),
    });
    scores(look, baseline, final_games)
}

fn players(look: &Look, baseline: Option<&Baseline>) -> Vec<usize> {
    match baseline {
        Some(_) => vec![look.winner],
        None => vec![look.winner, look.start],
    }
}

fn scores(
    look: &Look,
    baseline: Option<&Baseline>,
    final_games: &mut FinalGames<'_>,
) -> Result<LookScores, CampaignError> {
    final_games.play(&players(look, baseline), Stream::Validation, look.games())?;
    let log = final_games.log();
    let results = |place| log.results(Stream::Validation, look.games(), place);
    LookScores::collect(look, baseline, results).ok_or(CampaignError::Interrupted)
}

/// The ratio of the mean score of other weights to that of the starting
/// weights, on the games of the last validation; `None` before a validation,
/// and where the ratio has no interval.
///
/// # Errors
/// If a stop was requested, or a game cannot be recorded.
pub(crate) fn measure_again(
    campaign: &Campaign,
    weights: &Configuration,
    context: &EvaluationContext<'_>,
) -> Result<Option<MeanRatio>, CampaignError> {
    let looks = open_looks(campaign)?;
    let Some(look) = looks.last() else {
        return Ok(None);
    };
    let baselines = open_baselines(campaign, &looks)?;
    let spec = campaign.active.spec();
    let origin = "recommended on the rung below";
    let weights = spec.subject().with_values(weights.values.clone());
    let finalist = Finalist::new(origin, &weights);
    let mut final_games = FinalGames::new(spec, open_finals(campaign, &looks)?, context);
    let winner = final_games.log().place(&finalist)?;
    let again = Look { winner, ..*look };
    let baseline = baselines.as_ref().and_then(|log| log.of(look.start));
    let scores = scores(&again, baseline, &mut final_games)?;
    Ok(scores.mean_ratio(0.95))
}
