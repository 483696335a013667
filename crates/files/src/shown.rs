//! Texts of others, as they may be shown: a terminal acts on some characters, and readers see
//! nothing of others.

/// Whether a terminal or a browser acts on a character, or shows nothing for it: controls, formats,
/// directions.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text with the characters of a kind written otherwise.
fn replaced(
    text: &str,
    is_meant: impl Fn(char) -> bool,
    written: impl Fn(char) -> String,
) -> String {
    let one = |c: char| if is_meant(c) { written(c) } else { c.to_string() };
    text.chars().map(one).collect()
}

/// A text of several lines with all hidden characters but line ends and tabs as `\u{1b}`, so that
/// what is read is what is there.
pub fn visible(text: &str) -> String {
    let is_meant = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    replaced(text, is_meant, |c| c.escape_unicode().to_string())
}

/// A text in one line of at most so many characters and an ellipsis, without hidden characters.
pub fn in_line(text: &str, most: usize) -> String {
    let text = text.trim();
    let mut shown = String::new();
    for (place, c) in text.chars().enumerate() {
        match c {
            _ if place == most => return shown + "…",
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            _ if is_hidden(c) => shown.extend(c.escape_unicode()),
            _ => shown.push(c),
        }
    }
    shown
}

/// A text that Markdown shows as it is, in one line, and in one cell of a table.
pub fn in_markdown(text: &str) -> String {
    replaced(&in_line(text, usize::MAX), |c| r"\`*[<|&".contains(c), |c| format!("\\{c}"))
}

/// A text of JSON with its hidden characters escaped; it reads back as the same.
pub fn json(text: &str) -> String {
    let units = |c: char| {
        let units = c.encode_utf16(&mut [0; 2]).to_vec();
        units.iter().map(|unit| format!("\\u{unit:04x}")).collect()
    };
    replaced(text, |c| is_hidden(c) && c != '\n', units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_shown() {
        let hostile = "a\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\r\nb\té";
        assert_eq!(visible(hostile), "a\\u{1b}]0;x\\u{7}\\u{9b}2J\\u{202e}\\u{d}\nb\té");
        assert_eq!(in_line(hostile, 100), "a\\u{1b}]0;x\\u{7}\\u{9b}2J\\u{202e}\\r\\nb\\té");
        assert_eq!(in_line(" 12345 ", 3), "123…");
        assert_eq!(in_line("123", 3), "123");
        let hostile = format!("{hostile}\u{e0001}");
        let text = json(&serde_json::to_string_pretty(&[&hostile]).unwrap());
        assert!(!text.contains(|c| is_hidden(c) && c != '\n'), "{text}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), [hostile]);
    }
}
