//! `tune2048 list`.

use std::path::PathBuf;
use std::time::SystemTime;

use crate::view::campaigns::Entry;
use crate::view::chart::DataTable;
use serde_json::{Map, json};
use tune2048_tuner::words::known;

use crate::cli::options::{Names, folders_of_runs};
use crate::cli::terminal::{
    self, counted, grouped, print, print_json, program_name, terminal_width,
};

/// List the campaigns and learning runs in a folder, newest first.
#[derive(Debug, clap::Args)]
pub(crate) struct ListCommand {
    /// Folder of campaigns [default: results and networks, or the current folder if it is one].
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// List what is built in: search spaces, learning files, and sets of weights.
    #[arg(long, conflicts_with = "folder")]
    built_in: bool,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

impl ListCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.built_in {
            return list_built_in(self.json);
        }
        let roots = folders_of_runs(self.folder)?;
        let runs =
            roots.iter().flat_map(|root| root.runs().into_iter().map(move |run| (root, run)));
        let mut rows: Vec<Entry> = runs.map(|(root, run)| Entry::read(root, &run)).collect();
        // Names of equal age keep their order.
        rows.sort_by_key(|entry| std::cmp::Reverse(entry.last_change));
        if self.json {
            return print_json(&rows);
        }
        if rows.is_empty() {
            return print(&format!(
                "no campaigns in {} yet: start one by {} run quickstart\n",
                roots[0].folder.display(),
                program_name()
            ));
        }
        print(&table(&rows))
    }
}

fn table(rows: &[Entry]) -> String {
    let table = DataTable::new("runs", "Campaigns", rows)
        .text("campaign", |entry| entry.campaign.clone())
        .text("state", |entry| entry.state.with_share(entry.share))
        .number("games", |entry| {
            let pairs = if entry.are_pairs { " pairs" } else { "" };
            known(entry.games, |games| grouped(games as f64) + pairs)
        })
        .text("verdict", |entry| known(entry.result.as_deref(), str::to_owned))
        .text("changed", |entry| known(entry.last_change, ago));
    terminal::table(table)
}

/// Returns how long ago a time is, in its largest unit.
fn ago(time: SystemTime) -> String {
    match time.elapsed().map_or(0, |since| since.as_secs()) {
        0..60 => "now".to_owned(),
        seconds @ 60..3600 => format!("{} min ago", seconds / 60),
        seconds @ 3600..86_400 => format!("{} h ago", seconds / 3600),
        seconds => format!("{} ago", counted(seconds / 86_400, "day")),
    }
}

/// Prints the names with what they stand for, and which commands take them.
fn list_built_in(is_json: bool) -> anyhow::Result<()> {
    let kinds = [
        ("search-spaces", "search spaces, for run, plan and check", Names::Spaces),
        ("learning", "learning files, for learn", Names::Learning),
        ("weights", "sets of weights, for every command that asks for WEIGHTS", Names::Presets),
    ];
    if is_json {
        let kinds = kinds.map(|(kind, _, names)| {
            let names = names.all().into_iter();
            let names = names.map(|(name, meaning)| json!({"name": name, "meaning": meaning}));
            (kind.to_owned(), names.collect())
        });
        return print_json(&Map::from_iter(kinds));
    }
    let mut text = String::new();
    for (_, title, names) in kinds {
        text += &format!("{}Built-in {title}:\n\n", if text.is_empty() { "" } else { "\n" });
        let rows: Vec<[String; 2]> = names.all().into_iter().map(Into::into).collect();
        text += &terminal::definitions(&rows, terminal_width());
    }
    print(&text)
}
