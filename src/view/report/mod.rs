//! Reports of campaigns: one page of HTML, and a summary in Markdown.
//!
//! | file | what it does |
//! |---|---|
//! | `page` | puts the sections of a report together |
//! | `markdown` | the summary |
//! | `comparison` | the page that compares campaigns |
//! | `learning`, `learning_markdown` | the page of a learning run, and its summary |

mod comparison;
mod learning;
mod learning_markdown;
mod markdown;
mod page;

pub use comparison::comparison;
pub use learning::learning_page;
pub use learning_markdown::learning_markdown;
pub use markdown::markdown;
pub use page::{SCRIPT, STYLE, page};
#[cfg(feature = "serve")]
pub(crate) use page::{document, page_with_pace};
