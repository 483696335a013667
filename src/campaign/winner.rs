//! Which weights to recommend, and what they are worth on games nobody tuned on.
//!
//! Never the luckiest trial: a distribution's mean averages over many
//! candidates; where there is none, the front runners play again on games of
//! their own, the starting weights among them. The choice is then measured
//! beside the starting weights on the validation stream.

use super::{Campaign, CampaignError, Event, Observer, measure};
use crate::evaluate::{CandidateGames, Evaluate, Monitor};
use crate::evaluation::scores;
use crate::game::Stream;
use crate::heuristic::Weights;
use crate::optimizer::Distribution;
use crate::score_report::ScoreReport;
use crate::statistics::{MeanRatio, mean_ratio};

/// How the recommended weights were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recommendation {
    /// The mean of the optimizer's distribution.
    DistributionMean,
    /// The best of so many front runners on games of their own.
    FrontRunner {
        /// How many played, the starting weights among them.
        finalists: usize,
        /// On how many games each.
        games: u32,
    },
}

/// What became of a campaign.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The weights to use.
    pub recommended: Weights,
    /// How they were chosen.
    pub recommendation: Recommendation,
    /// Their validation games.
    pub tuned: ScoreReport,
    /// The validation games of the starting weights, on the same seeds.
    pub start: ScoreReport,
    /// The ratio of the mean scores, tuned over start; `None` where it is undefined.
    pub ratio: Option<MeanRatio>,
    /// The games of the search.
    pub search_games: u64,
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
    let (recommended, recommendation) = match distribution {
        Some(distribution) => (
            campaign.space.decode(&distribution.mean),
            Recommendation::DistributionMean,
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
    Ok(Outcome {
        recommended,
        recommendation,
        tuned: ScoreReport::of(&tuned.results),
        start: ScoreReport::of(&start.results),
        ratio: mean_ratio(&scores(&tuned.results), &scores(&start.results)),
        search_games: campaign.games(),
    })
}

fn front_runner(
    campaign: &Campaign,
    start: &Weights,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
    observer: &mut dyn Observer,
) -> Result<(Weights, Recommendation), CampaignError> {
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
    let recommendation = Recommendation::FrontRunner {
        finalists: finalists.len(),
        games: selection.games,
    };
    Ok((finalists.swap_remove(best), recommendation))
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
