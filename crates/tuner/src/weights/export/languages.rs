//! Weights as constants of a programming language, and their export as modules: of Rust and Python,
//! and of JavaScript as one object.

use std::collections::HashSet;
use std::fmt::Write;

use crate::subject::{Argument, Choice};
use crate::weights::export::Format;
use crate::weights::export::provenance::{self, harmless};
use crate::weights::{Evidence, WeightsFile};
use tune2048_engine::heuristic::HeuristicKind;
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

pub(super) static RUST: Format = Format {
    name: "rust",
    extensions: &["rs"],
    comment: Some(("// ", "")),
    write: |request| Ok(rust(request.file).into_bytes()),
    ..Format::TEXT
};

const RUST_CODE: Language =
    Language { types: ["f64", "i64", "bool", "&str"], has_capitals: true, ..Language::USUAL };

fn rust(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "//! ") + "\n";
    for Constant { identifier, comment, of, lengths, value, .. } in constants(file, &RUST_CODE) {
        let of = lengths.iter().fold(of.to_owned(), |of, length| format!("[{of}; {length}]"));
        let _ = writeln!(text, "/// {comment}\npub const {identifier}: {of} = {value};");
    }
    text
}

pub(super) static JS: Format = Format {
    name: "js",
    extensions: &["js", "mjs"],
    network: Some(|network| network.js()),
    comment: Some(("// ", "")),
    write: |request| Ok(js(request.file).into_bytes()),
    ..Format::TEXT
};

const JS_CODE: Language = Language { indent: "  ", ..Language::USUAL };

fn js(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "// ");
    let subject = &file.weights.subject;
    let heuristic = subject.table_name();
    let _ = writeln!(text, "\nexport const weights = {{\n  heuristic: \"{heuristic}\",");
    for Constant { name, comment, value, .. } in constants(file, &JS_CODE) {
        // A program knows its own names.
        let is_own = subject.is_program();
        let key = if is_own { format!("\"{name}\"") } else { camel_case(name) };
        let _ = writeln!(text, "  // {comment}\n  {key}: {value},");
    }
    text.push_str("};\n");
    text
}

/// Turns `sum-exponent` into `sumExponent`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (initial, rest) = word.split_at(1);
        text + initial.to_uppercase().as_str() + rest
    })
}

pub(super) static PYTHON: Format = Format {
    name: "python",
    extensions: &["py"],
    has_evaluation: true,
    network: Some(|network| network.python()),
    comment: Some(("# ", "")),
    write: |request| Ok(python(request.file).into_bytes()),
    ..Format::TEXT
};

/// The keywords.
#[rustfmt::skip]
const RESERVED: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

const PYTHON_CODE: Language = Language {
    truths: ["False", "True"],
    is_reserved: |name| RESERVED.contains(&name),
    escape: |letter| format!("\\U{:08x}", u32::from(letter)),
    ..Language::USUAL
};

/// Returns the module; the formula of its function is that of
/// [`rows`](tune2048_engine::heuristic::rows), in 64-bit floats.
fn python(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "# ") + "\n";
    for Constant { identifier, comment, value, .. } in constants(file, &PYTHON_CODE) {
        let _ = writeln!(text, "# {comment}\n{identifier} = {value}");
    }
    if file.weights.subject.heuristic() == Some(&HeuristicKind::Rows) {
        text = text + "\n\n" + include_str!("evaluation/rows.py");
    }
    text
}
