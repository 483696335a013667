//! `tune2048 play`.

use tune2048_engine::Monitor;
use tune2048_engine::game::{GameSeed, LongGame, Session, Stream};
use tune2048_programs::with_mover;
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::options::{DepthOption, Names, WeightsSource, offer};
use crate::cli::terminal::{BadInput, last_board, last_ranks, print};
use crate::cli::watch::terminal as watch_terminal;

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
        let seed = GameSeed::new(self.seed, Stream::Evaluation, 0);
        if files.iter().any(|(_, file)| file.weights.subject.answers_moves()) {
            return self.play_programs(&mut files, seed);
        }
        for (name, file) in &mut files {
            file.board_player(name).map_err(BadInput)?;
            self.depth.apply(&mut file.weights)?;
        }
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

    /// Prints the last boards where a program plays: its moves have no values to be watched.
    fn play_programs(
        &self,
        files: &mut [(String, WeightsFile)],
        seed: GameSeed,
    ) -> anyhow::Result<()> {
        let start = match &self.board {
            Some(board) => LongGame::from_text(board, seed)?,
            None => LongGame::new(seed),
        };
        let is_named = files.len() > 1;
        for (name, file) in files {
            let mut game = start.clone();
            let played = with_mover(&file.weights, &Monitor::default(), |mover| {
                while !game.is_over() {
                    let direction = mover.choose(&game)?;
                    game.make(direction);
                }
                Ok::<_, anyhow::Error>(())
            });
            match played {
                Some(played) => played?,
                None => {
                    self.depth.apply(&mut file.weights)?;
                    let session = match &self.board {
                        Some(board) => Session::from_board(board.parse()?, seed),
                        None => Session::new(seed),
                    };
                    print_last_of(name, file, is_named, session)?;
                    continue;
                }
            }
            print(&last_ranks(name, is_named, game.ranks(), &game.result(), true))?;
        }
        Ok(())
    }
}

/// Plays each game to its end and prints its last board.
fn print_last(files: &[(String, WeightsFile)], session: &Session) -> anyhow::Result<()> {
    let is_named = files.len() > 1;
    files.iter().try_for_each(|(name, file)| print_last_of(name, file, is_named, session.clone()))
}

fn print_last_of(
    name: &str,
    file: &WeightsFile,
    is_named: bool,
    mut session: Session,
) -> anyhow::Result<()> {
    let player = file.board_player(name).map_err(BadInput)?;
    let tables = tune2048_engine::heuristic::Tables::new(&player.weights);
    let mut player = tune2048_engine::player::build(&player.settings, &tables);
    player.start_game();
    while player.play_on(&mut session) {}
    print(&last_board(name, is_named, &session, true))
}
