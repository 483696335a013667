//! The plan after a pilot: the games that differences take, and the difference that the validation resolves.
//!
//! Two weights that play n games each on common seeds differ by the standard
//! error CV √(2 (1 - ρ) / n), as a share of their mean score: CV is the
//! coefficient of variation of a game, ρ the correlation of their scores on a
//! seed. Where differences count, the standard deviation of a game in points takes the place of
//! CV. A difference is resolved if a 95 % interval excludes 0 in four of five
//! cases: of pilots and games together, since the pilot's estimate has an error, too.

use statrs::distribution::{ContinuousCDF, Normal};
use tune2048_files::number_text::counted;

use crate::record::{Findings, Pilot};
use crate::space::{CampaignSpec, ValidationBaseline};
use crate::statistics::elo::{elo, share_of_points};
use crate::statistics::{Effect, Interval, most_others};
use crate::weights::verdict::error_of_look;

/// The normal quantile of 97.5 %, for intervals of 95 %.
const IN_95: f64 = 1.960;
/// The normal quantile of 80 %: four of five cases.
const IN_FOUR_OF_FIVE: f64 = 0.842;
/// Student's quantile for the errors of `GROUPS` groups, for intervals of 95 %.
const OF_GROUPS: f64 = 2.131;
/// The most of a spread that [`resolved`] adds: with more, no number of games would be enough.
const MOST_SPREAD: f64 = 0.5;
/// What a pilot says in which weights next to the start played as it did.
const NOT_TOLD_APART: &str = "weights next to the start differ by the same on every seed, or not at all: \
                              the games that a small difference takes are not known";
/// The number of weights next to the starting weights that play in a pilot.
pub(super) const NEIGHBOURS: usize = 4;

/// The plan of a campaign after its pilot.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Plan {
    /// The pilot.
    pub pilot: Pilot,
    /// The 95 % interval of the reliability at the games per candidate of the pilot; `None` if nothing varied.
    pub reliability_ci95: Option<Interval>,
    /// How mean scores are compared: the differences are shares of a mean score, points, or Elo of a match.
    #[serde(skip_serializing_if = "crate::statistics::is_default")]
    pub effect: Effect,
    /// What is counted with a seed: a game, or a pair of games.
    #[serde(skip)]
    pub unit: &'static str,
    /// The games that differences of 1 %, 2 % and 5 % take, or of 5 %, 10 % and 20 % of the
    /// standard deviation of a game, or of 5, 10 and 20 Elo.
    pub differences: Vec<Difference>,
    /// The most games of the validation, all players together; of a match its pairs.
    pub validation_games: u64,
    /// The difference that these games resolve between the winner and the starting weights; `None` if nothing varied.
    pub validation_resolves: Option<f64>,
    /// Warnings about the search space.
    pub warnings: Vec<String>,
}

/// The games that resolve a difference, of a match its pairs.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Difference {
    /// The difference as a share of the mean score, in points or in Elo.
    pub difference: f64,
    /// The games of both weights together; pairs, where the two play each other.
    pub games: u64,
    /// Their 95 % interval, by the error of the correlation that the pilot has found.
    pub games_ci95: [u64; 2],
    /// The time of these games at the speed of the pilot.
    pub time_minutes: f64,
}

impl Plan {
    /// The plan of a search space after its pilot; `None` without findings.
    pub fn of(spec: &CampaignSpec, pilot: &Pilot) -> Option<Self> {
        let findings = pilot.findings.as_ref()?;
        let effect = match spec.shown_effect() {
            Effect::Elo => Effect::Elo,
            // Also where a ratio is none.
            _ if findings.standard_deviation.is_some() => Effect::Difference,
            _ => Effect::Ratio,
        };
        let is_elo = effect == Effect::Elo;
        let varies = findings.deviation() > 0.0;
        let is_known = varies && findings.log_error_of_games.is_some();
        // No number of games follows from games that do not vary.
        let unknown = match varies {
            false => Some(findings.without_spread()),
            true => (!is_known).then(|| NOT_TOLD_APART.to_owned()),
        };
        Some(Self {
            pilot: pilot.clone(),
            reliability_ci95: findings.reliability_interval().filter(|_| varies),
            effect,
            unit: spec.subject().unit(),
            differences: if is_known { findings.differences(is_elo).into() } else { Vec::new() },
            validation_games: spec.validation.all_games(),
            validation_resolves: findings.resolved_by_validation(spec, is_elo),
            warnings: unknown.into_iter().chain(warnings(findings)).collect(),
        })
    }
}

/// The standard errors of a difference that intervals with this normal quantile exclude 0 of in four of
/// five cases, if the variance of a game has been estimated, with `log_error` as the standard error of its
/// logarithm: Φ((x - quantile) / √(1 + (x log_error / 2)²)) of x such errors, each too small on the median
/// by a quarter of the square of `log_error`.
fn resolved(quantile: f64, log_error: f64) -> f64 {
    let power = IN_FOUR_OF_FIVE.powi(2);
    let spread = (power * log_error.powi(2) / 4.0).min(MOST_SPREAD);
    let root = (power + spread * (quantile.powi(2) - power)).sqrt();
    (quantile + root) / (1.0 - spread) * libm::exp(spread / power)
}

