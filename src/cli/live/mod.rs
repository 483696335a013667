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
use crate::view::progress::{LiveProgress, Run};
use crate::view::words::{self, duration, grouped, time_left};
use tune2048_learning::run::CurvePoint;
use tune2048_tuner::record::now::{summary, unix_now};

/// Columns that the bar needs beside its text.
const BAR: usize = 18;

/// Height from which on a blank line stands before each group of parts.
const ROOMY: u16 = 20;

/// Draws a part of the view.
type Draw<'d> = &'d dyn Fn(&mut Frame<'_>, Rect);

/// Draws the whole view into a frame, without the first `scroll` weights if others need the room.
pub fn draw(frame: &mut Frame<'_>, state: &LiveProgress, scroll: usize) {
    let area = frame.area();
    let gap: (u16, Draw<'_>) = (u16::from(area.height >= ROOMY), &|_, _| {});
    let [messages, chart, workers, weights] =
        heights(area.height.saturating_sub(6 + 3 * gap.0), state);
    let parts: [(u16, Draw<'_>); 13] = [
        (1, &|frame, area| title(frame, area, state)),
        (1, &|frame, area| phase(frame, area, state)),
        (1, &|frame, area| progress(frame, area, state)),
        gap,
        (1, &|frame, area| frame.render_widget(chart::legend(state, area.width), area)),
        (chart, &|frame, area| chart::draw(frame, area, state)),
        (1, &|frame, area| frame.render_widget(Line::from(ranking(state)), area)),
        gap,
        (weights, &|frame, area| weights::draw(frame, area, state, scroll)),
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

/// Draws what is shown: its name and its subject.
fn title(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let subject = format!(" · {}", state.subject);
    frame.render_widget(Line::from_iter([state.name.as_str().bold(), subject.into()]), area);
}

/// Draws the current phase, the time so far and the time left.
fn phase(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let what = words::phase(state);
    let gone = duration(state.pace.seconds);
    let [all, left] = match state.seconds_left() {
        _ if state.is_stopping => ["stopping"; 2].map(str::to_owned),
        Some(seconds) => {
            let left = time_left(state.pace.limit(), seconds);
            [format!("{gone} gone, {left}"), left]
        }
        None => [format!("{gone} gone"), gone],
    };
    let short_left =
        left.strip_prefix("at most").map_or(&*left, |_| left.trim_end_matches(" left"));
    let short_left = short_left.trim_start_matches("about ");
    let width = usize::from(area.width);
    // The longest form that fits; the time left matters more than the name of the phase.
    let short = what.strip_prefix("search: ").unwrap_or(&what);
    let (what, all, left) = (&*what, &*all, &*left);
    let forms = [(what, all), (what, left), (short, left), (short, short_left), (short, "")];
    let fits = |(what, times): &&(&str, &str)| what.len() + 2 + times.len() <= width;
    let (what, times) = *forms.iter().find(fits).unwrap_or(&forms[4]);
    frame.buffer_mut().set_stringn(area.x, area.y, what, width, Style::new().bold());
    frame.render_widget(Line::from(times).right_aligned(), area);
}

/// Draws the bar of the share that is done, and the number of games and their rate as far as they
/// leave room for it.
fn progress(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let (games, share) = (words::games(state), state.pace.share_done().unwrap_or(0.0));
    let with_speed = words::speed(state).map(|speed| format!("{games}, {speed}"));
    let texts = with_speed.into_iter().chain([games, grouped(state.pace.games as f64)]);
    let fits = |text: &String| text.len() + BAR <= usize::from(area.width);
    let text = texts.into_iter().find(fits).unwrap_or_default();
    let beside = if text.is_empty() { 0 } else { text.len() as u16 + 2 };
    let gauge = LineGauge::default()
        .ratio(share.clamp(0.0, 1.0))
        .label(format!("{:>3.0} %", 100.0 * share))
        .filled_symbol("━")
        .unfilled_symbol("─")
        .filled_style(Style::new().fg(CANDIDATES).bold())
        .unfilled_style(Style::new());
    frame.render_widget(gauge, Rect { width: area.width - beside, ..area });
    frame.render_widget(Line::from(text).right_aligned(), area);
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
