//! Weights in the forms that solvers take in.
//!
//! Every number is written with the fewest digits that read back as the same
//! 64-bit float.

mod c;
mod js;
mod json;
mod provenance;
mod rust;
mod tables;

use crate::heuristic::Weights;
use crate::heuristic::corner_matrix::CELLS;
use crate::weights_file::WeightsFile;

/// A form of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A weights file of this program.
    #[default]
    Toml,
    /// The same as JSON.
    Json,
    /// A C header with the names that everybody copies.
    C,
    /// Rust constants.
    Rust,
    /// A JavaScript module.
    Js,
    /// The value of each row as 65 536 little-endian 32-bit floats.
    Tables,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Toml,
        Self::Json,
        Self::C,
        Self::Rust,
        Self::Js,
        Self::Tables,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Json => "json",
            Self::C => "c",
            Self::Rust => "rust",
            Self::Js => "js",
            Self::Tables => "tables",
        }
    }
}

/// Why weights cannot be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The heuristic has no row values.
    #[error(
        "tables: found the heuristic {0}, expected rows - only it has a value per row; \
         export it as toml, json, c, rust or js"
    )]
    NoRowValues(&'static str),
}

/// The weights in a form, as the bytes of a file.
///
/// # Errors
/// If the heuristic cannot be written in it.
pub fn export(file: &WeightsFile, format: Format) -> Result<Vec<u8>, ExportError> {
    Ok(match format {
        Format::Toml => file.to_toml().into_bytes(),
        Format::Json => json::export(file).into_bytes(),
        Format::C => c::export(file).into_bytes(),
        Format::Rust => rust::export(file).into_bytes(),
        Format::Js => js::export(file).into_bytes(),
        Format::Tables => tables::export(&file.weights)?,
    })
}

/// The matrix of the weights, row by row, if they have one.
fn matrix(weights: &Weights) -> Option<[&[f64]; 4]> {
    weights.heuristic.weight_index("w00")?;
    let entries = &weights.values[..CELLS];
    Some(std::array::from_fn(|row| &entries[4 * row..4 * row + 4]))
}

/// The weights that are not entries of a matrix.
fn scalars(weights: &Weights) -> impl Iterator<Item = (&str, &str, f64)> {
    let entries = if matrix(weights).is_some() { CELLS } else { 0 };
    let scalars = weights.iter().skip(entries);
    scalars.map(|(spec, value)| (&*spec.name, &*spec.meaning, value))
}

/// A weight's name as a constant.
fn constant_name(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

/// A matrix as nested brackets, a row per line.
fn rows_in(rows: &[&[f64]; 4], open: char, close: char) -> String {
    let line = |row: &&[f64]| {
        let numbers: Vec<String> = row.iter().map(|entry| format!("{entry:?}")).collect();
        format!("    {open}{}{close},\n", numbers.join(", "))
    };
    rows.iter().map(line).collect()
}
