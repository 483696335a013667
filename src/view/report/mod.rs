//! Reports of campaigns: one page of HTML, and a summary in Markdown.
//!
//! | file | what it does |
//! |---|---|
//! | `page` | puts the sections of a report together |
//! | `data` | reads everything that a report is made from |
//! | `opening`, `pace`, `convergence`, `weights`, `parallel`, `matrix`, `score_games`, `ranking`, `race`, `repeat` | one section each |
//! | `certainty`, `directions`, `trade_offs` | the section about certainty and trade-offs |
//! | `fit`, `slices`, `maps` | the section about the landscape |
//! | `comparison`, `comparison_weights` | the page that compares campaigns |
//! | `learning`, `learning_markdown` | the page of a learning run, and its summary |
//! | `markdown` | the summary |
//! | `figure`, `number`, `coordinates`, `candidates` | figures, tables, numbers and words of all sections |

mod candidates;
mod certainty;
mod comparison;
mod comparison_weights;
mod convergence;
mod coordinates;
mod data;
mod directions;
mod figure;
mod fit;
mod learning;
mod learning_markdown;
mod maps;
mod markdown;
mod matrix;
mod number;
mod opening;
mod pace;
mod page;
mod parallel;
mod race;
mod ranking;
mod repeat;
mod score_games;
mod slices;
mod trade_offs;
mod weights;
mod workers;

pub use comparison::comparison;
pub use learning::learning_page;
pub use learning_markdown::learning_markdown;
pub use markdown::markdown;
pub use number::{clock, duration};
pub use page::{SCRIPT, STYLE, page};
#[cfg(feature = "serve")]
pub(crate) use page::{broad_document, document, page_with_pace};
