//! What a report consists of, and how a page of HTML and Markdown show it.

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::view::chart::{DataTable, Figure, Table, shown};
use crate::view::words::page::with_code;
use tune2048_files::shell::quoted;
use tune2048_tuner::words::{in_markdown, visible};

/// Style sheet of all pages.
pub const STYLE: &str = include_str!("report/style.css");

/// Script of all pages, which need none: it makes figures point and zoom.
pub const SCRIPT: &str = include_str!("report/figures.js");

/// Rows of a figure's table in Markdown at most, evenly spread.
const MAX_LISTED: usize = 20;

/// A part of a report.
pub(crate) enum Block {
    /// A paragraph, whose commands stand between backticks.
    Text(String),
    /// Lines to be copied.
    Code(String),
    Table(Table),
    /// A page has it whole, Markdown its words and its table.
    Figure(Figure),
    /// What a page alone has.
    Page(Markup),
}

impl Block {
    fn on_page(&self) -> Markup {
        match self {
            Self::Text(text) => html! { p { (with_code(text)) } },
            Self::Code(lines) => html! { pre { code { (lines) } } },
            Self::Table(table) => shown(table),
            Self::Figure(figure) => figure.shown(),
            Self::Page(markup) => markup.clone(),
        }
    }

    fn in_markdown(&self) -> String {
        match self {
            Self::Text(text) => paragraph(text),
            Self::Code(lines) => format!("```console\n{lines}\n```\n\n"),
            Self::Table(table) => table.markdown(),
            Self::Figure(Figure { table: Some(table), title, caption, .. }) => {
                let words = in_markdown(&format!("{title} {caption}"));
                format!("{words}\n\n{}", table.thinned(MAX_LISTED).markdown())
            }
            Self::Figure(_) | Self::Page(_) => String::new(),
        }
    }
}

/// A paragraph of Markdown, whose commands are code.
fn paragraph(text: &str) -> String {
    let (words, marks) = (in_markdown(text), text.matches('`').count());
    // A single one is part of a name.
    let words = if marks % 2 == 0 { words.replace("\\`", "`") } else { words };
    words + "\n\n"
}

impl<T> From<DataTable<T>> for Block {
    fn from(table: DataTable<T>) -> Self {
        Self::Table(table.done())
    }
}

/// A section: the id of its heading, its title and its content, empty where there is nothing to show.
pub(crate) type Section = (&'static str, &'static str, Vec<Block>);

/// A report about one thing.
#[derive(Default)]
pub(crate) struct Report {
    /// What it is about.
    pub(crate) kind: &'static str,
    pub(crate) title: String,
    /// The first paragraphs.
    pub(crate) summary: Vec<String>,
    pub(crate) opening: Vec<Block>,
    pub(crate) sections: Vec<Section>,
    /// Whether it takes the whole width, without a list of its sections.
    pub(crate) is_broad: bool,
}

/// What `serve` adds to a page.
#[derive(Default)]
pub(crate) struct Frame {
    /// Above all.
    pub(crate) bar: Markup,
    /// Below the opening.
    pub(crate) boards: Markup,
    /// At the end.
    pub(crate) scripts: Markup,
}

impl Report {
    /// Makes a page that says one thing.
    pub(crate) fn note(title: &str, text: &str) -> Self {
        Self {
            kind: "tune2048",
            title: title.to_owned(),
            summary: vec![text.to_owned()],
            ..Self::default()
        }
    }

    /// Returns the report as a page, which needs no network, no script and no other file.
    pub(crate) fn page(&self, frame: &Frame) -> String {
        let shown = || self.sections.iter().filter(|(.., blocks)| !blocks.is_empty());
        let content = html! {
            header {
                p class="kicker" { (self.kind) }
                h1 { (self.title) }
                div class="summary" { @for text in &self.summary { p { (with_code(text)) } } }
                @for block in &self.opening { (block.on_page()) }
            }
            (frame.boards)
            @if !self.is_broad && !self.sections.is_empty() {
                nav aria-labelledby="contents" {
                    h2 id="contents" { "Contents" }
                    ol { @for (id, title, _) in shown() { li { a href=(format!("#{id}")) { (title) } } } }
                }
            }
            @for (id, title, blocks) in shown() {
                section aria-labelledby=(id) {
                    h2 id=(id) { (title) }
                    @for block in blocks { (block.on_page()) }
                }
            }
        };
        document(&format!("{} – tune2048 report", self.title), self.is_broad, &content, frame)
    }

    /// Returns the sentences and the tables of the report in Markdown.
    pub(crate) fn markdown(&self) -> String {
        let written = |blocks: &[Block]| blocks.iter().map(Block::in_markdown).collect::<String>();
        let summary = self.summary.iter().map(|text| paragraph(text));
        let mut text = format!("# {} {}\n\n", self.kind, self.title);
        text += &(summary.collect::<String>() + &written(&self.opening));
        for (_, title, blocks) in &self.sections {
            let content = written(blocks);
            if !content.is_empty() {
                text += &format!("## {title}\n\n{content}");
            }
        }
        visible(&text)
    }
}

/// Returns the section that says how to repeat a run: by `command` from a file of its folder, with these settings.
pub(crate) fn repeat(
    folder: &Path,
    [command, file]: [&str; 2],
    more: &str,
    settings: impl IntoIterator<Item = (String, String)>,
) -> Section {
    let file = quoted(folder.join(file));
    let settings = DataTable::new("settings", "All settings, defaults included", settings)
        .text("setting", |(setting, _)| setting.clone())
        .text("value", |(_, value)| value.clone());
    let blocks = vec![
        Block::Code(format!("tune2048 {command} {file} --out again{more}")),
        Block::Text("Every number of this report is in the files of the folder.".to_owned()),
        settings.into(),
    ];
    ("repeat", "To repeat it", blocks)
}

/// Returns a page with this title and content, which takes the whole width if it is broad. Hidden
/// characters of texts are shown.
pub(crate) fn document(title: &str, is_broad: bool, content: &Markup, frame: &Frame) -> String {
    let (title, content) = (visible(title), PreEscaped(visible(&content.0)));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("tune2048 ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (frame.bar)
                main id="report" class=[is_broad.then_some("whole")] { (content) }
                script { (PreEscaped(SCRIPT)) }
                (frame.scripts)
            }
        }
    };
    page.into_string()
}
