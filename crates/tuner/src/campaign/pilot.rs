//! The games before a search: what the noise is like, and which weights and
//! directions change nothing.
//!
//! The starting weights, some weights next to them, and the first candidates of
//! the optimizer play the same seeds, of a stream of their own. The starting weights with each
//! coordinate at either end of its range play the first few of them again:
//! a weight that changes no game between its ends is dead.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::CampaignError;
use super::findings::{AtBound, CommonFactor, Findings, mean_correlation};
use crate::spec::CampaignSpec;
use tune2048_engine::evaluate::{Evaluate, Job, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::heuristic::Weights;
use tune2048_optimizer::{Proposal, boundary};

/// Candidates beside the starting weights, if there are games for them.
const CANDIDATES: u64 = 24;
const MIN_CANDIDATES: u64 = 4;
/// Weights next to the starting ones: a step as far from them as a candidate,
/// times [`NEAR`].
const NEIGHBOURS: usize = 4;
const NEAR: f64 = 0.1;
/// A standard deviation from fewer games is no guide.
const MIN_GAMES: u64 = 16;
/// More tell nothing more of use, and a large budget may stand beside one of minutes.
const MAX_GAMES: f64 = 20_000.0;
/// Each end of a range plays so many games: one that differs is enough.
const GAMES_AT_AN_END: u64 = 4;
/// A bound is hit at once if at least so many of the first candidates lie beyond it.
const AT_A_BOUND: f64 = 1.0 / 3.0;

/// What the games before a search told. Nothing but the times differs from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pilot {
    /// The games that were played; 0 if there was no pilot.
    pub games: u64,
    /// What they told.
    pub findings: Option<Findings>,
}

/// Who plays how many games.
struct Layout {
    candidates: u64,
    games: u64,
    games_at_an_end: u64,
}

impl Layout {
    /// A layout of about so many games; none if they are too few.
    fn of(space: &CampaignSpec, games: u64) -> Option<Self> {
        let ends = 2 * space.dimensions() as u64;
        let others = others(space);
        let candidates = u64::from(space.population()).min(CANDIDATES);
        // The ends of many dimensions must not eat up the pilot.
        let games_at_an_end = (games / 4 / ends).clamp(1, GAMES_AT_AN_END);
        let rest = games.checked_sub(ends * games_at_an_end)?;
        let candidates = candidates.min((rest / MIN_GAMES).checked_sub(others)?);
        (candidates >= MIN_CANDIDATES.min(u64::from(space.population()))).then(|| Self {
            candidates,
            games: rest / (candidates + others),
            games_at_an_end,
        })
    }

    /// All games of the layout.
    fn total(&self, space: &CampaignSpec) -> u64 {
        let ends = 2 * space.dimensions() as u64;
        (self.candidates + others(space)) * self.games + ends * self.games_at_an_end
    }
}

/// Those who play as many games as the candidates: the starting weights, their
/// neighbours, and the common factor.
fn others(space: &CampaignSpec) -> u64 {
    let neighbours = NEIGHBOURS.min(space.population() as usize) as u64;
    1 + neighbours + u64::from(space.common_factor().is_some())
}

impl Pilot {
    /// No pilot.
    pub const NONE: Self = Self {
        games: 0,
        findings: None,
    };

    /// The games of the pilot that a campaign plays by itself; 0 where its
    /// share of the budget is too small to tell anything.
    pub fn games_due(space: &CampaignSpec) -> u64 {
        Layout::of(space, Self::share(space)).map_or(0, |layout| layout.total(space))
    }

    /// The games that the share of a budget comes to, however few, but at most
    /// 20 000; a budget of minutes counts as fifty of the first generation.
    pub fn share(space: &CampaignSpec) -> u64 {
        let budget = &space.budget;
        let per_generation =
            u64::from(space.population()) * u64::from(space.games_per_candidate.first());
        let by_generations = budget
            .generations
            .map(|count| u64::from(count).saturating_mul(per_generation));
        let games = budget.games.into_iter().chain(by_generations).min();
        let games = games.unwrap_or(per_generation.saturating_mul(50));
        (space.pilot.share * games as f64).min(MAX_GAMES) as u64
    }

    /// The fewest games that a pilot tells anything with.
    pub fn fewest(space: &CampaignSpec) -> u64 {
        let candidates = MIN_CANDIDATES.min(u64::from(space.population()));
        let ends = 2 * space.dimensions() as u64;
        // A quarter is enough for the ends.
        let rest = (candidates + others(space)) * MIN_GAMES + ends;
        rest.max(4 * ends)
    }

