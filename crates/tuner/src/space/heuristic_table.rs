//! The table `[heuristic.…]` as files write it: which heuristic, and its weights by name.
//!
//! Campaign files and weights files share one grammar; only in the former, weights have ranges. The names and meanings of weights
//! come from the lists of the heuristics.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::command_entry::{CommandTable, report_parameter_names};
use super::expression_entry::{
    ExpressionsTable, TERMS, TERMS_BESIDE_A_NETWORK, entries_of_terms, read_expressions,
};
use super::matrix_entry::MatrixEntry;
use super::weight_entry::{WeightEntry, described, natural_range};
use crate::subject::{CommandSettings, Player, Subject, command};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_engine::heuristic::tuples::{FACTOR, Tuples, added_weights};
use tune2048_engine::heuristic::{
    CellValue, HeuristicKind, Orientations, WeightSpec, expressions, rich_rows, tuples,
};
use tune2048_engine::player::PlayerSettings;
use tune2048_engine::tuples::NamedNetwork;
use tune2048_files::toml_errors::{Document, Mistake};

/// The path of the exponent of a corner matrix.
const EXPONENT: &str = "heuristic.corner-matrix.exponent";

/// The heuristic and its weights: exactly one kind.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HeuristicTable {
    Rows(BoardTable),
    CornerMatrix(BoardTable),
    Path(BoardTable),
    ExponentialSnake(BoardTable),
    Differences(BoardTable),
    Expressions(ExpressionsTable),
    Command(CommandTable),
    Tuples(BoardTable),
}

impl HeuristicTable {
    /// Returns who plays with the table's weights, some of the player's settings tuned: a program
    /// for parameters of a program, or else the player with the heuristic. Where player and table
    /// do not fit, which [`check_player`](super::command_entry::check_player) reports, another player stands for it.
    /// An expression with a mistake is replaced.
    pub(crate) fn subject(
        &self,
        player: &Player,
        tuned: &[&str],
        document: &mut Document<'_>,
    ) -> Subject {
        match (self, player) {
            (Self::Command(table), player) => {
                report_parameter_names(document);
                let command = match player {
                    Player::Program(command) => CommandSettings::clone(command),
                    Player::Board(_) => CommandSettings::new(Vec::new()),
                };
                let parameters = table.0.iter().flat_map(|(name, entry)| entry.parameters(name));
                Subject::program_with(command, parameters.collect())
            }
            (_, Player::Board(player)) => {
                let kind = self.kind(tuned, document);
                Subject::board_tuning(player.clone(), kind, tuned.iter().copied())
            }
            _ => Subject::board(PlayerSettings::default(), self.kind(tuned, document)),
        }
    }

    /// Returns the heuristic of the table, none for parameters of a program. Its terms have other names than the settings
    /// that are tuned.
    fn kind(&self, tuned: &[&str], document: &mut Document<'_>) -> HeuristicKind {
        match self {
            Self::Rows(table) => HeuristicKind::rows_with(table.weights.keys().map(String::as_str)),
            Self::CornerMatrix(table) => {
                let is_idle = table.cells != CellValue::Power && document.has(EXPONENT);
                if is_idle {
                    document.report_useless(EXPONENT, "`cells` is not \"power\"");
                }
                HeuristicKind::CornerMatrix(table.cells)
            }
            Self::Path(table) => {
                HeuristicKind::Path(table.orientations.unwrap_or(Orientations::Eight))
            }
            Self::ExponentialSnake(table) => {
                HeuristicKind::ExponentialSnake(table.orientations.unwrap_or(Orientations::One))
            }
            Self::Differences(_) => HeuristicKind::Differences,
            Self::Expressions(table) => HeuristicKind::Expressions(Arc::new(read_expressions(
                table, TERMS, tuned, document,
            ))),
            Self::Command(_) => HeuristicKind::None,
            Self::Tuples(table) => table.tuples(tuned, document),
        }
    }

    /// Returns the table of a heuristic of this library that is not written as expressions.
    pub(super) fn board(&self) -> Option<&BoardTable> {
        match self {
            Self::Rows(table)
            | Self::CornerMatrix(table)
            | Self::Path(table)
            | Self::ExponentialSnake(table)
            | Self::Differences(table)
            | Self::Tuples(table) => Some(table),
            Self::Expressions(_) | Self::Command(_) => None,
        }
    }

    /// Returns the single weights of the table: the index among the parameters of the subject, the path within the
    /// table, and the entry of each. The parameters of a program have entries of their own.
    pub(super) fn weights(&self, subject: &Subject) -> Vec<(usize, String, &WeightEntry)> {
        match (self, self.board(), subject.heuristic()) {
            (Self::Expressions(table), ..) => entries_of_terms(table, 0, ""),
            (_, Some(table), Some(heuristic)) => table.entries(heuristic),
            _ => Vec::new(),
        }
    }
}

