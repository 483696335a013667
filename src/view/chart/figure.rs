//! Figures and tables of a page.

use maud::{Markup, Render, html};

use super::plot::{Drawing, PlotAxis};
use super::scale::{decimals, round_ticks};
use crate::view::words::page::{fixed, typeset};
use tune2048_tuner::words::in_markdown;

/// Widths in pixels that a chart is drawn for: on a desktop and on a phone.
const WIDTHS: [(&str, f64); 2] = [("wide", 720.0), ("narrow", 360.0)];

/// Width in pixels from which a chart has room for its words.
const ROOMY: f64 = 500.0;

/// Returns a chart as wide as the page, drawn once for each width; the style sheet shows one.
///
/// `draw` takes the width in pixels.
pub(crate) fn responsive(id: &str, title: &str, draw: impl Fn(f64) -> Drawing) -> Markup {
    html! {
        @for (name, width) in WIDTHS {
            div class=(name) { (draw(width).image(&format!("{id}-{name}"), title)) }
        }
    }
}

/// Number of columns that a narrow page has room for; rows of more become lists there.
const MAX_NARROW_COLUMNS: usize = 5;

/// Number of rows from which even a narrow page has them side by side.
const MAX_STACKED: usize = 40;

/// Whether a chart of this width has room for its words, and a pointer is likely.
pub(crate) fn is_roomy(width: f64) -> bool {
    width > ROOMY
}

/// A figure with the keys to its marks above, its caption below, and its numbers folded.
pub(crate) struct Figure {
    pub(crate) id: &'static str,
    pub(crate) keys: Vec<Markup>,
    pub(crate) image: Markup,
    /// What it shows, in a few words.
    pub(crate) title: &'static str,
    /// What else a reader must know.
    pub(crate) caption: String,
    pub(crate) table: Option<Table>,
}

impl Figure {
    /// Returns the figure as markup.
    pub(crate) fn shown(&self) -> Markup {
        html! {
            figure id=(format!("figure-{}", self.id)) {
                div class="keys" { @for key in &self.keys { (key) " " } }
                (self.image)
                figcaption { b { (self.title) } " " (typeset(&self.caption)) }
                @if let Some(table) = &self.table {
                    details { summary { "The numbers of this figure" } (table.shown()) }
                }
            }
        }
    }
}

/// Returns images side by side, each under its title.
pub(crate) fn panels<T: Render>(panels: impl IntoIterator<Item = (T, Markup)>) -> Markup {
    html! {
        div class="grid" {
            @for (title, image) in panels { div class="panel" { h3 { (title) } (image) } }
        }
    }
}

/// Returns the key to a mark of a figure.
pub(crate) fn key(class: &str, words: &str) -> Markup {
    html! { span class="key" { span class=(format!("swatch {class}")) {} (typeset(words)) } }
}

/// Returns an axis with about `tick_count` ticks, formatted as all numbers of the page.
pub(crate) fn axis(ends: [f64; 2], label: &str, tick_count: usize) -> PlotAxis {
    let ticks = round_ticks(ends[0], ends[1], tick_count);
    let places = decimals(&ticks);
    let ticks = ticks.into_iter().map(|tick| (tick, fixed(tick, places)));
    PlotAxis::new(ends, label, ticks.collect::<Vec<_>>())
}

/// Returns an axis of what is counted, whose ticks are whole numbers.
pub(crate) fn whole_axis(ends: [f64; 2], label: &str, tick_count: usize) -> PlotAxis {
    let span = (ends[1] - ends[0]).floor().max(1.0) as usize;
    axis(ends, label, tick_count.min(span))
}

/// Returns the ends of an axis that contains all finite numbers, with some margin.
pub(crate) fn ends(numbers: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let finite = numbers.into_iter().filter(|number| number.is_finite());
    let [low, high] =
        finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    if low > high {
        return [0.0, 1.0];
    }
    let room = match 0.05 * (high - low) {
        room if room > 0.0 => room,
        _ => (0.05 * high.abs()).max(1e-3),
    };
    [low - room, high + room]
}

/// Returns at most `max` items of a list, evenly spread and including the last.
pub(crate) fn thinned<T>(list: &[T], max: usize) -> Vec<&T> {
    let step = list.len().div_ceil(max.max(1)).max(1);
    let last = list.len().saturating_sub(1);
    let kept = |(index, _): &(usize, &T)| (last - index).is_multiple_of(step);
    list.iter().enumerate().filter(kept).map(|(_, item)| item).collect()
}

