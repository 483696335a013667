//! Files that survive a kill or a power cut at any instant.
//!
//! Each line carries a checksum: the CRC-32, in eight hexadecimal digits, of the line's text up to it. In the files of a
//! campaign the eight digits of the line before (of the header, if there is one; nothing for a first line) come first, so
//! that a line that was moved, doubled or lost is seen at its place, like one that was edited. Times follow the checksum,
//! which does not cover them: they may differ between runs.

mod reader;
mod writer;

pub use reader::{LogReader, Place, Shape};
pub use writer::LogWriter;

/// What a user is told of a file whose last line was cut short.
pub const TORN: &str = "warning: the last line of the record was cut short and is played again";
