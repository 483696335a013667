//! The conclusion from a validation, and its proof by the files of a finished campaign.

use super::verdict::{Verdict, error_of_look, games_to_settle};
use super::winner::{open_finals, open_looks};
use super::{Campaign, CampaignError, Evidence, Outcome};
use crate::checkpoint::Look;
use crate::scores::{ScoreReport, scores};
use crate::statistics::mean_ratio_at;
use tune2048_engine::game::{GameResult, Stream};
use tune2048_engine::heuristic::Weights;

/// The outcome of a campaign that has already come to its end, if the files
/// about its finalists, their games and its looks prove it.
///
/// # Errors
/// If one of these files is damaged or that of another campaign.
pub(super) fn proved(
    campaign: &Campaign,
    recorded: Outcome,
) -> Result<Option<Outcome>, CampaignError> {
    let looks = open_looks(campaign)?;
    let finals = open_finals(campaign, &looks)?;
    let Some(look) = looks.last() else {
        return Ok(None);
    };
    let games = look.validation_from..look.validation_from + u64::from(look.validation_games);
    let results = |place| -> Option<Vec<GameResult>> {
        let result = |game| finals.game(Stream::Validation, game, place);
        games.clone().map(result).collect()
    };
    let (Some(tuned), Some(start)) = (results(look.winner), results(look.start)) else {
        return Ok(None);
    };
    let weights = &finals.finalist(look.winner).weights;
    let chosen_by = recorded.evidence.chosen_by.clone();
    let mut found = conclude(campaign, look, weights, chosen_by, [&tuned, &start]);
    found
        .evidence
        .version
        .clone_from(&recorded.evidence.version);
    Ok((found == recorded).then_some(recorded))
}

/// Draws the conclusion from the games of a look: those of the recommended
/// and of the starting weights.
pub(super) fn conclude(
    campaign: &Campaign,
    look: &Look,
    recommended: &Weights,
    chosen_by: String,
    [tuned, start]: [&[GameResult]; 2],
) -> Outcome {
    let games = look.validation_games;
    let (from, to) = (
        look.validation_from,
        look.validation_from + u64::from(games),
    );
    let ratio = mean_ratio_at(&scores(tuned), &scores(start), 1.0 - look.error);
    let verdict = if look.winner == look.start {
        Verdict::Start
    } else {
        Verdict::on(ratio.map(|found| found.interval))
    };
    let settling = ratio.filter(|_| verdict == Verdict::NotDistinguishable);
    let spec = campaign.active.spec();
    let seed = spec.seed;
    let evidence = Evidence {
        verdict,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        campaign: spec.name.clone(),
        seed,
        chosen_by,
        search_games: look.search_games,
        validation_seeds: format!(
            "validation stream of seed {seed}, games {from} to {}",
            to - 1
        ),
        look: look.look,
        look_confidence: 1.0 - look.error,
        ratio: ratio.map(|found| found.ratio),
        ratio_ci95: ratio.map(|found| found.interval),
        games_to_settle: settling
            .and_then(|found| games_to_settle(&found, games, error_of_look(look.look + 1))),
        measured: Evidence::fingerprint(recommended, &spec.player),
        fingerprint: campaign.journals.folder.fingerprint().map(str::to_owned),
        tuned: ScoreReport::of(tuned),
        start: ScoreReport::of(start),
    };
    Outcome {
        recommended: recommended.clone(),
        evidence,
    }
}
