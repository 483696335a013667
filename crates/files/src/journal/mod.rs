//! CSV files that survive a kill or a power cut at any instant.
//!
//! Rows are appended to a [`Journal`]; each row carries a checksum and is synced.

mod reader;
mod row;
mod writer;

pub use reader::{Contents, read, read_if_present};
pub use row::{Columns, Row};
pub use writer::Journal;

/// The warning where [`Journal::is_locked`] is false.
pub const UNLOCKED_WARNING: &str = "warning: this file system has no file locks, so that a second \
     process working with the same files is not noticed - start none";
