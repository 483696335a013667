//! Playing one generation, as far as the budget pays for it; recorded games are not played again.

use std::ops::Range;
use std::sync::Arc;

use super::observer::{Event, StopReason};
use super::open::Campaign;
use super::search::noise;
use super::search::running::meeting;
use super::session::Session;
use crate::record::{Extra, GenerationSource, LogEvent, RecordEvent, Result, Trial, games_dealt};
use crate::space::{Budget, CampaignSpec, GamesPerCandidate};
use crate::subject::Job;
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_optimizer::Proposal;

/// Plays the games of the first `size` candidates of a generation that are not recorded; a candidate is recorded as soon as its
/// games are over, then reported.
///
/// # Errors
/// If a stop was requested, or the games cannot be recorded.
pub(crate) fn play(
    campaign: &mut Campaign,
    proposal: &Proposal,
    size: usize,
    session: &Session<'_>,
) -> Result<()> {
    let generation = campaign.state.generations;
    let recorded = campaign.state.open_trials.len();
    let is_drawn = campaign.state.source.as_ref().is_some_and(|last| last.generation == generation);
    if let Some(from) = proposal.distribution.as_ref().filter(|_| !is_drawn) {
        campaign.record(LogEvent::Distribution(GenerationSource::new(generation, from)))?;
    }
    let games_per_candidate = games_per_candidate(campaign);
    let spec = Arc::clone(&campaign.state.spec);
    // Also the partner of the last candidate of a part has weights.
    let weights = proposal.points.iter().map(|point| spec.decode(point).values);
    let weights: Vec<Vec<f64>> = weights.collect();
    let first = campaign.state.seen_scores.seeds;
    let jobs = jobs(&spec, first, &weights, recorded..size, games_per_candidate);
    session.play_stream(jobs.into_iter(), |job, games| {
        let candidate = recorded + job + games.candidate;
        let extras = games.extras.iter();
        let extras = extras.filter_map(|(name, values)| Some((name.clone(), Extra::of(values)?)));
        let trial = Trial {
            trial: campaign.state.trials,
            generation,
            candidate: candidate as u32,
            extras: extras.collect(),
            games_seconds: games.seconds,
            elapsed_seconds: session.elapsed().as_secs_f64(),
            ..spec.trial(&proposal.points[candidate], &games.results, None)
        };
        campaign.record(RecordEvent::Trial(trial))
    })?;
    // The search may end with a part of a generation.
    if campaign.state.generations > generation {
        session.observe(&Event::Generation(&campaign.state));
    }
    Ok(())
}

/// The games of some candidates of a generation, given the weights of all. Earlier generations have used `first` seeds.
pub(super) fn jobs(
    spec: &CampaignSpec,
    first: u64,
    weights: &[Vec<f64>],
    candidates: Range<usize>,
    games: u32,
) -> Vec<Job> {
    if spec.candidates_meet {
        return candidates.map(|number| meeting(spec, first, weights, number, games)).collect();
    }
    let seed = |place| GameSeed::new(spec.seed, Stream::Search, first + u64::from(place));
    vec![spec.job(weights[candidates].to_vec(), (0..games).map(seed).collect())]
}

/// Why no further generation is started, if so; a generation that was
/// started is finished.
pub(crate) fn budget_spent(campaign: &Campaign, session: &Session<'_>) -> Option<StopReason> {
    let state = &campaign.state;
    let affordable = affordable(campaign);
    if affordable < state.spec.population() as usize && affordable == state.open_trials.len() {
        return Some(StopReason::Games);
    }
    if !state.open_trials.is_empty() {
        return None;
    }
    let per_candidate = u64::from(games_per_candidate(campaign));
    let games = state.games + affordable as u64 * per_candidate;
    let Budget { games: most, generations, minutes } = state.spec.budget;
    let passed = session.elapsed().as_secs_f64() / 60.0;
    if most.is_some_and(|limit| games > limit) {
        Some(StopReason::Games)
    } else if generations.is_some_and(|limit| state.generations >= limit) {
        Some(StopReason::Generations)
    } else if minutes.is_some_and(|limit| passed >= limit) {
        Some(StopReason::Minutes)
    } else {
        None
    }
}

/// The candidates of a generation that the budget of a whole campaign pays for, those on record included: fewer
/// than the others have in the last one. Adaptive games depend on the size of the generation, which then stays.
pub(crate) fn affordable(campaign: &Campaign) -> usize {
    let state = &campaign.state;
    let (spec, population) = (&state.spec, state.spec.population() as usize);
    match (spec.total_games, spec.budget.games, spec.games_per_candidate) {
        (Some(_), Some(limit), GamesPerCandidate::Fixed(each)) => {
            let left = limit.saturating_sub(state.games) / u64::from(each);
            population.min(state.open_trials.len().saturating_add(left as usize))
        }
        _ => population,
    }
}

/// The games per candidate of the generation in progress; all generations before it are recorded.
fn games_per_candidate(campaign: &Campaign) -> u32 {
    let (state, last) = (&campaign.state, &campaign.state.last_trials);
    match &state.spec.games_per_candidate {
        GamesPerCandidate::Fixed(games) => *games,
        GamesPerCandidate::Adaptive(settings) if last.is_empty() => settings.low,
        GamesPerCandidate::Adaptive(settings) => {
            noise::next_games(settings, &state.ranking, games_dealt(last))
        }
    }
}
