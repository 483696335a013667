//! Files that survive a kill or a power cut at any instant.
//!
//! Each line carries a checksum: the CRC-32, in eight hexadecimal digits, of the line's text up to it. In the files of a
//! campaign the eight digits of the line before (of the header, if there is one; nothing for a first line) come first, so
//! that a line that was moved, doubled or lost is seen at its place, like one that was edited. Times follow the checksum,
//! which does not cover them: they may differ between runs.

mod reader;
mod writer;

pub use reader::{BYTE_ORDER_MARK, CR_LF, LogReader, Place, Shape};
pub use writer::LogWriter;

/// The warning where [`Table::is_locked`](crate::table::Table::is_locked) is false.
pub const UNLOCKED_WARNING: &str = "warning: this file system has no file locks, so that a second \
     process working with the same files is not noticed - start none";
