//! A pool of the memory of tables that no player uses any more.
//!
//! Fresh pages of the system cost three times as much as writing to them.

use std::sync::Mutex;

use crate::game::per_row::PerRow;

/// The number of tables that are kept: about two per thread, 2 MiB each.
const MAX_SPARE: usize = 4;

/// Tables by row that later tables may overwrite.
pub(super) struct TablePool<T>(Mutex<Vec<PerRow<T>>>);

impl<T> TablePool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// A table with contents of any kind, if one is kept.
    pub(super) fn spare(&self) -> Option<PerRow<T>> {
        self.0.lock().ok().and_then(|mut spares| spares.pop())
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
    fn only_a_few_tables_are_kept() {
        let spares = TablePool::new();
        for _ in 0..2 * MAX_SPARE {
            spares.release(Box::new([0_u8; 65536]));
        }
        assert_eq!(spares.0.lock().unwrap().len(), MAX_SPARE);
    }
}
