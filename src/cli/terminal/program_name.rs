//! The name by which this program was called, for the commands that it proposes.

use std::env;
use std::path::Path;

use tune2048_files::shell::quoted;

/// Returns the program as the user typed it, such as `tune2048` or `target/release/tune2048`.
pub(crate) fn program_name() -> String {
    let typed = env::args_os().next().and_then(|name| name.into_string().ok());
    typed.filter(|name| !name.is_empty()).map_or(env!("CARGO_PKG_NAME").to_owned(), quoted)
}

/// Returns a command of this program with its argument: `tune2048 resume results/name`.
pub(crate) fn command_line(command: &str, argument: impl AsRef<Path>) -> String {
    format!("{} {command} {}", program_name(), quoted(argument))
}
