//! What is shown of campaigns, whatever shows it: pages, charts, progress. No terminal.
//!
//! | module | what it does |
//! |---|---|
//! | `sections` | the sections of a report about a campaign |
//! | [`report`] | pages of HTML and Markdown about campaigns |
//! | [`campaigns`] | the campaigns in a folder, each in one line |
//! | [`chart`] | charts of the reports as SVG |
//! | `document` | what a report consists of, as a page and in Markdown |
//! | [`progress`] | progress of a running campaign |
//! | [`words`] | the sentences that all of them share |

pub mod campaigns;
pub mod chart;
pub(crate) mod document;
pub mod progress;
pub mod report;
pub(crate) mod sections;
pub mod words;
