//! Mistakes of structure in words: what was found and expected, what to do.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::expectation::{Expectation, Fault, TableShape};
use super::structure::join;
use super::{Mistake, list, nearest};

/// A value that breaks the schema.
pub(super) fn wrong_value(
    expected: &Expectation<'_>,
    fault: Fault,
    path: &str,
    value: &Spanned<DeValue<'_>>,
) -> Mistake {
    let place = shown(path);
    let message = match fault {
        Fault::Type => format!("wrong type of `{place}`"),
        Fault::Word => format!("unknown word for `{place}`"),
        Fault::Range => format!("`{place}` is out of range"),
        Fault::NotFinite => format!("`{place}` is not a finite number"),
    };
    let found = value.get_ref();
    let label = format!(
        "expected {}, found {}",
        expected.in_words(),
        in_words(found)
    );
    let purpose = expected.description.map(one_line);
    Mistake {
        help: repair(expected, fault, found).or(purpose),
        ..Mistake::new(value.span(), message, label)
    }
}

/// How to make a value right, if it is nearly so.
fn repair(expected: &Expectation<'_>, fault: Fault, found: &DeValue<'_>) -> Option<String> {
    let is_right = |text: &str| {
        let value = DeValue::parse(text).ok();
        value.is_some_and(|value| expected.fault(value.get_ref()).is_none())
    };
    match found {
        DeValue::String(text) if fault == Fault::Word => {
            let word = nearest(text, expected.words())?;
            Some(format!("did you mean \"{word}\"?"))
        }
        DeValue::String(text) if is_right(text) => Some(format!("remove the quotes: {text}")),
        DeValue::Float(float) => {
            let integer = float.as_str().strip_suffix(".0")?;
            is_right(integer).then(|| format!("write it as an integer: {integer}"))
        }
        _ => None,
    }
}

/// A key that the table does not know, at a span; `homes` are tables that do.
pub(super) fn unknown_key(
    shape: &TableShape<'_>,
    path: &str,
    name: &str,
    guess: Option<&str>,
    homes: &[String],
) -> impl FnOnce(Range<usize>) -> Mistake {
    let message = format!("unknown key `{}` {}", name.escape_debug(), inside(path));
    let label = format!("expected {}", list(&quoted(shape.names()), "or"));
    let mut help = Vec::new();
    help.extend(guess.map(|guess| format!("did you mean `{guess}`?")));
    // A key of every weight has no home to name.
    if matches!(homes.len(), 1..=3) {
        let homes: Vec<_> = homes.iter().map(|home| inside(home)).collect();
        help.push(format!("`{name}` is known {}", list(&homes, "and")));
    }
    move |span| Mistake {
        help: (!help.is_empty()).then(|| help.join(" ")),
        ..Mistake::new(span, message, label)
    }
}

/// A key that must be there and is not.
pub(super) fn missing(
    expected: &Expectation<'_>,
    path: &str,
    name: &str,
    span: &Range<usize>,
) -> Mistake {
    let place = join(path, name);
    let table = expected.table().filter(|_| expected.is_table());
    let (message, action) = match table {
        Some(shape) if shape.is_exclusive => (
            format!("missing table `[{place}.…]`"),
            format!("add {}", tables(&shape, &place)),
        ),
        Some(_) => (
            format!("missing table `[{place}]`"),
            format!("add a table `[{place}]`"),
        ),
        None => (
            format!("missing key `{name}` {}", inside(path)),
            format!("add a line `{name} = …`"),
        ),
    };
    let label = format!("expected {}, found nothing", expected.in_words());
    let help = match expected.description {
        Some(description) => format!("{action}: {}", one_line(description)),
        None => action,
    };
    Mistake::new(span.clone(), message, label).help(help)
}

/// Too few or too many of the keys that are a choice.
pub(super) fn wrong_choice(
    shape: &TableShape<'_>,
    path: &str,
    known: &[(&str, Range<usize>)],
    span: &Range<usize>,
) -> Mistake {
    let count = if shape.is_exclusive {
        "exactly"
    } else {
        "at least"
    };
    let names = list(&quoted(shape.names()), "and");
    let message = format!("`[{path}]` takes {count} one of {names}");
    if let [.., (_, last)] = known {
        let found = quoted(known.iter().map(|(name, _)| *name));
        let label = format!("found {}", list(&found, "and"));
        return Mistake::new(last.clone(), message, label).help("keep one of them");
    }
    let help = if shape.is_exclusive {
        format!("add {}", tables(shape, path))
    } else {
        "add one of them".to_owned()
    };
    Mistake::new(span.clone(), message, "found none of them").help(help)
}

fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(|name| format!("`{name}`")).collect()
}

/// The tables to choose from: "`[a.b]` or `[a.c]`".
fn tables(shape: &TableShape<'_>, path: &str) -> String {
    let names = shape.names().map(|name| format!("`[{path}.{name}]`"));
    list(&names.collect::<Vec<_>>(), "or")
}

/// A path with the indices of arrays in brackets.
pub(crate) fn shown(path: &str) -> String {
    let mut shown = String::new();
    for key in path.split('.') {
        if key.starts_with(|first: char| first.is_ascii_digit()) {
            shown += &format!("[{key}]");
        } else {
            shown = join(&shown, key);
        }
    }
    shown
}

/// Where a key stands, as it follows the key.
fn inside(path: &str) -> String {
    if path.is_empty() {
        "at the top of the file".to_owned()
    } else {
        format!("in `[{path}]`")
    }
}

/// What was found, in words.
fn in_words(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => {
            let mut start: String = text.chars().take(40).collect();
            if start.len() < text.len() {
                start.push('…');
            }
            format!("the string \"{}\"", start.escape_debug())
        }
        DeValue::Integer(integer) => format!("the integer {integer}"),
        DeValue::Float(float) => format!("the number {float}"),
        DeValue::Boolean(boolean) => boolean.to_string(),
        DeValue::Datetime(datetime) => format!("the date or time {datetime}"),
        DeValue::Array(items) => format!("an array of {}", items.len()),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// The text of a documentation comment without its line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
