//! `tune2048 play`.

use std::io::{self, IsTerminal};

use tune2048_engine::Monitor;
use tune2048_engine::game::{GameSeed, LongGame, Session, Stream};
use tune2048_programs::with_mover;
use tune2048_tuner::studies::explain::{PlayerSource, Policy};
use tune2048_tuner::weights::file::WeightsFile;

use super::step::step;
use crate::cli::options::{DepthOption, Names, WeightsSource, offer};
use crate::cli::terminal::{BadInput, draw_game, draw_session, print};

/// Step through a game in the terminal, with each move's value and terms.
///
/// Without a terminal, and where a program answers the moves, only the last board is printed.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayCommand {
    #[command(flatten)]
    weights: WeightsSource,
    /// Weights of a second player, shown beside the first with the same seed.
    #[arg(long, value_name = "OTHER", add = offer(Names::WEIGHTS))]
    against: Option<String>,
    /// Seed of the game, which is the first game of `evaluate` with this seed.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Board to start from, as for `inspect` [default: two spawned tiles].
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// Print only the last board, even on a terminal.
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    depth: DepthOption,
}

impl PlayCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut files = vec![(self.weights.name.clone(), self.weights.load()?)];
        if let Some(name) = &self.against {
            let other = self.weights.load_other(&mut files[0].1, name)?;
            files.push((name.clone(), other));
        }
        let mut are_ours = true;
        for (name, file) in &mut files {
            if file.weights.subject.answers_moves() {
                are_ours = false;
                continue;
            }
            file.board_player(name).map_err(BadInput)?;
            self.depth.apply(&mut file.weights)?;
        }
        let is_on_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
        // The moves of a program have no values to be shown.
        if are_ours && !self.plain && is_on_terminal {
            return step(&files, &self.session()?);
        }
        let is_named = files.len() > 1;
        files.iter().try_for_each(|(name, file)| {
            let title = if is_named { format!("{name}\n") } else { String::new() };
            print(&(title + &self.last(name, file)?))
        })
    }

    fn seed(&self) -> GameSeed {
        GameSeed::new(self.seed, Stream::Evaluation, 0)
    }

    fn session(&self) -> anyhow::Result<Session> {
        Ok(match &self.board {
            Some(board) => Session::from_board(board.parse()?, self.seed()),
            None => Session::new(self.seed()),
        })
    }

    /// Plays the game to its end and returns its last board.
    fn last(&self, name: &str, file: &WeightsFile) -> anyhow::Result<String> {
        let played = with_mover(&file.weights, &Monitor::default(), |mover| {
            let mut game = match &self.board {
                Some(board) => LongGame::from_text(board, self.seed())?,
                None => LongGame::new(self.seed()),
            };
            while !game.is_over() {
                let direction = mover.choose(&game)?;
                game.make(direction);
            }
            Ok::<_, anyhow::Error>(draw_game(game.ranks(), &game.result(), true))
        });
        if let Some(played) = played {
            return played;
        }
        let mut session = self.session()?;
        let own = Policy::new(file.board_player(name).map_err(BadInput)?);
        let mut player = own.player();
        while player.play_on(&mut session) {}
        Ok(draw_session(&session, true))
    }
}
