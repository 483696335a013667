//! `tune2048 play`.

use tune2048_engine::game::{GameSeed, Session, Stream};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::options::{DepthOption, Names, WeightsSource, offer};
use crate::cli::terminal::{BadInput, last_board, print};
use crate::cli::watch::terminal as watch_terminal;

/// Step through a game in the terminal, with each move's value and terms.
///
/// Without a terminal only the last board is printed.
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
    /// Time between moves in milliseconds.
    #[arg(long, default_value_t = 100, value_name = "MS")]
    delay: u64,
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
        for (name, file) in &mut files {
            file.board_player(name).map_err(BadInput)?;
            self.depth.apply(&mut file.weights)?;
        }
        let seed = GameSeed::new(self.seed, Stream::Evaluation, 0);
        let session = match &self.board {
            Some(board) => Session::from_board(board.parse()?, seed),
            None => Session::new(seed),
        };
        if !self.plain && watch_terminal::is_possible() {
            let delay = std::time::Duration::from_millis(self.delay);
            return watch_terminal::play(files, &session, self.seed, delay);
        }
        print_last(&files, &session)
    }
}

/// Plays each game to its end and prints its last board.
fn print_last(files: &[(String, WeightsFile)], session: &Session) -> anyhow::Result<()> {
    for (name, file) in files {
        let player = file.board_player(name).map_err(BadInput)?;
        let tables = tune2048_engine::heuristic::Tables::new(&player.weights);
        let mut player = tune2048_engine::player::build(&player.settings, &tables);
        player.start_game();
        let mut session = session.clone();
        while player.play_on(&mut session) {}
        print(&last_board(name, files.len() > 1, &session, true))?;
    }
    Ok(())
}
