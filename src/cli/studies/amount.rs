//! Amounts by which one player is better.

use tune2048_tuner::statistics::Effect;
use tune2048_tuner::statistics::elo::share_of_points;

use crate::cli::terminal::BadInput;

/// The largest Elo difference that is asked for.
pub(crate) const MOST_ELO: f64 = 2_000.0;

const PERCENT: &str = "%";
const ELO: &str = "elo";

/// An amount by which one player is better.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amount {
    number: f64,
    /// The unit as it was written; without one the number is one of the effect, percent or points.
    unit: &'static str,
}

impl Amount {
    /// Returns the amount of an effect that an option gives; of a match with results `is_elo`.
    pub(crate) fn of(self, effect: Effect, is_elo: bool, option: &str) -> Result<f64, BadInput> {
        let Self { number, unit } = self;
        let (expected, its) = match effect {
            Effect::Ratio => (
                "a percentage above -100, such as 2%, since mean scores are compared by their ratio",
                PERCENT,
            ),
            _ if is_elo => ("Elo, such as 5elo, since the two play a match", ELO),
            _ => ("a number of points, since scores are compared by their difference", ""),
        };
        let is_percent = its == PERCENT;
        let fits = unit == its || is_percent && unit.is_empty();
        if !fits || is_percent && number <= -100.0 {
            return Err(BadInput(format!("{option}: found {number}{unit}, expected {expected}")));
        }
        Ok(match its {
            ELO => 2.0 * share_of_points(number) - 1.0,
            PERCENT => number / 100.0,
            _ => number,
        })
    }

    /// The number with the unit in which it is shown.
    pub(crate) fn shown(self, effect: Effect) -> (f64, &'static str) {
        let effect = if self.unit == ELO { Effect::Elo } else { effect };
        (self.number, effect.unit())
    }
}

pub(crate) fn parse_amount(text: &str) -> Result<Amount, String> {
    let text = text.trim();
    let amount = [PERCENT, ELO, ""].into_iter().find_map(|unit| {
        let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        let most = if unit == ELO { MOST_ELO } else { f64::MAX };
        (number.abs() <= most).then_some(Amount { number, unit })
    });
    amount.ok_or_else(|| unlike("a percentage above -100"))
}

pub(crate) fn parse_size(text: &str) -> Result<Amount, String> {
    let size = parse_amount(text).ok().filter(|size| size.number > 0.0);
    size.ok_or_else(|| unlike("a percentage above 0"))
}

fn unlike(percentage: &str) -> String {
    format!("expected {percentage}, such as 2%, points, or Elo of a match, such as 5elo")
}

pub(crate) fn parse_error(text: &str) -> Result<f64, String> {
    let error = text.parse().ok().filter(|error| (1e-6..0.5).contains(error));
    error.ok_or_else(|| "expected a probability from 0.000001 to below 0.5".to_owned())
}
