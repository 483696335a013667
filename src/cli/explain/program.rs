//! Programs that answer moves, beside each other or beside our players.

use std::sync::Arc;

use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{Board, GameSeed, LongGame, Move, Player};
use tune2048_engine::player::AnalysingPlayer;
use tune2048_programs::{Mover, with_mover};
use tune2048_tuner::studies::explain::{Policy, judge_in_turn, sample_in_turn};
use tune2048_tuner::weights::file::WeightsFile;

use super::ExplainCommand;
use crate::cli::progress::games_bar;
use crate::cli::terminal::{BadInput, stop_on_signal};

/// A program as a player: it has moves and no values. What it fails by is kept, and ends all games.
struct ProgramPlayer<'m, 'r, 'a> {
    mover: &'m mut Mover<'r, 'a>,
    monitor: &'m Monitor,
    fault: Option<EvaluateError>,
}

impl Player for ProgramPlayer<'_, '_, '_> {
    fn start_game(&mut self) {}

    fn choose(&mut self, board: Board) -> Option<Move> {
        let game = LongGame::from_text(&board.to_string(), GameSeed(0)).ok()?;
        if game.is_over() {
            return None;
        }
        let chosen = self.mover.choose(&game);
        let keep = |fault| {
            self.fault = Some(fault);
            self.monitor.request_stop();
        };
        chosen.map_err(keep).ok()
    }

    fn nodes(&self) -> u64 {
        0
    }
}

impl AnalysingPlayer for ProgramPlayer<'_, '_, '_> {
    fn move_values(&mut self, _board: Board) -> [Option<f64>; 4] {
        [None; 4]
    }
}

impl ExplainCommand {
    /// Compares players of which at least one is a program, on one thread.
    pub(super) fn explain_programs(&self, sides: [(&str, &WeightsFile); 2]) -> anyhow::Result<()> {
        let [(name_a, a), (name_b, b)] = sides;
        let monitor = stop_on_signal()?;
        let settings = self.settings();
        let progress = games_bar(&monitor, &Arc::default(), 2 * settings.games, "game");
        let judged = with_player(name_a, a, &monitor, |first| {
            with_player(name_b, b, &monitor, |second| {
                let boards = sample_in_turn([&mut *first, &mut *second], settings, &monitor)?;
                Ok(judge_in_turn([&mut *first, &mut *second], &boards, &monitor)?)
            })
        });
        drop(progress);
        self.answer(sides, judged)
    }
}

/// Lends a program or one of our players to some questions; what the program failed by is their error.
fn with_player<T>(
    name: &str,
    file: &WeightsFile,
    monitor: &Monitor,
    questions: impl FnOnce(&mut dyn AnalysingPlayer) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if !file.weights.subject.answers_moves() {
        let policy = Policy::new(file.board_player(name).map_err(BadInput)?);
        return questions(&mut *policy.player());
    }
    let asked = with_mover(&file.weights, monitor, |mover| {
        let mut player = ProgramPlayer { mover, monitor, fault: None };
        let found = questions(&mut player);
        player.fault.map_or(found, |fault| Err(fault.into()))
    });
    asked.expect("a program answers moves")
}
