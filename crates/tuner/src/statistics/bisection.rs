//! Search for a bound in whole numbers.

/// Returns the smallest number in `from..=to` that is enough, if there is one and larger ones
/// always are.
pub(super) fn smallest(from: u64, to: u64, is_enough: impl Fn(u64) -> bool) -> Option<u64> {
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
