//! Words for an effect between two players: its value, its interval, and by how much one is higher.

use crate::statistics::in_words::signed;
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

    /// What is measured, as a heading: `Ratio of the mean scores`.
    pub fn heading(self, objective: Objective) -> String {
        let phrase = self.phrase(objective);
        phrase[..1].to_uppercase() + &phrase[1..]
    }

    /// What one player has more of than the other: `mean score`.
    pub fn measured(self) -> &'static str {
        if self == Self::Elo { "rating" } else { "mean score" }
    }

    /// The sign between the names of two players: `B / A`, `B - A`.
    pub fn sign(self) -> char {
        self.either('/', '-')
    }

    /// The unit of the amounts in which effects are asked for.
    pub fn unit(self) -> &'static str {
        if self == Self::Elo { " Elo" } else { self.either(" %", "") }
    }

    /// The effect of tuned over starting weights in words.
    pub fn of_tuned(self, objective: Objective) -> String {
        let measured = if self == Self::Elo { "Elo" } else { objective.name() };
        format!("{measured}, tuned {} start", self.sign())
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
    fn ends(&self) -> [f64; 2] {
        self.interval.into()
    }

    /// Whether the interval is a point but for rounding, as where no game differs.
    pub(super) fn is_point(&self) -> bool {
        let Interval { low, high } = self.interval;
        low >= high || self.value.is_finite() && high - low <= 1e-9 * self.value.abs()
    }

    /// The ends of the interval, if they tell the digits that the value carries.
    fn telling_ends(&self) -> Option<[f64; 2]> {
        (!self.is_point()).then(|| self.ends())
    }

    fn number(&self, effect: f64) -> String {
        let decimals = match self.effect {
            Effect::Ratio => {
                self.decimals_of_sure(1.0, decimals(self.value, self.telling_ends(), 3))
            }
            _ => self.decimals_of_size(),
        };
        match self.effect {
            _ if effect.is_infinite() => "infinite".to_owned(),
            Effect::Ratio => fixed(effect, decimals),
            Effect::Difference | Effect::Elo => signed(effect, decimals),
        }
    }

    /// The value: `1.614`, `+12.3`, `+44 Elo`; of a ratio to a mean of 0 what is known of it: `at least 3.250
    /// (from 0)`.
    pub fn value_text(&self) -> String {
        if self.effect == Effect::Elo {
            let Interval { low, high } = self.interval;
            return match self.value.is_finite() {
                true => self.number(self.value) + Effect::Elo.unit(),
                false if self.value > 0.0 => format!("at least {} Elo", self.number(low)),
                false => format!("at most {} Elo", self.number(high)),
            };
        }
        match self.interval.low {
            _ if self.value.is_finite() => self.number(self.value),
            low if low > 0.0 => format!("at least {} (from 0)", self.number(low)),
            _ => "not known (from 0)".to_owned(),
        }
    }

    /// The interval: `1.575 to 1.650`, `at least 1.575`; `None` where it says nothing more than
    /// the value.
    pub fn interval_text(&self) -> Option<String> {
        let [low, high] = self.ends().map(|end| self.number(end));
        let is_said = self.is_point() || self.value.is_infinite();
        (!is_said).then(|| match [self.interval.low, self.interval.high].map(f64::is_infinite) {
            [true, true] => "anything".to_owned(),
            [false, true] if self.effect == Effect::Ratio && self.interval.low <= 0.0 => {
                "anything".to_owned()
            }
            [false, true] => format!("at least {low}"),
            [true, false] => format!("at most {high}"),
            [false, false] => format!("{low} to {high}"),
        })
    }

    /// The value with the interval in brackets: `1.614 (1.575 to 1.650)`.
    pub fn short_text(&self) -> String {
        let interval = self.interval_text();
        self.value_text() + &interval.map_or(String::new(), |interval| format!(" ({interval})"))
    }

    /// The decimals of what [`Self::gain`] writes.
    fn decimals_of_size(&self) -> usize {
        match self.effect {
            Effect::Ratio => {
                self.decimals_of_sure(100.0, apart(self.ends().map(|end| 100.0 * end), 1))
            }
            Effect::Difference => {
                self.decimals_of_sure(1.0, decimals(self.value, self.telling_ends(), 0))
            }
            // A tenth of a point matters where few points are known.
            Effect::Elo => {
                let is_short = self.interval.high - self.interval.low < 10.0;
                self.decimals_of_sure(1.0, is_short.into())
            }
        }
    }

    /// The decimals, `fewest` at least, with which an effect that is sure does not read as none.
    fn decimals_of_sure(&self, unit: f64, fewest: usize) -> usize {
        let (neutral, [low, high]) = (self.effect.neutral(), self.ends());
        if low <= neutral && neutral <= high {
            return fewest;
        }
        let ends = if low > neutral { [neutral, low] } else { [high, neutral] };
        apart(ends.map(|end| unit * end), fewest)
    }

    /// Writes by how much b is higher than a, with a sign: `+4.2 %`, and the ends of the interval so,
    /// unless one is infinite.
    pub fn gain(&self) -> (String, Option<[String; 2]>) {
        let decimals = self.decimals_of_size();
        let gain = |effect: f64| {
            let size = self.effect.either(100.0 * (effect - 1.0), effect);
            signed(size, decimals) + self.effect.unit()
        };
        let has_ends = self.interval.is_bounded() && !self.is_point();
        let value = if self.value.is_finite() { gain(self.value) } else { self.value_text() };
        (value, has_ends.then(|| self.ends().map(gain)))
    }

    /// Writes by how much b is higher than a with the interval: `+4.2 % (+1.1 % to +7.3 %)`, or a ratio without bound as `times 40.000
    /// (at least 3.250)`.
    pub fn change(&self) -> String {
        match self.gain() {
            (gain, Some([low, high])) => format!("{gain} ({low} to {high})"),
            (gain, None) if self.is_point() => gain,
            _ => self.effect.either("times ", "").to_owned() + &self.short_text(),
        }
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
        for (found, short, change) in [
            (ratio(1.614, [1.575, 1.65]), "1.614 (1.575 to 1.650)", "+61.4 % (+57.5 % to +65.0 %)"),
            (
                ratio(1.000_02, [0.999_99, 1.000_04]),
                "1.00002 (0.99999 to 1.00004)",
                "+0.002 % (-0.001 % to +0.004 %)",
            ),
            // Worse, and not by nothing.
            (ratio(0.999_998, [0.999_998; 2]), "0.999998", "-0.0002 %"),
            (
                ratio(infinite, [3.25, infinite]),
                "at least 3.250 (from 0)",
                "times at least 3.250 (from 0)",
            ),
            (ratio(infinite, [0.0, infinite]), "not known (from 0)", "times not known (from 0)"),
            (ratio(0.0, [0.0; 2]), "0.000", "-100.0 %"),
            (
                ratio(40.0, [3.25, infinite]),
                "40.000 (at least 3.250)",
                "times 40.000 (at least 3.250)",
            ),
            (
                difference(-1_234.0, [-1_300.0, -1_150.0]),
                "-1 234 (-1 300 to -1 150)",
                "-1 234 (-1 300 to -1 150)",
            ),
            (
                difference(0.47, [-0.1, 1.04]),
                "+0.470 (-0.100 to +1.040)",
                "+0.470 (-0.100 to +1.040)",
            ),
            (
                difference(0.217, [0.064, 0.371]).in_elo(),
                "+77 Elo (+22 to +135)",
                "+77 Elo (+22 Elo to +135 Elo)",
            ),
            (difference(-1.0, [-1.0, -0.5]).in_elo(), "at most -191 Elo", "at most -191 Elo"),
            (
                difference(0.9, [0.5, 1.0]).in_elo(),
                "+512 Elo (at least +191)",
                "+512 Elo (at least +191)",
            ),
        ] {
            assert_eq!(found.short_text(), short);
            assert_eq!(found.change(), change);
        }
        let gain = ratio(1.617, [0.98, 1.7]).gain();
        assert_eq!(gain, ("+61.7 %".to_owned(), Some(["-2.0 %", "+70.0 %"].map(str::to_owned))));
        assert_eq!(ratio(1.0, [1.0; 2]).gain().0, "0.0 %");
    }
}
