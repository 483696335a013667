//! Files that survive a kill or a power cut at any instant.
//!
//! A [`Journal`] is a CSV file to which rows are appended; each row carries a
//! checksum and is synced. Small files are replaced as a whole by
//! [`files::replace`]. A [`JournalError`] says which file is wrong and how;
//! the caller adds what to do about it.

mod error;
pub mod files;
mod lock;
mod reader;
mod row;
mod writer;

pub use error::JournalError;
pub use lock::is_in_use;
pub use reader::{Contents, Fields, read, read_if_present};
pub use row::{Columns, Row};
pub use writer::Journal;

/// The warning where [`Journal::is_locked`] is false.
pub const UNLOCKED_WARNING: &str = "warning: this file system has no file locks, so that a second \
     process working with the same files is not noticed - start none";
