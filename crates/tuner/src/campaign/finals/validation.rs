//! The games of a validation.

use crate::campaign::{
    Campaign, CampaignError, EvaluationContext, Event, FinalGames, Finals, Observer,
};
use crate::record::{Finalist, Look};
use crate::statistics::Estimate;
use crate::subject::Configuration;
use crate::weights::LookScores;
use tune2048_engine::game::Stream;

/// Plays the games of a look that are not recorded: those of the recommended weights and, without
/// a baseline, those of the starting weights.
///
/// # Errors
/// If a stop was requested, or a game cannot be recorded.
pub(crate) fn play(
    look: &Look,
    final_games: &mut FinalGames<'_>,
    observer: &mut dyn Observer,
) -> Result<LookScores, CampaignError> {
    let finals = &final_games.finals;
    let players = players(look, finals);
    observer.observe(&Event::Validation {
        games: look.validation_games,
        is_match: finals.is_match(look),
        stored_games: finals.baseline(look).map(|baseline| baseline.games),
        on_record: final_games.on_record(&players, Stream::Validation, look.games()),
    });
    scores(look, final_games)
}

fn players(look: &Look, finals: &Finals) -> Vec<usize> {
    let is_alone = finals.baseline(look).is_some() || finals.is_match(look);
    if is_alone { vec![look.winner] } else { vec![look.winner, look.start] }
}

fn scores(look: &Look, final_games: &mut FinalGames<'_>) -> Result<LookScores, CampaignError> {
    let players = players(look, &final_games.finals);
    final_games.play(&players, Stream::Validation, look.games())?;
    final_games.finals.scores(look).ok_or(CampaignError::Interrupted)
}

/// The effect of other weights over the starting weights, on the games of the last validation;
/// `None` before a validation, and where the effect has no interval.
///
/// # Errors
/// If a stop was requested, or a game cannot be recorded.
pub(crate) fn measure_again(
    campaign: &Campaign,
    weights: &Configuration,
    context: &EvaluationContext<'_>,
) -> Result<Option<Estimate>, CampaignError> {
    let spec = &campaign.active.spec;
    let mut final_games = FinalGames { spec, finals: Finals::open(campaign)?, context };
    let Some(&look) = final_games.finals.looks.last() else { return Ok(None) };
    let weights = spec.subject().with_values(weights.values.clone());
    let finalist = Finalist::new("recommended on the rung below", &weights);
    let winner = final_games.finals.log.place(&finalist)?;
    let scores = scores(&Look { winner, ..look }, &mut final_games)?;
    Ok(scores.estimate(spec.effect, 0.95))
}
