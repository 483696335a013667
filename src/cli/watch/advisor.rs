//! Analysis of boards by a player on a thread of its own, so that a deep search does not block keys.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tune2048_engine::game::{Board, Move};
use tune2048_engine::player;
use tune2048_tuner::studies::explain::Policy;

/// A player's analysis of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The board.
    pub board: Board,
    /// Value of each move, in the order of [`Move::ALL`]; `None` if it is illegal.
    pub values: [Option<f64>; 4],
    /// Terms of the values; `None` for a search without terms.
    pub terms: Option<[Option<Vec<f64>>; 4]>,
}

impl Advice {
    /// Returns the move to play, or `None` if none is legal.
    pub fn best(&self) -> Option<Move> {
        player::first_best(self.values)
    }
}

/// A player that analyses boards on a thread of its own.
#[derive(Debug)]
pub struct Advisor {
    questions: Sender<Board>,
    answers: Receiver<Advice>,
    /// The board of the last request.
    asked: Cell<Option<Board>>,
}

impl Advisor {
    /// Starts the thread, which ends after its last answer once the advisor is dropped.
    pub fn new(policy: Arc<Policy>) -> Self {
        let (questions, boards) = channel();
        let (sink, answers) = channel();
        // Where the system denies a thread, there are no answers.
        let _ = thread::Builder::new().spawn(move || answer(&policy, &boards, &sink));
        Self { questions, answers, asked: Cell::default() }
    }

    /// Requests the analysis of a board, unless it is that of the last request. A request that has not
    /// begun gives way to a later one.
    pub fn ask(&self, board: Board) {
        if self.asked.replace(Some(board)) != Some(board) {
            // If the thread has ended, there is no answer.
            let _ = self.questions.send(board);
        }
    }

    /// Returns the next answer, if there is one.
    pub fn answer(&self) -> Option<Advice> {
        self.answers.try_recv().ok()
    }
}

/// Answers requests until the advisor is dropped.
fn answer(policy: &Policy, boards: &Receiver<Board>, answers: &Sender<Advice>) {
    let mut player = policy.player();
    player.start_game();
    while let Ok(board) = boards.recv() {
        let board = boards.try_iter().last().unwrap_or(board);
        let (values, terms) = (player.move_values(board), policy.terms.moves(board));
        if answers.send(Advice { board, values, terms }).is_err() {
            return;
        }
    }
}
