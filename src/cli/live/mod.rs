//! The live view of a running campaign or learning run on a terminal: a pure function of its progress
//! and the size.
//!
//! | file | what it does |
//! |---|---|
//! | `chart` | draws the mean score over the generations, or over the games of a learning run |
//! | `weights` | draws where each weight stands in its range |

mod chart;
mod weights;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::LineGauge;

use crate::cli::terminal::style::{CANDIDATES, WARNING};
use crate::cli::terminal::wrapped;
use crate::view::progress::{LiveProgress, Run};
use crate::view::words::{self, duration};
use tune2048_learning::run::CurvePoint;
use tune2048_tuner::record::now::{summary, unix_now};

/// Height from which on a blank line stands before each group of parts.
const ROOMY: u16 = 20;

/// Draws a part of the view.
type Draw<'d> = &'d dyn Fn(&mut Frame<'_>, Rect);

/// Draws the whole view into a frame.
pub fn draw(frame: &mut Frame<'_>, state: &LiveProgress) {
    let area = frame.area();
    let gap: (u16, Draw<'_>) = (u16::from(area.height >= ROOMY), &|_, _| {});
    let [messages, chart, workers, weights] =
        heights(area.height.saturating_sub(7 + 3 * gap.0), state);
    let parts: [(u16, Draw<'_>); 13] = [
        (1, &|frame, area| title(frame, area, state)),
        (2, &|frame, area| progress(frame, area, state)),
        (1, &|frame, area| bar(frame, area, state)),
        gap,
        (1, &|frame, area| frame.render_widget(chart::legend(state, area.width), area)),
        (chart, &|frame, area| chart::draw(frame, area, state)),
        (1, &|frame, area| frame.render_widget(Line::from(ranking(state)), area)),
        gap,
        (weights, &|frame, area| weights::draw(frame, area, state)),
        gap,
        (workers, &|frame, area| self::workers(frame, area, state)),
        (messages, &|frame, area| self::messages(frame, area, state)),
        (1, &|frame, area| keys(frame, area, state)),
    ];
    let mut y = area.y;
    for (height, draw) in parts {
        let part = Rect { y, height, ..area }.intersection(area);
        y += height;
        if !part.is_empty() {
            draw(frame, part);
        }
    }
}

/// Returns the lines of messages, chart, workers and weights, of those that are left for them.
fn heights(mut left: u16, state: &LiveProgress) -> [u16; 4] {
    let mut take = |wish: usize| {
        let lines = left.min(wish as u16);
        left -= lines;
        lines
    };
    // A headline and the rows, if there are any.
    let list = |rows: usize| rows + usize::from(rows > 0);
    let messages = take(state.messages.len().min(2));
    let chart = take(5);
    let workers = take(list(state.workers.len()).min(4));
    let weights = take(list(state.weights.len()));
    [messages, chart + left, workers, weights]
}

/// Returns the reliability of the last generation's ranking, or the share of the last games that reached each tile.
fn ranking(state: &LiveProgress) -> String {
    match &state.run {
        Run::Campaign(run) => {
            let (last, unit) = (run.generations.last(), run.spec.subject().unit());
            let reliability = last.and_then(|last| last.reliability);
            let games = last.map(|last| last.games_each);
            format!("Ranking {}", words::ranking(reliability, None, games, unit))
        }
        Run::Learning(run) => {
            words::tiles(run.curve.last().into_iter().flat_map(CurvePoint::tiles))
        }
    }
}

/// Draws what is shown: its name and its subject, and the time since its start.
fn title(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let subject = format!(" · {}", state.subject);
    frame.render_widget(Line::from_iter([state.name.as_str().bold(), subject.into()]), area);
    let gone = format!("  {} gone", duration(state.pace.seconds));
    frame.render_widget(Line::from(gone).right_aligned(), area);
}

/// Draws how far it is, in words.
fn progress(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let line = words::progress_line(state, false);
    frame.render_widget(Text::from(wrapped(&line, usize::from(area.width), 0)), area);
}

/// Draws the bar of the share that is done.
fn bar(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let share = state.pace.share_done().unwrap_or(0.0);
    let gauge = LineGauge::default()
        .ratio(share.clamp(0.0, 1.0))
        .label(format!("{:>3.0} %", 100.0 * share))
        .filled_symbol("━")
        .unfilled_symbol("─")
        .filled_style(Style::new().fg(CANDIDATES).bold())
        .unfilled_style(Style::new());
    frame.render_widget(gauge, area);
}

/// Draws the last messages, one per line.
fn messages(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let skipped = state.messages.len().saturating_sub(usize::from(area.height));
    let lines = state.messages[skipped..].iter().map(String::as_str);
    frame.render_widget(Text::from_iter(lines).fg(WARNING), area);
}

/// Draws the workers that are there: all together, then each as far as there is room.
fn workers(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let now = unix_now();
    let here = state.workers.iter().filter(|worker| worker.is_here(now));
    let all = summary(&state.workers, now).unwrap_or_else(|| "no workers".to_owned());
    let each = here.map(|worker| format!("  {}", worker.line(now)));
    frame.render_widget(Text::from_iter(std::iter::once(all).chain(each)), area);
}

/// Draws what the keys do, and what a stop saves.
fn keys(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let width = usize::from(area.width);
    let text = match state.is_stopping {
        true => " press again to end at once; everything so far is saved",
        false => " q or Ctrl-C stops, everything so far is saved",
    };
    frame.render_widget(Line::from(format!("{text:<width$}")).reversed(), area);
}
