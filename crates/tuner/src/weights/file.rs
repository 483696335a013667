//! Weights files: numbers for a heuristic, and the player that plays with them.
//!
//! The grammar is that of a campaign file with numbers in place of ranges, so
//! that a file can be written by hand. `[evidence]` records the origin of
//! exported weights. A player without a heuristic stands alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::space::command_entry::{check_player, toml_value};
use crate::space::expression_entry::{check_finite, written_terms};
use crate::space::fixed_weights;
use crate::space::heuristic_table::HeuristicTable;
use crate::subject::{
    Argument, Configuration, ListedOpponent, ListedWeights, Opponent, Player, Subject,
};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_engine::heuristic::{Expressions, HeuristicKind, Setting};
use tune2048_files::toml_errors::{
    Document, Mistake, Mistakes, file_schema, number, read_file, toml_key, toml_string,
};

/// The contents of a weights file.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsFile {
    /// Who plays, and the weights. Settings of the search are those of the player.
    pub weights: Configuration,
    /// The origin of the weights and their scores; any keys.
    pub evidence: toml::Table,
}

/// Weights for a heuristic of `tune2048`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "tune2048 weights", extend("$id" = "urn:tune2048:weights"))]
struct WeightsTables {
    /// How moves are chosen.
    #[serde(default)]
    player: Player,
    /// The heuristic, which gives boards their values; absent for a player without a heuristic.
    heuristic: Option<HeuristicTable>,
    /// The origin of the weights and their scores.
    #[serde(default)]
    #[schemars(schema_with = "any_table")]
    evidence: toml::Table,
}

