//! `tune2048 list --built-in`: what has a name without a file.

use serde_json::json;
use tune2048_engine::presets::Preset;

use crate::cli::options::{LEARNING, SPACES, meanings};
use crate::cli::terminal::{print, print_json};

/// Prints the names with what they stand for, and which commands take them.
pub(super) fn list(is_json: bool) -> anyhow::Result<()> {
    let presets = Preset::ALL.iter().map(|preset| (preset.name, preset.meaning.to_owned()));
    type Names = Vec<(&'static str, String)>;
    let kinds: [(&str, &str, Names); 3] = [
        ("search-spaces", "search spaces, for run, plan and check", meanings(&SPACES)),
        ("learning", "learning files, for learn", meanings(&LEARNING)),
        ("weights", "sets of weights, for every command that asks for WEIGHTS", presets.collect()),
    ];
    if is_json {
        let kinds = kinds.iter().map(|(kind, _, names)| {
            let names =
                names.iter().map(|(name, meaning)| json!({"name": name, "meaning": meaning}));
            ((*kind).to_owned(), names.collect())
        });
        return print_json(&kinds.collect::<serde_json::Map<_, _>>());
    }
    let mut text = String::new();
    for (_, title, names) in &kinds {
        let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        text += &format!("{}Built-in {title}:\n\n", if text.is_empty() { "" } else { "\n" });
        for (name, meaning) in names {
            text += &format!("  {name:width$}  {meaning}\n");
        }
    }
    print(&text)
}
