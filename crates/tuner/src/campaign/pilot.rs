//! The pilot: games before a search that measure the noise, and find weights
//! and directions that changed nothing.
//!
//! The starting weights, some weights next to them, and the first candidates of
//! the optimizer play the same seeds, from a stream of their own. The starting
//! weights with each coordinate at either end of its range play the first few of
//! these seeds: what a weight changes between its ends, it changes in some of them.

use std::sync::Arc;
use std::time::Instant;

use statrs::distribution::{ContinuousCDF, Normal};

use super::observer::Event;
use super::plan::NEIGHBOURS;
use super::session::Session;
use crate::record::{AtBound, CampaignState, CommonFactor, Findings, Pilot, Result};
use crate::space::{CampaignSpec, Scaled};
use crate::subject::{Configuration, Evaluate, Job};
use tune2048_engine::{GameResult, GameSeed, Monitor, Stream};
use tune2048_optimizer::{Proposal, boundary};

/// The candidates of the optimizer that play, if the games suffice.
const CANDIDATES: u64 = 24;
const MIN_CANDIDATES: u64 = 4;
/// The distance of a neighbour from the start, relative to that of a candidate.
const NEAR: f64 = 0.1;
/// The fewest games from which a standard deviation is useful.
const MIN_GAMES: u64 = 16;
/// The most games of a pilot: more give no useful information, and a limit of
/// minutes may stand beside a large budget of games.
const MAX_GAMES: f64 = 20_000.0;
/// The games at each end of a range: one that differs is enough, and of fewer that do not nothing is said.
const GAMES_AT_AN_END: u64 = 4;
/// The share of the first candidates beyond a bound from which on it is reported.
const AT_A_BOUND: f64 = 1.0 / 3.0;
/// The number of the first weights at an end of a range: more others than this never play.
const FIRST_END: usize = 100;

/// The division of the games of a pilot.
struct Layout {
    candidates: u64,
    games: u64,
    games_at_an_end: u64,
    /// All games.
    total: u64,
}

impl Layout {
    /// A layout of about `games` games; `None` if they are too few.
    fn of(spec: &CampaignSpec, games: u64) -> Option<Self> {
        let ends = 2 * spec.dimensions() as u64;
        let others = others(spec);
        let spare = games.checked_sub(fewest_of_candidates(spec))?;
        // At most a quarter of the games goes to the ends, but one game to each.
        let games_at_an_end = ((games / 4).max(ends).min(spare) / ends).min(GAMES_AT_AN_END);
        if games_at_an_end == 0 {
            return None;
        }
        let rest = games - ends * games_at_an_end;
        let candidates =
            u64::from(spec.population()).min(CANDIDATES).min(rest / MIN_GAMES - others);
        let games = rest / (candidates + others);
        let total = (candidates + others) * games + ends * games_at_an_end;
        Some(Self { candidates, games, games_at_an_end, total })
    }
}

/// The number of weights that play as many games as a candidate: the starting
/// weights, their neighbours, and the common factor.
fn others(spec: &CampaignSpec) -> u64 {
    let neighbours = NEIGHBOURS.min(spec.population() as usize) as u64;
    1 + neighbours + u64::from(Scaled::start_of(spec).is_some())
}

/// The fewest games of all weights other than those at the ends of ranges.
fn fewest_of_candidates(spec: &CampaignSpec) -> u64 {
    (MIN_CANDIDATES.min(u64::from(spec.population())) + others(spec)) * MIN_GAMES
}

/// The games of the pilot that a campaign plays by itself; 0 if its share of
/// the budget is too small for findings.
pub(super) fn games_due(spec: &CampaignSpec) -> u64 {
    Layout::of(spec, share(spec)).map_or(0, |layout| layout.total)
}

/// The games that are the pilot's share of a budget, at most 20 000. A budget
/// of minutes alone counts as fifty generations.
pub fn share(spec: &CampaignSpec) -> u64 {
    let games = spec.search_games().map_or_else(
        || 50 * u64::from(spec.population()) * u64::from(spec.games_per_candidate.first()),
        |(fewest, _)| fewest,
    );
    (spec.pilot.share * games as f64).min(MAX_GAMES) as u64
}

/// The fewest games with which a pilot has findings.
pub fn fewest(spec: &CampaignSpec) -> u64 {
    let ends = 2 * spec.dimensions() as u64;
    // The ends take a quarter at most.
    (fewest_of_candidates(spec) + ends).max(4 * ends)
}

/// Plays about `games` games; `first` is the first generation of the search.
///
/// # Errors
/// [`CampaignError::Interrupted`](super::CampaignError::Interrupted) if a stop was requested.
pub fn play(
    spec: &CampaignSpec,
    first: &Proposal,
    games: u64,
    evaluator: &dyn Evaluate,
    monitor: &Monitor,
) -> Result<Pilot> {
    let mut observer = |_: &Event<'_>| {};
    let state = CampaignState::nothing(spec.clone());
    let session = Session::new(evaluator, monitor, &mut observer, &state, &Arc::default());
    let mut results = |job: Job, _, games| {
        let seed = |game| GameSeed::new(spec.seed, Stream::Pilot, game);
        let job = Job { seeds: (0..games).map(seed).collect(), ..job };
        let mut results = Vec::new();
        session.play_stream(std::iter::once(job), |_, played| {
            results.push(played.results);
            Ok(())
        })?;
        Ok(results)
    };
    play_in(&session, spec, first, games, &mut results)
}

