//! Output, keys, colours and signals of a terminal.

pub(crate) mod board;
pub(crate) mod columns;
pub(crate) mod failure;
pub(crate) mod interrupt;
pub(crate) mod markdown;
pub(crate) mod notices;
pub(crate) mod output;
mod output_check;
pub(crate) mod pager;
pub(crate) mod program_name;
#[cfg(feature = "live")]
pub mod screen;
#[cfg(feature = "live")]
pub(crate) mod style;
#[cfg(feature = "live")]
pub(crate) mod suspension;

pub use output_check::note_closed_output;
#[cfg(feature = "live")]
pub use style::TerminalStyle;
#[cfg(feature = "live")]
pub use suspension::Suspension;
