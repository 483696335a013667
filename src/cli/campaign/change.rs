//! `tune2048 change`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value, value};
use tune2048_engine::player::Depth;
use tune2048_files::text;
use tune2048_tuner::campaign::change::request;
use tune2048_tuner::campaign::{Campaign, CampaignError, Change, Progress};
use tune2048_tuner::record::file_names::{CHANGES, SEARCH_SPACE};
use tune2048_tuner::space::limits::set;
use tune2048_tuner::words::change::preview;

use crate::cli::options::{BudgetOptions, Names, campaign_folder, offer};
use crate::cli::search_space::overrides;
use crate::cli::terminal::{BadInput, print, quoted};

/// Change a campaign: budget, fixed weights, ranges, games per candidate or depth.
///
/// Prints what changes and its consequences, and records the change. It takes effect from the next
/// generation on; a running campaign adopts it by itself. Without options, the edits of the
/// folder's search-space.toml are the change.
#[derive(Debug, clap::Args)]
pub(crate) struct ChangeCommand {
    /// Folder of the campaign, or its name.
    #[arg(value_name = "FOLDER", value_parser = campaign_folder, add = offer(&[Names::Recorded]))]
    folder: PathBuf,
    /// Fix a weight at a value [default: its mean in the search so far].
    #[arg(long, value_name = "WEIGHT[=VALUE]", allow_hyphen_values = true)]
    fix: Vec<String>,
    /// Tune a weight again that an earlier change fixed.
    #[arg(long, value_name = "WEIGHT")]
    free: Vec<String>,
    /// Search a weight in another range.
    #[arg(long, value_name = "WEIGHT=LOW..HIGH")]
    range: Vec<String>,
    /// Games per candidate: a number, or the limits of an adaptive number [default: unchanged].
    #[arg(long, value_name = "N|LOW..HIGH")]
    games_per_candidate: Option<String>,
    /// New search depth: 0 to 8 spawns, `distinct-tiles` or `free-cells` [default: unchanged].
    #[arg(long, value_name = "D")]
    depth: Option<Depth>,
    #[command(flatten)]
    budget: BudgetOptions,
    /// Print what would change, and record nothing.
    #[arg(long)]
    dry_run: bool,
}

