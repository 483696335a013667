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
