//! A pool of the memory of tables that no player uses any more.
//!
//! Fresh pages of the system cost three times as much as writing to them.

use std::sync::Mutex;

use crate::game::per_row::{PerRow, per_row};

/// The number of tables that are kept: about two per thread, 2 MiB each.
const MAX_SPARE: usize = 4;

/// Tables by row that later tables may overwrite.
pub(super) struct TablePool<T>(Mutex<Vec<PerRow<T>>>);

impl<T: Copy + Default> TablePool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The table of a function of the row.
    pub(super) fn table(&self, of_row: impl Fn(usize) -> T) -> PerRow<T> {
        let spare = self.0.lock().ok().and_then(|mut spares| spares.pop());
        let Some(mut table) = spare else { return per_row(|row| of_row(usize::from(row))) };
        for (row, slot) in table.iter_mut().enumerate() {
            *slot = of_row(row);
        }
        table
    }

    /// Keeps a table, if there is room.
    pub(super) fn release(&self, table: PerRow<T>) {
        if let Ok(mut spares) = self.0.lock()
            && spares.len() < MAX_SPARE
        {
            spares.push(table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spare_table_is_overwritten() {
        let spares = TablePool::new();
        spares.release(spares.table(|row| row as u32));
        assert_eq!(spares.0.lock().unwrap().len(), 1);
        let table = spares.table(|row| 7 * row as u32);
        assert!(spares.0.lock().unwrap().is_empty());
        assert!((0..65536).all(|row| table[row] == 7 * row as u32));
    }

    #[test]
    fn only_a_few_tables_are_kept() {
        let spares = TablePool::new();
        for _ in 0..2 * MAX_SPARE {
            spares.release(Box::new([0_u8; 65536]));
        }
        assert_eq!(spares.0.lock().unwrap().len(), MAX_SPARE);
    }
}
