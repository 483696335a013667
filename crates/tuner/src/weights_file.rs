//! Weights in a file: numbers for a heuristic, and how to play with them.
//!
//! The grammar is that of a search space with numbers only, so that a file can
//! be written by hand; `[evidence]` says where exported ones come from. A
//! player that needs no heuristic stands alone.

use std::fmt::Write as _;
use std::path::Path;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::spec::expression_entry::check_finite;
use crate::spec::heuristic_table::{HeuristicTable, Rows};
use crate::spec::matrix_entry::{entries, report_exponent};
use crate::toml_errors::{Document, Mistake, Mistakes, file_schema, number, read_file};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_engine::heuristic::{CellValue, Expressions, HeuristicKind, Weights};
use tune2048_engine::player::PlayerSettings;

/// The contents of a file of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsFile {
    /// What a board is worth.
    pub weights: Weights,
    /// How moves are chosen.
    pub player: PlayerSettings,
    /// Where the weights come from, and what they have scored: for readers, any keys.
    pub evidence: toml::Table,
}

/// Weights for a heuristic of `tune2048`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "tune2048 weights", extend("$id" = "urn:tune2048:weights"))]
struct Tables {
    /// How moves are chosen.
    #[serde(default)]
    player: PlayerSettings,
    /// What a board is worth; nothing with a player that needs no heuristic.
    heuristic: Option<HeuristicTable<FixedWeight, FixedMatrix>>,
    /// Where the weights come from, and what they have scored.
    #[serde(default)]
    #[schemars(schema_with = "any_table")]
    evidence: toml::Table,
}

/// A file of weights holds numbers; use `tune2048 run` for a search space.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
struct FixedWeight(f64);

/// A file of weights holds four rows of four numbers; use `tune2048 run` for a search space.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
struct FixedMatrix(Rows);

