//! The games that are watched, and what keys do to them.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::advisor::Advice;
use tune2048_engine::game::{Board, Move, MoveTables, Session};

/// A player with its game.
#[derive(Clone, Debug)]
pub struct WatchedPlayer {
    /// Name of the weights.
    pub name: String,
    /// Search settings in a few words.
    pub settings: String,
    /// Names of the terms.
    pub terms: Vec<String>,
    /// The game.
    pub session: Session,
    /// Analysis of the present board, once it is known.
    pub advice: Option<Advice>,
}

impl WatchedPlayer {
    /// Whether the game is over because no move is legal.
    pub fn is_over(&self) -> bool {
        let (board, tables) = (self.session.board(), MoveTables::get());
        Move::ALL.into_iter().all(|direction| tables.apply(board, direction) == board)
    }
}

/// Delays that keys choose from, in milliseconds.
const DELAYS: [u64; 10] = [0, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// One game, or two games on the same seed, that a user watches and controls.
#[derive(Clone, Debug)]
pub struct WatchedGames {
    /// One or two players.
    pub players: Vec<WatchedPlayer>,
    /// Seed of the games, as the user gave it.
    pub seed: u64,
    /// Time between moves.
    pub delay: Duration,
    /// Whether moves follow each other without a key.
    pub is_running: bool,
    /// Moves that keys have requested and that are not made yet.
    steps: u32,
    /// Earlier states of all games, the latest last.
    past: Vec<Vec<Session>>,
}

impl WatchedGames {
    /// Makes running games that start with the players' sessions.
    ///
    /// # Panics
    /// If there is no player.
    pub fn new(players: Vec<WatchedPlayer>, seed: u64, delay: Duration) -> Self {
        assert!(!players.is_empty(), "there is a player");
        Self { players, seed, delay, is_running: true, steps: 0, past: Vec::new() }
    }

    /// Whether all games are over.
    pub fn is_over(&self) -> bool {
        self.players.iter().all(WatchedPlayer::is_over)
    }

    /// Whether a move is to be made when the delay is over.
    pub fn is_playing(&self) -> bool {
        self.is_running && !self.is_over()
    }

    /// Returns the boards whose analysis is missing, by player.
    pub fn open_questions(&self) -> impl Iterator<Item = (usize, Board)> {
        let players = self.players.iter().enumerate();
        let open = players.filter(|(_, player)| player.advice.is_none() && !player.is_over());
        open.map(|(index, player)| (index, player.session.board()))
    }

    /// Takes a player's analysis, if it is about the present board.
    pub fn advise(&mut self, player: usize, advice: Advice) {
        let player = &mut self.players[player];
        if advice.board == player.session.board() {
            player.advice = Some(advice);
        }
    }

    /// Makes the move that each player chooses, and returns whether it did.
    ///
    /// Nothing changes while an analysis is missing, or when all games are over.
    pub fn step(&mut self) -> bool {
        if self.is_over() || self.open_questions().next().is_some() {
            return false;
        }
        self.past.push(self.players.iter().map(|player| player.session.clone()).collect());
        for player in &mut self.players {
            if let Some(direction) = player.advice.as_ref().and_then(Advice::best)
                && player.session.make(direction)
            {
                player.advice = None;
            }
        }
        self.steps = self.steps.saturating_sub(1);
        true
    }

    /// Whether a key has requested a move that is not made yet.
    pub fn has_steps(&self) -> bool {
        self.steps > 0 && !self.is_over()
    }

    /// Carries out what a key stands for; other keys do nothing.
    pub fn press(&mut self, key: KeyEvent) {
        if key.is_release() || key.modifiers.contains(KeyModifiers::CONTROL) {
            return;
        }
        match key.code {
            KeyCode::Char(' ') => self.is_running = !self.is_running,
            KeyCode::Char('n' | 'N' | '.') => {
                self.is_running = false;
                self.steps += u32::from(!self.is_over());
            }
            KeyCode::Char('b' | 'B' | ',') => self.go_back(),
            KeyCode::Char('+' | '=') => self.change_speed(true),
            KeyCode::Char('-' | '_') => self.change_speed(false),
            _ => {}
        }
    }

    /// Chooses the next shorter or longer delay, if there is one.
    fn change_speed(&mut self, is_faster: bool) {
        let mut delays = DELAYS.map(Duration::from_millis).into_iter();
        let next = match is_faster {
            true => delays.rfind(|delay| *delay < self.delay),
            false => delays.find(|delay| *delay > self.delay),
        };
        self.delay = next.unwrap_or(self.delay);
    }

    /// Takes the last move back in each game, if there is one, and waits.
    fn go_back(&mut self) {
        self.is_running = false;
        self.steps = 0;
        for (player, session) in self.players.iter_mut().zip(self.past.pop().unwrap_or_default()) {
            player.session = session;
            player.advice = None;
        }
    }
}
