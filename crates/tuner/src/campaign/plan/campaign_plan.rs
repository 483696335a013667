//! The plan after a pilot: the differences that the budget resolves, the games
//! that other differences take, and a population that suits the budget.
//!
//! Two weights that play n games each on common seeds differ by the standard
//! error CV √(2 (1 - ρ) / n), as a share of their mean score: CV is the
//! coefficient of variation of a game, ρ the correlation of their scores on a
//! seed. Where differences count, the standard deviation of a game in points takes the place of
//! CV. A difference is resolved if a 95 % interval excludes 0 in four of five
//! cases: at [`RESOLVED`] standard errors.

use std::iter;

use crate::campaign::Pilot;
use crate::campaign::plan::findings::Findings;
use crate::campaign::search::doubt::Doubt;
use crate::space::{AdaptiveGames, CampaignSpec, GamesPerCandidate};
use crate::statistics::Effect;
use tune2048_optimizer::CmaEsSettings;

/// The sum of the normal quantiles of 97.5 % (a 95 % interval) and of 80 % (four of five cases).
pub(crate) const RESOLVED: f64 = 1.960 + 0.842;

/// The proposed population is the square root of the budget's games over this,
/// a rule of thumb: 20 candidates for 5 000 games, 40 for 20 000, 80 for 80 000,
/// so that more games give both more candidates and more generations.
const ROOT_DIVISOR: f64 = 3.5;
/// The largest population that is proposed.
const MAX_POPULATION: u64 = 200;
/// The most games per candidate of a proposal, at least.
const MIN_AT_MOST: u64 = 20;

/// The plan of a campaign after its pilot.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Plan {
    /// The pilot.
    pub pilot: Pilot,
    /// The games of the budget, if it has a limit that translates into games.
    pub budget_games: Option<u64>,
    /// How mean scores are compared: the differences are shares of a mean score, or points.
    #[serde(skip_serializing_if = "Effect::is_ratio")]
    pub effect: Effect,
    /// The difference that the budget resolves between two weights with half of it each.
    pub budget_resolves: Option<f64>,
    /// The games that differences of 1 %, 2 % and 5 % take, or of 5 %, 10 % and 20 % of the
    /// standard deviation of a game.
    pub differences: Vec<Difference>,
    /// The proposed population and games per candidate.
    pub proposal: Option<Proposal>,
    /// Warnings about the search space.
    pub warnings: Vec<String>,
}

/// The games that resolve a difference.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Difference {
    /// The difference as a share of the mean score, or in points.
    pub difference: f64,
    /// The games of both weights together.
    pub games: u64,
    /// The time of these games at the speed of the pilot.
    pub time_minutes: f64,
}

/// A population and games that suit a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Proposal {
    /// The candidates of a generation.
    pub population: u64,
    /// The fewest games per candidate.
    pub low: u64,
    /// The most games per candidate.
    pub high: u64,
}

impl Plan {
    /// The plan of a search space after its pilot; `None` without findings.
    pub fn of(spec: &CampaignSpec, pilot: &Pilot) -> Option<Self> {
        let findings = pilot.findings.as_ref()?;
        let budget_games = budget_games(spec);
        if findings.deviation() <= 0.0 {
            // No number of games follows from games that do not vary.
            return Some(Self {
                pilot: pilot.clone(),
                effect: spec.effect,
                budget_games,
                budget_resolves: None,
                differences: Vec::new(),
                proposal: None,
                warnings: iter::once(Doubt::SeedIgnored.sentence().to_owned())
                    .chain(warnings(findings))
                    .collect(),
            });
        }
        let sizes = match findings.standard_deviation {
            Some(deviation) => [0.05, 0.1, 0.2].map(|share| share * deviation),
            None => [0.01, 0.02, 0.05],
        };
        let differences = sizes.map(|difference| {
            let games = 2 * games_to_resolve(findings, difference);
            Difference {
                difference,
                games,
                time_minutes: games as f64 / findings.time_games_per_second / 60.0,
            }
        });
        Some(Self {
            pilot: pilot.clone(),
            effect: spec.effect,
            budget_games,
            budget_resolves: budget_games.map(|games| resolved(findings, games as f64 / 2.0)),
            differences: differences.into(),
            proposal: budget_games.map(|games| proposal(spec, games)),
            warnings: warnings(findings),
        })
    }
}

/// The games that the limits of a budget allow; the lowest limit counts.
fn budget_games(spec: &CampaignSpec) -> Option<u64> {
    match spec.games_per_candidate {
        GamesPerCandidate::Fixed(_) => spec.search_games().map(|(fewest, _)| fewest),
        GamesPerCandidate::Adaptive(_) => spec.budget.games,
    }
}

/// The difference that is resolved by `games_each` games of each of two weights.
fn resolved(findings: &Findings, games_each: f64) -> f64 {
    // Weights with a small difference are neighbours.
    let unlike = 2.0 * (1.0 - findings.correlation_of_neighbours);
    RESOLVED * findings.deviation() * (unlike / games_each).sqrt()
}

/// The games of each of two weights that resolve a difference.
fn games_to_resolve(findings: &Findings, difference: f64) -> u64 {
    let at_one_game = resolved(findings, 1.0) / difference;
    (at_one_game * at_one_game).ceil() as u64
}

/// A proposal of many candidates with few games, as far as the budget allows enough generations.
fn proposal(spec: &CampaignSpec, budget: u64) -> Proposal {
    let usual = u64::from(CmaEsSettings::tutorial_population(spec.dimensions()));
    let wanted = ((budget as f64).sqrt() / ROOT_DIVISOR) as u64;
    let population = wanted.clamp(usual, MAX_POPULATION.max(usual));
    Proposal {
        population,
        low: u64::from(AdaptiveGames::default().low),
        // A generation gets at most a twentieth of the budget.
        high: (budget / 20 / population).max(MIN_AT_MOST),
    }
}

fn warnings(findings: &Findings) -> Vec<String> {
    let mut warnings: Vec<String> = findings
        .dead
        .iter()
        .map(|name| {
            format!(
                "{name} changes no game between the ends of its range, the other weights being \
                 at their start: fix it, or move the start"
            )
        })
        .collect();
    if let Some(factor) = &findings.common_factor
        && factor.changed_games == 0
    {
        warnings.push(format!(
            "a common factor of {} changes no game: fix one of them",
            factor.weights.join(", ")
        ));
    }
    warnings.extend(findings.at_bounds.iter().map(|bound| {
        format!(
            "{} starts at a bound of its range: {:.0} % of the first candidates lie beyond; \
             widen the range, or make the step size smaller",
            bound.name,
            100.0 * bound.share
        )
    }));
    warnings
}
