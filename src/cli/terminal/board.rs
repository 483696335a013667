//! A board drawn with characters, and what was reached on it.

use tune2048_engine::game::Session;

use tune2048_tuner::words::{counted, grouped};

/// Returns the board of a game and what was reached on it so far.
pub(crate) fn draw_session(session: &Session, is_over: bool) -> String {
    format!(
        "{}score {}, largest tile {}, {}{}\n",
        draw_board(session.board().ranks()),
        grouped(session.score() as f64),
        grouped(f64::from(session.largest_tile())),
        counted(session.moves(), "move"),
        if is_over { ", the end" } else { "" },
    )
}

/// Draws a board, given by its ranks, with the face values of its tiles.
pub(crate) fn draw_board(ranks: [u8; 16]) -> String {
    let border = "+-------+-------+-------+-------+\n";
    let mut text = String::from(border);
    for row in 0..4 {
        for column in 0..4 {
            let rank = ranks[4 * row + column];
            let tile = if rank == 0 { String::new() } else { (1_u32 << rank).to_string() };
            text += &format!("|{tile:^7}");
        }
        text += &format!("|\n{border}");
    }
    text
}
