//! Pages of Markdown for a terminal: with tables in columns, wrapped at words.

use textwrap::{Options, WordSplitter, fill};

use super::columns::{aligned, indented, joined, parted};
use super::output::terminal_width;
use crate::view::chart::{DataTable, Table};

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

/// Returns a page without its comments, for lines of a width, with its tables in columns; code stays as it is.
pub(crate) fn rendered(page: &str, width: Option<usize>) -> String {
    let is_row = |line: &str| line.starts_with('|');
    let is_item =
        |line: &str| line.starts_with("- ") || line.starts_with(|c: char| c.is_ascii_digit());
    let is_one_block = |one: &&str, next: &&str| match is_row(one) || is_row(next) {
        true => is_row(one) && is_row(next),
        false => !one.is_empty() && !next.is_empty() && !is_item(next),
    };
    let shown = |block: &[&str]| match is_row(block[0]) {
        true => in_columns(block, width),
        false => {
            let text: Vec<&str> = block.iter().map(|line| line.trim()).collect();
            let more = if is_item(block[0]) { 2 } else { 0 };
            wrapped(&(text.join(" ") + "\n"), width.unwrap_or(WIDEST).min(WIDEST), more)
        }
    };
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => {
            let lines = part.strip_prefix('\n').unwrap_or(part).lines();
            let mut lines: Vec<&str> = lines.filter(|line| !line.starts_with("<!--")).collect();
            lines.dedup_by(|next, one| next.is_empty() && one.is_empty());
            lines.chunk_by(is_one_block).map(shown).collect()
        }
        _ => format!("```{part}```\n"),
    };
    page.split("```").enumerate().map(part).collect()
}

/// Returns the lines of a table in columns; the second one says which of these have numbers.
fn in_columns(lines: &[&str], width: Option<usize>) -> String {
    let cells = |line: &&str| -> Vec<String> {
        // A sign that is no part of a cell stands for those that are.
        let line = line.trim_matches('|').replace("\\|", "\u{1}");
        line.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
    };
    let mut rows: Vec<Vec<String>> = lines.iter().map(cells).collect();
    let rule = if rows.len() > 1 { rows.remove(1) } else { Vec::new() };
    let numbers: Vec<bool> = rule.iter().map(|rule| rule.ends_with(':')).collect();
    indented(&aligned(&rows, &numbers, width.map(|width| width.saturating_sub(2))))
}

/// Returns a table in the width of the terminal, nothing without rows.
pub(crate) fn table<T>(table: DataTable<T>) -> String {
    let Table { head, rows, are_numbers, .. } = table.done();
    if rows.is_empty() {
        return String::new();
    }
    let lines = [vec![head], rows].concat();
    let width = terminal_width().map(|width| width.saturating_sub(2));
    indented(&aligned(&lines, &are_numbers, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fit_with_their_tables_in_columns() {
        let page = "# Keys\n\n<!-- generated: keys -->\n\nSee [the guide](guide.md) for\nmore words than fit.\n\n\
                    - one\n- two is longer than a line of this short page\n\n\
                    | key | meaning |\n|---|--:|\n| `a\\|b` | 1 234 |\n\n\
                    ```toml\n[table]  # stays as long as it is, whatever the width of the page\n```\n\nend\n";
        let expected = "# Keys\n\nSee [the guide](guide.md) for more words\nthan fit.\n\n\
                        - one\n- two is longer than a line of this\n  short page\n\n\
                        \u{20} key    meaning\n  `a|b`    1 234\n\n\
                        ```toml\n[table]  # stays as long as it is, whatever the width of the page\n```\n\nend\n";
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
