//! Mistakes in files written by people, shown at their places in the text.
//!
//! A [`Mistake`] states which rule is violated, what was found, what was
//! expected, and what to do. [`Mistakes`] of a file are shown together, each
//! under its line of the text: those of its syntax; in sound TOML those of its structure,
//! which its schema describes; in a sound structure those of its meaning.
//!
//! | file | contents |
//! |---|---|
//! | `syntax` | describes the lines that are not TOML, without which nothing else is read |
//! | `schema` | generates the JSON schema of the type that a file is read into |
//! | `schema_node` | interprets the schema at one place of a file |
//! | `structure` | checks the tree of a file against the schema |
//! | `wording` | puts mistakes of structure into words |
//! | `document` | reads a file by these steps, and locates paths in its text |
//! | `shown` | how messages show paths, lists, numbers and long texts |

mod document;
mod mistake;
mod schema;
mod schema_node;
mod shown;
mod structure;
mod syntax;
mod wording;

pub use mistake::{Mistake, nearest};
use shown::char_boundary;
pub use shown::{list, number, shortened, shown, toml_key, toml_string};

pub use document::{Document, read_file};
pub use schema::file_schema;

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::shown::visible;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// The number of mistakes that are shown; further ones are only counted.
const MAX_SHOWN: usize = 100;

/// The length in bytes of a message, a label or a help text from which its middle is left out.
const MAX_PART: usize = 2000;

/// The mistakes of a file, in the order of the text; at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.render(false))]
pub struct Mistakes {
    path: PathBuf,
    text: String,
    list: Vec<Mistake>,
}

impl Mistakes {
    /// Sorts the mistakes of a file, each once, and cuts each span to the first line that it covers.
    pub fn new(path: &Path, source: &str, mut list: Vec<Mistake>) -> Self {
        let mut told = HashSet::new();
        list.retain(|mistake| told.insert(mistake.clone()));
        for mistake in &mut list {
            mistake.span = within_line(source, &mistake.span);
            // A text that is found may be as long as the file, and hold anything.
            let short = |text: &str| visible(&shortened(text, MAX_PART));
            mistake.message = short(&mistake.message);
            mistake.label = short(&mistake.label);
            mistake.help = mistake.help.as_deref().map(short);
        }
        list.sort_by_key(|mistake| mistake.span.start);
        Self { path: path.to_path_buf(), text: source.to_owned(), list }
    }

    /// Names, beside the file, the options that have replaced keys of it, if there are any.
    #[must_use]
    pub fn beside(mut self, options: &[String]) -> Self {
        if !options.is_empty() {
            self.path.as_mut_os_string().push(format!(" with {}", options.join(" ")));
        }
        self
    }

    /// Returns the mistakes, in the order of the text.
    pub fn list(&self) -> &[Mistake] {
        &self.list
    }

    /// Returns the number of the line of a mistake, from 1.
    pub fn line(&self, mistake: &Mistake) -> usize {
        let before = &self.text[..mistake.span.start];
        before.matches('\n').count() + 1
    }

    /// Renders all mistakes for a terminal, with or without colours, without a final newline.
    pub fn render(&self, styled: bool) -> String {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let path = visible(&self.path.to_string_lossy());
        let mut rendered: Vec<_> = self
            .list
            .iter()
            .take(MAX_SHOWN)
            .map(|mistake| {
                let Range { start, end } = mistake.span;
                let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
                let after = self.text[end..].split(['\n', '\r']).next().unwrap_or_default();
                let [before, marked, after] =
                    [&self.text[begin..start], &self.text[start..end], after].map(visible);
                let place = before.len()..before.len() + marked.len();
                let place = AnnotationKind::Primary.span(place);
                let snippet = Snippet::source(before + &marked + &after)
                    .line_start(self.line(mistake))
                    .path(path.as_str())
                    .annotation(place.label(mistake.label.as_str()));
                let mut group =
                    Level::ERROR.primary_title(mistake.message.as_str()).element(snippet);
                if let Some(help) = &mistake.help {
                    group = group.element(Level::HELP.message(help.as_str()));
                }
                renderer.render(&[group])
            })
            .collect();
        if self.list.len() > MAX_SHOWN {
            let others = self.list.len() - MAX_SHOWN;
            rendered.push(format!("and {others} more mistakes in {path}"));
        }
        rendered.join("\n\n")
    }
}

/// Returns the part of a span in its first line, cut to whole characters.
fn within_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = char_boundary(text, span.start);
    let end = char_boundary(text, span.end).max(start);
    start..text[start..end].find(['\n', '\r']).map_or(end, |length| start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(source: &str, spans: &[Range<usize>]) -> String {
        let list = spans
            .iter()
            .map(|span| Mistake::new(span.clone(), "wrong", "found this").help("change it"))
            .collect();
        Mistakes::new(Path::new("a/b.toml"), source, list).to_string()
    }

    #[test]
    fn odd_texts_and_spans_are_shown_without_panic() {
        let texts = ["", "\n", "\r\n", "ä = 'ö'\r\nü\r\n", "\u{feff}a", "\t\u{7}\u{202e}a\0"];
        for text in texts {
            for start in 0..text.len() + 3 {
                for end in 0..text.len() + 3 {
                    let shown = rendered(text, std::slice::from_ref(&(start..end)));
                    assert!(shown.contains("a/b.toml:"), "{text:?} {start}..{end}: {shown}");
                }
            }
        }
    }

    #[test]
    fn near_names_are_found() {
        let names = ["empty", "merges", "monotonicity", "games-per-candidate"];
        let near = |found| nearest(found, names);
        assert_eq!(near("emtpy"), Some("empty"));
        assert_eq!(near("mono"), Some("monotonicity"));
        assert_eq!(near("Games_Per_Candidate"), Some("games-per-candidate"));
        assert_eq!(near("volume"), None);
        assert_eq!(nearest("rnu", ["resume", "run"]), Some("run"));
        assert_eq!(near(""), None);
    }
}