impl JsonSchema for HeuristicTable {
    fn schema_name() -> Cow<'static, str> {
        "Heuristic".into()
    }

    /// A table with one of these keys.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let settings = BoardTable::json_schema(generator).to_value();
        let all_rows = rich_rows::WEIGHTS.iter().map(|weight| &*weight.name);
        let kinds: [(HeuristicKind, &[&str]); 5] = [
            (HeuristicKind::rows_with(all_rows), &[]),
            (HeuristicKind::CornerMatrix(CellValue::Power), &["cells", "matrix"]),
            (HeuristicKind::Path(Orientations::Eight), &["orientations"]),
            (HeuristicKind::ExponentialSnake(Orientations::One), &["orientations", "exponents"]),
            (HeuristicKind::Differences, &[]),
        ];
        let kinds = kinds.into_iter().map(|(kind, own)| {
            let in_square = kind.square().map_or(0, |_| CELLS);
            (kind.name(), kind.meaning(), own, kind.weights()[in_square..].to_vec())
        });
        let of_network: (_, _, &[&str], _) = (
            tuples::NAME,
            tuples::MEANING,
            &["network", "checksum", "expressions"],
            weights_of_tuples().collect(),
        );
        let mut tables = Map::new();
        for (name, meaning, own, weights) in kinds.chain([of_network]) {
            let own = own.iter().map(|key| (key.to_string(), settings["properties"][key].clone()));
            let mut properties: Map<String, Value> = own.collect();
            for weight in weights {
                let text = format!("{} {}.", weight.meaning, natural_range(&weight));
                let schema = described::<WeightEntry>(&text, generator);
                properties.insert(weight.name.to_string(), schema.to_value());
            }
            let table = json!({
                "type": "object",
                "description": meaning,
                "properties": properties,
                "additionalProperties": false,
            });
            tables.insert(name.to_owned(), table);
        }
        tables[tuples::NAME]["required"] = json!(["network"]);
        let of_terms = described::<ExpressionsTable>(expressions::MEANING, generator);
        tables.insert(expressions::NAME.to_owned(), of_terms.to_value());
        let of_program = described::<CommandTable>(command::MEANING, generator);
        tables.insert(command::NAME.to_owned(), of_program.to_value());
        json_schema!({
            "type": "object",
            "properties": tables,
            "additionalProperties": false,
            "minProperties": 1,
            "maxProperties": 1,
        })
    }
}

/// Settings of heuristics, and weights by name. The schema of [`HeuristicTable`] says which heuristic has which of them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct BoardTable {
    /// The value of a cell that the matrix multiplies.
    #[serde(default)]
    pub(super) cells: CellValue,
    /// The sixteen entries. Default the published matrix.
    pub(super) matrix: Option<MatrixEntry>,
    /// The number of orientations of the board of which the best counts: 2 are a matrix and its transpose. Default 8, of an exponential snake 1.
    pub(super) orientations: Option<Orientations>,
    /// The exponents of the matrix, four rows of four weights. Default the exponents of its author.
    exponents: Option<[[WeightEntry; 4]; 4]>,
    /// The network: `learned-small` or `learned-medium`, which are built in, or the path of a file that `tune2048 learn` wrote, from the current folder.
    network: Option<String>,
    /// The checksum of the network, if it must be this one and no other.
    checksum: Option<String>,
    /// Terms of rows and columns that correct the network.
    expressions: Option<ExpressionsTable>,
    #[serde(flatten)]
    #[schemars(skip)]
    pub(super) weights: IndexMap<String, WeightEntry>,
}

impl BoardTable {
    /// The learned network of the table with its terms; one that cannot be opened is reported, and replaced by
    /// one that is built in.
    pub(super) fn tuples(&self, tuned: &[&str], document: &mut Document<'_>) -> HeuristicKind {
        let path = format!("heuristic.{}", tuples::NAME);
        let name = self.network.as_deref().unwrap_or_default();
        let opened = NamedNetwork::open(name).inspect_err(|error| {
            let span = document.span(&format!("{path}.network"));
            let message = format!("the network `{name}` cannot be used");
            document.report(Mistake::new(span, message, error.to_string()));
        });
        let network = opened.or_else(|_| NamedNetwork::open("learned-small"));
        let network: Arc<NamedNetwork> = network.expect("a test opens the built-in network");
        let found = network.network.checksum();
        if let Some(expected) = &self.checksum
            && network.name == name
            && *expected != found
        {
            let message = format!("the network `{name}` is another one");
            let label = format!("expected the checksum {expected}, found {found}");
            let help = "give the network that was used, or remove `checksum`";
            document.report_at(&format!("{path}.checksum"), message, label, help);
        }
        let mut tuples = Tuples::new(network, self.weights.keys().map(String::as_str));
        if let Some(terms) = &self.expressions {
            let weights: Vec<WeightSpec> = weights_of_tuples().collect();
            let taken = weights.iter().map(|weight| &*weight.name).chain(tuned.iter().copied());
            let taken: Vec<&str> = taken.collect();
            let terms = read_expressions(terms, TERMS_BESIDE_A_NETWORK, &taken, document);
            tuples = tuples.with_expressions(Arc::new(terms));
        }
        HeuristicKind::Tuples(Arc::new(tuples))
    }

    /// The index in the list of the heuristic, the path within the table, and the entry of each single weight; a
    /// matrix is not a list of them.
    pub(super) fn entries(&self, heuristic: &HeuristicKind) -> Vec<(usize, String, &WeightEntry)> {
        let named = |(name, entry): (&String, _)| {
            Some((heuristic.weight_index(name)?, name.clone(), entry))
        };
        let mut entries: Vec<_> = self.weights.iter().filter_map(named).collect();
        let exponents = self.exponents.iter().flatten().flatten().enumerate();
        entries
            .extend(exponents.map(|(cell, entry)| {
                (cell, format!("exponents.{}.{}", cell / 4, cell % 4), entry)
            }));
        if let (Some(terms), HeuristicKind::Tuples(tuples)) = (&self.expressions, heuristic) {
            entries.extend(entries_of_terms(terms, tuples.own_weights(), "expressions."));
        }
        entries.sort_by_key(|(index, ..)| *index);
        entries
    }
}

/// The weights that a network can have beside expressions.
pub(super) fn weights_of_tuples() -> impl Iterator<Item = WeightSpec> {
    std::iter::once(FACTOR.clone()).chain(added_weights())
}
