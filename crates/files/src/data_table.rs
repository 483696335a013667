//! Tables for people, built column by column: pages show them, and Markdown does.

use crate::shown::in_markdown;

/// Returns at most `max` items of a list, evenly spread and including the last.
pub fn thinned<T>(list: &[T], max: usize) -> Vec<&T> {
    let step = list.len().div_ceil(max.max(1)).max(1);
    let last = list.len().saturating_sub(1);
    let kept = |(index, _): &(usize, &T)| (last - index).is_multiple_of(step);
    list.iter().enumerate().filter(kept).map(|(_, item)| item).collect()
}

/// A table with its place on a page.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its id on a page.
    pub id: String,
    /// What it shows.
    pub caption: String,
    /// The names of its columns.
    pub head: Vec<String>,
    /// Whether a column has numbers, which are aligned at their ends.
    pub are_numbers: Vec<bool>,
    /// The cells of its rows.
    pub rows: Vec<Vec<String>>,
}

/// A table with a row for each item, built column by column.
#[derive(Clone, Debug)]
pub struct DataTable<T> {
    items: Vec<T>,
    table: Table,
}

impl<T> DataTable<T> {
    /// Makes a table without columns.
    pub fn new(id: &str, caption: &str, items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<T> = items.into_iter().collect();
        let table = Table {
            id: format!("table-{id}"),
            caption: caption.to_owned(),
            head: Vec::new(),
            are_numbers: Vec::new(),
            rows: vec![Vec::new(); items.len()],
        };
        Self { items, table }
    }

    /// Adds a column of text.
    #[must_use]
    pub fn text<S: ToString>(self, head: &str, cell: impl Fn(&T) -> S) -> Self {
        self.column(head, false, cell)
    }

    /// Adds a column of numbers, which a page sets with its spaces and signs.
    #[must_use]
    pub fn number<S: ToString>(self, head: &str, cell: impl Fn(&T) -> S) -> Self {
        self.column(head, true, cell)
    }

    fn column<S: ToString>(mut self, head: &str, is_number: bool, cell: impl Fn(&T) -> S) -> Self {
        self.table.head.push(head.to_owned());
        self.table.are_numbers.push(is_number);
        for (row, item) in self.table.rows.iter_mut().zip(&self.items) {
            row.push(cell(item).to_string());
        }
        self
    }

    /// Returns the table with all of its columns.
    pub fn done(self) -> Table {
        self.table
    }
}

impl Table {
    /// Returns the table with at most so many rows, evenly spread.
    #[must_use]
    pub fn thinned(&self, max: usize) -> Self {
        Self { rows: thinned(&self.rows, max).into_iter().cloned().collect(), ..self.clone() }
    }

    /// Returns the table in Markdown, nothing without rows.
    pub fn markdown(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let row = |cells: &Vec<String>| {
            let cells = cells.iter().map(|cell| in_markdown(cell));
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let rule = |is_number: &bool| if *is_number { "--:|" } else { "---|" };
        let rule: String = self.are_numbers.iter().map(rule).collect();
        let rows: String = self.rows.iter().map(row).collect();
        format!("{}|{rule}\n{rows}\n", row(&self.head))
    }
}
