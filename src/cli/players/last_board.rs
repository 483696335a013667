//! The last board of a watched game.

use tune2048_engine::game::Session;

use super::inspect::draw;
use crate::cli::terminal::output::grouped;

/// Returns the board and the result of a game, under the name of its weights if `is_named`.
pub(crate) fn last_board(name: &str, is_named: bool, session: &Session, is_over: bool) -> String {
    let name = if is_named {
        format!("{name}\n")
    } else {
        String::new()
    };
    format!(
        "{name}{}score {}, largest tile {}, {} moves, {}\n",
        draw(session.board()),
        grouped(session.score() as f64),
        grouped(f64::from(session.largest_tile())),
        session.moves(),
        if is_over {
            "the end"
        } else {
            "left before the end"
        },
    )
}