impl ChangeCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let progress = Progress::read(&self.folder)?;
        let path = self.folder.join(SEARCH_SPACE);
        let waiting = request::requested(&self.folder)?;
        let text = waiting.map_or_else(|| text::read(&path).map_err(BadInput), Ok)?;
        let text = match text.parse::<DocumentMut>() {
            Ok(mut document) => {
                self.edit(&mut document, &progress)?;
                document.to_string()
            }
            // The mistakes of the file are reported together below.
            Err(_) => text,
        };
        let change = progress.consider(&path, &text)?;
        if change.differences.is_empty() {
            anyhow::bail!(BadInput(format!(
                "{}: nothing would change - give an option, or edit {SEARCH_SPACE}",
                self.folder.display()
            )));
        }
        let mut answer = preview(&progress, &change);
        if !self.dry_run {
            answer += &format!("\n{}", self.record(&path, &text)?);
        }
        print(&answer)
    }

    /// Records the change, or leaves that to the process that runs the campaign.
    fn record(&self, path: &Path, text: &str) -> anyhow::Result<String> {
        let folder = quoted(&self.folder);
        match Campaign::change_in(&self.folder, path, text) {
            Ok(Change { generation, .. }) => {
                request::withdraw(&self.folder)?;
                Ok(format!(
                    "Recorded in {CHANGES}; takes effect from generation {generation} on.\n\
                     \n  tune2048 resume {folder}\n"
                ))
            }
            Err(CampaignError::Checkpoint(error)) if error.is_locked() => {
                request::request(&self.folder, text)?;
                Ok(format!(
                    "The campaign is running: it adopts the change before its next generation or, if \
                     its\nsearch is over, with `tune2048 resume {folder}`.\n"
                ))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn edit(&self, document: &mut DocumentMut, progress: &Progress) -> Result<(), BadInput> {
        self.budget.limits().set_in(document);
        if let Some(depth) = self.depth {
            set_depth(document, depth)?;
        }
        if let Some(games) = &self.games_per_candidate {
            set_games(document, games)?;
        }
        for name in &self.free {
            let entry = first_entry(progress, name).unwrap_or_else(|| value("tune"));
            *weight(document, "--free", name, progress)? = entry;
        }
        for fixed in &self.fix {
            let (name, number) = match fixed.split_once('=') {
                Some((name, text)) => {
                    (name, text.trim().parse().map_err(|_| unlike("--fix", fixed, "WEIGHT=VALUE"))?)
                }
                None => (fixed.as_str(), progress.guess().get(fixed).unwrap_or_default()),
            };
            *weight(document, "--fix", name, progress)? = value(number);
        }
        for range in &self.range {
            let parts = range.split_once('=').and_then(|(name, text)| Some((name, ends(text)?)));
            let (name, ends) = parts.ok_or_else(|| unlike("--range", range, "WEIGHT=LOW..HIGH"))?;
            set_range(weight(document, "--range", name, progress)?, name, ends, progress);
        }
        Ok(())
    }
}

fn unlike(option: &str, found: &str, expected: &str) -> BadInput {
    BadInput(format!("{option}: found {found:?}, expected {expected}"))
}

/// Reads `LOW..HIGH`.
fn ends<T: FromStr>(text: &str) -> Option<[T; 2]> {
    let (low, high) = text.split_once("..")?;
    Some([low.trim().parse().ok()?, high.trim().parse().ok()?])
}

fn set_depth(document: &mut DocumentMut, depth: Depth) -> Result<(), BadInput> {
    let depth = toml::Value::try_from(depth).map_or(String::new(), |depth| depth.to_string());
    let player = document.get("player").and_then(Item::as_table_like);
    let kind =
        player.and_then(|player| player.iter().next()).map_or("expectimax", |(kind, _)| kind);
    let setting = format!("player.{kind}.depth={depth}");
    overrides::set(document.as_table_mut(), &setting)
}

fn set_games(document: &mut DocumentMut, games: &str) -> Result<(), BadInput> {
    let (table, key) = ("objective", "games-per-candidate");
    let item = if let Ok(games) = games.trim().parse::<i64>() {
        value(games)
    } else {
        let wrong = || unlike("--games-per-candidate", games, "a number or LOW..HIGH");
        let [low, high]: [i64; 2] = ends(games).ok_or_else(wrong)?;
        let old = document.get(table).and_then(|table| table.get(key));
        value(with_ends(old.unwrap_or(&Item::None), [low.into(), high.into()]))
    };
    set(document, table, key, item);
    Ok(())
}

/// Returns the entry as a table in one line, with these ends.
fn with_ends(entry: &Item, [low, high]: [Value; 2]) -> InlineTable {
    let mut table = match entry {
        Item::Value(Value::InlineTable(table)) => table.clone(),
        Item::Table(table) => table.clone().into_inline_table(),
        _ => InlineTable::new(),
    };
    table.insert("low", low);
    table.insert("high", high);
    table.fmt();
    table
}

/// Returns the entry of a weight in the file.
fn weight<'d>(
    document: &'d mut DocumentMut,
    option: &str,
    name: &str,
    progress: &Progress,
) -> Result<&'d mut Item, BadInput> {
    let subject = progress.spec.subject();
    let is_setting = subject.search_settings().iter().any(|setting| setting.name == name);
    let found = match is_setting {
        // They stay tuned.
        true if option == "--fix" => None,
        true => setting_entry(document, name),
        false => subject.index_of(name).and_then(|_| entry(document, name)),
    };
    found.ok_or_else(|| {
        BadInput(format!(
            "{option}: found {name:?}, expected a weight of {} that its table names: {} - others \
             can be edited in {SEARCH_SPACE}",
            subject.table_name(),
            progress.spec.coordinate_names().join(", ")
        ))
    })
}

/// Returns the entry of a setting of the search.
fn setting_entry<'d>(document: &'d mut DocumentMut, name: &str) -> Option<&'d mut Item> {
    let settings = document.get_mut("player")?.get_mut("expectimax")?;
    name.split('.').try_fold(settings, |item, key| item.as_table_like_mut()?.get_mut(key))
}

fn entry<'d>(document: &'d mut DocumentMut, name: &str) -> Option<&'d mut Item> {
    let tables = document.get_mut("heuristic")?.as_table_like_mut()?;
    let kind = tables.iter().next()?.0.to_owned();
    let table = tables.get_mut(&kind)?.as_table_like_mut()?;
    if kind != "expressions" {
        return table.get_mut(name);
    }
    for (term, item) in table.iter_mut() {
        let entries = item.as_table_like_mut()?;
        if name == term.get() {
            return entries.get_mut("weight");
        }
        let parameters = entries.get_mut("parameters").and_then(Item::as_table_like_mut);
        for (key, parameter) in parameters.into_iter().flat_map(TableLike::iter_mut) {
            if format!("{}-{}", term.get(), key.replace('_', "-")) == name {
                return Some(parameter);
            }
        }
    }
    None
}

/// Returns the entry of a weight in the campaign's first search space, unless it fixes the weight.
fn first_entry(progress: &Progress, name: &str) -> Option<Item> {
    let mut document: DocumentMut = progress.changes().first()?.before.parse().ok()?;
    let entry = entry(&mut document, name)?;
    (entry.as_float().is_none() && entry.as_integer().is_none()).then(|| entry.clone())
}

fn set_range(entry: &mut Item, name: &str, [low, high]: [f64; 2], progress: &Progress) {
    let mut table = with_ends(entry, [low.into(), high.into()]);
    let start = progress.spec.start_weights().get(name);
    if low < high && !start.is_some_and(|start| (low..=high).contains(&start)) {
        // The search has its own mean by now, but the file must have a valid start.
        table.insert("start", progress.guess().get(name).unwrap_or(low).clamp(low, high).into());
    }
    table.fmt();
    *entry = value(table);
}
