//! Aligned tables that fit the terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};
use textwrap::core::display_width;

use crate::view::words::page;

/// The space between two columns.
const GAP: u16 = 2;

/// The width of the longest word that is kept in one piece.
const LONGEST_WORD: usize = 24;

/// Returns names with their meanings beside them, indented.
pub(crate) fn definitions<T: AsRef<str>>(rows: &[[T; 2]], width: Option<usize>) -> String {
    indented(&aligned(rows, &[], width.map(|width| width.saturating_sub(GAP.into()))))
}

/// Returns a table, whose first line names the columns: row by row where they do not fit the width.
pub(super) fn fitted<S: AsRef<str>>(
    lines: &[Vec<S>],
    numbers: &[bool],
    width: Option<usize>,
) -> String {
    let columns = aligned(lines, numbers, width);
    let is_wide = |line: &str| width.is_some_and(|width| display_width(line) > width);
    match lines {
        [names, rows @ ..] if names.len() > 2 && columns.lines().any(is_wide) => {
            let named = |row: &Vec<S>| {
                let named = names.iter().zip(row).map(|(name, cell)| match name.as_ref() {
                    "" => ["place", cell.as_ref()],
                    name => [name, cell.as_ref()],
                });
                aligned(&named.collect::<Vec<_>>(), &[], width)
            };
            let rows: Vec<String> = rows.iter().map(named).collect();
            rows.join("\n")
        }
        _ => columns,
    }
}

/// Returns lines of cells in columns of a width together, those of numbers aligned at their ends.
pub(super) fn aligned<S: AsRef<str>>(
    lines: &[impl AsRef<[S]>],
    numbers: &[bool],
    width: Option<usize>,
) -> String {
    let joined = |cell: &S| joined(cell.as_ref());
    let mut table = Table::new();
    table.load_style(NOTHING).add_rows(lines.iter().map(|line| line.as_ref().iter().map(joined)));
    if let Some(width) = width {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    let last = table.column_count().saturating_sub(1);
    for (index, column) in table.column_iter_mut().enumerate() {
        let gap = if index == last { 0 } else { GAP };
        column.set_padding((0, gap));
        if numbers.get(index) == Some(&true) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let cells = lines.iter().filter_map(|line| line.as_ref().get(index));
        let words =
            cells.flat_map(|cell| joined(cell).split(' ').map(display_width).collect::<Vec<_>>());
        // Only what is longer than any word of a sentence is broken.
        let longest = words.max().unwrap_or(0).min(LONGEST_WORD);
        let least = u16::try_from(longest).unwrap_or(u16::MAX).saturating_add(gap);
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
    }
    table.lines().map(|line| parted(line.trim_end()) + "\n").collect()
}

/// A blank at which no line breaks.
const JOINT: char = '\u{a0}';

/// Returns a text whose numbers are in one piece, with their percent signs.
pub(super) fn joined(text: &str) -> String {
    page::joined(text, JOINT)
}

/// Undoes [`joined`].
pub(super) fn parted(text: &str) -> String {
    text.replace(JOINT, " ")
}

/// Returns a text with two blanks before each line.
pub(super) fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_wrapped_where_the_terminal_is_narrow_and_numbers_are_not() {
        let lines = [
            vec!["player", "mean", "moves/s"],
            vec!["a long name of a player", "1 234", "12 345"],
            vec!["b", "99", "7"],
        ];
        assert_eq!(
            aligned(&lines, &[false, true, true], None),
            "player                    mean  moves/s\n\
             a long name of a player  1 234   12 345\n\
             b                           99        7\n"
        );
        assert_eq!(
            aligned(&lines, &[false, true, true], Some(32)),
            "player             mean  moves/s\n\
             a long name of a  1 234   12 345\n\
             player\n\
             b                    99        7\n"
        );
        assert_eq!(
            fitted(&lines, &[false, true, true], Some(20)),
            "player   a long name\n         of a player\nmean     1 234\nmoves/s  12 345\n\n\
             player   b\nmean     99\nmoves/s  7\n"
        );
        let rows = [["ranking", "reliability 0.75 at 1 016 games each"], ["time", "3 s"]];
        assert_eq!(
            definitions(&rows, Some(32)),
            "  ranking  reliability 0.75 at\n           1 016 games each\n  time     3 s\n"
        );
    }
}
