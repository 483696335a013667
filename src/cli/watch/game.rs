//! The games that are watched, and what keys do to them.

use std::time::Duration;

use super::advisor::Advice;
use tune2048_engine::game::{Board, GameSeed, MAX_RANK, Move, MoveTables, Session, Stream};

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

    /// Goes on with another session; the analysis of another board is dropped.
    fn set_session(&mut self, session: Session) {
        if session.board() != self.session.board() {
            self.advice = None;
        }
        self.session = session;
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
    /// Index of the player whose board keys change.
    pub active: usize,
    /// Editor of the active board, while it is being set up.
    pub edit: Option<BoardEditor>,
    /// Why the last key had no effect.
    pub note: Option<String>,
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
        Self {
            players,
            seed,
            delay,
            is_running: true,
            active: 0,
            edit: None,
            note: None,
            steps: 0,
            past: Vec::new(),
        }
    }

    /// Whether all games are over.
    pub fn is_over(&self) -> bool {
        self.players.iter().all(WatchedPlayer::is_over)
    }

    /// Whether a move is to be made when the delay is over.
    pub fn is_playing(&self) -> bool {
        self.is_running && self.edit.is_none() && !self.is_over()
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
        self.remember();
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

    /// Makes one move in each game, then waits.
    pub(super) fn request_step(&mut self) {
        self.is_running = false;
        self.steps += u32::from(!self.is_over());
    }

    /// Chooses the next shorter or longer delay, if there is one.
    pub(super) fn change_speed(&mut self, is_faster: bool) {
        let mut delays = DELAYS.map(Duration::from_millis).into_iter();
        let next = match is_faster {
            true => delays.rfind(|delay| *delay < self.delay),
            false => delays.find(|delay| *delay > self.delay),
        };
        self.delay = next.unwrap_or(self.delay);
    }

    /// Starts setting up a board.
    pub(super) fn start_edit(&mut self) {
        self.pause();
        let board = self.players[self.active].session.board();
        self.edit = Some(BoardEditor { board, cell: 0 });
    }

    fn pause(&mut self) {
        self.is_running = false;
        self.steps = 0;
    }

    fn remember(&mut self) {
        self.past.push(self.players.iter().map(|player| player.session.clone()).collect());
    }

    pub(super) fn go_back(&mut self) {
        self.pause();
        let Some(sessions) = self.past.pop() else {
            self.note = Some("this is where the game began".to_owned());
            return;
        };
        for (player, session) in self.players.iter_mut().zip(sessions) {
            player.set_session(session);
        }
    }

    pub(super) fn move_by_hand(&mut self, direction: Move) {
        self.pause();
        let mut session = self.players[self.active].session.clone();
        if !session.make(direction) {
            self.note = Some(format!("{direction} is illegal here"));
            return;
        }
        self.remember();
        self.players[self.active].set_session(session);
    }

    /// Continues all games from the board that was set up.
    pub(super) fn set_up(&mut self) {
        let Some(edit) = self.edit.take() else { return };
        let game_seed = GameSeed::new(self.seed, Stream::Evaluation, 0);
        self.remember();
        for player in &mut self.players {
            player.set_session(Session::from_board(edit.board, game_seed));
        }
    }
}

/// Editor of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardEditor {
    /// The board so far.
    pub board: Board,
    /// The selected cell, 0 to 15 in reading order.
    pub cell: usize,
}

impl BoardEditor {
    /// Selects the neighbouring cell, if there is one.
    pub fn select(&mut self, direction: Move) {
        let (row, column) = (self.cell / 4, self.cell % 4);
        match direction {
            Move::Up if row > 0 => self.cell -= 4,
            Move::Down if row < 3 => self.cell += 4,
            Move::Left if column > 0 => self.cell -= 1,
            Move::Right if column < 3 => self.cell += 1,
            _ => {}
        }
    }

    /// Puts a rank into the cell and selects the next one.
    pub fn put(&mut self, rank: u8) {
        self.set(rank);
        self.cell = (self.cell + 1) % 16;
    }

    /// Raises or lowers the rank of the cell by one.
    pub fn change(&mut self, larger: bool) {
        let rank = self.board.rank(self.cell);
        self.set(if larger { (rank + 1).min(MAX_RANK) } else { rank.saturating_sub(1) });
    }

    fn set(&mut self, rank: u8) {
        let shift = 4 * self.cell;
        let others = self.board.0 & !(0xf << shift);
        self.board = Board(others | u64::from(rank.min(MAX_RANK)) << shift);
    }
}
