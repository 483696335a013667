//! What tests of several packages share.

#![allow(missing_docs, missing_debug_implementations, reason = "names say it; nobody builds on it")]
#![allow(clippy::new_without_default, reason = "a folder is made, and nobody wants a default one")]

#[cfg(feature = "campaigns")]
pub mod campaigns;
#[cfg(feature = "campaigns")]
pub mod csv_text;
pub mod nats;
#[cfg(feature = "program")]
pub mod program;
pub mod recorded;
#[cfg(feature = "campaigns")]
pub mod scratch;
pub mod spaces;
pub mod tools;

#[track_caller]
pub fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

/// The text with a part replaced that must occur exactly once.
#[track_caller]
pub fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?} in {text}");
    text.replace(from, to)
}
