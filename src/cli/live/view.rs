//! Draws the progress of a campaign: a pure function of it, the size and the style.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::Sparkline;

use super::layout::{Part, layout};
use super::weights::{self, Scroll};
use super::{chart, parts};
use crate::cli::terminal::style::{CANDIDATES, TerminalStyle, WARNING};
use crate::cli::terminal::symbols;
use crate::view::progress::LiveProgress;
use crate::view::words::{Phase, clock, duration, grouped, time_left};
use tune2048_tuner::record::worker_presence::{summary, unix_now};

/// What a stop saves.
const KEPT: &str = "everything evaluated is saved";

/// Draws the whole view into a frame.
pub fn draw(frame: &mut Frame<'_>, state: &LiveProgress, scroll: Scroll, style: TerminalStyle) {
    let area = frame.area();
    let mut y = area.y;
    for (part, height) in layout(area.height, state) {
        let part_area = Rect { y, height, ..area };
        y += height;
        if part_area.is_empty() {
            continue;
        }
        match part {
            Part::Gap => {}
            Part::Title => {
                let part = state.part.as_deref().unwrap_or_default();
                parts::title(frame, part_area, [part, &state.name, &state.subject], style);
            }
            Part::Phase => phase(frame, part_area, state),
            Part::Progress => progress(frame, part_area, state, style),
            Part::Score => frame.render_widget(chart::legend(state, style, area.width), part_area),
            Part::Chart => chart::draw(frame, part_area, state, style),
            Part::Ranking => reliability(frame, part_area, state, style),
            Part::Weights => weights::draw(frame, part_area, state, scroll, style),
            Part::Workers => workers(frame, part_area, state),
            Part::Messages => messages(frame, part_area, state, style),
            Part::Keys => parts::keys(frame, part_area, state.is_stopping, KEPT),
        }
    }
}

/// Draws the current phase, the time so far and the time left.
fn phase(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let generation = state.generation();
    let what = match (state.phase, state.total_generations) {
        (Phase::Search, Some(all)) => format!("search: generation {generation} of {all}"),
        (Phase::Search, None) => format!("search: generation {generation}"),
        (Phase::Race { finalists }, _) => format!("final race of {finalists}"),
        (phase, _) => phase.name().to_owned(),
    };
    let gone = duration((state.earlier + state.session).as_secs_f64());
    let [long_times, short_times] = match state.seconds_left {
        _ if state.is_stopping => ["stopping".to_owned(), "stopping".to_owned()],
        Some(left) => {
            [format!("{gone} gone, {}", time_left(left)), format!("{} left", duration(left))]
        }
        None => [format!("{gone} gone"), gone],
    };
    let width = usize::from(area.width);
    // The longest form that fits; the time left matters more than the name of the phase.
    let (long, short) = (what.as_str(), what.strip_prefix("search: ").unwrap_or(&what));
    let (long_times, short_times) = (long_times.as_str(), short_times.as_str());
    let forms = [(long, long_times), (long, short_times), (short, short_times), (short, "")];
    let fits = |(what, times): &&(&str, &str)| what.len() + 2 + times.len() <= width;
    let (what, times) = forms.iter().find(fits).unwrap_or(&forms[3]);
    frame.buffer_mut().set_stringn(area.x, area.y, what, width, Style::new().bold());
    frame.render_widget(Line::from((*times).to_owned()).right_aligned(), area);
}

/// Draws the progress bar, the number of games and their rate.
fn progress(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress, style: TerminalStyle) {
    let games = grouped(state.games as f64);
    let of = match state.total_games {
        Some(all) => format!("{games} of {} games", grouped(all as f64)),
        None => format!("{games} games"),
    };
    let speed = state.games_per_second_and_core.map(|speed| {
        let speed = if speed < 10.0 { format!("{speed:.2}") } else { grouped(speed) };
        format!("{of}, {speed}/s per core")
    });
    let texts = speed.into_iter().chain([of, games]);
    parts::bar(frame, area, state.share_done().unwrap_or(0.0), texts, style);
}

/// Draws the reliability of the last generation's ranking and a sparkline of all generations.
fn reliability(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress, style: TerminalStyle) {
    let last = state.generations.last();
    let when = if last.is_some() { "with one game each" } else { "yet" };
    let Some(last) = last.filter(|last| last.games_per_candidate > 1) else {
        frame.render_widget(Line::from(format!("Ranking reliability: not known {when}")), area);
        return;
    };
    let found = last.reliability.map_or("-".to_owned(), |found| format!("{found:.2}"));
    let each = grouped(f64::from(last.games_per_candidate));
    let forms = [
        format!("Ranking reliability {found} at {each} games each  "),
        format!("Ranking reliability {found}  "),
        format!("Reliability {found}  "),
    ];
    let width = usize::from(area.width);
    let text = forms.iter().find(|text| text.len() + 16 <= width).unwrap_or(&forms[2]);
    frame.render_widget(Line::from(text.as_str()), area);
    let x = (text.len() as u16).min(area.width);
    let line = Rect { x: area.x + x, width: area.width - x, ..area };
    let skipped = state.generations.len().saturating_sub(usize::from(line.width));
    let shown = state.generations[skipped..].iter();
    let percent = shown.map(|shown| (100.0 * shown.reliability.unwrap_or(0.0)).round() as u64);
    let values: Vec<u64> = percent.collect();
    let sparkline = Sparkline::default()
        .data(&values)
        .max(100)
        .bar_set(style.symbol(symbols::LEVELS))
        .style(style.coloured(CANDIDATES));
    frame.render_widget(sparkline, line);
}

/// Draws the last messages, one per line.
fn messages(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress, style: TerminalStyle) {
    let skipped = state.messages.len().saturating_sub(usize::from(area.height));
    let shown = state.messages[skipped..].iter();
    let lines = shown.map(|message| Line::from(format!("{} {}", clock(message.at), message.text)));
    frame.render_widget(Text::from_iter(lines).style(style.coloured(WARNING)), area);
}

/// Draws the workers that are there: all together, then each as far as there is room.
fn workers(frame: &mut Frame<'_>, area: Rect, state: &LiveProgress) {
    let now = unix_now();
    let here = state.workers.iter().filter(|worker| worker.is_here(now));
    let all = summary(&state.workers, now).unwrap_or_else(|| "no workers".to_owned());
    let each = here.map(|worker| format!("  {}", worker.line(now)));
    frame.render_widget(Text::from_iter(std::iter::once(all).chain(each)), area);
}
