//! What a player thinks of a board, from a thread of its own: a deep search
//! must not keep keys waiting.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tune2048_engine::game::{Board, Move};
use tune2048_engine::player;
use tune2048_tuner::explain::{MoveTerms, Policy};

/// What a player thinks of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The board.
    pub board: Board,
    /// What each move is worth, in the order of [`Move::ALL`], `None` where it is illegal.
    pub values: [Option<f64>; 4],
    /// What makes the values, once that is known; `None` for a search that is
    /// not taken apart.
    pub terms: Option<[Option<MoveTerms>; 4]>,
    /// Whether no more is to come.
    pub is_complete: bool,
}

impl Advice {
    /// The move to play, unless none is legal.
    pub fn best(&self) -> Option<Move> {
        player::first_best(self.values)
    }
}

/// A player that answers from a thread of its own.
#[derive(Debug)]
pub struct Advisor {
    questions: Sender<Board>,
    answers: Receiver<Advice>,
}

impl Advisor {
    /// Starts the thread; it ends after its last answer once the advisor is gone.
    pub fn new(policy: Arc<Policy>) -> Self {
        let (questions, boards) = channel();
        let (sink, answers) = channel();
        thread::spawn(move || answer(&policy, &boards, &sink));
        Self { questions, answers }
    }

    /// Asks about a board: twice comes an answer, first without terms. Questions
    /// that a later one has overtaken may get fewer.
    pub fn ask(&self, board: Board) {
        // A thread that is gone leaves the question open.
        let _ = self.questions.send(board);
    }

    /// The next answer, if there is one.
    pub fn answer(&self) -> Option<Advice> {
        self.answers.try_recv().ok()
    }
}

/// Answers until nobody asks any more.
fn answer(policy: &Policy, boards: &Receiver<Board>, answers: &Sender<Advice>) {
    let mut player = policy.player();
    player.start_game();
    let mut waiting = None;
    while let Some(board) = waiting.take().or_else(|| boards.recv().ok()) {
        let mut advice = Advice {
            board,
            values: player.move_values(board),
            terms: None,
            is_complete: false,
        };
        if answers.send(advice.clone()).is_err() {
            return;
        }
        waiting = boards.try_iter().last();
        if waiting.is_some() {
            continue;
        }
        advice.terms = policy.terms().moves(board);
        advice.is_complete = true;
        if answers.send(advice).is_err() {
            return;
        }
    }
}
