//! Words for an effect between two players: its value and its interval.

use crate::statistics::in_words::{beside, signed};
use crate::statistics::{Effect, Estimate, Interval, Objective};
use tune2048_files::number_text::{apart, decimals, fixed, grouped_fixed, score};

impl Objective {
    /// What is maximised or minimised: `mean score`.
    pub fn name(self) -> &'static str {
        match self {
            Self::MeanScore => "mean score",
            Self::MeanLogScore => "geometric mean score",
            Self::MedianScore => "median score",
            Self::TileShare(_) => "tile share",
        }
    }
}

impl Effect {
    /// What is measured: `ratio`, `difference`, `Elo`.
    pub fn name(self) -> &'static str {
        if self == Self::Elo { "Elo" } else { self.either("ratio", "difference") }
    }

    /// What is measured: `ratio of the mean scores`, `rating difference`.
    pub fn phrase(self, objective: Objective) -> String {
        match self {
            Self::Elo => "rating difference".to_owned(),
            _ => format!("{} of the {}s", self.name(), objective.name()),
        }
    }

    /// The unit of the amounts in which effects are asked for.
    pub fn unit(self) -> &'static str {
        if self == Self::Elo { " Elo" } else { self.either(" %", "") }
    }

    /// An amount by which one is better: a share of the mean, with so many decimals, or points.
    pub fn amount(self, amount: f64, decimals: usize) -> String {
        let number = match self {
            Self::Ratio => fixed(100.0 * amount, decimals),
            Self::Difference => score(amount),
            Self::Elo => grouped_fixed(amount, decimals),
        };
        number + self.unit()
    }
}

impl Estimate {
    /// Whether the interval is a point but for rounding, as where no game differs.
    fn is_point(&self) -> bool {
        let Interval { low, high } = self.interval;
        low >= high || self.value.is_finite() && high - low <= 1e-9 * self.value.abs()
    }

    /// Writes the value or an end with decimals that tell the ends apart, and an effect that is sure from none.
    fn number(&self, effect: f64) -> String {
        let Interval { low, high } = self.interval;
        let ends = (!self.is_point()).then_some([low, high]);
        let fewest = match self.effect {
            Effect::Ratio => decimals(self.value, ends, 3),
            Effect::Difference => decimals(self.value, ends, 0),
            // A tenth of a point matters where few points are known.
            Effect::Elo => usize::from(high - low < 10.0),
        };
        let decimals = match self.effect.neutral() {
            none if none < low => apart([none, low], fewest),
            none if high < none => apart([high, none], fewest),
            _ => fewest,
        };
        match self.effect {
            Effect::Ratio => fixed(effect, decimals),
            Effect::Difference | Effect::Elo => signed(effect, decimals),
        }
    }

    /// The value: `1.614`, `+12.3`, `+44 Elo`; of one without bound what is known of it: `at least 3.250 (from 0)`.
    pub fn value_text(&self) -> String {
        let (is_elo, Interval { low, high }) = (self.effect == Effect::Elo, self.interval);
        let known = match self.value {
            value if value.is_finite() => self.number(value),
            value if value < 0.0 => format!("at most {}", self.number(high)),
            _ if is_elo || low > 0.0 => format!("at least {}", self.number(low)),
            _ => "not known".to_owned(),
        };
        let unit = match self.value.is_finite() {
            _ if is_elo => " Elo",
            true => "",
            false => " (from 0)",
        };
        known + unit
    }

    /// The interval: `1.575 to 1.650`, `at least 1.575`; `None` where it says nothing more than
    /// the value.
    pub fn interval_text(&self) -> Option<String> {
        if self.is_point() || self.value.is_infinite() {
            return None;
        }
        let Interval { low, high } = self.interval;
        let is_any = low.is_infinite() || self.effect == Effect::Ratio && low <= 0.0;
        let [from, to] = [low, high].map(|end| self.number(end));
        Some(match (is_any, high.is_infinite()) {
            (true, true) => "anything".to_owned(),
            (false, true) => format!("at least {from}"),
            (_, false) if low.is_infinite() => format!("at most {to}"),
            (_, false) => format!("{from} to {to}"),
        })
    }

    /// The value with the interval in brackets: `1.614 (1.575 to 1.650)`.
    pub fn short_text(&self) -> String {
        beside(self.value_text(), self.interval_text())
    }

    /// The value with the interval of a level: `1.614, 97.5 % interval 1.575 to 1.650`.
    pub fn with_level(&self, level: &str) -> String {
        let interval = match self.interval_text() {
            Some(interval) => format!(", {level} interval {interval}"),
            None if self.value.is_infinite() => format!(", at {level}"),
            None => String::new(),
        };
        self.value_text() + &interval
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(effect: Effect, value: f64, [low, high]: [f64; 2]) -> Estimate {
        Estimate { effect, value, interval: Interval { low, high } }
    }

    #[test]
    fn effects_in_words() {
        let infinite = f64::INFINITY;
        let ratio = |value, ends| estimate(Effect::Ratio, value, ends);
        let difference = |value, ends| estimate(Effect::Difference, value, ends);
        for (found, short) in [
            (ratio(1.614, [1.575, 1.65]), "1.614 (1.575 to 1.650)"),
            (ratio(1.000_02, [0.999_99, 1.000_04]), "1.00002 (0.99999 to 1.00004)"),
            // Worse, and not by nothing.
            (ratio(0.999_998, [0.999_998; 2]), "0.999998"),
            (ratio(infinite, [3.25, infinite]), "at least 3.250 (from 0)"),
            (ratio(infinite, [0.0, infinite]), "not known (from 0)"),
            (ratio(0.0, [0.0; 2]), "0.000"),
            (ratio(40.0, [3.25, infinite]), "40.000 (at least 3.250)"),
            (difference(-1_234.0, [-1_300.0, -1_150.0]), "-1 234 (-1 300 to -1 150)"),
            (difference(0.47, [-0.1, 1.04]), "+0.470 (-0.100 to +1.040)"),
            (difference(0.217, [0.064, 0.371]).in_elo(), "+77 Elo (+22 to +135)"),
            (difference(-1.0, [-1.0, -0.5]).in_elo(), "at most -191 Elo"),
            (difference(0.9, [0.5, 1.0]).in_elo(), "+512 Elo (at least +191)"),
        ] {
            assert_eq!(found.short_text(), short);
        }
        let found = ratio(1.614, [1.575, 1.65]).with_level("97.5 %");
        assert_eq!(found, "1.614, 97.5 % interval 1.575 to 1.650");
    }
}
