//! Drawing of the games on a terminal.

use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Text};

use super::game::{WatchedGames, WatchedPlayer};
use super::{moves, tiles};
use crate::cli::terminal::{TerminalStyle, counted, grouped};

/// Columns between a board and its table, and between two players.
const GAP: u16 = 1;

const HELP: &str = "space pause  n step  b back  + - speed  q quit";

/// Draws the games: a pure function of them, the size and the style.
pub fn draw(frame: &mut Frame<'_>, games: &WatchedGames, style: TerminalStyle) {
    let area = frame.area();
    let [head, middle, help] =
        Layout::vertical([Length(1), Fill(1), Length(1)]).spacing(1).areas(area);
    frame.render_widget(status(games), head);
    frame.render_widget(HELP.dim(), help);
    // Boards that do not fit are left out.
    let room = usize::from(middle.width / tiles::COLUMNS).max(1);
    let shown = &games.players[..room.min(games.players.len())];
    let columns = Layout::horizontal(vec![Fill(1); shown.len()]).spacing(GAP).split(middle);
    for (player, area) in shown.iter().zip(columns.iter()) {
        draw_player(frame, player, *area, style);
    }
}

/// Returns the state, speed and seed of the games in one line.
fn status(games: &WatchedGames) -> Line<'static> {
    let how = match games.is_running {
        _ if games.is_over() => "the end",
        true => "playing",
        false => "paused",
    };
    let delay = games.delay.as_millis();
    let speed = format!(", {delay} ms between moves, seed {}", games.seed);
    Line::from_iter([how.bold(), speed.into()])
}

fn draw_player(frame: &mut Frame<'_>, player: &WatchedPlayer, area: Rect, style: TerminalStyle) {
    let [head, below] = Layout::vertical([Length(2), Fill(1)]).areas(area);
    frame.render_widget(title(player), head);
    let longest = player.terms.iter().map(String::len).fold(5, usize::max);
    let table = moves::columns(longest) as u16;
    let is_beside = area.width >= tiles::COLUMNS + GAP + table.min(moves::columns(12) as u16);
    let [left, right] = if is_beside {
        Layout::horizontal([Length(tiles::COLUMNS), Fill(1)]).spacing(GAP).areas(below)
    } else {
        Layout::vertical([Length(tiles::ROWS), Fill(1)]).areas(below)
    };
    tiles::draw(frame, left, player.session.board(), style);
    frame.render_widget(Text::from(cut(moves::lines(player, right.width), right)), right);
}

/// Cuts lines to the height of the area, where the last line counts those left out.
fn cut(mut lines: Vec<Line<'static>>, area: Rect) -> Vec<Line<'static>> {
    let room = usize::from(area.height);
    if lines.len() > room && room > 0 {
        let left_out = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(Line::from(format!("{left_out} more: a taller window shows them")));
    }
    lines
}

fn title(player: &WatchedPlayer) -> Text<'static> {
    let (session, settings) = (&player.session, format!(", {}", player.settings));
    Text::from_iter([
        Line::from_iter([player.name.clone().bold(), settings.into()]),
        Line::from(format!(
            "score {}, {}, largest {}",
            grouped(session.score() as f64),
            counted(session.moves(), "move"),
            grouped(f64::from(session.largest_tile()))
        )),
    ])
}