    /// Plays about so many games; `first` is the search's first generation.
    ///
    /// # Errors
    /// [`CampaignError::Interrupted`] if a stop was requested.
    pub fn play(
        space: &CampaignSpec,
        first: &Proposal,
        games: u64,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
    ) -> Result<Self, CampaignError> {
        let space = &begun_at(space, first);
        let Some(layout) = Layout::of(space, games) else {
            return Ok(Self::NONE);
        };
        let points = &first.points;
        let start = Instant::now();
        let mut together = vec![space.start_weights()];
        together.extend(
            points
                .iter()
                .take(NEIGHBOURS)
                .map(|point| neighbour(space, point)),
        );
        let alike = together.len();
        let factor = space.common_factor();
        together.extend(factor.as_ref().map(|scaled| scaled.weights.clone()));
        let others = together.len();
        let candidates = points.iter().take(layout.candidates as usize);
        together.extend(candidates.map(|point| space.decode(point)));
        let seeds: Vec<GameSeed> = (0..layout.games)
            .map(|index| GameSeed::new(space.seed, Stream::Pilot, index))
            .collect();
        let played = play(space, together, &seeds, evaluator, monitor)?;
        let ends = ends(space);
        let few = &seeds[..layout.games_at_an_end as usize];
        let at_ends = play(space, ends, few, evaluator, monitor)?;
        let seconds = start.elapsed().as_secs_f64();
        let dead = space.coordinate_names().into_iter().zip(at_ends.chunks(2));
        let games = (played.len() * seeds.len() + at_ends.len() * few.len()) as u64;
        let common_factor = factor.map(|scaled| CommonFactor {
            factor: scaled.factor,
            weights: scaled.names,
            changed_games: changed(&played[alike], &played[0]),
            games: layout.games,
        });
        let findings = Findings {
            candidates: layout.candidates,
            games_per_candidate: layout.games,
            dead: dead
                .filter(|(_, ends)| ends.iter().all(|end| changed(end, &played[0]) == 0))
                .map(|(name, _)| name)
                .collect(),
            correlation_of_neighbours: mean_correlation(&played[..alike]),
            common_factor,
            at_bounds: at_bounds(space, first),
            time_seconds: seconds,
            time_games_per_second: games as f64 / seconds.max(1e-9),
            ..Findings::of_games(space, &played[0], &played[others..])
        };
        Ok(Self {
            games,
            findings: Some(findings),
        })
    }
}

/// The space with its starting weights where the search begins: elsewhere than
/// its file says, if it takes along what another campaign has learnt.
fn begun_at(space: &CampaignSpec, first: &Proposal) -> CampaignSpec {
    match (&space.warm_start, &first.distribution) {
        (Some(_), Some(distribution)) => space.starting_at(&boundary::clamp(&distribution.mean)),
        _ => space.clone(),
    }
}

/// Weights on the way from the start to a point, a tenth of it.
fn neighbour(space: &CampaignSpec, point: &[f64]) -> Weights {
    let start = space.start_point();
    let near = start.iter().zip(point);
    let near: Vec<f64> = near
        .map(|(start, point)| start + NEAR * (point - start))
        .collect();
    space.decode(&near)
}

fn play(
    space: &CampaignSpec,
    candidates: Vec<Weights>,
    seeds: &[GameSeed],
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
) -> Result<Vec<Vec<GameResult>>, CampaignError> {
    let mut played = Vec::with_capacity(candidates.len());
    let job = Job {
        player: space.player,
        candidates,
        seeds: seeds.to_vec(),
    };
    evaluator.evaluate(&job, monitor, &mut |games| played.push(games.results))?;
    Ok(played)
}

/// How many of the games are not those of others on the same seeds.
fn changed(games: &[GameResult], others: &[GameResult]) -> u64 {
    let differs = |(game, other): &(&GameResult, &GameResult)| {
        (game.score, game.moves, game.largest_tile)
            != (other.score, other.moves, other.largest_tile)
    };
    games.iter().zip(others).filter(differs).count() as u64
}

/// The starting weights with each coordinate in turn at the low and the high end of its range.
fn ends(space: &CampaignSpec) -> Vec<Weights> {
    let start = space.start_point();
    let at = |place: usize, end: f64| {
        let mut point = start.clone();
        point[place] = end;
        space.decode(&point)
    };
    (0..start.len())
        .flat_map(|place| [at(place, 0.0), at(place, 1.0)])
        .collect()
}

/// The coordinates beyond whose bounds the first distribution reaches far.
fn at_bounds(space: &CampaignSpec, first: &Proposal) -> Vec<AtBound> {
    let Some(distribution) = &first.distribution else {
        return Vec::new();
    };
    let share = |coordinate: usize, start: f64| {
        let variance = distribution.covariance[coordinate][coordinate];
        let deviation = distribution.step_size * variance.sqrt();
        let beyond = |distance: f64| Normal::standard().cdf(-distance / deviation);
        beyond(start) + beyond(1.0 - start)
    };
    let names = space.coordinate_names().into_iter();
    names
        .zip(space.start_point())
        .enumerate()
        .map(|(coordinate, (name, start))| AtBound {
            name,
            share: share(coordinate, start),
        })
        .filter(|bound| bound.share >= AT_A_BOUND)
        .collect()
}
