//! Export of weights in the languages of solvers.
//!
//! Every format except bare tables states the verdict on the weights in its
//! header or in a field, or UNVALIDATED. Every number is written with the fewest
//! digits that read back as the same 64-bit float.

mod c;
mod evaluation;
mod js;
mod json;
mod known_names;
mod misreading;
mod provenance;
mod python;
mod rust;
mod tables;

pub use misreading::{Misreading, misreadings};

use crate::campaign::Evidence;
use crate::campaign::evidence::UNVALIDATED;
use crate::subject::Configuration;
use crate::weights_file::WeightsFile;
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_engine::heuristic::corner_matrix::CELLS;

/// A format of exported weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A weights file.
    #[default]
    Toml,
    /// A weights file as JSON.
    Json,
    /// A C header with the constant names of the widely copied 2014 program.
    C,
    /// Rust constants.
    Rust,
    /// A JavaScript module.
    Js,
    /// A Python module: constants and, for `rows`, the function that values a row.
    Python,
    /// The value of each row as 65 536 little-endian 32-bit floats.
    Tables,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Toml,
        Self::Json,
        Self::C,
        Self::Rust,
        Self::Js,
        Self::Python,
        Self::Tables,
    ];

    /// Returns the name of the format on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Json => "json",
            Self::C => "c",
            Self::Rust => "rust",
            Self::Js => "js",
            Self::Python => "python",
            Self::Tables => "tables",
        }
    }

    /// Returns the extensions of files in the format, the usual one first.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Toml => &["toml"],
            Self::Json => &["json"],
            Self::C => &["h", "hpp", "hh"],
            Self::Rust => &["rs"],
            Self::Js => &["js", "mjs"],
            Self::Python => &["py"],
            Self::Tables => &["f32", "bin"],
        }
    }

    /// Returns the format of files with an extension, which is compared without regard to case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let mut formats = Self::ALL.into_iter();
        formats.find(|format| format.has_extension(extension))
    }

    /// Whether files in the format may have an extension, which is compared without regard to case.
    pub fn has_extension(self, extension: &str) -> bool {
        let is_it = |known: &&str| known.eq_ignore_ascii_case(extension);
        self.extensions().iter().any(is_it)
    }
}

/// Why weights cannot be written in a format.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// The heuristic has no row values.
    #[error(
        "tables: found the heuristic {0}, expected rows, differences, expressions or a \
         network of rows and columns - only they have a value per row; export it as toml, json, c, rust, js or python"
    )]
    NoRowValues(&'static str),
    /// The format or the heuristic has no function that values a row.
    #[error(
        "evaluation: found the heuristic {heuristic} as {format}, expected rows as c or python - leave \
         the option out"
    )]
    NoEvaluation {
        /// The name of the heuristic.
        heuristic: &'static str,
        /// The name of the format.
        format: &'static str,
    },
    /// The player has no weights.
    #[error(
        "{format}: found the player {player}, which has no weights - export it as toml or json"
    )]
    NoWeights {
        /// The name of the format.
        format: &'static str,
        /// The settings of the player.
        player: String,
    },
}

/// Returns the bytes of a file with the weights in a format. With `with_evaluation` a C header
/// contains the function that values a row of `rows`, which a Python module always does.
///
/// # Errors
/// If the weights cannot be written in this format.
pub fn export(
    file: &WeightsFile,
    format: Format,
    with_evaluation: bool,
) -> Result<Vec<u8>, ExportError> {
    let subject = &file.weights.subject;
    let has_evaluation = matches!(format, Format::C | Format::Python)
        && subject.heuristic() == Some(&HeuristicKind::Rows);
    if with_evaluation && !has_evaluation {
        return Err(ExportError::NoEvaluation {
            heuristic: match subject.heuristic() {
                Some(HeuristicKind::RichRows(_)) => "rows with further terms",
                _ => subject.table_name(),
            },
            format: format.name(),
        });
    }
    let is_weights_file = matches!(format, Format::Toml | Format::Json);
    if subject.heuristic() == Some(&HeuristicKind::None) && !is_weights_file {
        return Err(ExportError::NoWeights {
            format: format.name(),
            player: subject.to_string(),
        });
    }
    Ok(match format {
        Format::Toml => marked(file).to_toml().into_bytes(),
        Format::Json => json::export(&marked(file)).into_bytes(),
        Format::C => c::export(file, with_evaluation).into_bytes(),
        Format::Rust => rust::export(file).into_bytes(),
        Format::Js => js::export(file).into_bytes(),
        Format::Python => python::export(file).into_bytes(),
        Format::Tables => match file.weights.board_player() {
            Some(player) => tables::export(&player.weights)?,
            None => return Err(ExportError::NoRowValues(subject.table_name())),
        },
    })
}

/// Returns the file with the verdict UNVALIDATED if it has no evidence.
fn marked(file: &WeightsFile) -> WeightsFile {
    let mut file = file.clone();
    if Evidence::read(&file).is_none() {
        let word = toml::Value::from(UNVALIDATED);
        file.evidence.insert("verdict".to_owned(), word);
    }
    file
}

/// Returns the name and the rows of the matrix among the weights, if there is one.
fn square(weights: &Configuration) -> Option<(&'static str, [&[f64]; 4])> {
    let name = weights.subject.heuristic()?.square()?;
    let entries = &weights.values[..CELLS];
    let rows = std::array::from_fn(|row| &entries[4 * row..4 * row + 4]);
    Some((name, rows))
}

/// Returns name, meaning and value of the weights that are not entries of a matrix.
fn scalars(weights: &Configuration) -> impl Iterator<Item = (&str, &str, f64)> {
    let entries = if square(weights).is_some() { CELLS } else { 0 };
    let scalars = weights.iter().skip(entries);
    scalars.map(|(spec, value)| (&*spec.name, &*spec.meaning, value))
}

/// Returns the name of a weight in the form of a constant.
fn constant_name(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

/// Writes a matrix as nested brackets, one row per line.
fn rows_in(rows: &[&[f64]; 4], open: char, close: char) -> String {
    let line = |row: &&[f64]| {
        let numbers: Vec<String> = row.iter().map(|entry| format!("{entry:?}")).collect();
        format!("    {open}{}{close},\n", numbers.join(", "))
    };
    rows.iter().map(line).collect()
}
