//! Reports of campaigns: one page of HTML, and a summary in Markdown.
//!
//! | file | what it does |
//! |---|---|
//! | `page` | puts the sections of a report together |
//! | `markdown` | the summaries |
//! | `comparison` | the page that compares campaigns |
//! | `learning` | the page of a learning run |

mod comparison;
mod learning;
mod markdown;
mod page;

pub use comparison::comparison;
pub use learning::learning_page;
pub(crate) use learning::tested;
pub use markdown::{learning_markdown, markdown};
pub use page::{SCRIPT, STYLE, page};
pub(crate) use page::{campaign_page, document};
