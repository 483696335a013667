//! Pages of Markdown for a terminal: without marks and links, wrapped at words.

use std::mem::take;

use textwrap::{Options, WordSplitter, fill};

use super::columns::{aligned, indented, joined, parted};
use super::tabular::{fitted, has_cells};

/// The narrowest last column of a table beside the others.
const MIN_LAST: usize = 30;

/// Wraps each line at words; what follows the first line of one is indented like it, and by more.
/// Tables that are wider become narrower ones, or lists.
pub(crate) fn wrapped(text: &str, width: usize, more: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_wide = |line: &&str| line.chars().count() > width;
    let block = |lines: &[&str]| {
        let is_table = lines.iter().all(|line| has_cells(line)) && lines.iter().any(is_wide);
        let table = is_table.then(|| fitted(lines, width)).flatten();
        table.unwrap_or_else(|| lines.iter().map(|line| wrapped_line(line, width, more)).collect())
    };
    lines.chunk_by(|one, next| has_cells(one) == has_cells(next)).map(block).collect()
}

pub(super) fn wrapped_line(line: &str, width: usize, more: usize) -> String {
    let indent = line.len() - line.trim_start().len() + more;
    if indent + 20 > width {
        return format!("{line}\n");
    }
    let indent = " ".repeat(indent);
    let options = Options::new(width).subsequent_indent(&indent).break_words(false);
    let options = options.word_splitter(WordSplitter::NoHyphenation);
    parted(&fill(&joined(line), options)) + "\n"
}

/// Renders a page for lines of a width.
pub(crate) fn rendered(page: &str, width: usize) -> String {
    let mut out = Page { width, ..Page::default() };
    let mut is_code = false;
    for line in without_comments(page).lines() {
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
        } else if line.trim().is_empty() {
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
    width: usize,
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
            self.text += &wrapped(&text, self.width, more);
        }
    }

    /// Writes the columns but the last side by side, and the last beside them or, without room,
    /// below.
    fn end_table(&mut self) {
        let rows = take(&mut self.table);
        let is_rule =
            |row: &[String]| row.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c)));
        let rows: Vec<_> = rows.into_iter().filter(|row| !is_rule(row)).collect();
        let Some(columns) = rows.iter().map(Vec::len).max() else { return };
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0) + 2
        };
        let beside = 2 + (0..columns.saturating_sub(1)).map(width).sum::<usize>();
        if beside + MIN_LAST <= self.width {
            let lines: Vec<Vec<&str>> =
                rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
            self.text += &indented(&aligned(&lines, &[], columns - 1, self.width - beside), 2);
            return;
        }
        for row in &rows {
            let Some((last, first)) = row.split_last() else { continue };
            let last = wrapped(last, self.width.saturating_sub(6), 0);
            self.text += &format!("  {}\n{}", first.join("  "), indented(&last, 6));
        }
    }
}

fn without_comments(page: &str) -> String {
    let mut parts = page.split("<!--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += part.split_once("-->").map_or("", |(_, after)| after);
    }
    text
}

/// Text without the marks of links and of bold words.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.trim();
    while let Some((before, after)) = rest.split_once('[') {
        out += before;
        match after.split_once("](") {
            Some((words, target)) if !words.contains('[') && target.contains(')') => {
                out += words.trim_start_matches('!');
                rest = target.split_once(')').map_or("", |(_, rest)| rest);
            }
            _ => {
                out.push('[');
                rest = after;
            }
        }
    }
    (out + rest).replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lose_their_marks_and_fit() {
        let page = "# Keys\n\n<!-- generated: keys -->\nSee [the **guide**](../guide.md) for `a[0]` and \
                    more words\nthan fit.\n\n- one\n- two is longer than a line of this short page\n\n\
                    | key | meaning |\n|---|--:|\n| `a\\|b` | it has many words, more than fit |\n\n\
                    ```toml\n[table]  # stays as long as it is, whatever the width of the page\n```\n";
        let expected = "\u{1b}[1mKeys\u{1b}[0m\n\nSee the guide for `a[0]` and more words\nthan fit.\n\n\
                        - one\n- two is longer than a line of this\n  short page\n\n  key    meaning\n  \
                        `a|b`  it has many words, more than\n         fit\n\n    [table]  # stays as \
                        long as it is, whatever the width of the page\n";
        assert_eq!(rendered(page, 40), expected);
        // Without room the last column stands below the others.
        assert!(
            rendered(page, 30).contains("  `a|b`\n      it has many words, more\n      than fit\n")
        );
    }

    #[test]
    fn lines_break_between_words() {
        let text = "The ratio is 1.575 (97.5 % interval 1.46 to 1.69).\n  short\n";
        let expected = "The ratio is 1.575 (97.5 %\n  interval 1.46 to 1.69).\n  short\n";
        assert_eq!(wrapped(text, 27, 2), expected);
        assert_eq!(wrapped(text, 100, 2), text);
    }
}
