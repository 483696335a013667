//! The parts that the views of campaigns and of learning runs share: title, bar and keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::LineGauge;

use crate::cli::terminal::style::{CANDIDATES, TerminalStyle};
use crate::cli::terminal::symbols;

/// Columns that the bar needs beside its text.
const BAR: usize = 18;

/// Draws what is shown: its place in a series, its name and its subject.
pub(super) fn title(frame: &mut Frame<'_>, area: Rect, words: [&str; 3], style: TerminalStyle) {
    let [part, name, subject] = words;
    let dot = style.symbol(symbols::DOT);
    let mut line = Line::default();
    if !part.is_empty() {
        line.push_span(format!("{part} {dot} "));
    }
    line.push_span(name.bold());
    line.push_span(format!(" {dot} {subject}"));
    frame.render_widget(line, area);
}

/// Draws a bar of the share that is done, and the first of some texts that leaves room for it.
pub(super) fn bar(
    frame: &mut Frame<'_>,
    area: Rect,
    share: f64,
    texts: impl IntoIterator<Item = String>,
    style: TerminalStyle,
) {
    let fits = |text: &String| text.len() + BAR <= usize::from(area.width);
    let text = texts.into_iter().find(fits).unwrap_or_default();
    let beside = if text.is_empty() { 0 } else { text.len() as u16 + 2 };
    let bar = Rect { width: area.width - beside, ..area };
    let gauge = LineGauge::default()
        .ratio(share)
        .label(format!("{:>3.0} %", 100.0 * share))
        .filled_symbol(style.symbol(symbols::FILLED))
        .unfilled_symbol(style.symbol(symbols::UNFILLED))
        .filled_style(style.coloured(CANDIDATES).bold())
        .unfilled_style(Style::new());
    frame.render_widget(gauge, bar);
    frame.render_widget(Line::from(text).right_aligned(), area);
}

/// Draws what the keys do; `kept` is what a stop saves.
pub(super) fn keys(frame: &mut Frame<'_>, area: Rect, is_stopping: bool, kept: &str) {
    let width = usize::from(area.width);
    let forms = match is_stopping {
        true => [
            format!("stopping: {kept}; press again to end at once"),
            "press again to end at once".to_owned(),
        ],
        false => [format!("q or Ctrl-C stops, {kept}"), "q or Ctrl-C stops".to_owned()],
    };
    let text = forms.iter().find(|text| text.len() < width).unwrap_or(&forms[1]);
    frame.render_widget(Line::from(format!("{:<width$}", format!(" {text}"))).reversed(), area);
}
