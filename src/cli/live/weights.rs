//! Where each weight stands in its range: a bar with mean, standard deviation and start.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use tune2048_tuner::words::fixed;

use crate::cli::terminal::style::{CANDIDATES, START, TerminalStyle};
use crate::cli::terminal::symbols;
use crate::view::progress::{LiveProgress, WeightPosition};

/// Columns that a bar needs at least.
const MIN_BAR: usize = 10;
/// Columns of a name; longer ones are cut.
const MAX_NAME: usize = 24;
/// Columns of the weight's value at the mean, after the bar.
const VALUE: usize = 10;
/// Columns of mean and standard deviation in units of the range, after the value.
const PLACE: usize = 12;

/// Draws a headline and, below it, as many weights as there is room for.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    state: &LiveProgress,
    scroll: usize,
    style: TerminalStyle,
) {
    if area.height < 2 {
        return;
    }
    let (width, rows) = (usize::from(area.width), usize::from(area.height) - 1);
    let first = scroll.min(state.weights.len().saturating_sub(rows));
    let what = if state.weights.len() > rows {
        let last = first + rows;
        let keys = style.symbol(symbols::UP_AND_DOWN);
        format!("Weights {} to {last} of {} ({keys})", first + 1, state.weights.len())
    } else {
        "Weights in their ranges".to_owned()
    };
    let signs = [(symbols::MEAN, "mean"), (symbols::SPREAD, "spread"), (symbols::ORIGIN, "start")];
    let signs = signs.map(|(sign, name)| format!("  {} {name}", style.symbol(sign))).concat();
    let long = format!("{what}{signs}");
    let head = if long.chars().count() <= width { long } else { what };
    let longest = state.weights.iter().map(|weight| weight.name.chars().count());
    let name = longest.max().unwrap_or(0).min(MAX_NAME).min(width / 3);
    let shown = state.weights.iter().skip(first).take(rows);
    let lines = shown.map(|weight| line(weight, name, width.saturating_sub(name + 1), style));
    frame.render_widget(Text::from_iter([head.into()].into_iter().chain(lines)), area);
}

/// Returns the line of a weight with `name` columns for its name and `rest` for its bar and figures.
fn line(weight: &WeightPosition, name: usize, rest: usize, style: TerminalStyle) -> Line<'static> {
    let mut figures = String::new();
    if rest > MIN_BAR + VALUE {
        let value = weight.value.map_or("-".to_owned(), short);
        let word = weight.word.as_ref().map(|word| word.chars().take(VALUE - 1).collect());
        let value: String = word.unwrap_or(value);
        figures = format!("{value:>VALUE$}");
    }
    if rest > MIN_BAR + VALUE + PLACE {
        let sign = style.symbol(symbols::PLUS_MINUS);
        let place = format!("{} {sign}{:.2}", fixed(weight.mean, 2), weight.spread);
        figures += &format!("{place:>PLACE$}");
    }
    let shown = shortened(&weight.name, name, style.symbol(symbols::CUT));
    let mut line = Line::from(format!("{shown:<name$} "));
    for symbol in cells(weight, rest - figures.chars().count()) {
        let cell_style = match symbol {
            symbols::TRACK => Style::new(),
            symbols::ORIGIN => style.coloured(START),
            _ => style.coloured(CANDIDATES),
        };
        line.push_span(Span::styled(style.symbol(symbol).to_string(), cell_style));
    }
    line.push_span(figures);
    line
}

/// Returns a name in at most `width` columns: of a longer one its beginning and its end, which differ from others.
fn shortened(name: &str, width: usize, cut: char) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= width || width < 3 {
        return letters.into_iter().take(width).collect();
    }
    let (head, tail) = (width / 2, width - width / 2 - 1);
    let parts = [&letters[..head], &[cut], &letters[letters.len() - tail..]];
    parts.concat().into_iter().collect()
}

/// Returns the symbols of a bar of `width` columns.
fn cells(weight: &WeightPosition, width: usize) -> Vec<[char; 2]> {
    let last = width.saturating_sub(1) as f64;
    let cell = |place: f64| (place.clamp(0.0, 1.0) * last).round() as usize;
    let mut cells = vec![symbols::TRACK; width];
    if width == 0 {
        return cells;
    }
    let (low, high) = (weight.mean - weight.spread, weight.mean + weight.spread);
    cells[cell(low)..=cell(high)].fill(symbols::SPREAD);
    let (mean, start) = (cell(weight.mean), cell(weight.start));
    cells[start] = symbols::ORIGIN;
    cells[mean] = if mean == start { symbols::BOTH } else { symbols::MEAN };
    cells
}

/// Formats a number in at most nine characters, to four digits.
fn short(value: f64) -> String {
    let digits = value.abs().max(1e-9).log10().floor();
    if !(-4.0..6.0).contains(&digits) && value != 0.0 {
        return format!("{value:.2e}");
    }
    fixed(value, (3.0 - digits).clamp(0.0, 6.0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(start: f64, mean: f64, spread: f64) -> String {
        let weight =
            WeightPosition { name: "w".to_owned(), start, mean, spread, value: None, word: None };
        cells(&weight, 21).into_iter().map(|[_, ascii]| ascii).collect()
    }

    #[test]
    fn a_bar_shows_start_mean_and_spread() {
        assert_eq!(bar(0.1, 0.5, 0.15), "..o....===#===.......");
        assert_eq!(bar(0.5, 0.5, 0.0), "..........@..........");
        assert_eq!(bar(0.45, 0.5, 0.1), "........=o#==........");
        // Spread beyond the range is cut off.
        assert_eq!(bar(0.0, 1.0, 0.1), "o.................==#");
        assert_eq!(bar(1.0, 0.0, 5.0), "#===================o");
    }

    #[test]
    fn names_that_are_cut_differ() {
        let cut = |name| shortened(name, 13, '~');
        assert_eq!(cut("monotonicity"), "monotonicity");
        assert_eq!(cut("monotonicity-exponent"), "monoto~ponent");
    }

    #[test]
    fn numbers_are_short() {
        for (value, expected) in [
            (0.0, "0.000000"),
            (1142.2, "1142"),
            (2.2967, "2.297"),
            (-0.012_345, "-0.01235"),
            (123_456.7, "123457"),
            (1.5e12, "1.50e12"),
            (-2.5e-7, "-2.50e-7"),
        ] {
            assert_eq!(short(value), expected);
            assert!(short(value).len() < VALUE);
        }
    }
}
