//! `tune2048 list`.

use std::path::PathBuf;
use std::time::SystemTime;

use crate::view::campaigns::{CampaignState, FoundCampaign, LearningSummary, Root, Summary};
use serde::Serialize;
use tune2048_files::lock::is_in_use;
use tune2048_learning::run::CURVE;
use tune2048_tuner::campaign::Verdict;
use tune2048_tuner::checkpoint::file_names::TRIALS;
use tune2048_tuner::statistics::Interval;

use crate::cli::options::campaign_folder::RESULTS;
use crate::cli::terminal::columns::cut;
use crate::cli::terminal::failure::BadInput;
use crate::cli::terminal::output::{grouped, print, print_json, terminal_width};
use crate::cli::terminal::program_name::program_name;

/// List the campaigns and learning runs in a folder, newest first.
#[derive(Debug, clap::Args)]
pub(crate) struct ListCommand {
    /// Folder of campaigns; those of a ladder are its rungs.
    #[arg(value_name = "FOLDER", default_value = RESULTS)]
    folder: PathBuf,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// One campaign in the JSON of `list --json`.
#[derive(Debug, Serialize)]
struct Entry {
    campaign: String,
    folder: String,
    state: &'static str,
    /// Largest share of a limit of the budget that is spent, 0 to 1.
    share: Option<f64>,
    games: Option<u64>,
    verdict: Option<Verdict>,
    ratio: Option<f64>,
    ratio_ci95: Option<Interval>,
    /// The time of the last change.
    unix_seconds: Option<u64>,
    /// What is wrong with the files.
    problem: Option<String>,
}

impl ListCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let is_default = self.folder.as_os_str() == RESULTS && !self.folder.exists();
        if !is_default && !self.folder.is_dir() {
            let message = format!(
                "{}: found no folder, expected a folder of campaigns",
                self.folder.display()
            );
            return Err(BadInput(message).into());
        }
        let root = Root::new(&self.folder);
        let campaigns = root.campaigns();
        let mut rows: Vec<(Entry, String)> = campaigns
            .iter()
            .map(|campaign| {
                let summary = Summary::read(&root, campaign);
                (entry(campaign, &summary), summary.ratio)
            })
            .collect();
        rows.extend(root.learning_runs().iter().map(learning_entry));
        // Names of equal age keep their order.
        rows.sort_by_key(|(entry, _)| std::cmp::Reverse(entry.unix_seconds));
        if self.json {
            return print_json(&rows.iter().map(|(entry, _)| entry).collect::<Vec<_>>());
        }
        if rows.is_empty() {
            return print(&format!(
                "no campaigns in {} yet: start one by {} run quickstart\n",
                self.folder.display(),
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
    let changed = campaign.last_change();
    let since_1970 = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
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
        unix_seconds: since_1970.map(|time| time.as_secs()),
        problem: summary.state.problem().map(str::to_owned),
    }
}

/// A learning run, with the mean score of its network in place of a ratio.
fn learning_entry(found: &FoundCampaign) -> (Entry, String) {
    let summary = LearningSummary::read(&found.path);
    let state = match &summary {
        Err(_) => "damaged",
        Ok(summary) if summary.is_finished => "finished",
        Ok(_) if is_in_use(&found.path.join(CURVE)) => "running",
        Ok(_) => "interrupted",
    };
    let changed = found.last_change();
    let since_1970 = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let text = summary.as_ref().ok().and_then(LearningSummary::score);
    let entry = Entry {
        campaign: found.name.clone(),
        folder: found.path.display().to_string(),
        state,
        share: None,
        games: summary.as_ref().ok().map(|summary| summary.games),
        verdict: None,
        ratio: None,
        ratio_ci95: None,
        unix_seconds: since_1970.map(|time| time.as_secs()),
        problem: summary.err().map(|error| error.to_string()),
    };
    (entry, text.unwrap_or_else(|| "-".to_owned()))
}

const HEADS: [&str; 5] = ["campaign", "state", "games", "verdict", "changed"];

/// The place of the only column with numbers, which are aligned at their ends.
const GAMES: usize = 2;

/// The fewest letters of a name that are shown.
const FEWEST_LETTERS: usize = 8;

/// Returns one line per campaign, cut to a width: names first, then ends of lines.
fn table(rows: &[(Entry, String)], width: Option<usize>) -> String {
    let mut lines = vec![HEADS.map(str::to_owned)];
    lines.extend(rows.iter().map(|(entry, ratio)| cells(entry, ratio)));
    let widest = |lines: &[[String; 5]], column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let mut widths: [usize; 5] = std::array::from_fn(|column| widest(&lines, column));
    let total: usize = widths.iter().sum::<usize>() + 2 * (widths.len() - 1);
    let excess = total.saturating_sub(width.unwrap_or(usize::MAX));
    widths[0] = widths[0].min((widths[0].saturating_sub(excess)).max(FEWEST_LETTERS));
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            match column {
                GAMES => format!("{cell:>width$}"),
                _ => format!("{:<width$}", cut(cell, width)),
            }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text += &cut(line.trim_end(), width.unwrap_or(usize::MAX));
        text.push('\n');
    }
    text
}

fn cells(entry: &Entry, ratio: &str) -> [String; 5] {
    let share = entry.share.filter(|_| entry.state != "finished");
    let share = share.map_or(String::new(), |share| {
        format!(" {:.0} %", (100.0 * share).floor())
    });
    let verdict = match entry.verdict {
        Some(verdict) if entry.ratio.is_some() => format!("{verdict} {ratio}"),
        Some(verdict) => verdict.to_string(),
        None => ratio.to_owned(),
    };
    [
        entry.campaign.clone(),
        format!("{}{share}", entry.state),
        entry
            .games
            .map_or("-".to_owned(), |games| grouped(games as f64)),
        verdict,
        entry.unix_seconds.map_or("-".to_owned(), ago),
    ]
}

/// Returns how long ago a time is, in its largest unit.
fn ago(unix_seconds: u64) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seconds = now.map_or(0, |now| now.as_secs().saturating_sub(unix_seconds));
    match seconds {
        0..60 => "now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        86_400..172_800 => "1 day ago".to_owned(),
        _ => format!("{} days ago", seconds / 86_400),
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
            unix_seconds: Some(0),
            problem: None,
        };
        let ratio = || "1.500 (1.400 to 1.600)".to_owned();
        let rows = [
            (entry(&"long-name-".repeat(9)), ratio()),
            (entry("s"), ratio()),
        ];
        for width in [20, 60, 80, 100] {
            let text = table(&rows, Some(width));
            assert_eq!(text.lines().count(), 3);
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{text}");
        }
        let whole = table(&rows, None);
        assert!(whole.contains(&"long-name-".repeat(9)), "{whole}");
        assert!(
            whole.contains("interrupted 99 %  1 234 567  better 1.500 (1.4"),
            "{whole}"
        );
    }
}
