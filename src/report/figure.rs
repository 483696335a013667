//! Figures and tables of a page, and the axes that they share.

use maud::{Markup, html};

use super::number::fixed;
use crate::chart::PlotAxis;

/// The widths that a chart is drawn for: of a page on a desk, and of one in a hand.
const WIDTHS: [(&str, f64); 2] = [("wide", 720.0), ("narrow", 360.0)];

/// A chart as wide as the page, drawn for a wide and for a narrow one; the
/// style shows one of them. `draw` is given the width in pixels and an ending
/// for ids.
pub(super) fn responsive(draw: impl Fn(f64, &str) -> Markup) -> Markup {
    html! {
        @for (name, width) in WIDTHS { div class=(name) { (draw(width, name)) } }
    }
}

/// A figure with the keys to its marks above and its caption below, and its
/// numbers folded away.
pub(super) fn figure(
    id: &str,
    keys: &[Markup],
    image: &Markup,
    caption: &Markup,
    tables: &[&DataTable],
) -> Markup {
    let tables: Vec<&&DataTable> = tables
        .iter()
        .filter(|table| !table.rows.is_empty())
        .collect();
    html! {
        figure id=(format!("figure-{id}")) {
            @if !keys.is_empty() { div class="keys" { @for key in keys { (key) " " } } }
            (image)
            figcaption { (caption) }
            @if !tables.is_empty() {
                details {
                    summary { "The numbers of this figure" }
                    @for table in tables { (table.shown()) }
                }
            }
        }
    }
}

/// What a colour of a figure stands for.
pub(super) fn key(class: &str, words: &str) -> Markup {
    html! { span class="key" { span class=(format!("swatch {class}")) {} (words) } }
}

/// An axis with numbers as the page writes them.
pub(super) fn axis(ends: [f64; 2], label: &str, about: usize) -> PlotAxis {
    PlotAxis::new(ends, label, about, fixed)
}

/// The ends of an axis that holds all these numbers, with some room.
pub(super) fn ends(numbers: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let finite = numbers.into_iter().filter(|number| number.is_finite());
    let [low, high] = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
        [low.min(x), high.max(x)]
    });
    if low > high {
        return [0.0, 1.0];
    }
    let room = match 0.05 * (high - low) {
        room if room > 0.0 => room,
        _ => (0.05 * high.abs()).max(1e-3),
    };
    [low - room, high + room]
}

/// At most so many of a list, evenly spread, the last among them.
pub(super) fn thinned<T>(list: &[T], most: usize) -> Vec<&T> {
    let step = list.len().div_ceil(most.max(1)).max(1);
    let last = list.len().saturating_sub(1);
    let kept = |(index, _): &(usize, &T)| (last - index).is_multiple_of(step);
    list.iter()
        .enumerate()
        .filter(kept)
        .map(|(_, item)| item)
        .collect()
}

/// A table of a page.
#[derive(Clone, Debug)]
pub(super) struct DataTable {
    id: String,
    caption: String,
    head: Vec<String>,
    /// How many columns, from the left, hold words.
    words: usize,
    rows: Vec<Vec<String>>,
}

impl DataTable {
    /// A table with these columns, of which so many from the left hold words.
    pub(super) fn new<S: Into<String>>(
        id: &str,
        caption: &str,
        words: usize,
        head: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            id: format!("table-{id}"),
            caption: caption.to_owned(),
            head: head.into_iter().map(Into::into).collect(),
            words,
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table, to be seen at once.
    pub(super) fn shown(&self) -> Markup {
        let class = |column: usize| (column < self.words).then_some("words");
        html! {
            div class="scroll" role="region" tabindex="0" aria-label=(self.caption) {
                table id=(self.id) {
                    caption { (self.caption) }
                    thead { tr {
                        @for (column, name) in self.head.iter().enumerate() {
                            th scope="col" class=[class(column)] { (name) }
                        }
                    } }
                    tbody {
                        @for row in &self.rows { tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 { th scope="row" class=[class(column)] { (cell) } }
                                @else { td class=[class(column)] { (cell) } }
                            }
                        } }
                    }
                }
            }
        }
    }

    /// The table, folded away.
    pub(super) fn folded(&self) -> Markup {
        html! {
            details { summary { "Numbers: " (self.caption) } (self.shown()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_list_ends_as_the_whole_one() {
        let list: Vec<u32> = (0..101).collect();
        let thinned = thinned(&list, 20);
        assert!(thinned.len() <= 20 && thinned.len() > 10, "{thinned:?}");
        assert_eq!(thinned.last(), Some(&&100));
        assert_eq!(super::thinned(&list, 200).len(), 101);
        assert!(super::thinned(&list[..0], 20).is_empty());
    }

    #[test]
    fn the_ends_of_an_axis_are_apart_whatever_the_numbers() {
        for numbers in [
            vec![],
            vec![f64::NAN],
            vec![0.0],
            vec![5.0, 5.0],
            vec![1.0, 2.0],
        ] {
            let [low, high] = ends(numbers);
            assert!(low < high);
        }
    }
}
