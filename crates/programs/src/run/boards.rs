//! Games of 2048 whose boards are held here: a program answers moves, and knows no seed, rule or
//! score.

use std::time::Instant;

use tune2048_engine::EvaluateError;
use tune2048_engine::game::{LongGame, Move};
use tune2048_tuner::subject::ProgramGame;

use super::connection::Trouble;
use super::seat::Seat;
use crate::failure::Fault;
use crate::protocol::moves;
use crate::protocol::request::{Game, weights_object};

/// A game whose moves a process answers.
pub(super) struct Playing {
    pub(super) game: Game,
    /// Its number in the process.
    number: u64,
    pub(super) board: LongGame,
    seconds: f64,
}

impl Seat<'_, '_> {
    /// Begins a game.
    pub(super) fn sit_down(&mut self, game: Game) {
        let seeds = &self.run.job.seeds;
        let board = LongGame::new(seeds[game.index % seeds.len()]);
        self.set_up(game, board);
    }

    /// Sets up a board.
    pub(super) fn set_up(&mut self, game: Game, board: LongGame) {
        let process = self.connection.running();
        process.games += 1;
        let number = process.games - 1;
        self.boards.push(Playing { game, number, board, seconds: 0.0 });
    }

    /// Makes a move in each game.
    pub(super) fn move_on(&mut self) -> Result<(), EvaluateError> {
        if self.boards.is_empty() {
            return Ok(());
        }
        let moves = match self.ask_moves() {
            Ok(moves) => moves,
            Err(trouble) => {
                let fault = trouble.fault()?;
                let open: Vec<_> = self.boards.iter().map(|playing| playing.game).collect();
                if open.len() == 1 {
                    self.settle(fault, open)?;
                } else {
                    // Nobody knows which of them is to blame.
                    self.run.state().games.put_back(open);
                    self.connection.kill();
                }
                self.boards.clear();
                return Ok(());
            }
        };
        for place in (0..moves.len()).rev() {
            let playing = &mut self.boards[place];
            let (game, seconds) = (playing.game, playing.seconds);
            if !playing.board.make(moves[place]) {
                let fault = illegal(&playing.board, moves[place]);
                self.fail(game, fault, false)?;
            } else if playing.board.is_over() {
                let result = playing.board.result();
                let played = ProgramGame { result, extras: Vec::new(), trouble: None };
                self.finish(game, played, seconds)?;
            } else {
                continue;
            }
            self.boards.swap_remove(place);
        }
        Ok(())
    }

    /// Asks for a move in each game.
    pub(super) fn ask_moves(&mut self) -> Result<Vec<Move>, Trouble> {
        self.connection.played = self.boards.first().map(|playing| playing.game);
        self.send_weights()?;
        let id = self.next_id();
        let boards = self.boards.iter().map(|playing| (playing.number, &playing.board));
        let line = moves::boards_line(id, boards);
        let began = Instant::now();
        self.connection.write(line);
        let answer = self.connection.read("it did not answer", moves::ADVICE)?;
        let moves = moves::read_moves(&answer, id, self.boards.len())?;
        let seconds = began.elapsed().as_secs_f64() / moves.len() as f64;
        self.boards.iter_mut().for_each(|playing| playing.seconds += seconds);
        Ok(moves)
    }

    /// Sends the weights of the candidate, unless the process has them.
    fn send_weights(&mut self) -> Result<(), Trouble> {
        let wanted = (self.connection.running().number, self.candidate());
        if self.sent != Some(wanted) {
            let id = self.next_id();
            let line = moves::weights_line(id, &weights_object(&self.weights()));
            self.connection.write(line);
            let answer = self.connection.read("it did not answer its weights", moves::ADVICE)?;
            moves::read_ready(&answer, id)?;
            self.sent = Some(wanted);
        }
        Ok(())
    }

    fn next_id(&mut self) -> u64 {
        let process = self.connection.running();
        process.requests += 1;
        process.requests - 1
    }

    /// The lines that ask for a move on one board.
    pub(super) fn boards_request(&self, board: &LongGame) -> String {
        let boards = moves::boards_line(1, [(0, board)].into_iter());
        moves::weights_line(0, &weights_object(&self.weights())) + &boards
    }
}

/// The fault of a move that changes nothing.
pub(super) fn illegal(game: &LongGame, direction: Move) -> Fault {
    let text = game.text();
    let board = String::from_utf8_lossy(&text);
    let advice = "answer a move that changes the board; the command below repeats the request";
    Fault::new(format!("its move `{direction}` is illegal on the board {board}"), advice)
}
