//! The player of a campaign file, whose numbers may be tuned like weights.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::search_space::SearchSpace;
use super::weight_entry::{RangeTable, Tune, WeightEntry, read_weight};
use crate::subject::{
    CommandSettings, PlayerTable, SEARCH_SETTINGS, SearchSetting, search_setting, search_settings,
};
use tune2048_engine::player::{
    Depth, DepthRule, ExpectimaxSettings, LookAheadSettings, MinimaxSettings, NodeBudget,
    PlayerSettings, StaticValue, TerminalValue,
};
use tune2048_files::toml_errors::{Document, Mistake, number, shown};

/// The table of the settings that can be tuned.
pub(super) const TABLE: &str = "player.expectimax";

/// How moves are chosen: exactly one kind of player.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Player")]
pub(super) enum PlayerEntry {
    /// Expectimax search: spawns are random.
    Expectimax(Box<ExpectimaxTable>),
    /// Minimax search with alpha-beta: every spawn is the worst possible one.
    Minimax(MinimaxSettings),
    /// The best sequence of moves as if nothing spawned.
    LookAhead(LookAheadSettings),
    /// A program of the user, which plays whole games by itself.
    Command(Box<CommandSettings>),
}

/// Settings of an expectimax player. Its numbers are fixed, or tuned like weights.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Expectimax", deny_unknown_fields)]
pub(super) struct ExpectimaxTable {
    /// How many spawns the search looks past. Default 1; a tuned depth has the natural range 1 to 4, in integers.
    #[schemars(with = "DepthEntry")]
    depth: Option<DepthEntry>,
    /// A branch whose spawns together have a lower probability is valued without further search. A budget of nodes cuts no branch. Default 0.0001, natural range 0.00001 to 0.1 on a log scale.
    #[schemars(with = "WeightEntry")]
    probability_cut: Option<WeightEntry>,
    /// Slots of the transposition table, rounded up to a power of two; 0 for none. Default 65536, natural range 16 to 262144 in integers on a log scale.
    #[schemars(with = "WeightEntry")]
    transposition_slots: Option<WeightEntry>,
    /// The value of a position without a legal move: a number, fixed or tuned, or `"static"` for the heuristic's own value of the board. Default 0, natural range -500000 to 500000.
    #[schemars(with = "DeadValueEntry")]
    dead_value: Option<DeadValueEntry>,
    /// A board with this tile, or a larger one, is searched with all tiles above its largest missing one halved, as often as that helps: for weights that were learned with few such boards.
    #[schemars(range(min = 4, max = 32_768))]
    downgrade_from: Option<u32>,
}

/// The number of spawns that a search looks past: fixed, tuned, or by a rule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum DepthEntry {
    /// One depth for all boards: 0 to 8.
    Fixed(#[schemars(range(max = 8))] u8),
    /// A depth that depends on the board.
    Rule(DepthRule),
    /// Tuned from 1 to 4.
    Tuned(Tune),
    /// A number of boards to value instead of a depth.
    Nodes(NodeBudget),
    /// A depth that grows or falls with the free cells and the distinct tiles of the board.
    Schedule(Box<ScheduleTable>),
    /// Tuned within a range.
    Range(RangeTable),
}

/// A depth of `base + per-free-cell · free cells + per-tile · distinct tiles`, rounded, and
/// kept between `at-least` and `at-most`. Its numbers are fixed, or tuned like weights.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Schedule")]
struct ScheduleTable {
    /// The depth before what the board adds. Natural range 0 to 6.
    base: WeightEntry,
    /// The depth that each free cell adds. Default 0, natural range -0.5 to 0.5.
    per_free_cell: Option<WeightEntry>,
    /// The depth that each distinct tile adds. Default 0, natural range -0.5 to 1.
    per_tile: Option<WeightEntry>,
    /// The smallest depth. Default 1, natural range 1 to 4 in integers.
    at_least: Option<WeightEntry>,
    /// The largest depth. Default 8, natural range 1 to 8 in integers.
    at_most: Option<WeightEntry>,
}

/// What a dead board is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum DeadValueEntry {
    /// The heuristic's own value of the board.
    Static(StaticValue),
    /// A number, fixed or tuned.
    Number(WeightEntry),
}

impl Default for PlayerEntry {
    fn default() -> Self {
        Self::Expectimax(Box::default())
    }
}

/// Written as the settings that the search starts with.
impl Serialize for PlayerEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.settings().serialize(serializer)
    }
}

impl PlayerEntry {
    /// The settings of the player; those that are tuned have their starting values.
    pub(super) fn settings(&self) -> PlayerTable {
        match self {
            Self::Expectimax(table) => table.settings().into(),
            Self::Minimax(settings) => PlayerTable::Minimax(*settings),
            Self::LookAhead(settings) => PlayerTable::LookAhead(*settings),
            Self::Command(settings) => PlayerTable::Command(settings.clone()),
        }
    }

    /// The settings that are numbers in the file, fixed or tuned, by their names.
    fn entries(&self) -> Vec<(&'static SearchSetting, &WeightEntry)> {
        let Self::Expectimax(table) = self else { return Vec::new() };
        let named = SEARCH_SETTINGS.iter();
        named.filter_map(|setting| Some((setting, table.entry(&setting.weight.name)?))).collect()
    }

