//! Search for a bound by halving.

/// Returns the smallest number in `from..=to` that is enough, if there is one and larger ones
/// always are.
pub(crate) fn smallest(from: u64, to: u64, is_enough: impl Fn(u64) -> bool) -> Option<u64> {
    if !is_enough(to) {
        return None;
    }
    let (mut few, mut enough) = (from.saturating_sub(1), to);
    while few + 1 < enough {
        let middle = few.midpoint(enough);
        let bound = if is_enough(middle) { &mut enough } else { &mut few };
        *bound = middle;
    }
    Some(enough)
}

/// Halves an interval so many times, each time to the upper half if the bound is above its middle.
pub(super) fn halved(
    [mut low, mut high]: [f64; 2],
    times: u32,
    is_above: impl Fn(f64) -> bool,
) -> [f64; 2] {
    for _ in 0..times {
        let middle = f64::midpoint(low, high);
        *(if is_above(middle) { &mut low } else { &mut high }) = middle;
    }
    [low, high]
}
