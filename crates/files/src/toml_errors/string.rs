//! Places in the file of the characters of a TOML string.

/// Returns, for each byte of a string's value and for its end, the offset of
/// that byte in the string as written, with quotes and escapes.
pub(super) fn places_in_string(raw: &str) -> Vec<usize> {
    let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
    let has_escapes = raw.starts_with('"');
    let end = raw.len().saturating_sub(quotes);
    let mut at = quotes;
    if quotes == 3 {
        // A line break after the opening quotes is not part of the value.
        let rest = &raw[at.min(raw.len())..];
        let text = rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')).unwrap_or(rest);
        at += rest.len() - text.len();
    }
    let mut places = Vec::new();
    while at < end {
        let rest = &raw[at..end];
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let (value, length) = match rest.strip_prefix('\\') {
            Some(escape) if has_escapes => escaped(escape),
            _ => (first, first),
        };
        if value == length {
            places.extend(at..at + length);
        } else {
            places.extend(std::iter::repeat_n(at, value));
        }
        at += length;
    }
    places.push(end);
    places
}

/// Returns the lengths in bytes of the value of an escape and of the escape itself; `rest` follows the backslash.
fn escaped(rest: &str) -> (usize, usize) {
    let digits = match rest.chars().next() {
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        Some(' ' | '\t' | '\r' | '\n') => {
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            return (0, 1 + blanks);
        }
        _ => return (1, 2),
    };
    let code = rest.get(1..1 + digits);
    let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
    let value = code.and_then(char::from_u32).map_or(1, char::len_utf8);
    (value, 2 + digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toml::Spanned;
    use toml::de::{DeTable, DeValue};

    /// Returns the value of a string with the places of its bytes.
    fn value_and_places(raw: &str) -> Option<(String, Vec<usize>)> {
        let text = format!("x = {raw}");
        let table = DeTable::parse(&text).ok()?;
        let value = table.get_ref().get("x").map(Spanned::get_ref).cloned();
        let Some(DeValue::String(value)) = value else { return None };
        Some((value.into_owned(), places_in_string(raw)))
    }

    #[test]
    fn plain_characters_are_found_at_their_places() {
        for raw in [
            "\"a + b\"",
            "'a + b'",
            "\"\"\"\na\n+ b\"\"\"",
            "'''\r\na\r\n+ b'''",
            "\"\\u0061 \\\"+ \\U00000062\\t b\"",
            "\"\"\"a \\\n   + b\"\"\"",
            "'é + b'",
            "\"\"",
            "'''a' b'''",
        ] {
            let (value, places) = value_and_places(raw).unwrap_or_else(|| panic!("{raw}"));
            assert_eq!(places.len(), value.len() + 1, "{raw}");
            for (index, byte) in value.bytes().enumerate() {
                if byte == b'+' || byte == b'b' && !raw.contains("\\U") {
                    assert_eq!(raw.as_bytes()[places[index]], byte, "{raw}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn every_byte_of_a_string_has_a_place(
            parts in prop::collection::vec(
                prop::sample::select(vec!["a", "é", "𝛼", "\\n", "\\\"", "\\u00e9", "\\\\", " ", "\\x41",
                    "\n", "\r\n", "\\  \n  ", "'", "\""]), 0..12),
            quotes in prop::sample::select(vec!["\"", "'", "\"\"\"", "'''"]),
        ) {
            let raw = format!("{quotes}{}{quotes}", parts.concat());
            if let Some((value, places)) = value_and_places(&raw) {
                prop_assert_eq!(places.len(), value.len() + 1, "{}", raw);
                prop_assert!(places.is_sorted());
                prop_assert!(places.iter().all(|&place| raw.is_char_boundary(place) || !value.is_ascii()));
            }
        }
    }
}
