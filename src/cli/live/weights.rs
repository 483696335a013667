//! Where each weight stands in its range: a bar with mean, standard deviation and start.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Text};
use tune2048_tuner::words::fixed;

use crate::cli::terminal::style::{CANDIDATES, START};
use crate::view::progress::{LiveProgress, WeightPosition};

/// Range of a weight.
const TRACK: char = '─';
/// Standard deviation around the mean of a weight.
const SPREAD: char = '━';
/// Mean of a weight.
const MEAN: char = '●';
/// Start of a weight.
const ORIGIN: char = '○';
/// Mean and start of a weight in one place.
const BOTH: char = '◉';

/// Columns that a bar needs at least.
const MIN_BAR: usize = 10;
/// Columns of a name; longer ones are cut.
const MAX_NAME: usize = 24;
/// Columns of the weight's value at the mean, after the bar.
const VALUE: usize = 12;
/// Columns of mean and standard deviation in units of the range, after the value.
const PLACE: usize = 12;

/// Draws a headline and, below it, as many weights as there is room for.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    if area.height < 2 {
        return;
    }
    let (width, rows) = (usize::from(area.width), usize::from(area.height) - 1);
    let what = match state.weights.len() {
        all if all > rows => format!("The first {rows} of {all} weights"),
        _ => "Weights in their ranges".to_owned(),
    };
    let long = format!("{what}  {MEAN} mean  {SPREAD} spread  {ORIGIN} start");
    let head = if long.chars().count() <= width { long } else { what };
    let longest = state.weights.iter().map(|weight| weight.name.chars().count());
    let name = longest.max().unwrap_or(0).min(MAX_NAME).min(width / 3);
    let shown = state.weights.iter().take(rows);
    let lines = shown.map(|weight| line(weight, name, width.saturating_sub(name + 1)));
    frame.render_widget(Text::from_iter([head.into()].into_iter().chain(lines)), area);
}

/// Returns the line of a weight with `name` columns for its name and `rest` for its bar and figures.
fn line(weight: &WeightPosition, name: usize, rest: usize) -> Line<'static> {
    let mut figures = String::new();
    if rest > MIN_BAR + VALUE {
        let value = shortened(&weight.text, VALUE - 1);
        figures = format!("{value:>VALUE$}");
    }
    if rest > MIN_BAR + VALUE + PLACE {
        let place = format!("{} ±{:.2}", fixed(weight.mean, 2), weight.spread);
        figures += &format!("{place:>PLACE$}");
    }
    let shown = shortened(&weight.name, name);
    let mut line = Line::from(format!("{shown:<name$} "));
    for symbol in cells(weight, rest - figures.chars().count()) {
        let span = symbol.to_string();
        line.push_span(match symbol {
            TRACK => span.into(),
            ORIGIN => span.fg(START),
            _ => span.fg(CANDIDATES),
        });
    }
    line.push_span(figures);
    line
}

/// Returns a name in at most `width` columns: of a longer one its beginning and its end, which differ from others.
fn shortened(name: &str, width: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= width || width < 3 {
        return letters.into_iter().take(width).collect();
    }
    let (head, tail) = (width / 2, width - width / 2 - 1);
    let parts = [&letters[..head], &['…'], &letters[letters.len() - tail..]];
    parts.concat().into_iter().collect()
}

/// Returns the symbols of a bar of `width` columns.
fn cells(weight: &WeightPosition, width: usize) -> Vec<char> {
    let last = width.saturating_sub(1) as f64;
    let cell = |place: f64| (place.clamp(0.0, 1.0) * last).round() as usize;
    let mut cells = vec![TRACK; width];
    if width == 0 {
        return cells;
    }
    let (low, high) = (weight.mean - weight.spread, weight.mean + weight.spread);
    cells[cell(low)..=cell(high)].fill(SPREAD);
    let (mean, start) = (cell(weight.mean), cell(weight.start));
    cells[start] = ORIGIN;
    cells[mean] = if mean == start { BOTH } else { MEAN };
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(start: f64, mean: f64, spread: f64) -> String {
        let weight =
            WeightPosition { name: "w".to_owned(), start, mean, spread, text: String::new() };
        cells(&weight, 21).into_iter().collect()
    }

    #[test]
    fn a_bar_shows_start_mean_and_spread() {
        assert_eq!(bar(0.1, 0.5, 0.15), "──○────━━━●━━━───────");
        assert_eq!(bar(0.5, 0.5, 0.0), "──────────◉──────────");
        assert_eq!(bar(0.45, 0.5, 0.1), "────────━○●━━────────");
        // Spread beyond the range is cut off.
        assert_eq!(bar(0.0, 1.0, 0.1), "○─────────────────━━●");
        assert_eq!(bar(1.0, 0.0, 5.0), "●━━━━━━━━━━━━━━━━━━━○");
    }

    #[test]
    fn names_that_are_cut_differ() {
        let cut = |name| shortened(name, 13);
        assert_eq!(cut("monotonicity"), "monotonicity");
        assert_eq!(cut("monotonicity-exponent"), "monoto…ponent");
    }
}
