//! Aligned tables that fit the terminal.

/// The letters to which names are cut before columns are left out, and the fewest that are shown.
const MAX_LETTERS: usize = 24;
const MIN_LETTERS: usize = 8;

/// The first columns, which are never left out.
const MIN_COLUMNS: usize = 3;

/// A column of a table.
pub(crate) struct Column {
    pub(crate) head: String,
    /// Whether the cells are numbers, which are aligned at their ends.
    pub(crate) is_number: bool,
    pub(crate) cells: Vec<String>,
}

impl Column {
    pub(crate) fn new(head: &str, is_number: bool, cells: Vec<String>) -> Self {
        let cells = cells.into_iter().map(|cell: String| cell.replace(['\n', '\r'], " ")).collect();
        Self { head: head.to_owned(), is_number, cells }
    }

    fn width(&self) -> usize {
        self.cells.iter().chain([&self.head]).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

/// Returns a line of heads and one per row, no longer than `width`: long names in the first column
/// are cut, then the last columns are left out, then all names are cut, then the ends of lines.
pub(crate) fn table(mut columns: Vec<Column>, width: Option<usize>) -> String {
    let room = width.unwrap_or(usize::MAX);
    let total = |columns: &[Column], letters: usize| {
        let first = columns.first().map_or(0, |first| first.width().min(letters));
        first + columns.iter().skip(1).map(|column| column.width() + 2).sum::<usize>()
    };
    while columns.len() > MIN_COLUMNS && total(&columns, MAX_LETTERS) > room {
        columns.pop();
    }
    let excess = total(&columns, usize::MAX).saturating_sub(room);
    let mut widths: Vec<usize> = columns.iter().map(Column::width).collect();
    if let Some(first) = widths.first_mut() {
        *first = (*first).min(first.saturating_sub(excess).max(MIN_LETTERS));
    }
    let mut text = String::new();
    for row in 0..=columns.iter().map(|column| column.cells.len()).max().unwrap_or(0) {
        let cells = columns.iter().zip(&widths).map(|(column, &width)| {
            let cell = match row.checked_sub(1) {
                None => column.head.as_str(),
                Some(row) => column.cells.get(row).map_or("", String::as_str),
            };
            if column.is_number {
                format!("{cell:>width$}")
            } else {
                format!("{:<width$}", cut(cell, width))
            }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text += &cut(line.trim_end(), room);
        text.push('\n');
    }
    text
}

/// Returns a text with its end left out if it is longer than a width.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let start: String = text.chars().take(width.saturating_sub(1)).collect();
    start + "…"
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
    fn lines_fit_and_lose_the_last_columns_first() {
        assert_eq!(
            table(columns(), None),
            "player                    mean  median  moves/s\n\
             a long name of a player  1 234   1 000   12 345\n\
             b                           99      98        7\n"
        );
        let mut long = columns();
        long[0].cells[0] = "a name that is longer than any table has room for".to_owned();
        let text = table(long, Some(50));
        assert!(text.contains("moves/s"), "{text}");
        assert!(text.contains("a name that is longer tha…"), "{text}");
        for width in [10, 20, 30, 40, 46] {
            let text = table(columns(), Some(width));
            assert!(width < 40 || text.contains("median"), "{text}");
            assert!(!text.contains("moves/s"), "{text}");
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{text}");
        }
    }
}
