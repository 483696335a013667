//! Memory of tables that nobody plays with any more, for those of later candidates.
//!
//! Pages that the system hands out anew cost three times as much as what is written to them.

use std::sync::Mutex;

/// No more is kept: two tables to a thread or so, 2 MiB each.
const MOST: usize = 4;

/// Tables by row that may be written anew.
pub(super) struct TablePool<T>(Mutex<Vec<Box<[T; 65536]>>>);

impl<T: Copy + Default> TablePool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// A table of what a function says of each row.
    pub(super) fn table(&self, of_row: impl Fn(usize) -> T) -> Box<[T; 65536]> {
        let table_pool = self.0.lock().ok().and_then(|mut spares| spares.pop());
        if let Some(mut table) = table_pool {
            for (row, slot) in table.iter_mut().enumerate() {
                *slot = of_row(row);
            }
            return table;
        }
        let table: Box<[T]> = (0..65536).map(of_row).collect();
        table
            .try_into()
            .unwrap_or_else(|_| unreachable!("the length is 65 536"))
    }

    /// Keeps a table, if there is room.
    pub(super) fn keep(&self, table: Box<[T; 65536]>) {
        if let Ok(mut spares) = self.0.lock()
            && spares.len() < MOST
        {
            spares.push(table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stood_in_a_spare_table_is_gone() {
        let spares = TablePool::new();
        spares.keep(spares.table(|row| row as u32));
        assert_eq!(spares.0.lock().unwrap().len(), 1);
        let table = spares.table(|row| 7 * row as u32);
        assert!(spares.0.lock().unwrap().is_empty());
        assert!((0..65536).all(|row| table[row] == 7 * row as u32));
    }

    #[test]
    fn no_more_than_a_few_are_kept() {
        let spares = TablePool::new();
        for _ in 0..2 * MOST {
            spares.keep(Box::new([0_u8; 65536]));
        }
        assert_eq!(spares.0.lock().unwrap().len(), MOST);
    }
}
