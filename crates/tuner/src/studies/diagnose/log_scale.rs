//! The logarithmic scale of mean scores, on which higher is better.

/// The scale of scores of one sign. Negative ones are those of a search for low
/// scores, with the opposite sign; so are their logarithms.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogScale {
    sign: f64,
}

impl LogScale {
    /// Returns the scale on which a mean lies.
    pub(super) fn of(mean: f64) -> Self {
        Self { sign: if mean < 0.0 { -1.0 } else { 1.0 } }
    }

    /// Whether a mean lies on the scale: it has the sign and is not 0.
    pub(super) fn contains(self, mean: f64) -> bool {
        self.sign * mean > 0.0
    }

    /// Returns the place of a mean on the scale. `relative_variance` is the
    /// variance of its error divided by its square: the logarithm of a mean is too
    /// low by half of that on average.
    pub(super) fn log(self, mean: f64, relative_variance: f64) -> f64 {
        self.sign * (libm::log(self.sign * mean) + relative_variance / 2.0)
    }

    /// Returns the share by which the mean square of deviations above the median exceeds their `variance`.
    ///
    /// Gamma-distributed means have logarithms of skewness -√variance; a skewness γ makes the squares
    /// above the median larger by γ/3 · E |Z|³ = γ/3 · √(8/π), where Z is standard normal (the
    /// first term of Cornish and Fisher 1938).
    pub(super) fn excess_above(self, variance: f64) -> f64 {
        -self.sign * variance.sqrt() * (8.0 / std::f64::consts::PI).sqrt() / 3.0
    }

    /// Returns the mean at a place on the scale.
    pub(super) fn exp(self, log: f64) -> f64 {
        self.sign * libm::exp(self.sign * log)
    }
}
