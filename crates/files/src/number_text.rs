//! Numbers as text for people.

/// Rounds a number to an integer and separates its thousands by spaces: 1 234 567.
pub fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut text = String::from(if number <= -0.5 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Writes a number with some decimals; one that rounds to zero has no minus: 0.000, not -0.000.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| "0.".contains(digit)) => digits.to_owned(),
        _ => text,
    }
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
}