fn any_table(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// The JSON schema of the file, for editors.
pub fn schema() -> serde_json::Value {
    file_schema::<Tables>()
}

impl WeightsFile {
    /// Reads the text of a file; the path is for messages only.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
        read_file(path, text, |document| {
            let campaign_keys = ["budget", "objective", "optimizer"];
            if let Some(key) = campaign_keys.iter().find(|key| document.has(key)) {
                // All else would be reported as if it were wrong.
                let message = "this is a search space, not a file of weights";
                let label = format!("a file of weights has no `{key}`");
                let mistake = Mistake::new(document.span(key), message, label);
                document.report(mistake.help("give it to `tune2048 run`"));
                return None;
            }
            let tables = document.read::<Tables>()?;
            Self::check(tables, document)
        })
    }

    fn check(tables: Tables, document: &mut Document<'_>) -> Option<Self> {
        let Some(heuristic) = tables.heuristic else {
            return Self::without_heuristic(tables, document);
        };
        if !tables.player.uses_heuristic() {
            let name = tables.player.name();
            let heuristic = heuristic.kind(document);
            let message = format!("`[heuristic.{}]` has no use here", heuristic.name());
            let label = format!("expected none, since the player `{name}` needs no heuristic");
            let mistake = Mistake::new(document.span("heuristic"), message, label);
            document.report(mistake.help("remove the table, or choose another player"));
            return None;
        }
        let kind = heuristic.kind(document);
        let mut weights = Weights::defaults(kind.clone());
        for (index, _, value) in heuristic.weights(&kind) {
            weights.values[index] = value.0;
        }
        // A campaign may have met with a value that is not finite; what it played stays.
        if tables.evidence.is_empty() {
            check_finite(&weights, &[], document);
        }
        if let HeuristicTable::CornerMatrix(table) = &heuristic {
            if let Some(matrix) = table.matrix {
                weights.values[..CELLS].copy_from_slice(&entries(&matrix.0));
            }
            match (table.exponent, table.cells) {
                (Some(value), CellValue::Power) => weights.values[CELLS] = value.0,
                (Some(_), _) => report_exponent(document),
                (None, _) => {}
            }
        }
        Some(Self {
            weights,
            player: tables.player,
            evidence: tables.evidence,
        })
    }

    /// A file that gives no heuristic, where the player needs none.
    fn without_heuristic(tables: Tables, document: &mut Document<'_>) -> Option<Self> {
        if tables.player.uses_heuristic() {
            if document.is_complete("player") && document.is_complete("heuristic") {
                let [first, others @ ..] =
                    HeuristicKind::NAMES.map(|name| format!("`[heuristic.{name}]`"));
                let choices = others
                    .iter()
                    .fold(first, |all, next| all + " or " + next.as_str());
                let mistake = Mistake::new(
                    0..0,
                    "missing table `[heuristic.…]`",
                    format!(
                        "expected one, since the player `{}` needs a heuristic; found nothing",
                        tables.player.name()
                    ),
                );
                document.report(mistake.help(format!("add {choices}: What a board is worth.")));
            }
            return None;
        }
        Some(Self {
            weights: Weights::defaults(HeuristicKind::None),
            player: tables.player,
            evidence: tables.evidence,
        })
    }

    /// The text of a file that reads back as the same weights to the last bit.
    pub fn to_toml(&self) -> String {
        let what = match self.weights.heuristic {
            HeuristicKind::None => format!("The player `{}`, without weights", self.player.name()),
            _ => format!(
                "Weights of the heuristic `{}`",
                self.weights.heuristic.name()
            ),
        };
        let mut text = format!(
            "# {what}, written by {} {}.\n\
             # Every command that asks for WEIGHTS takes this file.\n\n",
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
        );
        text += &tables(&PlayerTable {
            player: self.player,
        });
        let heuristic = &self.weights.heuristic;
        match heuristic {
            HeuristicKind::None => {}
            HeuristicKind::Expressions(expressions) => self.write_terms(expressions, &mut text),
            _ => self.write_table(&mut text),
        }
        if !self.evidence.is_empty() {
            text += "\n";
            text += &tables(&EvidenceTable {
                evidence: &self.evidence,
            });
        }
        text
    }

    /// Writes the terms, a table each.
    fn write_terms(&self, expressions: &Expressions, text: &mut String) {
        for (term, own) in expressions.terms_with(&self.weights.values) {
            let _ = writeln!(text, "\n[heuristic.expressions.{}]", term.name());
            let _ = writeln!(text, "expression = {}", toml_string(term.text()));
            let _ = writeln!(text, "weight = {}", number(own[0]));
            for (parameter, value) in term.parameters().iter().zip(&own[1..]) {
                let _ = writeln!(text, "parameters.{parameter} = {}", number(*value));
            }
        }
    }

    /// Writes the setting and single weights, each below its meaning, then
    /// those in four rows.
    fn write_table(&self, text: &mut String) {
        let heuristic = &self.weights.heuristic;
        let _ = writeln!(text, "\n[heuristic.{}]", heuristic.name());
        if let Some(setting) = heuristic.setting() {
            let (name, value) = (setting.name, setting.value);
            let _ = writeln!(text, "# {}\n{name} = {value}", setting.meaning);
        }
        let square = heuristic.square();
        let in_rows = square.map_or(0, |_| CELLS);
        for (weight, value) in self.weights.iter().skip(in_rows) {
            let value = number(value);
            let _ = writeln!(text, "# {}\n{} = {value}", weight.meaning, weight.name);
        }
        if let Some(name) = square {
            let _ = writeln!(text, "{name} = [");
            for row in self.weights.values[..CELLS].chunks(4) {
                let row: Vec<_> = row.iter().copied().map(number).collect();
                let _ = writeln!(text, "    [{}],", row.join(", "));
            }
            text.push_str("]\n");
        }
    }
}

#[derive(Serialize)]
struct PlayerTable {
    player: PlayerSettings,
}

#[derive(Serialize)]
struct EvidenceTable<'t> {
    evidence: &'t toml::Table,
}

fn toml_string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn tables(value: &impl Serialize) -> String {
    toml::to_string(value).expect("settings and TOML tables can be written as TOML")
}
