//! The actions of keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use tune2048_engine::game::Move;

/// Action on the games, or on the board that is being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Pauses or continues the games.
    Pause,
    /// Makes one move in each game.
    Step,
    /// Undoes the last move.
    Back,
    /// Plays faster; in the editor, raises the tile.
    More,
    /// Plays slower; in the editor, lowers the tile.
    Less,
    /// Selects the other player's board.
    Next,
    /// Makes a move by hand; in the editor, selects a neighbouring cell.
    Move(Move),
    /// Starts setting up a board.
    Edit,
    /// Puts a tile of this rank into the cell, or none for 0.
    Rank(u8),
    /// Plays on from the board that was set up.
    Accept,
    /// Leaves the editor without a change.
    Cancel,
}

/// Returns the action of a key, which may depend on whether a board is being set up.
pub fn action(key: KeyEvent, is_editing: bool) -> Option<Action> {
    if key.is_release() || key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    let of_character = |character: char| {
        if is_editing { in_edit(character) } else { in_game(character) }
    };
    match key.code {
        KeyCode::Up => Some(Action::Move(Move::Up)),
        KeyCode::Down => Some(Action::Move(Move::Down)),
        KeyCode::Left => Some(Action::Move(Move::Left)),
        KeyCode::Right => Some(Action::Move(Move::Right)),
        KeyCode::Tab => Some(Action::Next),
        KeyCode::Enter => Some(Action::Accept),
        KeyCode::Esc => Some(Action::Cancel),
        KeyCode::Delete if is_editing => Some(Action::Rank(0)),
        KeyCode::Char(character) => of_character(character),
        _ => None,
    }
}

fn in_game(character: char) -> Option<Action> {
    Some(match character.to_ascii_lowercase() {
        ' ' => Action::Pause,
        'n' | '.' => Action::Step,
        'b' | ',' => Action::Back,
        '+' | '=' => Action::More,
        '-' | '_' => Action::Less,
        'e' => Action::Edit,
        'w' => Action::Move(Move::Up),
        's' => Action::Move(Move::Down),
        'a' => Action::Move(Move::Left),
        'd' => Action::Move(Move::Right),
        _ => return None,
    })
}

fn in_edit(character: char) -> Option<Action> {
    match character {
        '+' | '=' => Some(Action::More),
        '-' | '_' => Some(Action::Less),
        ' ' => Some(Action::Rank(0)),
        _ => character.to_digit(16).map(|rank| Action::Rank(rank as u8)),
    }
}
