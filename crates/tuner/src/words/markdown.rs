//! Words of users within Markdown.

use tune2048_files::shell::visible;

/// A text that Markdown shows as it is, in one line, and in one cell of a table.
pub fn in_markdown(text: &str) -> String {
    let escape = |c: char| if r"\`*[<|&".contains(c) { format!("\\{c}") } else { c.to_string() };
    visible(text).chars().map(escape).collect()
}