/// What gives the results of a job without seeds in the first games of the stream, candidate by candidate; the first one
/// has the number that is given.
pub(super) type Results<'r> = dyn FnMut(Job, usize, u64) -> Result<Vec<Vec<GameResult>>> + 'r;

/// Plays as [`play`] does, for a campaign.
pub(super) fn play_in(
    session: &Session<'_>,
    spec: &CampaignSpec,
    first: &Proposal,
    games: u64,
    results: &mut Results<'_>,
) -> Result<Pilot> {
    let played_so_far = || session.now.failures().games;
    let (began, before) = (Instant::now(), played_so_far());
    // A search that starts from what another campaign has learnt has other starting weights than its file.
    let spec = &match (&spec.warm_start, &first.distribution) {
        (Some(_), Some(learnt)) => spec.starting_at(&boundary::clamp(&learnt.mean)),
        _ => spec.clone(),
    };
    let mut results = |weights: &[Configuration], first, games| {
        let candidates = weights.iter().map(|weights| weights.values.clone()).collect();
        results(spec.job(candidates, Vec::new()), first, games)
    };
    let Some(layout) = Layout::of(spec, games) else { return Ok(Pilot::NONE) };
    let points = &first.points;
    let mut together = vec![spec.start_weights()];
    together.extend(points.iter().take(NEIGHBOURS).map(|point| neighbour(spec, point)));
    let alike = together.len();
    let start = together[0].clone();
    let differs = |weights: &Configuration| !weights.named().eq(start.named());
    let factor = Scaled::start_of(spec);
    together.extend(factor.as_ref().map(|scaled| scaled.weights.clone()));
    let others = together.len();
    let candidates = points.iter().take(layout.candidates as usize);
    together.extend(candidates.map(|point| spec.decode(point)));
    let played = results(&together, 0, layout.games)?;
    let ends = ends(spec);
    let at_ends = results(&ends, FIRST_END, layout.games_at_an_end)?;
    // Weights that take no part at the start, or that a constraint leads back to it, say nothing.
    let dead = spec.coordinate_names().into_iter().zip(ends.chunks(2).zip(at_ends.chunks(2)));
    let dead = dead.filter(|(_, (ends, games))| {
        ends.iter().any(differs) && games.iter().all(|end| changed(end, &played[0]) == 0)
    });
    let is_enough = layout.games_at_an_end >= GAMES_AT_AN_END;
    let dead = dead.filter(|_| is_enough).map(|(name, _)| name).collect();
    // The start, and what is not the same as it.
    let near = together[..alike].iter().zip(&played).enumerate();
    let near = near.filter(|(place, (weights, _))| *place == 0 || differs(weights));
    let near: Vec<_> = near.map(|(_, (_, games))| games.clone()).collect();
    let seconds = began.elapsed().as_secs_f64();
    let common_factor = factor.map(|scaled| CommonFactor {
        factor: scaled.factor,
        weights: scaled.names,
        changed_games: changed(&played[alike], &played[0]),
        games: layout.games,
    });
    let findings = Findings {
        candidates: layout.candidates,
        games_per_candidate: layout.games,
        games_at_an_end: layout.games_at_an_end,
        dead,
        common_factor,
        at_bounds: at_bounds(spec, first),
        time_seconds: seconds,
        time_games_per_second: (played_so_far() - before) as f64 / seconds.max(1e-9),
        ..Findings::of_games(spec, &near, &played[others..])
    };
    Ok(Pilot { games: layout.total, findings: Some(findings) })
}

/// The weights a tenth of the way from the start to a point.
fn neighbour(spec: &CampaignSpec, point: &[f64]) -> Configuration {
    let start = spec.start_point();
    let near = start.iter().zip(point);
    let near: Vec<f64> = near.map(|(start, point)| start + NEAR * (point - start)).collect();
    spec.decode(&near)
}

/// The number of games that differ from those of other weights on the same seeds.
fn changed(games: &[GameResult], others: &[GameResult]) -> u64 {
    let differs = |(game, other): &(&GameResult, &GameResult)| {
        let found = |game: &GameResult| (game.score, game.moves, game.largest_tile);
        found(game) != found(other)
    };
    games.iter().zip(others).filter(differs).count() as u64
}

/// The starting weights with each coordinate in turn at the low and the high end of its range.
fn ends(spec: &CampaignSpec) -> Vec<Configuration> {
    let start = spec.start_point();
    let at = |place: usize, end: f64| {
        let mut point = start.clone();
        point[place] = end;
        spec.decode(&point)
    };
    (0..start.len()).flat_map(|place| [at(place, 0.0), at(place, 1.0)]).collect()
}

/// The coordinates with a large share of the first distribution beyond their bounds.
fn at_bounds(spec: &CampaignSpec, first: &Proposal) -> Vec<AtBound> {
    let Some(distribution) = &first.distribution else { return Vec::new() };
    let share = |coordinate: usize, start: f64| {
        let variance = distribution.covariance[coordinate][coordinate];
        let deviation = distribution.step_size * variance.sqrt();
        let beyond = |distance: f64| Normal::standard().cdf(-distance / deviation);
        beyond(start) + beyond(1.0 - start)
    };
    let starts = spec.coordinate_names().into_iter().zip(spec.start_point()).enumerate();
    starts
        .map(|(coordinate, (name, start))| AtBound { name, share: share(coordinate, start) })
        .filter(|bound| bound.share >= AT_A_BOUND)
        .collect()
}
