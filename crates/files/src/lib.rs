//! Files of tune2048: how they survive a kill, and how mistakes in them are shown.
//!
//! | module | contents |
//! |---|---|
//! | [`journal`] | files of lines with checksums, read and appended |
//! | [`record`] | rows whose columns are declared once |
//! | [`table`] | how rows are written in a file of CSV, and files of them in memory and on the disk |
//! | [`atomic`] | small files that are replaced as a whole |
//! | [`regular`] | files of a folder, read unless they are pipes, devices or too large |
//! | [`destination`] | files that users name for output |
//! | [`lock`] | whether another process works with a file |
//! | [`folder_name`] | names of folders |
//! | [`toml_errors`] | mistakes in TOML files, shown under their lines |
//! | [`built_in_files`] | files that are built into a program and read by name |
//! | [`data_table`] | tables for people, in Markdown |
//! | [`number_text`] | numbers for people |
//! | [`shell`] | words of commands |
//! | [`shown`] | texts of others, without hidden characters |
//!
//! A [`FileError`] says which file is wrong and how; the caller adds what to do about it.

pub mod atomic;
pub mod built_in_files;
pub mod data_table;
pub mod destination;
mod error;
pub mod folder_name;
pub mod journal;
pub mod lock;
pub mod number_text;
pub mod record;
pub mod regular;
pub mod shell;
pub mod shown;
pub mod table;
pub mod text;
pub mod toml_errors;

pub use error::FileError;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
