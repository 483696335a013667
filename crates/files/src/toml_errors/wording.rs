//! Messages for mistakes of structure: what was found, what was expected, what to do.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::schema_node::{SchemaNode, TableShape};
use super::shown::{join, shown, toml_string};
use super::{Mistake, list, nearest, shortened};

/// The length in bytes of a string that was found, from which its middle is left out.
const MAX_FOUND: usize = 120;

/// Describes a value that violates the schema.
pub(super) fn wrong_value(
    expected: &SchemaNode<'_>,
    path: &str,
    value: &Spanned<DeValue<'_>>,
) -> Mistake {
    let message = format!("wrong value of `{}`", shown(path));
    let found = value.get_ref();
    let label = format!("expected {}, found {}", expected.in_words(), in_words(found));
    let purpose = expected.description.map(one_line);
    Mistake {
        help: repair(expected, path, found).or(purpose),
        ..Mistake::new(value.span(), message, label)
    }
}

/// Keys whose arrays are a program with its arguments.
const COMMANDS: [&str; 3] = ["program", "engine", "opponent-engine"];

/// Proposes a small change that makes a value valid: another spelling, the nearest word, the array or the table that it
/// belongs in.
fn repair(expected: &SchemaNode<'_>, path: &str, found: &DeValue<'_>) -> Option<String> {
    let is_right = |text: &&String| {
        let value = DeValue::parse(text).ok();
        value.is_some_and(|value| expected.allows(value.get_ref()))
    };
    let spellings = match found {
        DeValue::String(text) => vec![text.to_string()],
        DeValue::Float(float) => vec![float.as_str().parse::<f64>().ok()?.to_string()],
        // One with many digits is no exact number.
        DeValue::Integer(integer) => vec![format!("\"{integer}\""), format!("{integer}.0")],
        _ => Vec::new(),
    };
    if let Some(text) = spellings.iter().find(is_right) {
        return Some(format!("write it as {text}"));
    }
    let text = found.as_str()?;
    if let Some(word) = nearest(text, expected.words()) {
        return Some(format!("did you mean \"{word}\"?"));
    }
    if let Some((items, _)) = expected.array().filter(|_| expected.is_only("array")) {
        let key = path.rsplit('.').next().unwrap_or(path);
        // The words of a command line, unless a shell has to read them.
        let is_line = COMMANDS.contains(&key) && !text.contains(['\'', '"', '\\']);
        let words = if is_line { text.split_whitespace().collect() } else { vec![text] };
        let words: Vec<_> = words.iter().map(|word| toml_string(word)).collect();
        let is_item = SchemaNode::new(expected.root, items).allows(found);
        return is_item.then(|| format!("write it as [{}]", words.join(", ")));
    }
    chosen_table(&expected.table(&[])?, path, found)
}

/// Proposes the table that a word chooses, where exactly one of several can be.
pub(super) fn chosen_table(
    shape: &TableShape<'_>,
    path: &str,
    found: &DeValue<'_>,
) -> Option<String> {
    let word = found.as_str().filter(|_| shape.is_exclusive())?;
    Some(format!("write `[{path}.{}]`", nearest(word, shape.names())?))
}

/// Describes a key that is unknown in its table.
pub(super) fn unknown_key(
    shape: &TableShape<'_>,
    path: &str,
    name: &str,
    span: Range<usize>,
    guess: Option<&str>,
) -> Mistake {
    let message = format!("unknown key `{}` {}", name.escape_debug(), inside(path));
    let label = format!("expected {}", list(&quoted(shape.names()), "or"));
    let help = guess.map(|guess| format!("did you mean `{guess}`?"));
    Mistake { help, ..Mistake::new(span, message, label) }
}

/// Describes a required key that is missing.
pub(super) fn missing(
    expected: &SchemaNode<'_>,
    path: &str,
    name: &str,
    span: &Range<usize>,
) -> Mistake {
    let place = join(path, name);
    let table = expected.table(&[]).filter(|_| expected.is_only("object"));
    let (message, action) = match table {
        Some(shape) if shape.is_exclusive() => {
            (format!("missing table `[{place}.…]`"), format!("add {}", tables(&shape, &place)))
        }
        Some(_) => (format!("missing table `[{place}]`"), format!("add a table `[{place}]`")),
        None => {
            (format!("missing key `{name}` {}", inside(path)), format!("add a line `{name} = …`"))
        }
    };
    let label = format!("expected {}, found nothing", expected.in_words());
    let help = match expected.description {
        Some(description) => format!("{action}: {}", one_line(description)),
        None => action,
    };
    Mistake::new(span.clone(), message, label).help(help)
}

/// Describes a table with too few or too many of the keys of which it takes one.
pub(super) fn wrong_choice(
    shape: &TableShape<'_>,
    path: &str,
    known: &[(&str, Range<usize>)],
    span: &Range<usize>,
) -> Mistake {
    let count = if shape.is_exclusive() { "exactly" } else { "at least" };
    let names = list(&quoted(shape.names()), "and");
    let message = format!("`[{path}]` takes {count} one of {names}");
    if let [.., (_, last)] = known {
        let found = quoted(known.iter().map(|(name, _)| *name));
        let label = format!("found {}", list(&found, "and"));
        return Mistake::new(last.clone(), message, label).help("keep one of them");
    }
    let help = if shape.is_exclusive() {
        format!("add {}", tables(shape, path))
    } else {
        "add one of them".to_owned()
    };
    Mistake::new(span.clone(), message, "found none of them").help(help)
}

fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(|name| format!("`{name}`")).collect()
}

/// Lists the tables to choose from: "`[a.b]` or `[a.c]`".
fn tables(shape: &TableShape<'_>, path: &str) -> String {
    let names = shape.names().map(|name| format!("`[{path}.{name}]`"));
    list(&names.collect::<Vec<_>>(), "or")
}

/// Describes the place of a key, as it follows the key in a sentence.
fn inside(path: &str) -> String {
    let entry =
        path.rsplit_once('.').and_then(|(array, at)| Some((array, at.parse::<u32>().ok()?)));
    match entry {
        Some((array, at)) => format!("in entry {} of `[[{array}]]`", at + 1),
        None if path.is_empty() => "at the top of the file".to_owned(),
        None => format!("in `[{path}]`"),
    }
}

/// Describes a value that was found.
fn in_words(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => {
            format!("the string \"{}\"", shortened(text, MAX_FOUND).escape_debug())
        }
        DeValue::Integer(integer) => format!("the integer {integer}"),
        DeValue::Float(float) => float.to_string(),
        DeValue::Boolean(boolean) => boolean.to_string(),
        DeValue::Datetime(datetime) => format!("the date or time {datetime}"),
        DeValue::Array(items) => format!("an array of {}", items.len()),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Returns the text of a doc comment without its line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
