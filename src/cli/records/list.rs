//! `tune2048 list`.

use std::path::{Path, PathBuf};

use crate::view::campaigns::{CampaignState, FoundCampaign, LearningSummary, Root, Summary};
use crate::view::worker_presence::unix_now;
use serde::Serialize;
use tune2048_files::lock::is_in_use;
use tune2048_files::shell::visible;
use tune2048_learning::run::CURVE;
use tune2048_tuner::record::file_names::TRIALS;
use tune2048_tuner::statistics::{Interval, IntervalAtLevel};
use tune2048_tuner::weights::Verdict;

use super::built_in_names;
use crate::cli::options::campaign_folder::{NETWORKS, RESULTS};
use crate::cli::terminal::columns::{self, Column};
use crate::cli::terminal::failure::BadInput;
use crate::cli::terminal::output::{grouped, print, print_json, terminal_width};
use crate::cli::terminal::program_name::program_name;

/// List the campaigns and learning runs in a folder, newest first.
#[derive(Debug, clap::Args)]
pub(crate) struct ListCommand {
    /// Folder of campaigns; those of a ladder are its rungs [default: results and networks].
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// List what is built in: search spaces, learning files, and sets of weights.
    #[arg(long, conflicts_with = "folder")]
    built_in: bool,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// One campaign in the JSON of `list --json`.
#[derive(Debug, Default, Serialize)]
struct Entry {
    campaign: String,
    folder: String,
    state: &'static str,
    /// Largest share of a limit of the budget that is spent, 0 to 1.
    share: Option<f64>,
    games: Option<u64>,
    verdict: Option<Verdict>,
    ratio: Option<f64>,
    /// The same as `ratio_interval`, for readers of version 0.1.
    ratio_ci95: Option<Interval>,
    ratio_interval: Option<IntervalAtLevel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference_interval: Option<IntervalAtLevel>,
    /// The time of the last change.
    unix_seconds: Option<u64>,
    /// What is wrong with the files.
    problem: Option<String>,
}

impl ListCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.built_in {
            return built_in_names::list(self.json);
        }
        if let Some(folder) = self.folder.as_ref().filter(|folder| !folder.is_dir()) {
            let message =
                format!("{}: found no folder, expected a folder of campaigns", folder.display());
            return Err(BadInput(message).into());
        }
        let folders = match &self.folder {
            Some(folder) => vec![folder.as_path()],
            None => [RESULTS, NETWORKS].map(Path::new).to_vec(),
        };
        let mut rows: Vec<(Entry, String)> = Vec::new();
        for root in folders.iter().map(|folder| Root::new(folder)) {
            rows.extend(root.campaigns().iter().map(|campaign| {
                let summary = Summary::read(&root, campaign);
                (entry(campaign, &summary), summary.effect)
            }));
            rows.extend(root.learning_runs().iter().map(learning_entry));
        }
        // Names of equal age keep their order.
        rows.sort_by_key(|(entry, _)| std::cmp::Reverse(entry.unix_seconds));
        if self.json {
            return print_json(&rows.iter().map(|(entry, _)| entry).collect::<Vec<_>>());
        }
        if rows.is_empty() {
            return print(&format!(
                "no campaigns in {} yet: start one by {} run quickstart\n",
                folders[0].display(),
                program_name()
            ));
        }
        print(&table(&rows, terminal_width()))
    }
}

fn entry(campaign: &FoundCampaign, summary: &Summary) -> Entry {
    let state = match summary.state {
        CampaignState::NotFinished if is_in_use(&campaign.path.join(TRIALS)) => "running",
        CampaignState::NotFinished => "interrupted",
        ref other => other.word(),
    };
    let evidence = summary.evidence.as_ref();
    Entry {
        campaign: campaign.name.clone(),
        folder: campaign.path.display().to_string(),
        state,
        share: summary.share,
        games: summary.games_played,
        verdict: evidence.map(|evidence| evidence.verdict),
        ratio: evidence.and_then(|evidence| evidence.ratio),
        ratio_ci95: evidence.and_then(|evidence| evidence.ratio_ci95),
        ratio_interval: evidence.and_then(|found| found.at_level(found.ratio_ci95)),
        difference: evidence.and_then(|evidence| evidence.difference),
        difference_interval: evidence.and_then(|found| found.at_level(found.difference_ci95)),
        unix_seconds: campaign.last_change(),
        problem: summary.state.problem().map(str::to_owned),
    }
}