/// A table of a page.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    id: String,
    caption: String,
    head: Vec<String>,
    /// Whether a column has numbers, which are aligned at their ends.
    are_numbers: Vec<bool>,
    rows: Vec<Vec<String>>,
}

/// A table with a row for each item, built column by column.
#[derive(Clone, Debug)]
pub(crate) struct DataTable<T> {
    items: Vec<T>,
    table: Table,
}

impl<T> DataTable<T> {
    /// Makes a table without columns.
    pub(crate) fn new(id: &str, caption: &str, items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<T> = items.into_iter().collect();
        let table = Table {
            id: format!("table-{id}"),
            caption: caption.to_owned(),
            head: Vec::new(),
            are_numbers: Vec::new(),
            rows: vec![Vec::new(); items.len()],
        };
        Self { items, table }
    }

    /// Adds a column of text.
    pub(crate) fn text<S: ToString>(self, head: &str, cell: impl Fn(&T) -> S) -> Self {
        self.column(head, false, cell)
    }

    /// Adds a column of numbers, which a page sets with its spaces and signs.
    pub(crate) fn number<S: ToString>(self, head: &str, cell: impl Fn(&T) -> S) -> Self {
        self.column(head, true, cell)
    }

    fn column<S: ToString>(mut self, head: &str, is_number: bool, cell: impl Fn(&T) -> S) -> Self {
        self.table.head.push(head.to_owned());
        self.table.are_numbers.push(is_number);
        for (row, item) in self.table.rows.iter_mut().zip(&self.items) {
            row.push(cell(item).to_string());
        }
        self
    }

    /// Returns the table with all of its columns.
    pub(crate) fn done(self) -> Table {
        self.table
    }
}

impl Table {
    /// Returns the table with at most so many rows, evenly spread.
    pub(crate) fn thinned(&self, max: usize) -> Self {
        Self { rows: thinned(&self.rows, max).into_iter().cloned().collect(), ..self.clone() }
    }

    /// Returns the table as visible markup, nothing without rows.
    pub(crate) fn shown(&self) -> Markup {
        if self.rows.is_empty() {
            return html! {};
        }
        let class = |column: usize| (!self.are_numbers[column]).then_some("words");
        let is_stacked = self.head.len() > MAX_NARROW_COLUMNS && self.rows.len() <= MAX_STACKED;
        let name = |column: usize| self.head.get(column).filter(|_| is_stacked);
        html! {
            div class="scroll" role="region" tabindex="0" aria-label=(self.caption) {
                table id=(self.id) class=[is_stacked.then_some("stacked")] {
                    caption { (self.caption) }
                    thead { tr {
                        @for (column, name) in self.head.iter().enumerate() {
                            th scope="col" class=[class(column)] { (typeset(name)) }
                        }
                    } }
                    tbody {
                        @for row in &self.rows { tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @let cell = if self.are_numbers[column] { &typeset(cell) } else { cell };
                                @if column == 0 { th scope="row" class=[class(column)] data-name=[name(column)] { (cell) } }
                                @else { td class=[class(column)] data-name=[name(column)] { (cell) } }
                            }
                        } }
                    }
                }
            }
        }
    }

    /// Returns the table in Markdown, nothing without rows.
    pub(crate) fn markdown(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let row = |cells: &Vec<String>| {
            let cells = cells.iter().map(|cell| in_markdown(cell));
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let rule = |is_number: &bool| if *is_number { "--:|" } else { "---|" };
        let rule: String = self.are_numbers.iter().map(rule).collect();
        let rows: String = self.rows.iter().map(row).collect();
        format!("{}|{rule}\n{rows}\n", row(&self.head))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_has_whole_ticks() {
        for last in 1..200 {
            for tick_count in [3, 8] {
                let axis = whole_axis([0.0, f64::from(last)], "", tick_count);
                let ticks: Vec<&(f64, String)> = axis.ticks.iter().collect();
                assert!(ticks.len() > 1, "{last}: {ticks:?}");
                for (tick, text) in ticks {
                    let expected = format!("{}", tick.round() as u32);
                    assert_eq!(*text, expected, "{last}");
                    assert!((tick - tick.round()).abs() < 1e-9, "{last}: {tick}");
                }
            }
        }
    }

    #[test]
    fn the_ends_of_an_axis_are_apart_whatever_the_numbers() {
        for numbers in [vec![], vec![f64::NAN], vec![0.0], vec![5.0, 5.0], vec![1.0, 2.0]] {
            let [low, high] = ends(numbers);
            assert!(low < high);
        }
    }
}
