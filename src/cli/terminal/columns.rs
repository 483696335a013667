//! Aligned tables that fit the terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, Table, Width};

use tune2048_files::shown::in_line;

/// The columns of the terminal that the names in the first column keep, where they are longer.
pub(super) const NAMES: usize = 16;

/// The space between two columns.
pub(super) const GAP: usize = 2;

/// A column of a table.
pub(crate) struct Column {
    pub(crate) head: String,
    /// Whether the cells are numbers, which are aligned at their ends.
    pub(crate) is_number: bool,
    pub(crate) cells: Vec<String>,
}

impl Column {
    pub(crate) fn new(head: &str, is_number: bool, cells: Vec<String>) -> Self {
        let cells = cells.iter().map(|cell| in_line(cell, usize::MAX)).collect();
        Self { head: head.to_owned(), is_number, cells }
    }

    fn width(&self) -> usize {
        self.cells.iter().chain([&self.head]).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    fn cell(&self, row: usize) -> &str {
        self.cells.get(row).map_or("", String::as_str)
    }
}

/// Returns a line of heads and one per row, where need be with the names of the first column in
/// several lines. Where that does not fit into `width`, each row is a list below its name.
pub(crate) fn table(columns: Vec<Column>, width: Option<usize>) -> String {
    let room = width.unwrap_or(usize::MAX);
    let Some((names, others)) = columns.split_first() else { return String::new() };
    let beside: usize = others.iter().map(|column| column.width() + GAP).sum();
    let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    if beside + names.width().min(NAMES) <= room {
        let heads = columns.iter().map(|column| column.head.as_str()).collect();
        let row = |row| columns.iter().map(|column| column.cell(row)).collect();
        let lines: Vec<Vec<&str>> = std::iter::once(heads).chain((0..rows).map(row)).collect();
        let numbers: Vec<bool> = columns.iter().map(|column| column.is_number).collect();
        return aligned(&lines, &numbers, 0, room - beside);
    }
    let list = |row| {
        let cells: Vec<[&str; 2]> =
            others.iter().map(|column| [column.head.as_str(), column.cell(row)]).collect();
        aligned(&[vec![names.cell(row)]], &[], 0, room) + &pairs(&cells, room, NAMES)
    };
    (0..rows).map(list).collect()
}

/// Returns names with their meanings, indented: side by side where the meanings have room, else each
/// below its name.
pub(crate) fn definitions(rows: &[[&str; 2]], width: Option<usize>) -> String {
    pairs(rows, width.unwrap_or(usize::MAX), 2 * NAMES)
}

/// Returns [`definitions`] of which at least so many columns are room for meanings.
pub(super) fn pairs(rows: &[[&str; 2]], room: usize, least: usize) -> String {
    let names = rows.iter().map(|[name, _]| name.chars().count()).max().unwrap_or(0);
    let beside = room.saturating_sub(names + 2 * GAP);
    if beside >= least || rows.iter().all(|[_, meaning]| meaning.chars().count() <= beside) {
        let lines: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
        return indented(&aligned(&lines, &[], 1, beside), GAP);
    }
    let row = |[name, meaning]: &[&str; 2]| {
        let meaning = aligned(&[vec![*meaning]], &[], 0, room.saturating_sub(2 * GAP));
        format!("{:GAP$}{name}\n{}", "", indented(&meaning, 2 * GAP))
    };
    rows.iter().map(row).collect()
}

/// Returns lines of cells in columns, those of numbers aligned at their ends; the cells of one
/// column are wrapped at words to a width.
pub(super) fn aligned(
    lines: &[Vec<&str>],
    numbers: &[bool],
    wrapped: usize,
    width: usize,
) -> String {
    let mut table = Table::new();
    let kept = lines.iter().map(|line| line.iter().map(|cell| joined(cell)));
    table.load_style(NOTHING).add_rows(kept);
    let last = table.column_count().saturating_sub(1);
    for (index, column) in table.column_iter_mut().enumerate() {
        let gap = if index == last { 0 } else { GAP as u16 };
        column.set_padding((0, gap));
        if numbers.get(index) == Some(&true) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let longest = lines.iter().filter_map(|line| line.get(index));
        let longest = longest.map(|cell| cell.chars().count()).max().unwrap_or(0);
        if index == wrapped && longest > width {
            let width = Width::Fixed(width.max(1) as u16 + gap);
            column.set_constraint(ColumnConstraint::Absolute(width));
        }
    }
    table.lines().map(|line| parted(line.trim_end()) + "\n").collect()
}

/// A blank at which no line breaks.
const JOINT: char = '\u{a0}';

/// Returns a text whose numbers are in one piece, with their percent signs.
pub(super) fn joined(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |place: usize| chars.get(place).is_some_and(char::is_ascii_digit);
    let is_inside = |place: usize| {
        let is_group = (1..4).all(|next| is_digit(place + next)) && !is_digit(place + 4);
        place > 0 && is_digit(place - 1) && (is_group || chars.get(place + 1) == Some(&'%'))
    };
    let place = |(place, c): (usize, &char)| if *c == ' ' && is_inside(place) { JOINT } else { *c };
    chars.iter().enumerate().map(place).collect()
}

/// Undoes [`joined`].
pub(super) fn parted(text: &str) -> String {
    text.replace(JOINT, " ")
}

/// Returns a text with blanks before each line.
pub(super) fn indented(text: &str, blanks: usize) -> String {
    text.lines().map(|line| format!("{:blanks$}{line}\n", "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        let cells = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        vec![
            Column::new("player", false, cells(["a long name of a player", "b"])),
            Column::new("mean", true, cells(["1 234", "99"])),
            Column::new("median", true, cells(["1 000", "98"])),
            Column::new("moves/s", true, cells(["12 345", "7"])),
        ]
    }

    #[test]
    fn every_cell_is_there_at_any_width() {
        assert_eq!(
            table(columns(), None),
            "player                    mean  median  moves/s\n\
             a long name of a player  1 234   1 000   12 345\n\
             b                           99      98        7\n"
        );
        assert_eq!(
            table(columns(), Some(40)),
            "player             mean  median  moves/s\n\
             a long name of a  1 234   1 000   12 345\n\
             player\n\
             b                    99      98        7\n"
        );
        assert_eq!(
            table(columns(), Some(30)),
            "a long name of a player\n  mean     1 234\n  median   1 000\n  moves/s  12 345\n\
             b\n  mean     99\n  median   98\n  moves/s  7\n"
        );
        let meaning = "what it is, in some words that hardly fit into a line of a narrow terminal";
        let rows = [["a", meaning], ["a-long-name-of-it", meaning]];
        let wide = definitions(&rows, None);
        assert_eq!(
            wide,
            format!("  a                  {meaning}\n  a-long-name-of-it  {meaning}\n")
        );
        assert!(definitions(&rows, Some(40)).starts_with("  a\n    what it is,"));
        for width in 22..60 {
            let text = table(columns(), Some(width)) + &definitions(&rows, Some(width));
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{width}: {text}");
        }
    }
}
