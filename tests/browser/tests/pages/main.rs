//! What people see: the report and the live pages in a real browser, without a screen.
//!
//! Without Chromium these tests are skipped, or fail if
//! `TUNE2048_REQUIRE_BROWSER` is set. Screenshots go to `target/screenshots`.

#![allow(clippy::float_cmp, reason = "counts are whole numbers")]

mod board;
mod export;
mod harness;
mod live;
mod readers;
mod report;
