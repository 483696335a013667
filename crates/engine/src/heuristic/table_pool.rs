//! A pool of the memory of tables that no player uses any more.
//!
//! Fresh pages of the system cost three times as much as writing to them.

use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::sync::Mutex;

use crate::game::per_row::{PerRow, per_row};

/// The number of tables that are kept: about two per thread, 2 MiB each.
const MAX_SPARE: usize = 4;

/// Tables by row that later tables may overwrite.
#[derive(Debug)]
pub(super) struct TablePool<T>(Mutex<Vec<PerRow<T>>>);

impl<T: Copy + Default> TablePool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The table of a function of the row.
    pub(super) fn table(&'static self, of_row: impl Fn(usize) -> T) -> PooledTable<T> {
        let spare = self.0.lock().ok().and_then(|mut spares| spares.pop());
        let table = match spare {
            None => per_row(|row| of_row(usize::from(row))),
            Some(mut table) => {
                for (row, slot) in table.iter_mut().enumerate() {
                    *slot = of_row(row);
                }
                table
            }
        };
        PooledTable { table: ManuallyDrop::new(table), pool: self }
    }
}

/// A table by row, whose memory goes to a pool in the end.
#[derive(Debug)]
pub(super) struct PooledTable<T: 'static> {
    table: ManuallyDrop<PerRow<T>>,
    pool: &'static TablePool<T>,
}

impl<T> Deref for PooledTable<T> {
    type Target = [T; 65536];

    #[inline(always)]
    fn deref(&self) -> &[T; 65536] {
        &self.table
    }
}

impl<T> Drop for PooledTable<T> {
    fn drop(&mut self) {
        // Safety: nothing uses the table after this.
        #[allow(unsafe_code, reason = "an option would be looked at by every lookup")]
        let table = unsafe { ManuallyDrop::take(&mut self.table) };
        if let Ok(mut spares) = self.pool.0.lock()
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
        static SPARES: TablePool<u32> = TablePool::new();
        drop(SPARES.table(|row| row as u32));
        assert_eq!(SPARES.0.lock().unwrap().len(), 1);
        let table = SPARES.table(|row| 7 * row as u32);
        assert!(SPARES.0.lock().unwrap().is_empty());
        assert!((0..65536).all(|row| table[row] == 7 * row as u32));
    }

    #[test]
    fn only_a_few_tables_are_kept() {
        static SPARES: TablePool<u8> = TablePool::new();
        let tables: Vec<_> = (0..2 * MAX_SPARE).map(|_| SPARES.table(|_| 0)).collect();
        drop(tables);
        assert_eq!(SPARES.0.lock().unwrap().len(), MAX_SPARE);
    }
}
