//! Weights as constants of a programming language.

use std::collections::HashSet;

use crate::subject::{Argument, Choice};
use crate::weights::export::provenance::harmless;
use crate::weights::{Evidence, WeightsFile};
use tune2048_engine::heuristic::corner_matrix::CELLS;

/// How a language writes constants.
pub(super) struct Language {
    /// Whether the names of all weights begin with that of the heuristic, not of a matrix alone.
    pub(super) has_prefixes: bool,
    /// The type of a number, of a whole number, of a truth value, and of a text, where constants have
    /// types.
    pub(super) types: [&'static str; 4],
    /// Whether a word cannot name a constant.
    pub(super) is_reserved: fn(&str) -> bool,
    /// Whether constants are written in capitals.
    pub(super) has_capitals: bool,
    pub(super) truths: [&'static str; 2],
    /// What stands around the entries of an array.
    pub(super) brackets: [char; 2],
    /// What stands before the last bracket of a matrix.
    pub(super) indent: &'static str,
    /// A character of a text that is not printable ASCII.
    pub(super) escape: fn(char) -> String,
}

/// A weight, a matrix, or a parameter of a program in some language.
pub(super) struct Constant<'w> {
    pub(super) name: &'w str,
    /// The name in the form of a constant; a program knows its own names.
    pub(super) identifier: String,
    /// The meaning, as a comment.
    pub(super) comment: String,
    /// The type of the value, or of the entries of an array.
    pub(super) of: &'static str,
    /// The number of entries of an array, and of the rows and the columns of a matrix.
    pub(super) lengths: Vec<usize>,
    pub(super) value: String,
}

/// Returns the parameters of a program that take part; of a player of this library the single weights,
/// and then the matrix.
pub(super) fn constants<'w>(file: &'w WeightsFile, language: &Language) -> Vec<Constant<'w>> {
    let weights = &file.weights;
    let Some(heuristic) = weights.subject.heuristic() else {
        // A campaign says which numbers are whole by nature; those of a file by hand are as it has them.
        let evidence = &file.evidence;
        let integers = Evidence::read(file).map_or(Vec::new(), |evidence| evidence.integers);
        let mut used = HashSet::new();
        let parameter = |(name, argument): (&'w str, Argument)| {
            let is_named = evidence.is_empty() || integers.iter().any(|integer| integer == name);
            let is_whole = is_named && argument.is_whole();
            let (of, lengths, value) = language.literal(&argument, is_whole);
            let comment = format!("Parameter {name} of the program.");
            let mut identifier = language.identifier(name);
            while !used.insert(identifier.clone()) {
                identifier.push('_');
            }
            Constant { name, identifier, comment, of, lengths, value }
        };
        return weights.arguments().into_iter().map(parameter).collect();
    };
    let of = language.types[0];
    let prefixed = |name| format!("{}_{}", heuristic.constant_prefix(), plain(name).to_uppercase());
    let square = heuristic.square();
    let scalars = weights.iter().skip(square.map_or(0, |_| CELLS));
    let scalars = scalars.map(|(spec, value)| Constant {
        name: &spec.name,
        identifier: if language.has_prefixes {
            prefixed(&spec.name)
        } else {
            plain(&spec.name).to_uppercase()
        },
        comment: harmless(&spec.meaning),
        of,
        lengths: Vec::new(),
        value: format!("{value:?}"),
    });
    let matrix = square.map(|name| Constant {
        name,
        identifier: prefixed(name),
        comment: "In reading order.".to_owned(),
        of,
        lengths: vec![4, 4],
        value: language.matrix(&weights.values[..CELLS]),
    });
    scalars.chain(matrix).collect()
}

/// The name of a weight without the signs that no constant has.
fn plain(name: &str) -> String {
    name.replace(['-', '.'], "_")
}

impl Language {
    /// What most languages have in common; the types are those of a language without any.
    pub(super) const USUAL: Self = Self {
        has_prefixes: false,
        types: [""; 4],
        is_reserved: |_| false,
        has_capitals: false,
        truths: ["false", "true"],
        brackets: ['[', ']'],
        indent: "",
        escape: |letter| letter.escape_unicode().to_string(),
    };

    /// The name of a constant for a parameter: a reserved word gets an underscore.
    fn identifier(&self, name: &str) -> String {
        let mut identifier = plain(name);
        if self.has_capitals {
            identifier = identifier.to_uppercase();
        }
        if (self.is_reserved)(&identifier) {
            identifier.push('_');
        }
        identifier
    }

    /// Returns the type of a value or of its entries, the length of an array, and the value, which
    /// is a whole number if the search has taken it from those.
    fn literal(&self, argument: &Argument, is_whole: bool) -> (&'static str, Vec<usize>, String) {
        let [number, whole, truth, text] = self.types;
        let number = if is_whole { whole } else { number };
        let digits = |value: &f64| if is_whole { value.to_string() } else { format!("{value:?}") };
        match argument {
            Argument::One(Choice::Number(value)) => (number, Vec::new(), digits(value)),
            Argument::One(Choice::Truth(is_true)) => {
                (truth, Vec::new(), self.truths[usize::from(*is_true)].to_owned())
            }
            Argument::One(Choice::Text(value)) => {
                let letter = |letter: char| match letter {
                    '"' | '\\' => format!("\\{letter}"),
                    ' '..='~' => letter.to_string(),
                    other => (self.escape)(other),
                };
                (text, Vec::new(), format!("\"{}\"", value.chars().map(letter).collect::<String>()))
            }
            Argument::Array(entries) => (number, vec![entries.len()], self.array(entries, digits)),
        }
    }

    fn array(&self, entries: &[f64], digits: impl Fn(&f64) -> String) -> String {
        let [open, close] = self.brackets;
        let entries: Vec<_> = entries.iter().map(digits).collect();
        format!("{open}{}{close}", entries.join(", "))
    }

    /// Writes a matrix as nested brackets, one row per line.
    fn matrix(&self, entries: &[f64]) -> String {
        let ([open, close], indent) = (self.brackets, self.indent);
        let rows = entries
            .chunks(4)
            .map(|row| format!("    {},\n", self.array(row, |entry| format!("{entry:?}"))));
        format!("{open}\n{}{indent}{close}", rows.collect::<String>())
    }
}
