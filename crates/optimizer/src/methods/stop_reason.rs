//! Why the distribution of a search cannot be sampled any more, in words for people who tune: appendix B.3 of Hansen's
//! tutorial.

/// The covariance has no inverse.
pub(super) const FLAT: &str = "it has settled, without any spread left along some weights";

/// The condition number of the covariance is above 1e14.
pub(super) const NARROW: &str =
    "it has settled: along some weights its spread is ten million times smaller than along others";

/// The steps do not change the mean.
pub(super) const CONVERGED: &str = "it has settled: its steps are too small to move its mean";

/// The steps have grown 1e8-fold.
pub(super) const ENDLESS: &str =
    "its steps have grown a hundred million times, as if no weights were best";
