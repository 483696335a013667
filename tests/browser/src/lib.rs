//! A browser for tests: [`page`] reads a page as a browser does, [`chromium`] drives an installed one.

#![allow(missing_docs, missing_debug_implementations, reason = "names say it; nobody builds on it")]

pub mod chromium;
pub mod page;
