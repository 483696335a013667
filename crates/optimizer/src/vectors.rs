//! Arithmetic on vectors, summed in index order: the same bits on every processor.

/// Returns the scalar product over the length of the shorter slice.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the Euclidean length.
pub(crate) fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Adds `factor * what` to `to`.
pub(crate) fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += factor * what;
    }
}

/// Multiplies every element by `factor`.
pub(crate) fn scale(what: &mut [f64], factor: f64) {
    for x in what {
        *x *= factor;
    }
}
