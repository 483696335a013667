//! Numbers as text for people.

/// The most decimals that are written.
const MOST_DECIMALS: usize = 12;
/// The smallest number of which these decimals show three digits or more.
const SMALLEST: f64 = 1e-10;

/// Rounds a number to an integer and separates its thousands by spaces: 1 234 567.
pub fn grouped(number: f64) -> String {
    grouped_fixed(number, 0)
}

/// Writes a number with some decimals and separates its thousands by spaces: 1 234.5; one beyond
/// 10¹⁶, or too small for `MOST_DECIMALS`, as a power of ten.
pub fn grouped_fixed(number: f64, decimals: usize) -> String {
    if !number.is_finite() || number.abs() >= 1e16 {
        return if number.is_finite() { format!("{number:.2e}") } else { infinite(number) };
    }
    if decimals >= MOST_DECIMALS && number.abs() < SMALLEST {
        return if number == 0.0 { "0".to_owned() } else { format!("{number:.2e}") };
    }
    let mut text = fixed(number, decimals);
    let (first, end) = (1 + usize::from(number < 0.0), text.find('.').unwrap_or(text.len()));
    for place in (first..end).rev().filter(|place| (end - place).is_multiple_of(3)) {
        text.insert(place, ' ');
    }
    text
}

/// The word for what is not finite.
fn infinite(number: f64) -> String {
    let word = if number.is_nan() { "not known" } else { "infinite" };
    if number < 0.0 { format!("-{word}") } else { word.to_owned() }
}

/// The decimals, `fewest` at least, with which a number shows three significant digits and the
/// ends of its interval differ as texts, unless they are equal.
pub fn decimals(number: f64, interval: Option<[f64; 2]>, fewest: usize) -> usize {
    let [low, high] = interval.unwrap_or([number; 2]);
    let size = [number, low, high].map(f64::abs).into_iter().find(|&size| size > 0.0);
    let places = size.map_or(0.0, |size| 2.0 - size.log10().floor());
    let enough = if places.is_finite() { places.clamp(0.0, MOST_DECIMALS as f64) } else { 0.0 };
    apart([low, high], fewest.max(enough as usize))
}

/// The decimals, `fewest` at least, with which two numbers differ as texts, unless they are equal.
pub fn apart([low, high]: [f64; 2], fewest: usize) -> usize {
    let mut places = fewest..MOST_DECIMALS;
    let is_apart = |places: &usize| low >= high || fixed(low, *places) != fixed(high, *places);
    places.find(is_apart).unwrap_or(fewest.max(MOST_DECIMALS))
}

/// Writes a score with the digits that it carries, three significant ones at least: 12 345, 0.470.
pub fn score(number: f64) -> String {
    grouped_fixed(number, decimals(number, None, 0))
}

/// Writes a number with some decimals; one that rounds to zero has no minus: 0.000, not -0.000.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| "0.".contains(digit)) => digits.to_owned(),
        _ => text,
    }
}

/// Writes a share as a percentage with one decimal: 12.3 %.
pub fn percent(share: f64) -> String {
    grouped_fixed(100.0 * share, 1) + " %"
}

/// Writes what may be unknown.
pub fn known<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or("-".to_owned(), write)
}

/// Formats a number of things: `1 thread`, `20 000 games`.
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{} {}", grouped(number as f64), things(number, thing))
}

/// The word for so many things: `thread` for 1, else `threads`.
pub fn things(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_minus() {
        for (number, decimals, expected) in [
            (-0.0004, 3, "0.000"),
            (-0.0, 0, "0"),
            (-0.4, 0, "0"),
            (-0.6, 0, "-1"),
            (-0.0006, 3, "-0.001"),
            (0.0004, 3, "0.000"),
            (-1.25, 1, "-1.2"),
        ] {
            assert_eq!(fixed(number, decimals), expected);
        }
        assert_eq!(grouped(-0.4), "0");
        assert_eq!(grouped(999.6), "1 000");
        assert_eq!(grouped(-1_234_567.0), "-1 234 567");
    }

    #[test]
    fn scores_have_three_significant_digits_and_intervals_two_ends() {
        for (number, expected) in [
            (12_345.4, "12 345"),
            (-150.2, "-150"),
            (0.47, "0.470"),
            (-12.345, "-12.3"),
            (0.0, "0"),
            (0.001_234, "0.00123"),
            (3e18, "3.00e18"),
            (0.000_000_995, "0.000000995"),
            (9.951e-12, "9.95e-12"),
            (-1.2e-90, "-1.20e-90"),
            (f64::INFINITY, "infinite"),
        ] {
            assert_eq!(score(number), expected);
        }
        assert_eq!(grouped_fixed(-1_234.56, 1), "-1 234.6");
        assert_eq!(decimals(1_047.0, Some([1_046.9, 1_047.2]), 0), 1);
        assert_eq!(decimals(1_047.0, Some([1_047.0; 2]), 0), 0);
        assert_eq!(decimals(0.0, Some([-0.3, 0.4]), 0), 3);
        assert_eq!(decimals(1.5, Some([1.4, 1.6]), 3), 3);
    }
}
