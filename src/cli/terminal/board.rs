//! A board drawn with characters, and the last one of a game.

use std::fmt::Write;

use tune2048_engine::game::{Board, Session};

use super::output::grouped;

/// Returns the board and the result of a game, under the name of its weights if `is_named`.
pub(crate) fn last_board(name: &str, is_named: bool, session: &Session, is_over: bool) -> String {
    let name = if is_named { format!("{name}\n") } else { String::new() };
    format!(
        "{name}{}score {}, largest tile {}, {} moves, {}\n",
        draw(session.board()),
        grouped(session.score() as f64),
        grouped(f64::from(session.largest_tile())),
        session.moves(),
        if is_over { "the end" } else { "left before the end" },
    )
}

/// Draws a board with the face values of its tiles.
pub(crate) fn draw(board: Board) -> String {
    let border = "+-------+-------+-------+-------+\n";
    let mut text = String::from(border);
    for row in 0..4 {
        for column in 0..4 {
            let tile = match board.rank(4 * row + column) {
                0 => String::new(),
                rank => (1_u32 << rank).to_string(),
            };
            let _ = write!(text, "|{tile:^7}");
        }
        text.push_str("|\n");
        text.push_str(border);
    }
    text
}