fn any_table(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// Returns the JSON schema of a weights file, for editors.
pub fn schema() -> serde_json::Value {
    file_schema::<WeightsTables>()
}

impl WeightsFile {
    /// Some weights with their player: settings of the search among the weights become those of
    /// the player.
    pub fn new(weights: &Configuration, evidence: toml::Table) -> Self {
        Self { weights: weights.resolved(), evidence }
    }

    /// Reads the text of a file; `path` is used in messages only.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
        read_file(path, text, |document| Self::check(document.read()?, document))
    }

    fn check(tables: WeightsTables, document: &mut Document<'_>) -> Option<Self> {
        let WeightsTables { player, heuristic, evidence } = tables;
        let weights = match &heuristic {
            Some(table) => {
                let subject = table.subject(&player, &[], document);
                fixed_weights(table, subject, document)
            }
            None => Configuration::defaults(Subject::without_weights(player.clone())),
        };
        let subject = &weights.subject;
        if heuristic.is_some() && matches!(&player, Player::Board(own) if !own.uses_heuristic()) {
            let since = format!("the player `{}` needs no heuristic", player.name());
            document.report_useless(&format!("heuristic.{}", subject.table_name()), since);
            return None;
        }
        check_player(&player, subject, document);
        if weights.lacks_heuristic() {
            let label = format!("expected one, since the player `{}` values boards", player.name());
            let mistake = Mistake::new(0..0, "missing table `[heuristic.…]`", label);
            document
                .report(mistake.help("add the table of a heuristic, such as `[heuristic.rows]`"));
            return None;
        }
        let opponent = subject.command().and_then(|command| command.opponent.as_ref());
        let is_word = |one: &ListedOpponent| matches!(one.weights, ListedWeights::Start(_));
        if matches!(opponent, Some(Opponent::Named(_))) || subject.opponents().iter().any(is_word) {
            let message = "a file of weights has no start and no candidates";
            let label = "expected the opponent's weights, found a word";
            let help = "write its weights, such as opponent = { depth = 2, lines = 1.5 }";
            document.report_at("player.command.opponent", message, label, help);
        }
        // A campaign may recommend weights without a finite value for some rows: its exports remain readable.
        if evidence.is_empty() {
            check_finite(&weights, &[], document);
        }
        Some(Self { weights, evidence })
    }

    /// Returns the text of a file that reads back as the same weights, bit for bit.
    pub fn to_toml(&self) -> String {
        let subject = &self.weights.subject;
        let heuristic = subject.heuristic();
        let player = subject.player_table();
        let what = match heuristic {
            Some(HeuristicKind::None) => format!("The player `{}`, without weights", player.name()),
            None => "Parameters of a program".to_owned(),
            _ => format!("Weights of the heuristic `{}`", subject.table_name()),
        };
        let mut text = format!(
            "# {what}, written by tune2048 {}.\n\
             # Every command that asks for WEIGHTS takes this file.\n\n",
            env!("CARGO_PKG_VERSION"),
        );
        text += &table("player", &player);
        if !matches!(heuristic, Some(HeuristicKind::None | HeuristicKind::Expressions(_))) {
            self.write_table(&mut text);
        }
        if let Some((path, terms, first)) = written_terms(heuristic) {
            write_terms(path, terms, &self.weights.values[first..], &mut text);
        }
        if !self.evidence.is_empty() {
            text += "\n";
            text += &table("evidence", &self.evidence);
        }
        text
    }

    /// Writes the setting and the single weights, each below its meaning, and then the matrix.
    fn write_table(&self, text: &mut String) {
        let subject = &self.weights.subject;
        let heuristic = subject.heuristic();
        let _ = writeln!(text, "\n[heuristic.{}]", subject.table_name());
        if let Some(setting) = heuristic.and_then(HeuristicKind::setting) {
            let Setting { name, value, meaning, .. } = setting;
            let _ = writeln!(text, "# {meaning}\n{name} = {value}");
        }
        if let Some(HeuristicKind::Tuples(tuples)) = heuristic {
            let network = tuples.network();
            let [name, checksum] =
                [&network.name, &network.network.checksum()].map(|text| toml_string(text));
            let _ = writeln!(text, "network = {name}\nchecksum = {checksum}");
        }
        let square = heuristic.and_then(HeuristicKind::square);
        let in_rows = square.map_or(0, |_| CELLS);
        if subject.is_program() {
            for (name, argument) in self.weights.arguments() {
                let value = match argument {
                    Argument::One(value) => toml_value(&value),
                    Argument::Array(entries) => in_brackets(&entries),
                };
                let _ = writeln!(text, "{} = {value}", toml_key(name));
            }
        } else {
            let in_table =
                written_terms(heuristic).map_or(self.weights.values.len(), |(.., first)| first);
            for (weight, value) in self.weights.iter().take(in_table).skip(in_rows) {
                let value = number(value);
                let _ = writeln!(text, "# {}\n{} = {value}", weight.meaning, weight.name);
            }
        }
        if let Some(name) = square {
            let _ = writeln!(text, "{name} = [");
            for row in self.weights.values[..CELLS].chunks(4) {
                let _ = writeln!(text, "    {},", in_brackets(row));
            }
            text.push_str("]\n");
        }
    }
}

/// Writes one table for each term, in the table of terms at a path.
fn write_terms(path: &str, expressions: &Expressions, values: &[f64], text: &mut String) {
    for (term, own) in expressions.terms_with(values) {
        let _ = writeln!(text, "\n[{path}.{}]", term.name);
        let _ = writeln!(text, "expression = {}", toml_string(&term.text));
        let _ = writeln!(text, "weight = {}", number(own[0]));
        for (parameter, value) in term.parameters.iter().zip(&own[1..]) {
            let _ = writeln!(text, "parameters.{parameter} = {}", number(*value));
        }
    }
}

fn in_brackets(numbers: &[f64]) -> String {
    let numbers: Vec<_> = numbers.iter().copied().map(number).collect();
    format!("[{}]", numbers.join(", "))
}

/// Writes a value as the table of a name.
fn table(name: &str, value: &impl Serialize) -> String {
    toml::to_string(&BTreeMap::from([(name, value)]))
        .expect("settings and TOML tables can be written as TOML")
}
