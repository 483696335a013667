//! Which weights to recommend, and what they are worth on games nobody tuned on.
//!
//! Never the luckiest trial: a distribution's mean averages over many
//! candidates; where there is none, the front runners play again on games of
//! their own, the starting weights among them. The choice is then measured
//! beside the starting weights on the validation stream.

use super::{Campaign, CampaignError, Event, Evidence, Observer, measure};
use crate::evaluate::{CandidateGames, Evaluate, Monitor};
use crate::evaluation::scores;
use crate::game::Stream;
use crate::heuristic::Weights;
use crate::optimizer::Distribution;
use crate::score_report::ScoreReport;
use crate::statistics::mean_ratio;

/// What became of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The weights to use.
    pub recommended: Weights,
    /// Where they come from and what was measured of them.
    pub evidence: Evidence,
}

/// Chooses and validates.
pub(super) fn choose(
    campaign: &Campaign,
    distribution: Option<&Distribution>,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
    observer: &mut dyn Observer,
) -> Result<Outcome, CampaignError> {
    let start = campaign.space.start_weights();
    let (recommended, chosen_by) = match distribution {
        Some(distribution) => (
            campaign.space.decode(&distribution.mean),
            "mean of the final distribution".to_owned(),
        ),
        None => front_runner(campaign, &start, evaluator, monitor, observer)?,
    };
    let games = campaign.space.validation_games;
    observer.observe(&Event::Validation { games });
    let pair = [recommended.clone(), start];
    let played = play(
        campaign,
        &pair,
        Stream::Validation,
        games,
        evaluator,
        monitor,
    )?;
    let [tuned, start] = played.as_slice() else {
        return Err(CampaignError::Interrupted);
    };
    let ratio = mean_ratio(&scores(&tuned.results), &scores(&start.results));
    let seed = campaign.space.seed;
    let evidence = Evidence {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        campaign: campaign.space.name.clone(),
        seed,
        chosen_by,
        search_games: campaign.games(),
        validation_seeds: format!("validation stream of seed {seed}, games 0 to {}", games - 1),
        ratio: ratio.map(|found| found.ratio),
        ratio_ci95: ratio.map(|found| found.interval),
        tuned: ScoreReport::of(&tuned.results),
        start: ScoreReport::of(&start.results),
    };
    Ok(Outcome {
        recommended,
        evidence,
    })
}

fn front_runner(
    campaign: &Campaign,
    start: &Weights,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
    observer: &mut dyn Observer,
) -> Result<(Weights, String), CampaignError> {
    let selection = campaign.space.selection;
    let mut ranked: Vec<_> = campaign.trials.iter().collect();
    // Stable: of equals, the earlier one runs in front.
    ranked.sort_by(|a, b| a.fitness.total_cmp(&b.fitness));
    let mut finalists = vec![start.clone()];
    for trial in ranked {
        if finalists.len() > selection.finalists as usize {
            break;
        }
        let weights = campaign.space.decode(&trial.point);
        if !finalists.contains(&weights) {
            finalists.push(weights);
        }
    }
    observer.observe(&Event::Selection {
        finalists: finalists.len(),
        games: selection.games,
    });
    let stream = Stream::Selection;
    let played = play(
        campaign,
        &finalists,
        stream,
        selection.games,
        evaluator,
        monitor,
    )?;
    let best = played
        .iter()
        .map(|games| {
            (
                games.candidate,
                measure(&campaign.space.objective, &games.results).value,
            )
        })
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map_or(0, |(candidate, _)| candidate);
    let chosen_by = format!(
        "best of {} finalists on {} games of their own",
        finalists.len(),
        selection.games
    );
    Ok((finalists.swap_remove(best), chosen_by))
}

fn play(
    campaign: &Campaign,
    candidates: &[Weights],
    stream: Stream,
    games: u32,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
) -> Result<Vec<CandidateGames>, CampaignError> {
    let seeds = campaign.seeds(stream, 0, games);
    let mut played = Vec::with_capacity(candidates.len());
    evaluator
        .evaluate(candidates, &seeds, monitor, &mut |games| played.push(games))
        .map_err(|_| CampaignError::Interrupted)?;
    Ok(played)
}
