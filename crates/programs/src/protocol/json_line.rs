//! A line that should be JSON.

use serde::Deserialize;
use serde_json::{Map, Value};
use tune2048_tuner::words::in_line;

/// The largest whole number that is exact in every language: 2^53 - 1.
pub(crate) const MAX_WHOLE: u64 = (1 << 53) - 1;

/// The number of characters that errors show of a line or value.
const SHOWN: usize = 200;

/// What some languages write at the begin of a text, in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a line as JSON, after a byte order mark if it has one.
///
/// A number that is NaN or infinite, which JSON does not have, is a text: see [`word`]. The error says
/// what was found.
pub(crate) fn read(line: &[u8]) -> Result<Value, String> {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    serde_json::from_slice(line).or_else(|error| {
        let text = String::from_utf8_lossy(line);
        let object = with_words(&text).map(Value::Object);
        let is_too_large = error.to_string().starts_with("number out of range");
        let what =
            if is_too_large { "a number of the line is too large" } else { "the line is no JSON" };
        object.ok_or_else(|| format!("{what}: {}", shown(&text)))
    })
}

/// A value of a line as an error shows it: NaN without quotes.
pub(crate) fn word(value: &Value) -> String {
    let word = value.as_str().filter(|text| WORDS.contains(text));
    shown(&word.map_or_else(|| value.to_string(), str::to_owned))
}

/// A text shortened for an error.
pub(crate) fn shown(text: &str) -> String {
    let shown = in_line(text, SHOWN);
    if shown.is_empty() { "(empty)".to_owned() } else { shown }
}

/// A whole number from 0 to [`MAX_WHOLE`]; `12.0` is 12.
#[derive(Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct Whole(pub(crate) u64);

impl TryFrom<f64> for Whole {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        let is_whole = number.fract() == 0.0 && (0.0..=MAX_WHOLE as f64).contains(&number);
        let wrong = || format!("found {number}, expected a whole number below 2^53");
        if is_whole { Ok(Self(number as u64)) } else { Err(wrong()) }
    }
}

/// A value as a whole number, if it is one.
pub(crate) fn whole(value: &Value) -> Option<u64> {
    Whole::deserialize(value).ok().map(|Whole(number)| number)
}

/// What languages write for numbers that JSON does not have.
const WORDS: [&str; 7] = ["NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf"];

/// The object of a line in which some values are [`WORDS`]; `None` if something else makes the line no
/// object.
fn with_words(text: &str) -> Option<Map<String, Value>> {
    let mut quoted = text.to_owned();
    for word in WORDS {
        for colon in [":", ": "] {
            quoted = quoted.replace(&format!("{colon}{word}"), &format!("{colon}\"{word}\""));
        }
    }
    serde_json::from_str(&quoted).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_have_a_decimal_point() {
        let number = |text: &str| whole(&serde_json::from_str(text).unwrap());
        assert_eq!(number("12"), Some(12));
        assert_eq!(number("12.0"), Some(12));
        assert_eq!(number("1.2e1"), Some(12));
        assert_eq!(number("9007199254740991"), Some(MAX_WHOLE));
        for text in ["9007199254740992", "1e300", "-1", "12.5", "\"12\"", "null", "[12]"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_that_json_does_not_have_are_found() {
        for (line, key, expected) in [
            (r#"{"id": 7, "score": NaN}"#, "score", "NaN"),
            (r#"{"a": "x\"nan", "b": -1e-5, "mean": -inf}"#, "mean", "-inf"),
            (r#"{"a":true,"score":Infinity,"b":null}"#, "score", "Infinity"),
            (r#"{"score": 12, "captures": nan}"#, "score", "12"),
        ] {
            assert_eq!(word(&read(line.as_bytes()).unwrap()[key]), expected);
        }
        for (line, expected) in [
            ("{score: 5}", "the line is no JSON: {score: 5}"),
            ("{\"a\": 1e999}", "a number of the line is too large: {\"a\": 1e999}"),
            ("playing \"NaN\u{7}", "the line is no JSON: playing \"NaN\\u{7}"),
            ("{\"a\": 1", "the line is no JSON: {\"a\": 1"),
            ("", "the line is no JSON: (empty)"),
            ("\"", "the line is no JSON: \""),
        ] {
            let found = read(line.as_bytes()).unwrap_err();
            assert!(found.starts_with(expected), "{found}");
        }
        let long = "x".repeat(10_000);
        assert!(read(long.as_bytes()).unwrap_err().len() < 300);
    }
}
