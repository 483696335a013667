//! Four numbers side by side, for the compiler to keep in one register.

/// Four numbers.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Lanes(pub(crate) [f32; 4]);

impl Lanes {
    #[inline(always)]
    pub(crate) fn new(lanes: [f32; 4]) -> Self {
        Self(lanes)
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }

    /// The larger ones; none may be NaN.
    #[inline(always)]
    pub(crate) fn larger(self, other: Self) -> Self {
        let larger = |a, b| if a > b { a } else { b };
        Self(std::array::from_fn(|lane| {
            larger(self.0[lane], other.0[lane])
        }))
    }

    /// Neighbours swapped.
    #[inline(always)]
    pub(crate) fn swapped(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, a, d, c])
    }
}