impl Findings {
    /// The pilot in words where no games of the same weights differ.
    fn without_spread(&self) -> String {
        let games = self.games_per_candidate;
        format!(
            "all games of the same weights scored the same ({games} of each): is the seed used? If so, \
             other scores are rare; if not, take the random numbers of a game from it"
        )
    }

    /// The games that take differences of three sizes apart.
    fn differences(&self, is_elo: bool) -> [Difference; 3] {
        let sizes = match self.standard_deviation {
            _ if is_elo => [5.0, 10.0, 20.0],
            Some(deviation) => [0.05, 0.1, 0.2].map(|share| share * deviation),
            None => [0.01, 0.02, 0.05],
        };
        // Weights with a small difference are neighbours; each of them is compared with the others.
        let unlike = 1.0 - self.correlation_of_neighbours;
        // What one side of a match gets, the other side loses.
        let (variance, sides) = if is_elo { (1.0, 1) } else { (2.0 * unlike, 2) };
        let log_error = self.log_error_of_games.unwrap_or_default();
        let error = libm::exp(OF_GROUPS * log_error);
        let exact = resolved(IN_95, 0.0);
        sizes.map(|difference| {
            let size = if is_elo { share_of_points(difference) - 0.5 } else { difference };
            let at_one_game = self.relative_error(variance) / size;
            let games = |errors: f64| sides * (errors * at_one_game).powi(2).ceil() as u64;
            let enough = games(resolved(IN_95, log_error));
            Difference {
                difference,
                games: enough,
                games_ci95: [exact / error.sqrt(), exact * error.sqrt()].map(games),
                time_minutes: enough as f64 / self.time_games_per_second / 60.0,
            }
        })
    }

    /// The difference between the winner and the starting weights that the validation resolves; `None` if nothing varied.
    fn resolved_by_validation(&self, spec: &CampaignSpec, is_elo: bool) -> Option<f64> {
        let validation = &spec.validation;
        let looks = validation.looks().len() as u32;
        let last = Normal::standard().inverse_cdf(1.0 - error_of_look(looks) / 2.0);
        let of_winner = match validation.baseline {
            // What one side gets, the other side loses.
            _ if is_elo => 4.0,
            // Candidates that score the same on every seed say nothing of a winner.
            ValidationBaseline::Played if self.correlation > 1.0 - 1e-9 => 0.0,
            _ if spec.is_match() => 1.0,
            ValidationBaseline::Played => 2.0 * (1.0 - self.correlation),
            ValidationBaseline::Stored => 1.0,
        };
        let log_error = self.log_error_of_games.unwrap_or_default();
        let error = self.relative_error(of_winner / f64::from(validation.games));
        let found = resolved(last, log_error) * error;
        let shown = if is_elo { elo(f64::midpoint(1.0, found)) } else { found };
        (found > 0.0).then_some(shown)
    }

    /// The standard error of a difference, by its variance in those of a game.
    fn relative_error(&self, variance: f64) -> f64 {
        self.deviation() * variance.sqrt()
    }

    /// The share of the variance of the candidates that is no luck; `None` if nothing varied.
    pub(crate) fn reliability(&self) -> Option<f64> {
        let ratio = self.signal_to_noise.filter(|ratio| *ratio > 0.0)?;
        Some(ratio / (ratio + 1.0 / self.games_per_candidate as f64))
    }

    /// Its interval by Fisher's transformation of the correlation of both halves.
    fn reliability_interval(&self) -> Option<Interval> {
        let found = self.reliability()?;
        let halves = found / (2.0 - found);
        let error = IN_95 / (self.candidates as f64 - 3.0).max(1.0).sqrt();
        let at = |shift: f64| {
            let halves = libm::tanh(libm::atanh(halves) + shift).max(0.0);
            2.0 * halves / (1.0 + halves)
        };
        Some(Interval { low: at(-error), high: at(error) })
    }
}

fn warnings(findings: &Findings) -> Vec<String> {
    let [at_ends, games] = [findings.games_at_an_end, findings.games_per_candidate].map(|games| {
        // Where none of so many did, at 95 %.
        let most = 100.0 * most_others(games.max(1), 0.05);
        format!("{} (of all games, it may change up to {most:.0} %)", counted(games, "game"))
    });
    let of_dead = |name: &String| {
        format!(
            "{name} changed none of {at_ends} between the ends of its range, the other weights being \
             at their start"
        )
    };
    let mut warnings: Vec<String> = findings.dead.iter().map(of_dead).collect();
    if let Some(factor) = &findings.common_factor
        && factor.changed_games == 0
    {
        let weights = factor.weights.join(", ");
        warnings.push(format!(
            "a common factor of {weights} changed none of {games}: one of them can be fixed"
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
