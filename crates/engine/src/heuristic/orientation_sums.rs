//! Sums for the eight orientations of a matrix at once: see [`super::matrix_tables`].

use wide::f32x4;

/// One sum for each orientation.
pub(super) type Sums = [f32; 8];

#[inline(always)]
pub(super) fn plus(a: Sums, b: Sums) -> Sums {
    std::array::from_fn(|lane| a[lane] + b[lane])
}

/// The sums with the upright and the upside-down orientations swapped.
#[inline(always)]
pub(super) fn upside_down(sums: Sums) -> Sums {
    std::array::from_fn(|lane| sums[lane ^ 2])
}

/// The largest of the sums, none of which is NaN.
#[inline(always)]
pub(super) fn largest(sums: Sums) -> f32 {
    largest_of_each(sums, sums, sums, sums).to_array()[0]
}

/// The largest of eight sums, for each of four boards; none is NaN.
#[inline(always)]
pub(super) fn largest_of_each(a: Sums, b: Sums, c: Sums, d: Sums) -> f32x4 {
    // Each of three rounds halves the number of sums.
    let fold = |s: Sums| {
        f32x4::new([s[0], s[1], s[2], s[3]])
            .fast_max(f32x4::new([s[4], s[5], s[6], s[7]]))
            .to_array()
    };
    let [a, b, c, d] = [fold(a), fold(b), fold(c), fold(d)];
    let ab = f32x4::new([a[0], a[1], b[0], b[1]])
        .fast_max(f32x4::new([a[2], a[3], b[2], b[3]]))
        .to_array();
    let cd = f32x4::new([c[0], c[1], d[0], d[1]])
        .fast_max(f32x4::new([c[2], c[3], d[2], d[3]]))
        .to_array();
    f32x4::new([ab[0], ab[2], cd[0], cd[2]]).fast_max(f32x4::new([ab[1], ab[3], cd[1], cd[3]]))
}
