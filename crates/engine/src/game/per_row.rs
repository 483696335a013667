//! Tables with one entry for each of the 65 536 rows.

/// One entry per row of four ranks, the first cell in the lowest four bits.
pub(crate) type PerRow<T> = Box<[T; 65536]>;

/// The table of a function of the row.
pub(crate) fn per_row<T>(of_row: impl FnMut(u16) -> T) -> PerRow<T> {
    let table: Box<[T]> = (0..=u16::MAX).map(of_row).collect();
    table.try_into().unwrap_or_else(|_| unreachable!("there are 65 536 numbers of 16 bits"))
}

/// The four ranks of a row.
pub(crate) fn ranks(row: u16) -> [u8; 4] {
    [0, 4, 8, 12].map(|shift| (row >> shift & 0xf) as u8)
}
