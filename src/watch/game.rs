//! The games that are watched, and what can be done to them.

use std::time::Duration;

use super::advisor::Advice;
use super::board_editor::BoardEditor;
use super::keys::Action;
use tune2048_engine::game::{Board, GameSeed, Move, Session};

/// One player with its game.
#[derive(Clone, Debug)]
pub struct WatchedPlayer {
    /// What its weights are called.
    pub name: String,
    /// Its search in a few words.
    pub player: String,
    /// What its terms are called.
    pub terms: Vec<String>,
    /// Its game.
    pub session: Session,
    /// What it thinks of the board, once that is known.
    pub advice: Option<Advice>,
}

impl WatchedPlayer {
    /// Whether what it thinks is known, or it has nothing to think of.
    fn is_ready(&self) -> bool {
        self.advice.is_some()
    }

    /// Whether no move is legal.
    pub fn is_over(&self) -> bool {
        is_over(self.session.board())
    }
}

fn is_over(board: Board) -> bool {
    let after = |direction| tune2048_engine::game::MoveTables::get().apply(board, direction);
    Move::ALL
        .into_iter()
        .all(|direction| after(direction) == board)
}

/// How long to wait between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveDelay(u64);

/// What keys choose from, in milliseconds.
const DELAYS: [u64; 10] = [0, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

impl MoveDelay {
    /// So many milliseconds.
    pub fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// As a time.
    pub fn duration(self) -> Duration {
        Duration::from_millis(self.0)
    }

    fn shorter(self) -> Self {
        let below = DELAYS.into_iter().rev().find(|&delay| delay < self.0);
        below.map_or(self, Self)
    }

    fn longer(self) -> Self {
        let above = DELAYS.into_iter().find(|&delay| delay > self.0);
        above.map_or(self, Self)
    }
}

/// One game, or two on one seed.
#[derive(Clone, Debug)]
pub struct WatchedGames {
    /// One or two players.
    pub seats: Vec<WatchedPlayer>,
    /// The seed of their games, as it was given.
    pub seed: u64,
    /// Between moves.
    pub delay: MoveDelay,
    /// Whether moves are made one after the other.
    pub is_running: bool,
    /// Whose board keys are for.
    pub active: usize,
    /// A board that is being set up.
    pub edit: Option<BoardEditor>,
    /// What came of the last key, if it did nothing.
    pub note: Option<String>,
    /// Moves to make as soon as it is known which.
    steps: u32,
    /// The games as they were, the last one last.
    past: Vec<Vec<Session>>,
    game_seed: GameSeed,
}

impl WatchedGames {
    /// Games that are about to begin.
    ///
    /// # Panics
    /// If nobody plays.
    pub fn new(
        seats: Vec<WatchedPlayer>,
        seed: u64,
        game_seed: GameSeed,
        delay: MoveDelay,
    ) -> Self {
        assert!(!seats.is_empty(), "somebody plays");
        Self {
            seats,
            seed,
            delay,
            is_running: true,
            active: 0,
            edit: None,
            note: None,
            steps: 0,
            past: Vec::new(),
            game_seed,
        }
    }

    /// Whether all games are over.
    pub fn is_over(&self) -> bool {
        self.seats.iter().all(WatchedPlayer::is_over)
    }

    /// Whether moves are to be made as soon as the delay is over.
    pub fn is_going_on(&self) -> bool {
        self.is_running && self.edit.is_none() && !self.is_over()
    }

    /// The boards that nothing is known of yet, by seat.
    pub fn open_questions(&self) -> impl Iterator<Item = (usize, Board)> {
        let seats = self.seats.iter().enumerate();
        let open = seats.filter(|(_, seat)| !seat.is_ready() && !seat.is_over());
        open.map(|(index, seat)| (index, seat.session.board()))
    }

    /// Takes in what a player thinks, if it is about the board it has now.
    pub fn advise(&mut self, seat: usize, advice: Advice) {
        let seat = &mut self.seats[seat];
        if advice.board == seat.session.board() {
            seat.advice = Some(advice);
        }
    }

    /// Makes the move that each player chooses; returns false, and changes
    /// nothing, as long as one has not made up its mind or all games are over.
    pub fn step(&mut self) -> bool {
        let mut playing = self.seats.iter().filter(|seat| !seat.is_over()).peekable();
        if playing.peek().is_none() || !playing.all(WatchedPlayer::is_ready) {
            return false;
        }
        self.remember();
        for seat in &mut self.seats {
            let best = seat.advice.as_ref().and_then(Advice::best);
            if let Some(direction) = best
                && seat.session.make(direction)
            {
                seat.advice = None;
            }
        }
        self.steps = self.steps.saturating_sub(1);
        true
    }

    /// Whether a key has asked for a move that is not made yet.
    pub fn has_steps(&self) -> bool {
        self.steps > 0 && !self.is_over()
    }

    /// Does what a key asks for.
    pub fn act(&mut self, action: Action) {
        self.note = None;
        if let Some(edit) = &mut self.edit {
            match action {
                Action::Move(direction) => edit.go(direction),
                Action::Rank(rank) => edit.put(rank),
                Action::More => edit.change(true),
                Action::Less => edit.change(false),
                Action::Accept => self.set_up(),
                Action::Cancel => self.edit = None,
                _ => {}
            }
            return;
        }
        match action {
            Action::Pause => self.is_running = !self.is_running,
            Action::Step => {
                self.is_running = false;
                self.steps += u32::from(!self.is_over());
            }
            Action::Back => self.go_back(),
            Action::More => self.delay = self.delay.shorter(),
            Action::Less => self.delay = self.delay.longer(),
            Action::Next => self.active = (self.active + 1) % self.seats.len(),
            Action::Move(direction) => self.move_by_hand(direction),
            Action::Edit => {
                self.is_running = false;
                self.steps = 0;
                self.edit = Some(BoardEditor::new(self.seats[self.active].session.board()));
            }
            Action::Rank(_) | Action::Accept | Action::Cancel => {}
        }
    }

    fn remember(&mut self) {
        let sessions = self.seats.iter().map(|seat| seat.session.clone());
        self.past.push(sessions.collect());
    }

    fn go_back(&mut self) {
        self.is_running = false;
        self.steps = 0;
        let Some(sessions) = self.past.pop() else {
            self.note = Some("this is where the game began".to_owned());
            return;
        };
        for (seat, session) in self.seats.iter_mut().zip(sessions) {
            if session.board() != seat.session.board() {
                seat.advice = None;
            }
            seat.session = session;
        }
    }

    fn move_by_hand(&mut self, direction: Move) {
        self.is_running = false;
        self.steps = 0;
        let mut session = self.seats[self.active].session.clone();
        if !session.make(direction) {
            self.note = Some(format!("{direction} is illegal here"));
            return;
        }
        self.remember();
        let seat = &mut self.seats[self.active];
        seat.session = session;
        seat.advice = None;
    }

    /// Lets all games go on from the board that was set up.
    fn set_up(&mut self) {
        let Some(edit) = self.edit.take() else { return };
        self.remember();
        for seat in &mut self.seats {
            if seat.session.board() != edit.board {
                seat.advice = None;
            }
            seat.session = Session::from_board(edit.board, self.game_seed);
        }
    }
}