    /// The names of the settings that are tuned.
    pub(super) fn tuned(&self) -> Vec<&'static str> {
        let depth = match self {
            Self::Expectimax(table) if table.depth_range().is_some() => Some("depth"),
            _ => None,
        };
        let entries = self.entries().into_iter();
        let tuned = entries.filter(|(_, entry)| !matches!(entry, WeightEntry::Fixed(_)));
        depth.into_iter().chain(tuned.map(|(setting, _)| &*setting.weight.name)).collect()
    }

    /// Reads the settings that are tuned into a search space of this heuristic, and reports
    /// numbers that no search can have.
    pub(super) fn read(&self, search_space: &mut SearchSpace, document: &mut Document<'_>) {
        if let Self::Expectimax(table) = self
            && let (Some(range), Some(setting)) = (table.depth_range(), search_setting("depth"))
        {
            read_setting(search_space, setting, &WeightEntry::Range(range), document);
        }
        for (setting, entry) in self.entries() {
            read_setting(search_space, setting, entry, document);
        }
    }
}

impl ExpectimaxTable {
    fn settings(&self) -> PlayerSettings {
        let default = ExpectimaxSettings::default();
        let mut settings = ExpectimaxSettings { downgrade_from: self.downgrade_from, ..default };
        match &self.depth {
            None | Some(DepthEntry::Tuned(_) | DepthEntry::Schedule(_)) => {}
            Some(DepthEntry::Fixed(depth)) => settings.depth = Depth::Fixed(*depth),
            Some(DepthEntry::Rule(rule)) => settings.depth = Depth::Rule(*rule),
            Some(DepthEntry::Nodes(budget)) => settings.depth = Depth::Nodes(*budget),
            Some(DepthEntry::Range(range)) => {
                settings.depth = Depth::Fixed(range.start.unwrap_or(1.0).round() as u8);
            }
        }
        if let Some(DeadValueEntry::Static(word)) = &self.dead_value {
            settings.dead_value = TerminalValue::Static(*word);
        }
        let mut player = PlayerSettings::Expectimax(settings);
        for setting in &SEARCH_SETTINGS {
            if let Some(entry) = self.entry(&setting.weight.name) {
                search_settings::set(&mut player, &setting.weight.name, start(entry, setting));
            }
        }
        player
    }

    /// The entry of a number other than the depth.
    fn entry(&self, name: &str) -> Option<&WeightEntry> {
        let schedule = match &self.depth {
            Some(DepthEntry::Schedule(schedule)) => Some(&**schedule),
            _ => None,
        };
        match name {
            "depth.base" => schedule.map(|schedule| &schedule.base),
            "depth.per-free-cell" => schedule?.per_free_cell.as_ref(),
            "depth.per-tile" => schedule?.per_tile.as_ref(),
            "depth.at-least" => schedule?.at_least.as_ref(),
            "depth.at-most" => schedule?.at_most.as_ref(),
            "probability-cut" => self.probability_cut.as_ref(),
            "transposition-slots" => self.transposition_slots.as_ref(),
            "dead-value" => match &self.dead_value {
                Some(DeadValueEntry::Number(entry)) => Some(entry),
                _ => None,
            },
            _ => None,
        }
    }

    /// The range of a tuned depth.
    fn depth_range(&self) -> Option<RangeTable> {
        match &self.depth {
            Some(DepthEntry::Tuned(_)) => Some(RangeTable::default()),
            Some(DepthEntry::Range(range)) => Some(*range),
            _ => None,
        }
    }
}

/// The value from which a search starts.
fn start(entry: &WeightEntry, setting: &SearchSetting) -> f64 {
    match entry {
        WeightEntry::Fixed(value) => *value,
        WeightEntry::Tuned(_) => setting.weight.default,
        WeightEntry::Range(range) => range.start.unwrap_or(setting.weight.default),
    }
}

/// Reads a setting that is tuned, and checks one that is fixed.
fn read_setting(
    search_space: &mut SearchSpace,
    setting: &SearchSetting,
    entry: &WeightEntry,
    document: &mut Document<'_>,
) {
    let name = &*setting.weight.name;
    let path = format!("{TABLE}.{name}");
    let range = match entry {
        WeightEntry::Fixed(value) => {
            check_number(setting, &path, *value, document);
            return;
        }
        WeightEntry::Tuned(_) => RangeTable::default(),
        WeightEntry::Range(range) => *range,
    };
    let Some(index) = search_space.start.subject.index_of(name) else { return };
    for (key, value) in [("low", range.low), ("high", range.high)] {
        if let Some(value) = value {
            check_number(setting, &format!("{path}.{key}"), value, document);
        }
    }
    let range = RangeTable {
        scale: range.scale.or(Some(setting.scale)),
        integer: range.integer || setting.integer,
        ..range
    };
    let entry = WeightEntry::Range(range);
    read_weight(search_space, (index, &setting.weight), &entry, &path, document);
}

/// Reports a number that no search can have.
fn check_number(setting: &SearchSetting, path: &str, value: f64, document: &mut Document<'_>) {
    let is_count = !setting.integer || value.fract() == 0.0;
    if (setting.limits.contains(&value) && is_count) || !document.is_sound(path) {
        return;
    }
    let message = format!("`{}`: no search can have this number", shown(path));
    let label = format!(
        "expected {} to {}{}, found {}",
        number(*setting.limits.start()),
        number(*setting.limits.end()),
        if setting.integer { " without a fraction" } else { "" },
        number(value)
    );
    document.report(Mistake::new(document.span(path), message, label));
}
