//! One mistake in a file, and the name that was meant.

use std::ops::Range;

/// One mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mistake {
    /// Which rule is broken, and by what.
    pub message: String,
    /// The bytes of the text to point at, all in one line.
    pub span: Range<usize>,
    /// What was found there, and what was expected.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake without help.
    pub fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { message: message.into(), span, label: label.into(), help: None }
    }

    /// The mistake with what to do about it.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// The known name that somebody may have meant: one that is near, or the first one that has the
/// word that was found among its own.
pub fn nearest<'n>(found: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |name: &str| name.to_lowercase().replace('_', "-");
    let found = plain(found);
    let known: Vec<&str> = known.into_iter().collect();
    let near = known
        .iter()
        .map(|name| (likeness(&found, &plain(name)), *name))
        .filter(|&(likeness, _)| likeness > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name);
    let has_word = |name: &str| plain(name).split('-').any(|word| word == found);
    let related = known.iter().copied().find(|name| has_word(name));
    near.or(related)
}

/// How alike two names are: a name with one letter too many, missing, wrong or in the place of its
/// neighbour is near, however short.
fn likeness(found: &str, known: &str) -> f64 {
    let is_slip = known.len() > 2 && strsim::osa_distance(found, known) <= 1;
    strsim::jaro_winkler(found, known).max(if is_slip { 0.9 } else { 0.0 })
}
