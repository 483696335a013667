//! The file of a duel.

use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use tune2048_files::toml_errors::{Document, Mistake, Mistakes, read_file};

/// A valid duel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DuelSpec {
    /// The name of the duel and of the folder of its results.
    pub(crate) name: String,
    /// The path of the campaign file that all entrants share, relative to the working folder.
    pub(crate) space: PathBuf,
    /// The number of campaigns of each entrant at each budget; their seeds are 1, 2, ….
    pub(crate) campaigns: u32,
    /// The budgets, in games of the search.
    pub(crate) budgets: Vec<u64>,
    /// The games on which recommended weights are measured: those of `evaluate --games N --seed S`.
    pub(crate) validation: DuelValidation,
    /// The entrants, in the order of the file.
    pub(crate) entrants: Vec<DuelEntrant>,
}

/// An optimizer that takes part in a duel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DuelEntrant {
    /// The name of the entrant in every table.
    pub(crate) name: String,
    /// Keys of a campaign file that replace those of the common one.
    pub(crate) overrides: toml::Table,
    /// A client program of the evaluation protocol with its arguments; `None` for a campaign of this library.
    pub(crate) command: Option<Vec<String>>,
}

/// The games on which recommended weights are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "DuelValidation")]
pub(crate) struct DuelValidation {
    /// The number of games of each campaign's weights.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub(crate) games: u32,
    /// The seed of these games.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub(crate) seed: u64,
}

impl Default for DuelValidation {
    /// 2000 games of seed 1.
    fn default() -> Self {
        Self { games: 2000, seed: 1 }
    }
}

/// A duel of optimizers: many campaigns of each at equal numbers of games.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "tune2048 duel", extend("$id" = "urn:tune2048:duel"))]
struct DuelFile {
    /// The name of the duel and of its folder under `results/`: letters, digits, `-`, `_` and `.`, not starting with `.`.
    #[schemars(
        required,
        length(min = 1, max = 100),
        regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$")
    )]
    name: Option<String>,
    /// The path of the search space that all entrants share, relative to this file.
    #[schemars(required)]
    space: Option<String>,
    /// The number of campaigns of each entrant at each budget, with seeds 1, 2, ….
    #[schemars(required, range(min = 1, max = 10_000))]
    campaigns: Option<u32>,
    /// Numbers of games of the search; each entrant runs its campaigns at each of them.
    #[schemars(required, inner(range(min = 1, max = 1_000_000_000_000_u64)))]
    budgets: Option<Vec<u64>>,
    /// The games on which recommended weights are measured.
    #[serde(default)]
    validation: DuelValidation,
    /// The optimizers that take part, at least one.
    #[schemars(required)]
    entrants: Option<Vec<DuelEntrantTable>>,
}

/// An entrant of a duel.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct DuelEntrantTable {
    /// The name of the entrant in every table: letters, digits, `-`, `_` and `.`, not starting with `.`.
    #[schemars(
        required,
        length(min = 1, max = 100),
        regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$")
    )]
    name: Option<String>,
    /// Keys of a search space that replace those of the common one. Default none.
    #[serde(default)]
    #[schemars(schema_with = "any_table")]
    space: toml::Table,
    /// A program with its arguments that asks for evaluations, run in the folder of this file. Default none.
    command: Option<Vec<String>>,
}

fn any_table(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// Keys of a campaign file that the duel sets itself.
const OWN_KEYS: [&str; 3] = ["name", "seed", "budget"];

impl DuelSpec {
    /// Reads the text of a file. The path of the search space is relative to the folder of `path`.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
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

fn entrants(tables: &[DuelEntrantTable], document: &mut Document<'_>) -> Option<Vec<DuelEntrant>> {
    let mut entrants: Vec<DuelEntrant> = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        let name = table.name.clone()?;
        let mut report = |path: String, message: String, label: &str| {
            let span = document.span(&path);
            document.report(Mistake::new(span, message, label));
        };
        if entrants.iter().any(|other| other.name == name) {
            let message = format!("two entrants are called `{name}`");
            report(format!("entrants.{index}.name"), message, "expected another name");
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
        entrants.push(DuelEntrant {
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
