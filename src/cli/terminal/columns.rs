//! Aligned tables that fit the terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};
use textwrap::core::display_width;

use crate::view::words::{in_line, page};

/// The space between two columns.
const GAP: u16 = 2;

/// The width of the longest word that is kept in one piece.
const LONGEST_WORD: usize = 24;

/// Returns names with their meanings beside them, indented.
pub(crate) fn definitions<T: AsRef<str>>(rows: &[[T; 2]], width: Option<usize>) -> String {
    indented(&aligned(rows, &[], width.map(|width| width.saturating_sub(GAP.into()))))
}

/// Returns lines of cells in columns of a width together, those of numbers aligned at their ends; breaks of lines within
/// a cell are shown.
pub(super) fn aligned<S: AsRef<str>>(
    lines: &[impl AsRef<[S]>],
    numbers: &[bool],
    width: Option<usize>,
) -> String {
    let joined = |cell: &S| joined(&in_line(cell.as_ref(), usize::MAX));
    let mut table = Table::new();
    table.load_style(NOTHING).add_rows(lines.iter().map(|line| line.as_ref().iter().map(joined)));
    if let Some(width) = width {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    // Only what is longer than any word of a sentence is broken, where all others fit.
    let longest = |index: usize| {
        let cells = lines.iter().filter_map(|line| line.as_ref().get(index)).map(joined);
        let longest = cells.map(|cell| cell.split(' ').map(display_width).max().unwrap_or(0));
        longest.max().unwrap_or(0).min(LONGEST_WORD) as u16 + GAP
    };
    let least: Vec<u16> = (0..table.column_count()).map(longest).collect();
    let all: u16 = least.iter().sum();
    let do_fit = width.is_none_or(|width| usize::from(all) <= width + usize::from(GAP));
    for (index, column) in table.column_iter_mut().enumerate() {
        let gap = if index + 1 == least.len() { 0 } else { GAP };
        column.set_padding((0, gap));
        if numbers.get(index) == Some(&true) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if do_fit {
            let least = Width::Fixed(least[index] + gap - GAP);
            column.set_constraint(ColumnConstraint::LowerBoundary(least));
        }
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
        let narrow = aligned(&lines, &[false, true, true], Some(20));
        assert!(narrow.lines().all(|line| line.len() <= 20), "{narrow}");
        let rows = [["ranking", "reliability 0.75 at 1 016 games each"], ["time", "3 s"]];
        assert_eq!(
            definitions(&rows, Some(32)),
            "  ranking  reliability 0.75 at\n           1 016 games each\n  time     3 s\n"
        );
    }
}
