//! Figures and tables of a page.

use maud::{Markup, html};

use super::plot::{Plot, PlotAxis};
use crate::view::words::grouped_fixed;
use crate::view::words::page::typeset;
use tune2048_files::data_table::Table;

/// Returns a chart as wide as the page, drawn for a desktop and for a phone; the style sheet shows one.
///
/// An axis has its ends and its label, that of `x` for what is counted. `marks` takes the chart, and whether it has
/// room for its words and a pointer is likely.
pub(crate) fn wide_chart(
    id: &str,
    title: &str,
    x: ([f64; 2], &str),
    y: ([f64; 2], &str),
    marks: impl Fn(&Plot, bool) -> Markup,
) -> Markup {
    html! {
        @for (name, [width, height], ticks) in [("wide", [720.0, 340.0], 8), ("narrow", [360.0, 280.0], 4)] {
            @let plot = Plot::new(width, height, whole_axis(x.0, x.1, ticks), axis(y.0, y.1, 6));
            div class=(name) { (plot.image(&format!("{id}-{name}"), title, &marks(&plot, name == "wide"))) }
        }
    }
}

/// Number of columns that a narrow page has room for; rows of more become lists there.
const MAX_NARROW_COLUMNS: usize = 5;

/// Number of rows from which even a narrow page has them side by side.
const MAX_STACKED: usize = 40;

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
                    details { summary { "The numbers of this figure" } (shown(table)) }
                }
            }
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
    let ticks = ticks.into_iter().map(|tick| (tick, grouped_fixed(tick, places)));
    PlotAxis::new(ends, label, ticks.collect::<Vec<_>>())
}

/// Returns an axis of what is counted, whose ticks are whole numbers.
pub(crate) fn whole_axis(ends: [f64; 2], label: &str, tick_count: usize) -> PlotAxis {
    let span = (ends[1] - ends[0]).floor().max(1.0) as usize;
    axis(ends, label, tick_count.min(span))
}

/// Returns about `count` round numbers from `low` to `high`.
///
/// They are 1, 2 or 5 times a power of ten apart. It is `low` alone if the range is empty, as narrow as
/// the precision of its ends, or not finite.
fn round_ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let span = high - low;
    // Numbers without all of their digits have no round ones between them.
    if !(span > f64::MIN_POSITIVE && span.is_finite() && span > 1e-13 * low.abs().max(high.abs())) {
        return vec![low];
    }
    let rough = span / count.max(1) as f64;
    let power = libm::pow(10.0, rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// Returns the number of decimals that distinguish neighbouring ticks.
fn decimals(ticks: &[f64]) -> usize {
    let step = ticks.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    (-(step * 1.000_001).log10().floor()).clamp(0.0, 9.0) as usize
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

/// Returns a table as visible markup, nothing without rows.
pub(crate) fn shown(table: &Table) -> Markup {
    if table.rows.is_empty() {
        return html! {};
    }
    let class = |column: usize| (!table.are_numbers[column]).then_some("words");
    let is_stacked = table.head.len() > MAX_NARROW_COLUMNS && table.rows.len() <= MAX_STACKED;
    let name = |column: usize| table.head.get(column).filter(|_| is_stacked);
    html! {
        div class="scroll" role="region" tabindex="0" aria-label=(table.caption) {
            table id=(table.id) class=[is_stacked.then_some("stacked")] {
                caption { (table.caption) }
                thead { tr {
                    @for (column, name) in table.head.iter().enumerate() {
                        th scope="col" class=[class(column)] { (typeset(name)) }
                    }
                } }
                tbody {
                    @for row in &table.rows { tr {
                        @for (column, cell) in row.iter().enumerate() {
                            @let cell = if table.are_numbers[column] { &typeset(cell) } else { cell };
                            @if column == 0 { th scope="row" class=[class(column)] data-name=[name(column)] { (cell) } }
                            @else { td class=[class(column)] data-name=[name(column)] { (cell) } }
                        }
                    } }
                }
            }
        }
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

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(round_ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(round_ticks(-7.0, 12.0, 4), [-5.0, 0.0, 5.0, 10.0]);
        let small = round_ticks(0.12, 0.34, 3);
        assert_eq!(small.len(), 2);
        assert_eq!(decimals(&small), 1);
        assert_eq!(decimals(&[0.0, 25_000.0]), 0);
        assert_eq!(round_ticks(3.0, 3.0, 5), [3.0]);
        assert_eq!(round_ticks(f64::NAN, 3.0, 5).len(), 1);
        for (low, high) in [(0.0, 5e-324), (-5e-324, 5e-324), (1e300, 1e300_f64.next_up())] {
            assert_eq!(round_ticks(low, high, 5), [low]);
        }
        assert_eq!(round_ticks(0.0, 1e-300, 2).len(), 3);
    }
}
