//! Pages of Markdown for a terminal: without marks and links, wrapped at words.

use std::mem::take;

use textwrap::{Options, WordSplitter, fill};

use super::columns::{fitted, indented, joined, parted};
use super::output::terminal_width;
use crate::view::chart::DataTable;

/// Wraps each line at words; what follows the first line of one is indented like it, and by more.
pub(crate) fn wrapped(text: &str, width: usize, more: usize) -> String {
    let wrapped = |line: &str| {
        let indent = " ".repeat(line.len() - line.trim_start().len() + more);
        let options = Options::new(width).subsequent_indent(&indent).break_words(false);
        let options = options.word_splitter(WordSplitter::NoHyphenation);
        parted(&fill(&joined(line), options)) + "\n"
    };
    text.lines().map(wrapped).collect()
}

/// The widest lines of prose, for readers.
const WIDEST: usize = 100;

/// Renders a page for lines of a width; without one, tables are as wide as they need be.
pub(crate) fn rendered(page: &str, width: Option<usize>) -> String {
    let mut out = Page { width, ..Page::default() };
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            out.end_block();
            is_code = !is_code;
        } else if is_code {
            out.text += &format!("    {line}\n");
        } else if let Some(row) = line.strip_prefix('|') {
            out.end_paragraph();
            let cells = row.trim_end_matches('|').replace("\\|", "\u{1}");
            let cells = cells.split('|').map(|cell| plain(&cell.replace('\u{1}', "|")));
            out.table.push(cells.collect());
        } else if line.trim().is_empty() || line.starts_with("<!--") {
            out.end_block();
            out.text += "\n";
        } else if line.starts_with('#') {
            out.end_block();
            let title = plain(line.trim_start_matches('#'));
            out.text += &format!("\u{1b}[1m{title}\u{1b}[0m\n");
        } else {
            out.end_table();
            if line.starts_with("- ") || line.starts_with(|c: char| c.is_ascii_digit()) {
                out.end_paragraph();
            }
            out.paragraph += line.trim();
            out.paragraph += " ";
        }
    }
    out.end_block();
    // A comment or a table leaves more than one line between two blocks.
    while out.text.contains("\n\n\n") {
        out.text = out.text.replace("\n\n\n", "\n\n");
    }
    out.text
}

/// The lines so far, and the block that has begun.
#[derive(Default)]
struct Page {
    width: Option<usize>,
    text: String,
    paragraph: String,
    table: Vec<Vec<String>>,
}

impl Page {
    fn end_block(&mut self) {
        self.end_paragraph();
        self.end_table();
    }

    fn end_paragraph(&mut self) {
        let text = plain(&take(&mut self.paragraph));
        if !text.is_empty() {
            let more = if text.starts_with("- ") { 2 } else { 0 };
            self.text += &wrapped(&text, self.width.unwrap_or(WIDEST).min(WIDEST), more);
        }
    }

    fn end_table(&mut self) {
        let mut rows = take(&mut self.table);
        let rule = if rows.len() > 1 { rows.remove(1) } else { Vec::new() };
        let numbers: Vec<bool> = rule.iter().map(|rule| rule.ends_with(':')).collect();
        let width = self.width.map(|width| width.saturating_sub(2));
        self.text += &indented(&fitted(&rows, &numbers, width));
    }
}

/// Returns a table in the width of the terminal.
pub(crate) fn table<T>(table: DataTable<T>) -> String {
    rendered(&table.done().markdown(), terminal_width()).trim_end().to_owned() + "\n"
}

/// Text without the marks of links, of bold words and of characters that are none.
fn plain(text: &str) -> String {
    let mut parts = text.trim().split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match (out.rfind('['), part.split_once(')')) {
            (Some(start), Some((_, rest))) => {
                out.remove(start);
                out += rest;
            }
            _ => out += &format!("]({part}"),
        }
    }
    let mut shown = String::new();
    // Stars within code stay.
    let parts = out.split('`').enumerate();
    let parts =
        parts.map(|(n, part)| if n % 2 == 0 { part.replace("**", "") } else { part.into() });
    let text = parts.collect::<Vec<String>>().join("`");
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && r"\`*[<|&".contains(*next));
        shown.push(escaped.unwrap_or(c));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lose_their_marks_and_fit() {
        let page = "# Keys\n\n<!-- generated: keys -->\nSee [the **guide**](../guide.md) for `a**0` and \
                    more words\nthan fit.\n\n- one\n- two is longer than a line of this short page\n\n\
                    | key | meaning |\n|---|---|\n| `a\\|b` | it has many words, more than fit |\n\n\
                    ```toml\n[table]  # stays as long as it is, whatever the width of the page\n```\n";
        let expected = "\u{1b}[1mKeys\u{1b}[0m\n\nSee the guide for `a**0` and more words\nthan fit.\n\n\
                        - one\n- two is longer than a line of this\n  short page\n\n  key    meaning\n  \
                        `a|b`  it has many words, more than\n         fit\n\n    [table]  # stays as \
                        long as it is, whatever the width of the page\n";
        assert_eq!(rendered(page, Some(40)), expected);
    }

    #[test]
    fn lines_break_between_words() {
        let text = "The ratio is 1.575 (97.5 % interval 1.46 to 1.69).\n  short\n";
        let expected = "The ratio is 1.575 (97.5 %\n  interval 1.46 to 1.69).\n  short\n";
        assert_eq!(wrapped(text, 27, 2), expected);
        assert_eq!(wrapped(text, 100, 2), text);
    }
}
