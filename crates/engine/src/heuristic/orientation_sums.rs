//! Sums for the eight orientations of a matrix at once: see [`super::corner_matrix`].

use super::lanes::Lanes;

/// One sum per orientation.
pub(super) type Sums = [f32; 8];

#[inline(always)]
pub(super) fn plus(a: Sums, b: Sums) -> Sums {
    std::array::from_fn(|lane| a[lane] + b[lane])
}

/// The sums with upright and upside down swapped.
#[inline(always)]
pub(super) fn upside_down(sums: Sums) -> Sums {
    std::array::from_fn(|lane| sums[lane ^ 2])
}

/// The largest of the sums, none of which is NaN.
#[inline(always)]
pub(super) fn largest(sums: Sums) -> f32 {
    largest_of_each(sums, sums, sums, sums).get()[0]
}

/// The largest of each of four times eight sums, none of which is NaN.
#[inline(always)]
pub(super) fn largest_of_each(a: Sums, b: Sums, c: Sums, d: Sums) -> Lanes {
    // Three rounds that halve, two times eight sums in one go where possible.
    let fold = |s: Sums| {
        Lanes::new([s[0], s[1], s[2], s[3]])
            .larger(Lanes::new([s[4], s[5], s[6], s[7]]))
            .get()
    };
    let [a, b, c, d] = [fold(a), fold(b), fold(c), fold(d)];
    let ab = Lanes::new([a[0], a[1], b[0], b[1]])
        .larger(Lanes::new([a[2], a[3], b[2], b[3]]))
        .get();
    let cd = Lanes::new([c[0], c[1], d[0], d[1]])
        .larger(Lanes::new([c[2], c[3], d[2], d[3]]))
        .get();
    Lanes::new([ab[0], ab[2], cd[0], cd[2]]).larger(Lanes::new([ab[1], ab[3], cd[1], cd[3]]))
}
