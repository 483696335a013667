//! Elo: the strength that a share of the points against an opponent stands for.
//!
//! Elo, "The Rating of Chessplayers, Past and Present", 1978: 400 points of rating are a factor of ten in the odds.

/// Returns the rating over the opponent's that gives a share of the points on average; infinite where one side gets
/// them all.
pub fn elo(share: f64) -> f64 {
    400.0 * libm::log10(share.clamp(0.0, 1.0) / (1.0 - share.clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of thumb of ratings: 76 % of the points are 200, and ten to one are 400.
    #[test]
    fn shares_are_ratings() {
        assert!(elo(0.5).abs() < 1e-12);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo(0.76) - 200.0).abs() < 1.0);
        assert!(elo(0.0).is_infinite() && elo(0.0) < 0.0 && elo(1.0).is_infinite());
    }
}
