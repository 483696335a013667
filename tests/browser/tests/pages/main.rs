//! What people see: the report and the live pages in a real browser, without a screen.
//!
//! Without Chromium these tests are skipped, or fail if
//! `TUNE2048_REQUIRE_BROWSER` is set. Screenshots go to `target/screenshots`.
//!
//! | file | question |
//! |---|---|
//! | `report` | does the report open from a file, show the campaign's numbers, and suit its readers? |
//! | `live` | do the served pages follow a campaign, without a reload and without a word in the console? |
//! | `board` | do boards play on a campaign's page, and follow its weights? |
//! | `export` | does the exported page play by itself and with its reader, without network? |
//! | `readers` | what every page owes its readers |
//! | `harness` | the harness: does it notice what it is there to notice? |

#![allow(clippy::float_cmp, reason = "counts are whole numbers")]

mod board;
mod export;
mod harness;
mod live;
mod readers;
mod report;
