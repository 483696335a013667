//! What keys do to the games, and to a board that is being set up.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::game::WatchedGames;
use tune2048_engine::game::Move;

impl WatchedGames {
    /// Carries out what a key stands for; other keys do nothing.
    pub fn press(&mut self, key: KeyEvent) {
        if key.is_release() || key.modifiers.contains(KeyModifiers::CONTROL) {
            return;
        }
        self.note = None;
        let key = match key.code {
            KeyCode::Char(character) => KeyCode::Char(character.to_ascii_lowercase()),
            key => key,
        };
        if self.edit.is_some() { self.press_in_edit(key) } else { self.press_in_game(key) }
    }

    fn press_in_game(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char(' ') => self.is_running = !self.is_running,
            KeyCode::Char('n' | '.') => self.request_step(),
            KeyCode::Char('b' | ',') => self.go_back(),
            KeyCode::Char('+' | '=') => self.change_speed(true),
            KeyCode::Char('-' | '_') => self.change_speed(false),
            KeyCode::Char('e') => self.start_edit(),
            KeyCode::Tab => self.active = (self.active + 1) % self.players.len(),
            key => {
                if let Some(direction) = direction(key) {
                    self.move_by_hand(direction);
                }
            }
        }
    }

    fn press_in_edit(&mut self, key: KeyCode) {
        let Some(edit) = &mut self.edit else { return };
        match key {
            KeyCode::Char('+' | '=') => edit.change(true),
            KeyCode::Char('-' | '_') => edit.change(false),
            KeyCode::Char(' ') | KeyCode::Delete => edit.put(0),
            KeyCode::Enter => self.set_up(),
            KeyCode::Esc => self.edit = None,
            key => match (rank(key), direction(key)) {
                (Some(rank), _) => edit.put(rank),
                (None, Some(direction)) => edit.select(direction),
                (None, None) => {}
            },
        }
    }
}

fn direction(key: KeyCode) -> Option<Move> {
    match key {
        KeyCode::Up | KeyCode::Char('w') => Some(Move::Up),
        KeyCode::Down | KeyCode::Char('s') => Some(Move::Down),
        KeyCode::Left | KeyCode::Char('a') => Some(Move::Left),
        KeyCode::Right | KeyCode::Char('d') => Some(Move::Right),
        _ => None,
    }
}

/// The rank of a tile as a hexadecimal digit.
fn rank(key: KeyCode) -> Option<u8> {
    let digit = key.as_char()?.to_digit(16)?;
    u8::try_from(digit).ok()
}