/// A learning run, with the mean score of its network in place of an effect.
fn learning_entry(found: &FoundCampaign) -> (Entry, String) {
    let summary = LearningSummary::read(&found.path);
    let state = match &summary {
        Err(_) => "damaged",
        Ok(summary) if summary.is_finished => "finished",
        Ok(_) if is_in_use(&found.path.join(CURVE)) => "running",
        Ok(_) => "interrupted",
    };
    let text = summary.as_ref().ok().and_then(LearningSummary::score);
    let entry = Entry {
        campaign: found.name.clone(),
        folder: found.path.display().to_string(),
        state,
        games: summary.as_ref().ok().map(|summary| summary.games),
        unix_seconds: found.last_change(),
        problem: summary.err().map(|error| error.to_string()),
        ..Entry::default()
    };
    (entry, text.unwrap_or_else(|| "-".to_owned()))
}

/// Returns one line per campaign, cut to a width: names first, then ends of lines.
fn table(rows: &[(Entry, String)], width: Option<usize>) -> String {
    let column = |head, cell: &dyn Fn(&Entry, &str) -> String| {
        let cells = rows.iter().map(|(entry, effect)| cell(entry, effect));
        Column::new(head, head == "games", 0, cells.collect())
    };
    let columns = vec![
        column("campaign", &|entry, _| visible(&entry.campaign)),
        column("state", &|entry, _| {
            let share = entry.share.filter(|_| entry.state != "finished");
            let share =
                share.map_or(String::new(), |share| format!(" {:.0} %", (100.0 * share).floor()));
            format!("{}{share}", entry.state)
        }),
        column("games", &|entry, _| {
            let games = entry.games.map(|games| grouped(games as f64));
            games.unwrap_or_else(|| "-".to_owned())
        }),
        column("verdict", &|entry, effect| match entry.verdict {
            Some(verdict) if effect != "-" => format!("{verdict} {effect}"),
            Some(verdict) => verdict.to_string(),
            None => effect.to_owned(),
        }),
        column("changed", &|entry, _| entry.unix_seconds.map_or("-".to_owned(), ago)),
    ];
    columns::table(columns, width).0
}

/// Returns how long ago a time is, in its largest unit.
fn ago(unix_seconds: u64) -> String {
    match unix_now().saturating_sub(unix_seconds) {
        0..60 => "now".to_owned(),
        seconds @ 60..3600 => format!("{} min ago", seconds / 60),
        seconds @ 3600..86_400 => format!("{} h ago", seconds / 3600),
        86_400..172_800 => "1 day ago".to_owned(),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_the_terminal() {
        let entry = |campaign: &str| Entry {
            campaign: campaign.to_owned(),
            folder: String::new(),
            state: "interrupted",
            share: Some(0.999),
            games: Some(1_234_567),
            verdict: Some(Verdict::Better),
            ratio: Some(1.5),
            ratio_ci95: None,
            ratio_interval: None,
            difference: None,
            difference_interval: None,
            unix_seconds: Some(0),
            problem: None,
        };
        let ratio = || "1.500 (1.400 to 1.600)".to_owned();
        let rows = [(entry(&"long-name-".repeat(9)), ratio()), (entry("s"), ratio())];
        for width in [20, 60, 80, 100] {
            let text = table(&rows, Some(width));
            assert_eq!(text.lines().count(), 3);
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{text}");
        }
        let whole = table(&rows, None);
        assert!(whole.contains(&"long-name-".repeat(9)), "{whole}");
        assert!(whole.contains("interrupted 99 %  1 234 567  better 1.500 (1.4"), "{whole}");
    }
}
