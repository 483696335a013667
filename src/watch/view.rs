//! The games on a terminal.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::game::{WatchedGames, WatchedPlayer};
use super::{moves, tiles};
use crate::live::TerminalStyle;
use tune2048_tuner::number_text::grouped;

/// Cells of a board, where there is room for them, and where there is not.
const CELL: u16 = 7;
const NARROW_CELL: u16 = 5;

/// Between a board and what stands beside it, and between two players.
const GAP: u16 = 1;

const HELP: &str = "space pause  n step  b back  arrows move  e edit  + - speed  q quit";
const HELP_OF_TWO: &str =
    "space pause  n step  b back  arrows move  tab board  e edit  + - speed  q quit";
const HELP_IN_EDIT: &str = "arrows cell  0-9 a-f rank  + - tile  enter play on  esc leave  q quit";

/// Draws the games: a pure function of them, of the size and of the style.
pub fn draw(frame: &mut Frame<'_>, watch: &WatchedGames, style: TerminalStyle) {
    let area = frame.area();
    let [head, middle, note, help] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(status(watch)), head);
    frame.render_widget(Paragraph::new(watch.note.clone().unwrap_or_default()), note);
    let keys = match (watch.edit, watch.seats.len()) {
        (Some(_), _) => HELP_IN_EDIT,
        (None, 1) => HELP,
        (None, _) => HELP_OF_TWO,
    };
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Paragraph::new(Line::styled(keys, dim)), help);
    // Where there is no room for two boards, the active one is shown.
    let room = usize::from(middle.width / tiles::columns(NARROW_CELL)).max(1);
    let shown = if room < watch.seats.len() {
        watch.active..watch.active + 1
    } else {
        0..watch.seats.len()
    };
    let columns = Layout::horizontal(vec![Constraint::Fill(1); shown.len()])
        .spacing(GAP)
        .split(middle);
    for (index, area) in shown.zip(columns.iter()) {
        draw_seat(frame, watch, index, *area, style);
    }
}

/// Whether the games go on, how fast, and on which seed.
fn status(watch: &WatchedGames) -> Line<'static> {
    let how = if watch.edit.is_some() {
        "set up a board"
    } else if watch.is_over() {
        "the end"
    } else if watch.is_running {
        "playing"
    } else {
        "paused"
    };
    let delay = watch.delay.duration().as_millis();
    Line::from(vec![
        Span::styled(how, Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!(", {delay} ms between moves, seed {}", watch.seed)),
    ])
}

fn draw_seat(
    frame: &mut Frame<'_>,
    watch: &WatchedGames,
    index: usize,
    area: Rect,
    style: TerminalStyle,
) {
    let seat = &watch.seats[index];
    let is_active = index == watch.active;
    let [head, below] = Layout::vertical([Constraint::Length(2), Constraint::Fill(1)]).areas(area);
    frame.render_widget(Paragraph::new(title(watch, seat, is_active)), head);
    let longest = seat.terms.iter().map(String::len).fold(5, usize::max);
    let table = moves::columns(longest) as u16;
    let is_wide = area.width >= tiles::columns(CELL);
    let cell = if is_wide { CELL } else { NARROW_CELL };
    let board = tiles::columns(cell);
    let is_beside = area.width >= board + GAP + table.min(moves::columns(12) as u16);
    let [left, right] = if is_beside {
        Layout::horizontal([Constraint::Length(board), Constraint::Fill(1)])
            .spacing(GAP)
            .areas(below)
    } else {
        Layout::vertical([Constraint::Length(tiles::ROWS), Constraint::Fill(1)]).areas(below)
    };
    let edit = watch.edit.filter(|_| is_active);
    let drawn = tiles::lines(seat.session.board(), edit, cell, style);
    frame.render_widget(Paragraph::new(drawn), left);
    frame.render_widget(
        Paragraph::new(cut(moves::lines(seat, right.width), right)),
        right,
    );
}

/// Lines that have no room are told in the last line that has.
fn cut(mut lines: Vec<Line<'static>>, area: Rect) -> Vec<Line<'static>> {
    let room = usize::from(area.height);
    if lines.len() > room && room > 0 {
        let left_out = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(Line::from(format!(
            "{left_out} more: a higher window shows them"
        )));
    }
    lines
}

fn title(watch: &WatchedGames, seat: &WatchedPlayer, is_active: bool) -> Vec<Line<'static>> {
    let mark = if is_active && watch.seats.len() > 1 {
        "> "
    } else {
        ""
    };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let session = &seat.session;
    vec![
        Line::from(vec![
            Span::raw(mark),
            Span::styled(seat.name.clone(), bold),
            Span::raw(format!(", {}", seat.player)),
        ]),
        Line::from(format!(
            "score {}, {} move{}, largest {}",
            grouped(session.score() as f64),
            grouped(f64::from(session.moves())),
            if session.moves() == 1 { "" } else { "s" },
            grouped(f64::from(session.largest_tile()))
        )),
    ]
}
