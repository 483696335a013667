//! Long texts on a terminal, through the pager of the user.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use super::output::print;

/// The pager without one in the environment: shows colours, and leaves a text that fits alone.
const USUAL: &str = "less -FRX";

/// Prints a text, through `PAGER` or `less` where it is longer than the terminal.
pub(crate) fn page(text: &str) -> anyhow::Result<()> {
    let height = terminal_size::terminal_size_of(io::stdout()).map(|(_, height)| height.0);
    if height.is_none_or(|height| text.lines().count() < usize::from(height)) {
        return print(text);
    }
    let pager = std::env::var("PAGER").unwrap_or_else(|_| USUAL.to_owned());
    let mut words = pager.split_whitespace();
    let program =
        words.next().map(|program| Command::new(program).args(words).stdin(Stdio::piped()).spawn());
    let Some(Ok(mut program)) = program else { return print(text) };
    if let Some(mut input) = program.stdin.take() {
        // A reader who has seen enough closes it.
        let _ = input.write_all(text.as_bytes());
    }
    program.wait()?;
    Ok(())
}
