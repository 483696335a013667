//! The intraclass correlation of measured means: the share of their variance
//! that is due to the candidates, by a one-way random-effects analysis of variance.

use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use crate::statistics::Interval;
use crate::studies::diagnose::Block;

/// Sums of squares between candidates and within their games, of one block or of several pooled blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Variation {
    /// The sum of squares between the candidates of a block, weighted by their games.
    pub between: f64,
    /// The degrees of freedom of `between`.
    pub between_degrees: f64,
    /// The sum of squares within candidates.
    pub within: f64,
    /// The degrees of freedom of `within`.
    pub within_degrees: f64,
    /// The effective number of games per candidate, times `between_degrees`.
    weighted_games: f64,
}

/// The reliability of a ranking: the share of the variance of measured means that is due to the candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reliability {
    /// The estimate 1 - 1/F: 1 without noise, and below 0 if the candidates differ by less than
    /// noise alone would explain.
    pub value: f64,
    /// The 95 % interval of ICC(1, k) (Shrout and Fleiss 1979).
    pub interval: Interval,
    /// The effective number of games per candidate.
    pub games: f64,
}

impl Variation {
    /// Computes the variation of one block; none of a candidate alone, whose luck may be that of its seeds.
    pub fn of(block: &Block) -> Self {
        let candidates = &block.candidates;
        if candidates.len() < 2 {
            return Self::default();
        }
        let games: f64 = candidates.iter().map(|c| f64::from(c.games)).sum();
        let squares: f64 = candidates.iter().map(|c| f64::from(c.games).powi(2)).sum();
        let mean = block.mean();
        let between = candidates.iter().map(|c| f64::from(c.games) * (c.mean - mean).powi(2));
        let within = candidates.iter().map(|c| c.freedom * c.deviation.unwrap_or(0.0).powi(2));
        Self {
            between: between.sum(),
            between_degrees: candidates.len() as f64 - 1.0,
            within: within.sum(),
            within_degrees: candidates.iter().map(|c| c.freedom).sum(),
            weighted_games: games - squares / games,
        }
    }

    /// Pools the variations of blocks, each about its own mean.
    pub fn pooled<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> Self {
        blocks.into_iter().map(Self::of).fold(Self::default(), Self::and)
    }

    /// Pools two variations, each about the means of its own blocks.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            between: self.between + other.between,
            between_degrees: self.between_degrees + other.between_degrees,
            within: self.within + other.within,
            within_degrees: self.within_degrees + other.within_degrees,
            weighted_games: self.weighted_games + other.weighted_games,
        }
    }

    /// Returns the variance between the measured means of candidates, times their games.
    pub fn mean_square_between(&self) -> f64 {
        self.between / self.between_degrees
    }

    /// Returns the variance of single games of one candidate.
    pub fn mean_square_within(&self) -> f64 {
        self.within / self.within_degrees
    }

    /// Returns the effective number of games per candidate.
    pub fn games(&self) -> f64 {
        self.weighted_games / self.between_degrees
    }

    /// Returns the ratio F of the mean squares and its distribution if the
    /// candidates are equal; `None` for a single candidate, for single games of all
    /// candidates, or without any variation.
    fn ratio(&self) -> Option<(f64, FisherSnedecor)> {
        if self.between_degrees < 1.0 || self.within_degrees < 1.0 {
            return None;
        }
        let ratio = self.mean_square_between() / self.mean_square_within();
        let distribution = FisherSnedecor::new(self.between_degrees, self.within_degrees).ok()?;
        (!ratio.is_nan()).then_some((ratio, distribution))
    }

    /// Whether candidates differ by less than independent games of equal ones do, with p < 0.1 %.
    pub(super) fn is_too_small(&self) -> bool {
        self.ratio().is_some_and(|(ratio, distribution)| distribution.cdf(ratio) < 0.001)
    }

    /// Returns the reliability of the ranking; `None` for a single candidate, for
    /// single games of all candidates, or without any variation.
    pub fn reliability(&self) -> Option<Reliability> {
        let (ratio, distribution) = self.ratio()?;
        let at = |quantile: f64| 1.0 - quantile / ratio;
        let [low, high] = [0.975, 0.025].map(|share| at(distribution.inverse_cdf(share)));
        let interval = Interval { low, high };
        Some(Reliability { value: at(1.0), interval, games: self.games() })
    }
}

impl Reliability {
    /// Returns the number of games per candidate that gives a reliability
    /// (Spearman and Brown 1910); `None` if the estimate is not above 0.
    pub fn games_for(&self, reliability: f64) -> Option<f64> {
        let odds = |share: f64| share / (1.0 - share);
        let games = self.games * odds(reliability) / odds(self.value);
        (self.value > 0.0).then_some(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::diagnose::tests::{RATINGS, block};

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found}, expected {expected}");
    }

    /// The example of Shrout and Fleiss 1979, table 2: six targets with four
    /// ratings each, mean squares 11.24 and 6.26, ICC(1, 1) = 0.17 and ICC(1, 4) = 0.44.
    #[test]
    fn the_published_example() {
        let variation = Variation::of(&block(&RATINGS));
        assert!((variation.mean_square_between() - 11.24).abs() < 0.005);
        assert!((variation.mean_square_within() - 6.26).abs() < 0.005);
        close(variation.games(), 4.0);
        let found = variation.reliability().unwrap();
        assert!((found.value - 0.44).abs() < 0.005, "{found:?}");
        // A printed table gives F(0.975; 5, 18) = 3.3820.
        let ratio = variation.mean_square_between() / variation.mean_square_within();
        close(found.interval.low, 1.0 - 3.3820 / ratio);
        // One rating has the reliability r / (r + 4 (1 - r)) = 0.17, where r = 0.44.
        let single = 0.1657;
        assert!((found.games_for(single).unwrap() - 1.0).abs() < 0.01);
    }

    #[test]
    fn pooling_adds_the_variation_of_each_block_about_its_own_mean() {
        let low = block(&[[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]]);
        let high = block(&[[101.0, 102.0, 103.0], [103.0, 104.0, 105.0]]);
        let alone = Variation::of(&low);
        let pooled = alone.and(Variation::of(&high));
        close(pooled.mean_square_between(), alone.mean_square_between());
        close(pooled.mean_square_within(), alone.mean_square_within());
        close(pooled.games(), 3.0);
        let [one, two] = [alone, pooled].map(|v| v.reliability().unwrap());
        close(one.value, two.value);
        assert!(two.interval.low > one.interval.low, "more data");
    }

    #[test]
    fn samples_without_variation_or_degrees_have_no_reliability() {
        assert_eq!(Variation::of(&block(&[[1.0, 2.0]])).reliability(), None);
        assert_eq!(Variation::of(&block(&[[1.0], [2.0]])).reliability(), None);
        let alike = block(&[[5.0, 5.0], [5.0, 5.0]]);
        assert_eq!(Variation::of(&alike).reliability(), None);
        let sure = Variation::of(&block(&[[5.0, 5.0], [6.0, 6.0]]));
        close(sure.reliability().unwrap().value, 1.0);
    }
}
