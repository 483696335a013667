//! Uniform and normal random numbers whose values do not depend on the release of a library.

use rand::RngCore;

/// The distance between neighbouring values of [`unit()`].
const STEP: f64 = 1.0 / (1_u64 << 53) as f64;

/// Draws one `u64` and returns its upper 53 bits as a fraction: a multiple of 2^-53 in `[0, 1)`.
pub(crate) fn unit(generator: &mut impl RngCore) -> f64 {
    (generator.next_u64() >> 11) as f64 * STEP
}

/// Draws a point of the cube, first coordinate first.
pub(crate) fn point(generator: &mut impl RngCore, dimensions: usize) -> Vec<f64> {
    (0..dimensions).map(|_| unit(generator)).collect()
}

/// Draws `count` standard normal numbers in pairs, each from two draws.
///
/// Box & Muller, "A Note on the Generation of Random Normal Deviates", Ann. Math. Stat. 29 (1958), 610-611.
pub(crate) fn normals(generator: &mut impl RngCore, count: usize) -> Vec<f64> {
    let mut numbers = Vec::with_capacity(count + 1);
    while numbers.len() < count {
        // In (0, 1], where the logarithm is finite.
        let radius = (-2.0 * libm::log(1.0 - unit(generator))).sqrt();
        let angle = std::f64::consts::TAU * unit(generator);
        numbers.extend([radius * libm::cos(angle), radius * libm::sin(angle)]);
    }
    numbers.truncate(count);
    numbers
}
