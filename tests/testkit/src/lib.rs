//! What tests of several packages share.
//!
//! | module | contents | feature |
//! |---|---|---|
//! | `campaigns` | an evaluator without games, and campaigns to try it on | `campaigns` |
//! | `csv_text` | rows and fields of journals as text | `campaigns` |
//! | `program` | a folder of its own for each test, and the real program in it | `program` |
//! | `spaces` | search spaces | |

#![allow(missing_docs, missing_debug_implementations, reason = "names say it; nobody builds on it")]

#[cfg(feature = "campaigns")]
pub mod campaigns;
#[cfg(feature = "campaigns")]
pub mod csv_text;
#[cfg(feature = "program")]
pub mod program;
pub mod spaces;
