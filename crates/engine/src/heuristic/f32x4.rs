//! Four numbers side by side, in one register.

use wide::f32x4;

/// Four numbers in single precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x4(f32x4);

impl F32x4 {
    #[inline(always)]
    pub(crate) fn new(numbers: [f32; 4]) -> Self {
        Self(f32x4::new(numbers))
    }

    /// Two numbers, then the same two again.
    #[inline(always)]
    pub(crate) fn twice([a, b]: [f32; 2]) -> Self {
        Self::new([a, b, a, b])
    }

    #[inline(always)]
    pub(crate) fn get(self) -> [f32; 4] {
        self.0.to_array()
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The larger number of each lane; none may be NaN.
    #[inline(always)]
    pub(crate) fn larger(self, other: Self) -> Self {
        Self(self.0.fast_max(other.0))
    }

    /// The lanes whose numbers are at least those of another register, one bit each.
    #[inline(always)]
    pub(crate) fn at_least(self, other: Self) -> u64 {
        u64::from(self.0.simd_ge(other.0).to_bitmask())
    }

    /// The numbers with neighbours swapped: of lanes 0 and 1, and of lanes 2 and 3.
    #[inline(always)]
    pub(crate) fn swapped(self) -> Self {
        let [a, b, c, d] = self.get();
        Self::new([b, a, d, c])
    }
}
