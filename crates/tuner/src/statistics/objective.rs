//! What a campaign maximises or minimises, and the effect between two players in terms of it.

use serde::{Deserialize, Serialize};

use super::descriptive::{correlation, mean, median};
use super::effect::{Effect, Estimate};
use super::interval::{Interval, median_interval};
use super::one_look::combined;
use super::two_means::TwoMeans;
use tune2048_engine::game::GameResult;

/// The statistic of a batch of games that a campaign maximises or minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The mean score.
    #[default]
    MeanScore,
    /// The mean of the logarithm of the score.
    MeanLogScore,
    /// The median score.
    MedianScore,
    /// The share of games that reach this tile, given by its face value.
    TileShare(u32),
}

impl Objective {
    /// Returns what a game counts: the objective is the mean of that, or the median.
    pub fn value(self, game: &GameResult) -> f64 {
        let score = game.score.get();
        match self {
            // A game can end without a point.
            Self::MeanLogScore => libm::log1p(score.abs()).copysign(score),
            Self::TileShare(tile) => f64::from(u8::from(game.largest_tile >= tile)),
            Self::MeanScore | Self::MedianScore => score,
        }
    }

    /// Returns what games count, in their order.
    pub fn values(self, games: &[GameResult]) -> Vec<f64> {
        games.iter().map(|game| self.value(game)).collect()
    }

    /// Returns the effect of the games `of` over `to`, which are paired by common seeds, on this
    /// objective, with an interval for one look.
    ///
    /// The ratio of a mean of logarithms is that of the geometric means. Medians have the intervals of
    /// order statistics, combined as `combined` does. `None` as for [`Effect::of_pairs`], and for
    /// medians of so few games that these have no interval.
    pub fn of_pairs(
        self,
        effect: Effect,
        of: &[GameResult],
        to: &[GameResult],
        confidence: f64,
    ) -> Option<Estimate> {
        let (of, to) = (self.values(of), self.values(to));
        let effect = self.definite(effect, [&to, &of]);
        match (self, effect) {
            (Self::MeanLogScore, Effect::Ratio) => {
                let found = Effect::Difference.of_pairs(&of, &to, confidence)?;
                let interval = found.interval.map(libm::exp);
                Some(Estimate { effect, value: libm::exp(found.value), interval })
            }
            (Self::MedianScore, _) => medians(effect, &of, &to, confidence),
            _ => effect.of_pairs(&of, &to, confidence),
        }
    }

    /// Returns the effect, or the difference in place of a ratio of which a side is negative.
    fn definite(self, effect: Effect, sides: [&[f64]; 2]) -> Effect {
        let is_negative = |values: &[f64]| match self {
            Self::MedianScore => median(values) < 0.0,
            Self::MeanLogScore => values.iter().any(|&value| value < 0.0),
            Self::MeanScore | Self::TileShare(_) => mean(values) < 0.0,
        };
        if sides.into_iter().any(is_negative) { Effect::Difference } else { effect }
    }

    /// Returns the means of what games count, and the effect whose interval follows from them: of the
    /// ratio of geometric means the difference of the logarithms. `None` for medians.
    pub(crate) fn two_means(
        self,
        effect: Effect,
        of: &[GameResult],
        to: &[GameResult],
    ) -> Option<(TwoMeans, Effect)> {
        let (of, to) = (self.values(of), self.values(to));
        let effect = match self {
            Self::MedianScore => return None,
            Self::MeanLogScore => Effect::Difference,
            Self::MeanScore | Self::TileShare(_) => self.definite(effect, [&to, &of]),
        };
        Some((TwoMeans::of_pairs(&to, &of)?, effect))
    }
}

/// Returns the effect of two medians.
fn medians(effect: Effect, of: &[f64], to: &[f64], confidence: f64) -> Option<Estimate> {
    let medians = [to, of].map(median);
    if effect == Effect::Ratio && medians.iter().all(|&median| median == 0.0) {
        return None;
    }
    let intervals = [to, of].map(|side| median_interval(side, confidence));
    // What two medians on common seeds have in common is how often both scores are above theirs.
    let above = |side: &[f64], median: f64| -> Vec<f64> {
        let place = |score: &f64| f64::from(score.total_cmp(&median) as i8);
        side.iter().map(place).collect()
    };
    let [a, b] = medians;
    let shared = correlation(&above(to, a), &above(of, b)).unwrap_or(0.0);
    let [of_a, of_b]: [Interval; 2] = [intervals[0]?, intervals[1]?];
    Some(combined(effect, medians, [of_a, of_b], shared))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(scores: impl IntoIterator<Item = f64>) -> Vec<GameResult> {
        let game = |score| GameResult {
            score: tune2048_engine::game::Score::new(score).unwrap(),
            largest_tile: if score > 100.0 { 512 } else { 64 },
            ..GameResult::default()
        };
        scores.into_iter().map(game).collect()
    }

    /// The median rises from 38 to 80 while a few high scores are gone, and the mean with them.
    #[test]
    fn a_campaign_is_judged_by_what_it_asked_for() {
        let start = games(
            (0..100).map(|game| if game % 10 == 9 { 5e3 } else { 33.0 + f64::from(game % 10) }),
        );
        let tuned = games((0..100).map(|game| 75.0 + f64::from(game % 11)));
        let found = |objective: Objective, effect| objective.of_pairs(effect, &tuned, &start, 0.95);
        let mean = found(Objective::MeanScore, Effect::Ratio).unwrap();
        assert!(mean.value < 0.2 && mean.interval.high < 1.0, "{mean:?}");
        let median = found(Objective::MedianScore, Effect::Ratio).unwrap();
        assert!(
            (median.value - 80.0 / 37.5).abs() < 1e-12 && median.interval.low > 1.9,
            "{median:?}"
        );
        let points = found(Objective::MedianScore, Effect::Difference).unwrap();
        assert!((points.value - 42.5).abs() < 1e-12 && points.interval.low > 38.0, "{points:?}");
        let geometric = found(Objective::MeanLogScore, Effect::Ratio).unwrap();
        let ratio = 81.0 / (38.0_f64.powf(0.9) * 5001_f64.powf(0.1));
        assert!((geometric.value / ratio - 1.0).abs() < 0.01, "{geometric:?} {ratio}");
        let share = found(Objective::TileShare(512), Effect::Difference).unwrap();
        assert!((share.value + 0.1).abs() < 1e-12 && share.interval.high < 0.0, "{share:?}");
        let few = |objective: Objective| {
            objective.of_pairs(Effect::Ratio, &tuned[..5], &start[..5], 0.95)
        };
        assert_eq!(few(Objective::MedianScore), None);
        assert!(few(Objective::MeanScore).is_some());
    }
}
