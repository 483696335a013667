//! Bounds that keep every value finite, whatever finite weights are given.

/// The largest value of a row, an entry of a matrix or a term of the board: sums of such
/// values stay finite in single precision.
pub(super) const MAX_VALUE: f64 = 1e30;

/// The largest power or product on the way to a value: far enough from infinity that no
/// difference of two of them is undefined.
pub(super) const MAX_TERM: f64 = 1e300;

/// The value, cut to `-limit..=limit`.
pub(super) fn limited(value: f64, limit: f64) -> f64 {
    value.clamp(-limit, limit)
}
