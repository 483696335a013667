//! Reports of campaigns and learning runs: pages of HTML, and summaries in Markdown.
//!
//! | file | what it reports |
//! |---|---|
//! | `campaign` | a campaign, of the `sections` |
//! | `comparison` | several campaigns side by side |
//! | `learning` | a learning run |

mod campaign;
mod comparison;
mod learning;

pub(crate) use crate::view::document::document;
pub use crate::view::document::{SCRIPT, STYLE};
pub(crate) use campaign::campaign_page;
pub use campaign::{markdown, page};
pub use comparison::comparison;
pub(crate) use learning::tested;
pub use learning::{learning_markdown, learning_page};
