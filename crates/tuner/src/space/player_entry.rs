//! The player of a campaign file, whose numbers may be tuned like weights.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::weight_entry::{RangeTable, SpaceReader, Tune, WeightEntry};
use crate::subject::{
    CommandSettings, PlayerTable, SEARCH_SETTINGS, SearchSetting, Subject, search_settings,
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
    /// The smallest depth; with expectimax also 0. Default 1, natural range 1 to 4 in integers.
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

    /// The settings that are numbers in the file, fixed or tuned, except for a fixed depth.
    fn entries(&self) -> Vec<(&'static SearchSetting, WeightEntry)> {
        let Self::Expectimax(table) = self else { return Vec::new() };
        table.entries()
    }

    /// The names of the settings that are tuned.
    pub(super) fn tuned(&self) -> Vec<&'static str> {
        let tuned = self.entries().into_iter();
        let tuned = tuned.filter(|(_, entry)| !matches!(entry, WeightEntry::Fixed(_)));
        tuned.map(|(setting, _)| &*setting.weight.name).collect()
    }

    /// Reads the settings that are tuned into a search space of this heuristic, and reports
    /// numbers that no search can have.
    pub(super) fn read(&self, reader: &mut SpaceReader<'_, '_>) {
        for (setting, entry) in self.entries() {
            reader.setting(setting, entry);
        }
    }
}

impl ExpectimaxTable {
    fn settings(&self) -> PlayerSettings {
        let default = ExpectimaxSettings::default();
        let mut settings = ExpectimaxSettings { downgrade_from: self.downgrade_from, ..default };
        match &self.depth {
            Some(DepthEntry::Fixed(depth)) => settings.depth = Depth::Fixed(*depth),
            Some(DepthEntry::Rule(rule)) => settings.depth = Depth::Rule(*rule),
            Some(DepthEntry::Nodes(budget)) => settings.depth = Depth::Nodes(*budget),
            None | Some(DepthEntry::Tuned(_) | DepthEntry::Range(_) | DepthEntry::Schedule(_)) => {}
        }
        if let Some(DeadValueEntry::Static(word)) = &self.dead_value {
            settings.dead_value = TerminalValue::Static(*word);
        }
        let mut player = PlayerSettings::Expectimax(settings);
        for (setting, entry) in self.entries() {
            let weight = &setting.weight;
            search_settings::set(&mut player, &weight.name, entry.start(weight));
        }
        player
    }

    /// The numbers, fixed or tuned, except for a fixed depth.
    fn entries(&self) -> Vec<(&'static SearchSetting, WeightEntry)> {
        let (depth, schedule) = match &self.depth {
            Some(DepthEntry::Tuned(word)) => (Some(WeightEntry::Tuned(*word)), None),
            Some(DepthEntry::Range(range)) => (Some(WeightEntry::Range(*range)), None),
            Some(DepthEntry::Schedule(schedule)) => (None, Some(&**schedule)),
            _ => (None, None),
        };
        let dead_value = match &self.dead_value {
            Some(DeadValueEntry::Number(entry)) => Some(*entry),
            _ => None,
        };
        // In the order of the list of settings.
        let entries = [
            depth,
            schedule.map(|schedule| schedule.base),
            schedule.and_then(|schedule| schedule.per_free_cell),
            schedule.and_then(|schedule| schedule.per_tile),
            schedule.and_then(|schedule| schedule.at_least),
            schedule.and_then(|schedule| schedule.at_most),
            self.probability_cut,
            self.transposition_slots,
            dead_value,
        ];
        let named = SEARCH_SETTINGS.iter().zip(entries);
        named.filter_map(|(setting, entry)| Some((setting, entry?))).collect()
    }
}

impl SpaceReader<'_, '_> {
    /// Reads a setting that is tuned, and checks one that is fixed.
    fn setting(&mut self, setting: &SearchSetting, entry: WeightEntry) {
        let name = &*setting.weight.name;
        let path = format!("{TABLE}.{name}");
        let range = match entry.range() {
            Ok(range) => range,
            Err(fixed) => return check_number(setting, &path, fixed, self.document),
        };
        let Some(index) = self.space.start.subject.index_of(name) else { return };
        for (key, value) in [("low", range.low), ("high", range.high)] {
            if let Some(value) = value {
                check_number(setting, &format!("{path}.{key}"), value, self.document);
            }
        }
        let entry = WeightEntry::Range(RangeTable {
            scale: range.scale.or(Some(setting.scale)),
            integer: range.integer || setting.integer,
            ..range
        });
        self.weight(index, &setting.weight, &entry, &path);
    }
}

/// Reports a number that no search can have.
fn check_number(setting: &SearchSetting, path: &str, value: f64, document: &mut Document<'_>) {
    let is_count = !setting.integer || value.fract() == 0.0;
    if (setting.limits.contains(&value) && is_count) || !document.is_sound(path) {
        return;
    }
    let message = format!("`{}`: no search can have this number", shown(path));
    let kind = if setting.integer { " without a fraction" } else { "" };
    let [low, high, value] = [*setting.limits.start(), *setting.limits.end(), value].map(number);
    let label = format!("expected {low} to {high}{kind}, found {value}");
    document.report(Mistake::new(document.span(path), message, label));
}

/// Reports weights of a heuristic with the names of settings that are tuned.
pub(super) fn report_taken(player: &PlayerEntry, subject: &Subject, document: &mut Document<'_>) {
    for name in player.tuned() {
        let own = subject.parameters().len() - subject.search_settings().len();
        if subject.index_of(name).is_some_and(|index| index < own) {
            let message = format!("`{name}` names two things that are tuned");
            let label = format!("expected another name of the weight `{name}` of the heuristic");
            let help = "columns and exports refer to both by their names: rename the term, or fix \
                        the setting";
            document.report_at(&format!("{TABLE}.{name}"), message, label, help);
        }
    }
}

/// Reports tuned settings without a limit of their cost.
pub(super) fn check_cost(
    subject: &Subject,
    cost_per_move: Option<f64>,
    document: &mut Document<'_>,
) {
    let tuned: Vec<&str> = subject.search_settings().iter().map(|spec| &*spec.name).collect();
    let is_complete = document.is_complete("player") && document.is_complete("objective");
    if let (Some(name), None, true) = (tuned.first(), cost_per_move, is_complete) {
        let message = "a tuned search needs a limit of its cost";
        let label = "expected `cost-per-move` in `[objective]`, found none";
        let help = "a search that may spend more plays better whatever its settings: give the boards a \
             move that a candidate may cost; `tune2048 evaluate` prints what a player costs";
        document.report_at(&format!("{TABLE}.{name}"), message, label, help);
    }
}
