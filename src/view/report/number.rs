//! Formatting of numbers for readers.

use std::time::Duration;

/// Text for an unknown number.
pub(super) const UNKNOWN: &str = "–";

/// Formats a number with `places` decimals for a page.
///
/// It has a true minus sign, and non-breaking spaces between thousands.
pub(super) fn fixed(number: f64, places: usize) -> String {
    if !number.is_finite() {
        return UNKNOWN.to_owned();
    }
    let text = format!("{:.places$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if number < 0.0 && !is_zero {
        "\u{2212}"
    } else {
        ""
    };
    let mut digits = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            digits.push('\u{202f}');
        }
        digits.push(digit);
    }
    format!("{sign}{digits}{rest}")
}

/// Formats a number without decimals for a page.
pub(super) fn whole(number: f64) -> String {
    fixed(number, 0)
}

/// Formats a count for a page.
pub(super) fn count(number: impl TryInto<u64>) -> String {
    number.try_into().map_or(UNKNOWN.to_owned(), |number| {
        // Exact below 2^53, more than any count of games.
        fixed(number as f64, 0)
    })
}

/// Formats a number to `digits` significant digits, but always with its whole integer part.
pub(super) fn significant(number: f64, digits: i32) -> String {
    if number.abs() < 1e-300 {
        return "0".to_owned();
    }
    let magnitude = number.abs().log10().floor();
    if !(-6.0..15.0).contains(&magnitude) {
        let places = digits.saturating_sub(1).max(0) as usize;
        return format!("{number:.places$e}").replace('-', "\u{2212}");
    }
    let places = (f64::from(digits) - 1.0 - magnitude).clamp(0.0, 12.0) as usize;
    let text = fixed(number, places);
    if text.contains('.') {
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return text.to_owned();
    }
    text
}

/// Formats a weight.
pub(super) fn weight(number: f64) -> String {
    significant(number, 5)
}

/// Formats a share as a percentage with one decimal.
pub(super) fn percent(share: f64) -> String {
    unit(fixed(100.0 * share, 1))
}

/// Formats a relative change as a percentage with its sign.
pub(super) fn change(change: f64) -> String {
    let text = percent(change);
    if change > 0.0 && !text.starts_with("0.0") {
        format!("+{text}")
    } else {
        text
    }
}

fn unit(text: String) -> String {
    if text == UNKNOWN {
        text
    } else {
        text + "\u{202f}%"
    }
}

/// Formats an interval: `a to b`.
pub(super) fn range(low: f64, high: f64, write: impl Fn(f64) -> String) -> String {
    format!("{} to {}", write(low), write(high))
}

/// Formats seconds: `8 s`, `1 min 20 s`, `3 h 05 min`.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}

/// Formats a time as hours, minutes and seconds: `00:01:04`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_a_page() {
        assert_eq!(fixed(1_234_567.25, 1), "1\u{202f}234\u{202f}567.2");
        assert_eq!(fixed(-1234.0, 0), "\u{2212}1\u{202f}234");
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(f64::NAN, 1), "–");
        assert_eq!(weight(200_000.0), "200\u{202f}000");
        assert_eq!(weight(2.296_511), "2.2965");
        assert_eq!(weight(0.5), "0.5");
        assert_eq!(weight(0.0), "0");
        assert_eq!(weight(1.5e-9), "1.5000e\u{2212}9");
        assert_eq!(change(0.617), "+61.7\u{202f}%");
        assert_eq!(change(-0.02), "\u{2212}2.0\u{202f}%");
        assert_eq!(change(0.0001), "0.0\u{202f}%");
    }
}
