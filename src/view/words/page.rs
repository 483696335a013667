//! Numbers of reports, and how a page sets them: with narrow spaces that do not break.

use maud::{Markup, html};
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::words::{grouped, grouped_fixed, score_interval, signed};
pub(crate) use tune2048_tuner::words::{known, percent};

/// Formats a count.
pub(crate) fn count(number: impl TryInto<u64>) -> String {
    // Exact below 2^53, more than any count of games.
    known(number.try_into().ok(), |number: u64| grouped(number as f64))
}

/// Formats the interval of a score with decimals that tell its ends apart.
pub(crate) fn score_range(interval: Interval) -> String {
    let [_, ends] = score_interval(interval.low, Some(interval));
    ends
}

/// Returns a text whose commands stand between backticks.
pub(crate) fn with_code(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (typeset(part)) }
        }
    }
}

/// Digits of a weight.
const DIGITS: usize = 5;

/// Formats a weight to five significant digits, but always with its whole integer part.
pub(crate) fn weight(number: f64) -> String {
    if number.abs() < 1e-300 {
        return "0".to_owned();
    }
    let magnitude = number.abs().log10().floor();
    if !(-6.0..15.0).contains(&magnitude) {
        return format!("{number:.places$e}", places = DIGITS - 1);
    }
    let places = (DIGITS as f64 - 1.0 - magnitude).clamp(0.0, 12.0) as usize;
    let text = grouped_fixed(number, places);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Formats the value of the weight at an index: a number, or the word for it.
pub(crate) fn weight_text(weights: &Configuration, index: usize) -> String {
    weights.word(index).unwrap_or_else(|| weight(weights.values[index]))
}

/// Formats a relative change as a percentage with its sign.
pub(crate) fn change(change: f64) -> String {
    signed(100.0 * change, 1) + " %"
}

/// Formats the change of a weight from its start, relative to the size of the start; nothing where
/// either is a word.
pub(crate) fn weight_change(tuned: &Configuration, start: &Configuration, index: usize) -> String {
    if tuned.word(index).or(start.word(index)).is_some() {
        return String::new();
    }
    let [tuned, start] = [tuned, start].map(|weights| weights.values[index]);
    // A start of 0 has no size.
    known(Some((tuned - start) / start.abs()).filter(|change| change.is_finite()), change)
}

/// Sets a text for a page: with narrow spaces that do not break within a number or before a `%`.
pub(crate) fn typeset(text: &str) -> String {
    joined(text, '\u{202f}')
}

/// Returns a text with a sign in place of each space within a number, or between one and its `%`.
pub(crate) fn joined(text: &str, joint: char) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
    let is_inside = |place: usize| {
        let is_group = (1..4).all(|next| is_digit(place + next)) && !is_digit(place + 4);
        place > 0 && is_digit(place - 1) && (is_group || letters.get(place + 1) == Some(&'%'))
    };
    let join = |(place, &c): (usize, &char)| if c == ' ' && is_inside(place) { joint } else { c };
    letters.iter().enumerate().map(join).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_a_page() {
        assert_eq!(weight(200_000.0), "200 000");
        assert_eq!(weight(2.296_511), "2.2965");
        assert_eq!(weight(0.5), "0.5");
        assert_eq!(weight(0.0), "0");
        assert_eq!(weight(1.5e-9), "1.5000e-9");
        assert_eq!(change(0.617), "+61.7 %");
        assert_eq!(change(-0.02), "-2.0 %");
        assert_eq!(change(0.0001), "0.0 %");
    }

    #[test]
    fn only_spaces_within_numbers_become_narrow() {
        let expected = "97.5\u{202f}% interval of 12\u{202f}345\u{202f}678 games: 1.5 to 2";
        assert_eq!(typeset("97.5 % interval of 12 345 678 games: 1.5 to 2"), expected);
        assert_eq!(typeset("games 0 to 499 of 2014 1"), "games 0 to 499 of 2014 1");
    }
}
