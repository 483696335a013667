//! Numbers of things as people write them: `5000`, `10k`, `1.5M`, `200_000`.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Reads a number of things: a whole one after `k` or `M` have become thousands or millions.
pub(crate) fn count(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "");
    let units = [('k', 1e3), ('K', 1e3), ('m', 1e6), ('M', 1e6)];
    let unit = units.into_iter().find(|(unit, _)| text.ends_with(*unit));
    let Some((_, unit)) = unit else { return text.parse().ok() };
    let number: f64 = text[..text.len() - 1].parse().ok()?;
    let product = (number * unit).round();
    // Below 2^53 all whole numbers are exact.
    let is_whole = (number * unit - product).abs() < 1e-6 && (0.0..9e15).contains(&product);
    is_whole.then_some(product as u64)
}

/// Reads a number of things in a range.
pub(crate) fn count_in<T: Copy + Display + PartialOrd + TryFrom<u64>>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = count(text).and_then(|number| T::try_from(number).ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        format!("expected {} to {}, such as 5000, 10k or 2M", range.start(), range.end())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_units() {
        for (text, number) in [
            ("5000", 5000),
            ("10k", 10_000),
            ("1.5M", 1_500_000),
            ("200_000", 200_000),
            ("0.5K", 500),
        ] {
            assert_eq!(count(text), Some(number), "{text}");
        }
        for text in ["", "k", "-1k", "1.2345k", "1e3", "ten", "5 k", "99999999999M"] {
            assert_eq!(count(text), None, "{text}");
        }
        assert_eq!(count_in("4k", 1..=5000_u32), Ok(4000));
        assert!(count_in("6k", 1..=5000_u32).is_err());
    }
}
