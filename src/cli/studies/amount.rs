//! Amounts by which one player is better.

use tune2048_tuner::statistics::Effect;
use tune2048_tuner::statistics::elo::share_of_points;

use crate::cli::terminal::BadInput;

/// The largest Elo difference that is asked for.
pub(crate) const MOST_ELO: f64 = 2_000.0;

/// An amount by which one player is better.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amount {
    number: f64,
    /// What it is written as: a percentage, Elo, or a number alone, which is one of points or percent.
    unit: Option<Effect>,
}

impl Amount {
    /// Returns the amount of an effect that an option gives, with its words; a match with results has Elo.
    pub(crate) fn of(self, effect: Effect, option: &str) -> Result<(f64, String), BadInput> {
        let Self { number, unit } = self;
        let (expected, amount) = match effect {
            Effect::Ratio => ("a percentage above -100, such as 2%", number / 100.0),
            Effect::Difference => ("a number of points", number),
            Effect::Elo => ("Elo, such as 5elo", 2.0 * share_of_points(number) - 1.0),
        };
        let is_of_effect = match unit {
            None => effect != Effect::Elo,
            Some(unit) => unit == effect,
        };
        if !is_of_effect || effect == Effect::Ratio && amount <= -1.0 {
            let (found, by) = (unit.map_or("", Effect::unit), effect.name());
            return Err(BadInput(format!(
                "{option}: found {number}{found}, expected {expected}, since the two are compared by their {by}"
            )));
        }
        Ok((amount, format!("{number}{}", effect.unit())))
    }
}

pub(crate) fn parse_amount(text: &str) -> Result<Amount, String> {
    let text = text.trim();
    let units = [("%", Some(Effect::Ratio)), ("elo", Some(Effect::Elo)), ("", None)];
    let amount = units.into_iter().find_map(|(sign, unit)| {
        let number: f64 = text.strip_suffix(sign)?.trim_end().parse().ok()?;
        let most = if unit == Some(Effect::Elo) { MOST_ELO } else { f64::MAX };
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
