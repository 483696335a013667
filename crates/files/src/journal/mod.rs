//! CSV files that survive a kill or a power cut at any instant.
//!
//! Each row carries a checksum (CRC-32, eight hexadecimal digits) of the text before it, followed by the columns of
//! times, which may differ between runs and are not covered. A [`Table`](crate::table::Table) appends them.

mod reader;
mod row;

pub use reader::{Contents, read};
pub use row::{Columns, Row};

/// The warning where [`Table::is_locked`](crate::table::Table::is_locked) is false.
pub const UNLOCKED_WARNING: &str = "warning: this file system has no file locks, so that a second \
     process working with the same files is not noticed - start none";
