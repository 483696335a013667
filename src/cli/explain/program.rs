//! Programs that answer moves, beside each other or beside our players.

use std::sync::{Mutex, OnceLock};

use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{Board, GameSeed, LongGame, Move, Player};
use tune2048_programs::{Mover, with_mover};
use tune2048_tuner::studies::explain::{PlayerSource, Policy};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::terminal::BadInput;

/// A program as a player: it has moves and no values. What it fails by is kept, and ends all games.
struct ProgramPlayer<'m, 'r, 'a> {
    mover: Mutex<&'m mut Mover<'r, 'a>>,
    monitor: &'m Monitor,
    fault: OnceLock<EvaluateError>,
}

impl Player for &ProgramPlayer<'_, '_, '_> {
    fn move_values(&mut self, _board: Board) -> [Option<f64>; 4] {
        [None; 4]
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        let game = LongGame::from_text(&board.to_string(), GameSeed(0)).ok()?;
        if game.is_over() || self.fault.get().is_some() {
            return None;
        }
        let chosen = self.mover.lock().ok()?.choose(&game);
        let keep = |fault| {
            self.monitor.request_stop();
            self.fault.set(fault)
        };
        chosen.map_err(keep).ok()
    }

    fn nodes(&self) -> u64 {
        0
    }
}

impl PlayerSource for ProgramPlayer<'_, '_, '_> {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(self)
    }
}

/// Lends a program or one of our players to some questions; what the program failed by is their error.
pub(super) fn with_player<T>(
    (name, file): (&str, &WeightsFile),
    monitor: &Monitor,
    questions: impl FnOnce(&dyn PlayerSource) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if !file.weights.subject.answers_moves() {
        return questions(&Policy::new(file.board_player(name).map_err(BadInput)?));
    }
    let asked = with_mover(&file.weights, monitor, |mover| {
        let player = ProgramPlayer { mover: Mutex::new(mover), monitor, fault: OnceLock::new() };
        let found = questions(&player);
        player.fault.into_inner().map_or(found, |fault| Err(fault.into()))
    });
    asked.expect("a program answers moves")
}
