//! A board drawn with characters, and the last one of a game.

use tune2048_engine::game::{GameResult, Session};

use tune2048_tuner::words::{counted, grouped};

/// Returns the board and the result of a game, under the name of its weights if `is_named`.
pub(crate) fn last_board(name: &str, is_named: bool, session: &Session, is_over: bool) -> String {
    let (score, largest_tile) = (session.score().into(), session.largest_tile());
    let game = GameResult { score, largest_tile, moves: session.moves(), ..GameResult::default() };
    last_ranks(name, is_named, session.board().ranks(), &game, is_over)
}

/// The last board of a game that may have tiles beyond 32 768, with its score.
pub(crate) fn last_ranks(
    name: &str,
    is_named: bool,
    ranks: [u8; 16],
    game: &GameResult,
    is_over: bool,
) -> String {
    let name = if is_named { format!("{name}\n") } else { String::new() };
    format!(
        "{name}{}score {}, largest tile {}, {}, {}\n",
        draw_board(ranks),
        grouped(game.score.get()),
        grouped(f64::from(game.largest_tile)),
        counted(game.moves, "move"),
        if is_over { "the end" } else { "left before the end" },
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
