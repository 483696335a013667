//! Four numbers side by side, in one register.

use wide::f32x4;

/// Four numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x4(f32x4);

impl F32x4 {
    #[inline(always)]
    pub(crate) fn new(f32x4: [f32; 4]) -> Self {
        Self(f32x4::new(f32x4))
    }

    /// Two numbers, and the same again.
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

    /// The larger ones; none may be NaN.
    #[inline(always)]
    pub(crate) fn larger(self, other: Self) -> Self {
        Self(self.0.fast_max(other.0))
    }

    /// Neighbours swapped.
    #[inline(always)]
    pub(crate) fn swapped(self) -> Self {
        let [a, b, c, d] = self.get();
        Self::new([b, a, d, c])
    }
}
