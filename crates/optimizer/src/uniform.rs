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

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator that always returns the same number.
    struct Constant(u64);

    impl RngCore for Constant {
        fn next_u32(&mut self) -> u32 {
            unreachable!("only 64-bit numbers are drawn")
        }

        fn next_u64(&mut self) -> u64 {
            self.0
        }

        fn fill_bytes(&mut self, _: &mut [u8]) {
            unreachable!("only 64-bit numbers are drawn")
        }
    }

    #[test]
    fn the_upper_bits_are_the_fraction() {
        assert_eq!(unit(&mut Constant(0)).to_bits(), 0.0_f64.to_bits());
        assert_eq!(unit(&mut Constant(1 << 63)).to_bits(), 0.5_f64.to_bits());
        assert_eq!(
            unit(&mut Constant(u64::MAX)).to_bits(),
            (1.0 - STEP).to_bits()
        );
        assert_eq!(point(&mut Constant(1 << 62), 2), [0.25, 0.25]);
    }
}
