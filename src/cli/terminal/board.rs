//! A board drawn with characters, and the last one of a game.

use tune2048_engine::game::{Board, Session};

use tune2048_tuner::words::grouped;

/// Returns the board and the result of a game, under the name of its weights if `is_named`.
pub(crate) fn last_board(name: &str, is_named: bool, session: &Session, is_over: bool) -> String {
    let name = if is_named { format!("{name}\n") } else { String::new() };
    format!(
        "{name}{}score {}, largest tile {}, {} moves, {}\n",
        draw_board(session.board()),
        grouped(session.score() as f64),
        grouped(f64::from(session.largest_tile())),
        session.moves(),
        if is_over { "the end" } else { "left before the end" },
    )
}

/// Draws a board with the face values of its tiles.
pub(crate) fn draw_board(board: Board) -> String {
    let border = "+-------+-------+-------+-------+\n";
    let mut text = String::from(border);
    for row in 0..4 {
        for column in 0..4 {
            let rank = board.rank(4 * row + column);
            let tile = if rank == 0 { String::new() } else { (1_u32 << rank).to_string() };
            text += &format!("|{tile:^7}");
        }
        text += &format!("|\n{border}");
    }
    text
}
