//! The file of a duel.

use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use crate::toml_errors::{Document, Mistake, Mistakes, file_schema, read_file};

/// A duel as its file gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelSpec {
    /// Names the folder of its results.
    pub name: String,
    /// The search space that all entrants share, relative to the working folder.
    pub space: PathBuf,
    /// How many campaigns each entrant runs at each budget; their seeds count from 1.
    pub campaigns: u32,
    /// Games of the search.
    pub budgets: Vec<u64>,
    /// The games that recommended weights are measured on: those of `evaluate --games N --seed S`.
    pub validation: DuelValidation,
    /// Who takes part, in order.
    pub entrants: Vec<Entrant>,
}

/// Who takes part in a duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its name in every table.
    pub name: String,
    /// Keys of a search space that replace those of the common one.
    pub overrides: toml::Table,
    /// A program that speaks the protocol in place of a campaign of ours, with its arguments.
    pub command: Option<Vec<String>>,
}

/// The games that recommended weights are measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "DuelValidation")]
pub struct DuelValidation {
    /// How many, for each campaign's weights.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub games: u32,
    /// Their seed.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
}

impl Default for DuelValidation {
    /// 2000 games of seed 1.
    fn default() -> Self {
        Self {
            games: 2000,
            seed: 1,
        }
    }
}

/// A duel of optimizers: many campaigns each at equal numbers of games.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "tune2048 duel", extend("$id" = "urn:tune2048:duel"))]
struct DuelFile {
    /// Names the folder of the results: letters, digits, `-`, `_` and `.`, the first no `.`.
    #[schemars(
        required,
        length(min = 1, max = 100),
        regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$")
    )]
    name: Option<String>,
    /// The search space that all entrants share, relative to this file.
    #[schemars(required)]
    space: Option<String>,
    /// How many campaigns each entrant runs at each budget.
    #[schemars(required, range(min = 1, max = 10_000))]
    campaigns: Option<u32>,
    /// Games of the search; each entrant runs its campaigns at each of them.
    #[schemars(required, inner(range(min = 1, max = 1_000_000_000_000_u64)))]
    budgets: Option<Vec<u64>>,
    /// The games that recommended weights are measured on.
    #[serde(default)]
    validation: DuelValidation,
    /// Who takes part.
    #[schemars(required)]
    entrants: Option<Vec<EntrantTable>>,
}

/// An entrant of a duel.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct EntrantTable {
    /// Its name in every table: letters, digits, `-`, `_` and `.`, the first no `.`.
    #[schemars(
        required,
        length(min = 1, max = 100),
        regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$")
    )]
    name: Option<String>,
    /// Keys of a search space that replace those of the common one.
    #[serde(default)]
    #[schemars(schema_with = "any_table")]
    space: toml::Table,
    /// A program with its arguments that asks for evaluations, run in the folder of this file.
    command: Option<Vec<String>>,
}

fn any_table(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// The JSON schema of the file, for editors.
pub fn schema() -> serde_json::Value {
    file_schema::<DuelFile>()
}

/// Keys that belong to the duel itself.
const OWN_KEYS: [&str; 3] = ["name", "seed", "budget"];

impl DuelSpec {
    /// Reads the text of a file, whose path is also what the search space is relative to.
    ///
    /// # Errors
    /// If the file has mistakes.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
        read_file(path, text, |document| {
            let file = document.read::<DuelFile>()?;
            let entrants = entrants(file.entrants.as_deref()?, document);
            let budgets = file.budgets?;
            if budgets.is_empty() {
                let span = document.span("budgets");
                let label = "expected at least one number of games";
                document.report(Mistake::new(span, "`budgets` is empty", label));
            }
            let folder = path.parent().unwrap_or(Path::new(""));
            Some(Self {
                name: file.name?,
                space: folder.join(file.space?),
                campaigns: file.campaigns?,
                budgets,
                validation: file.validation,
                entrants: entrants?,
            })
        })
    }
}

fn entrants(tables: &[EntrantTable], document: &mut Document<'_>) -> Option<Vec<Entrant>> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        let name = table.name.clone()?;
        let mut report = |path: String, message: String, label: &str| {
            let span = document.span(&path);
            document.report(Mistake::new(span, message, label));
        };
        if entrants.iter().any(|other| other.name == name) {
            let message = format!("two entrants are called `{name}`");
            report(
                format!("entrants.{index}.name"),
                message,
                "expected another name",
            );
        }
        if let Some(key) = OWN_KEYS.iter().find(|key| table.space.contains_key(**key)) {
            let message = format!("`space.{key}` of the entrant `{name}` belongs to the duel");
            report(format!("entrants.{index}.space"), message, "remove it");
        }
        if table.command.as_ref().is_some_and(Vec::is_empty) {
            let message = format!("the command of the entrant `{name}` is empty");
            let label = "expected a program, then its arguments";
            report(format!("entrants.{index}.command"), message, label);
        }
        entrants.push(Entrant {
            name,
            overrides: table.space.clone(),
            command: table.command.clone(),
        });
    }
    if entrants.is_empty() {
        let span = document.span("entrants");
        let label = "expected at least one entrant";
        document.report(Mistake::new(span, "`entrants` is empty", label));
    }
    Some(entrants)
}
