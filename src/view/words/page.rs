//! Numbers of pages: with narrow spaces that do not break, and a true minus sign.

use maud::{Markup, html};
use tune2048_engine::game::Score;
use tune2048_files::number_text::all_digits;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::words;
pub(crate) use tune2048_tuner::words::duration;

/// Text for an unknown number.
pub(crate) const UNKNOWN: &str = "–";

/// Formats a number with `places` decimals for a page.
///
/// It has a true minus sign, and non-breaking spaces between thousands.
pub(crate) fn fixed(number: f64, places: usize) -> String {
    if !number.is_finite() {
        return UNKNOWN.to_owned();
    }
    typeset(&all_digits(number, places))
}

/// Formats a number without decimals for a page.
pub(crate) fn whole(number: f64) -> String {
    fixed(number, 0)
}

/// Formats a score, or the error of one, with the digits that it carries.
pub(crate) fn score(number: f64) -> String {
    typeset(&words::score(number))
}

/// Formats the score of one game.
pub(crate) fn game_score(score: Score) -> String {
    typeset(&words::game_score(score))
}

/// Formats the interval of a score with decimals that tell its ends apart.
pub(crate) fn score_range(interval: Interval) -> String {
    let [_, ends] = words::score_interval(interval.low, Some(interval));
    typeset(&ends)
}

/// Formats a count for a page.
pub(crate) fn count(number: impl TryInto<u64>) -> String {
    // Exact below 2^53, more than any count of games.
    number.try_into().map_or(UNKNOWN.to_owned(), |number| whole(number as f64))
}

/// Formats a number of things as [`count`] does: `1 game`, `20 000 games`.
pub(crate) fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    typeset(&words::counted(number, thing))
}

/// Returns a text of a terminal, whose commands stand between backticks.
pub(crate) fn with_code(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Formats a number to `digits` significant digits, but always with its whole integer part.
pub(crate) fn significant(number: f64, digits: i32) -> String {
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
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Formats a weight.
pub(crate) fn weight(number: f64) -> String {
    significant(number, 5)
}

/// Formats the value of the weight at an index: a number, or the word for it.
pub(crate) fn weight_text(weights: &Configuration, index: usize) -> String {
    weights.word(index).unwrap_or_else(|| weight(weights.values[index]))
}

/// Formats a share as a percentage with one decimal.
pub(crate) fn percent(share: f64) -> String {
    let text = fixed(100.0 * share, 1);
    if text == UNKNOWN { text } else { text + "\u{202f}%" }
}

/// Formats a relative change as a percentage with its sign.
pub(crate) fn change(change: f64) -> String {
    let text = percent(change);
    let is_gain = change > 0.0 && text != UNKNOWN && !text.starts_with("0.0");
    if is_gain { format!("+{text}") } else { text }
}

/// Formats the change of a weight from its start, relative to the size of the start; nothing where
/// either is a word.
pub(crate) fn weight_change(tuned: &Configuration, start: &Configuration, index: usize) -> String {
    if tuned.word(index).or(start.word(index)).is_some() {
        return String::new();
    }
    let [tuned, start] = [tuned, start].map(|weights| weights.values[index]);
    change((tuned - start) / start.abs())
}

/// Formats an interval: `a to b`.
pub(crate) fn range(ends: impl Into<[f64; 2]>, write: impl Fn(f64) -> String) -> String {
    ends.into().map(write).join(" to ")
}

/// Formats what may be unknown.
pub(crate) fn known<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or(UNKNOWN.to_owned(), write)
}

/// Formats the interval of a score after it, if there is one.
pub(crate) fn with_interval(interval: Option<Interval>) -> String {
    let text = interval.map(|found| format!(", 95\u{202f}% interval {}", score_range(found)));
    text.unwrap_or_default()
}

/// Sets a text for a page: with narrow spaces that do not break within a number or before a `%`,
/// and a true minus sign before a number.
pub(crate) fn typeset(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
    let opens = |place: usize| matches!(letters[place], ' ' | '(');
    let mut set = String::new();
    for (place, &letter) in letters.iter().enumerate() {
        let is_group = (1..4).all(|next| is_digit(place + next)) && !is_digit(place + 4);
        let is_unit = letters.get(place + 1) == Some(&'%');
        let follows_digit = place > 0 && is_digit(place - 1);
        set.push(match letter {
            ' ' if follows_digit && (is_group || is_unit) => '\u{202f}',
            '-' if is_digit(place + 1) && (place == 0 || opens(place - 1)) => '\u{2212}',
            other => other,
        });
    }
    set
}

/// Undoes [`typeset`].
pub(crate) fn plain(text: &str) -> String {
    text.replace('\u{202f}', " ").replace('\u{2212}', "-")
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

    #[test]
    fn only_spaces_within_numbers_become_narrow() {
        let expected = "97.5\u{202f}% interval of 12\u{202f}345\u{202f}678 games: 1.5 to 2";
        assert_eq!(typeset("97.5 % interval of 12 345 678 games: 1.5 to 2"), expected);
        assert_eq!(typeset("-12.3 (-14 to 2)"), "\u{2212}12.3 (\u{2212}14 to 2)");
        assert_eq!(typeset("games 0 to 499 of 2014 1"), "games 0 to 499 of 2014 1");
    }
}
