//! Export of weights in the languages of solvers.
//!
//! Every format except bare tables states the verdict on the weights in its
//! header or in a field, or UNVALIDATED. Every number is written with the fewest
//! digits that read back as the same 64-bit float.

mod c;
pub mod html;
mod languages;
mod network;
mod provenance;
mod same_tables;
mod tables;

use crate::weights::export::c::Misreading;
use crate::weights::export::network::AloneNetwork;
use crate::weights::export::provenance::harmless;
use crate::weights::{Evidence, WeightsFile};
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_files::toml_errors::list;

pub use crate::weights::export::network::DATA_EXTENSION;

/// A format of exported weights. Each is declared in a file of its own, and listed in
/// [`Format::ALL`].
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The extensions of files in the format, the usual one first.
    pub extensions: &'static [&'static str],
    /// Whether files are bytes for a program alone, without room for the evidence.
    pub is_binary: bool,
    /// Whether a file can have the function that values a row of `rows`.
    has_evaluation: bool,
    /// Whether a file can have a player without weights.
    has_player: bool,
    /// Whether a file has other weights beside the exported ones.
    pub has_opponent: bool,
    /// The code that plays by a learned network, whose weights are in a file beside it.
    network: Option<fn(&AloneNetwork<'_>) -> String>,
    /// The signs before and after a comment in the first line.
    comment: Option<(&'static str, &'static str)>,
    write: fn(&Request<'_>) -> Result<Vec<u8>, ExportError>,
    misreadings: fn(&WeightsFile, with_evaluation: bool) -> Vec<Misreading>,
}

impl Format {
    /// All formats, the default first.
    pub const ALL: [&'static Self; 9] = [
        &same_tables::TOML,
        &same_tables::JSON,
        &c::FORMAT,
        &languages::RUST,
        &languages::JS,
        &languages::PYTHON,
        &tables::FORMAT,
        &network::PACKED,
        &html::FORMAT,
    ];

    /// A format of text with weights alone, to be completed.
    const TEXT: Self = Self {
        name: "",
        extensions: &[],
        is_binary: false,
        has_evaluation: false,
        has_player: false,
        has_opponent: false,
        network: None,
        comment: None,
        write: |_| Ok(Vec::new()),
        misreadings: |_, _| Vec::new(),
    };

    /// Returns the format of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|format| format.name == name)
    }

    /// Returns the format of files with an extension, which is compared without regard to case.
    pub fn of_extension(extension: &str) -> Option<&'static Self> {
        let is_known = |known: &&str| known.eq_ignore_ascii_case(extension);
        Self::ALL.into_iter().find(|format| format.extensions.iter().any(is_known))
    }

    /// Returns the names of some formats as the choice that a message gives.
    fn choice(is_meant: impl Fn(&Self) -> bool) -> String {
        let meant = Self::ALL.into_iter().filter(|format| is_meant(format));
        let names: Vec<String> = meant.map(|format| format.name.to_owned()).collect();
        list(&names, "or")
    }

    /// Returns the bytes of the file with the weights of a learned network, which stands beside the
    /// exported code; `None` if the code has all weights.
    pub fn data(&self, file: &WeightsFile) -> Option<Vec<u8>> {
        self.network.and(AloneNetwork::of(file)).map(|alone| alone.network.to_bytes())
    }

    /// Returns how programs that read such a file would misread the weights.
    pub fn warnings(&self, file: &WeightsFile, with_evaluation: bool) -> Vec<String> {
        let found = (self.misreadings)(file, with_evaluation).into_iter();
        found.map(|misreading| misreading.message).collect()
    }
}

/// What is exported.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The name of the weights: a preset, a campaign or a file.
    pub name: &'a str,
    /// The weights.
    pub file: &'a WeightsFile,
    /// Whether a C header contains the function that values a row of `rows`, which a Python module
    /// always does.
    pub with_evaluation: bool,
    /// The name and the weights of the other side of a page.
    pub opponent: Option<(&'a str, &'a WeightsFile)>,
}

/// Why weights cannot be written in a format, with what to do instead.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct ExportError(String);

impl ExportError {
    fn new(place: &str, found: &str, expected: &str, advice: &str) -> Self {
        Self(format!("{place}: found {found}, expected {expected} - {advice}"))
    }
}

/// Returns the bytes of a file with the weights in a format.
///
/// # Errors
/// If the weights cannot be written in this format.
pub fn export(request: &Request<'_>, format: &Format) -> Result<Vec<u8>, ExportError> {
    let (name, subject) = (format.name, &request.file.weights.subject);
    let heuristic = subject.heuristic();
    let alone = AloneNetwork::of(request.file);
    // Constants of a language and nothing else.
    let is_code = !(format.is_binary || format.has_player || format.has_opponent);
    if request.with_evaluation
        && !(format.has_evaluation && heuristic == Some(&HeuristicKind::Rows))
    {
        let found = match heuristic {
            Some(HeuristicKind::RichRows(_)) => "rows with further terms",
            _ => subject.table_name(),
        };
        let found = format!("the heuristic {found} as {name}");
        let expected = format!("rows as {}", Format::choice(|format| format.has_evaluation));
        return Err(ExportError::new("evaluation", &found, &expected, "leave the option out"));
    }
    if heuristic == Some(&HeuristicKind::None) && !format.has_player {
        let advice = format!("export it as {}", Format::choice(|format| format.has_player));
        let found = format!("the player {subject}, which has no weights");
        return Err(ExportError::new(name, &found, "some", &advice));
    }
    let bytes = match (format.network, &alone) {
        (Some(code), Some(network)) => code(network).into_bytes(),
        _ if matches!(heuristic, Some(HeuristicKind::Tuples(_))) && is_code => {
            let is_alone = alone.is_some();
            let found = if is_alone { "a network" } else { "a network with terms beside it" };
            let known =
                Format::choice(|format| format.has_player || is_alone && format.network.is_some());
            let expected = "weights that each have a name";
            return Err(ExportError::new(name, found, expected, &format!("export it as {known}")));
        }
        _ => (format.write)(request)?,
    };
    let first = format.comment.zip(Evidence::caution(request.file));
    let first = first.map_or(String::new(), |((open, close), caution)| {
        format!("{open}{}{close}\n", harmless(&caution))
    });
    Ok([first.into_bytes(), bytes].concat())
}
