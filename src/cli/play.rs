//! `tune2048 play`.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::Arc;

use anyhow::Context;
use tune2048::live::screen::{self, Screen};
use tune2048::watch::{Advisor, Delay, ReplayState, WatchedPlayer};
use tune2048_engine::game::{Board, GameSeed, Session, Stream};
use tune2048_tuner::explain::Policy;
use tune2048_tuner::weights_file::WeightsFile;

use super::args::DepthOption;
use super::failure::INTERRUPTED;
use super::inspect::draw;
use super::output::{grouped, print};
use super::watch_terminal::{Ending, watch};
use super::weights_source::{WeightsSource, share_depth};

/// Watch a game in the terminal, see what each move is worth and why, take over.
///
/// Off a terminal only the last board is printed.
#[derive(Debug, clap::Args)]
pub(super) struct Play {
    #[command(flatten)]
    weights: WeightsSource,
    /// Weights that play beside them on the same seed: as WEIGHTS.
    #[arg(long, value_name = "OTHER")]
    against: Option<String>,
    /// The seed of the game: the first game of `evaluate` with this seed.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// The board to begin with, as for `inspect`; two spawns if not given.
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// Milliseconds between moves.
    #[arg(long, default_value_t = 100, value_name = "MS")]
    delay: u64,
    /// Print the last board only, even on a terminal.
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    depth: DepthOption,
}

impl Play {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut files = vec![(self.weights.name().to_owned(), self.weights.load()?)];
        if let Some(name) = &self.against {
            let source = WeightsSource::of(name.clone());
            let mut other = source.load()?;
            share_depth([&self.weights, &source], [&mut files[0].1, &mut other]);
            files.push((name.clone(), other));
        }
        for (_, file) in &mut files {
            self.depth.apply(&mut file.player)?;
        }
        let board: Option<Board> = self.board.as_deref().map(str::parse).transpose()?;
        let seed = GameSeed::new(self.seed, Stream::Evaluation, 0);
        let session = match board {
            Some(board) => Session::from_board(board, seed),
            None => Session::new(seed),
        };
        let is_watched = !self.plain
            && io::stdout().is_terminal()
            && io::stdin().is_terminal()
            && Screen::is_possible();
        if is_watched {
            self.watch(files, &session, seed)
        } else {
            print_last(&files, &session)
        }
    }

    fn watch(
        &self,
        files: Vec<(String, WeightsFile)>,
        session: &Session,
        seed: GameSeed,
    ) -> anyhow::Result<()> {
        let (seats, advisors): (Vec<WatchedPlayer>, Vec<Advisor>) = files
            .into_iter()
            .map(|(name, file)| {
                let policy = Arc::new(Policy::new(&file.weights, &file.player));
                let seat = WatchedPlayer {
                    name,
                    player: file.player.to_string(),
                    terms: policy.terms().names().to_vec(),
                    session: session.clone(),
                    advice: None,
                };
                (seat, Advisor::new(policy))
            })
            .unzip();
        ctrlc::set_handler(|| {
            screen::give_back();
            process::exit(i32::from(INTERRUPTED));
        })
        .context("cannot listen to signals")?;
        let mut games = ReplayState::new(seats, self.seed, seed, Delay::from_millis(self.delay));
        let ending = watch(&mut games, &advisors)?;
        let last: String = games
            .seats
            .iter()
            .map(|seat| {
                last_board(
                    &seat.name,
                    games.seats.len() > 1,
                    &seat.session,
                    seat.is_over(),
                )
            })
            .collect();
        print(&last)?;
        match ending {
            Ending::Quit => Ok(()),
            Ending::Interrupted => Err(tune2048_engine::evaluate::Interrupted.into()),
        }
    }
}

/// Plays each game to its end and prints its last board.
fn print_last(files: &[(String, WeightsFile)], session: &Session) -> anyhow::Result<()> {
    for (name, file) in files {
        let tables = tune2048_engine::heuristic::Tables::new(&file.weights);
        let mut player = tune2048_engine::player::build(&file.player, &tables);
        player.start_game();
        let mut session = session.clone();
        while let Some(direction) = player.choose(session.board()) {
            session.make(direction);
        }
        print(&last_board(name, files.len() > 1, &session, true))?;
    }
    Ok(())
}

/// The board and what came of the game, under the name of the weights if there are several.
fn last_board(name: &str, is_named: bool, session: &Session, is_over: bool) -> String {
    let name = if is_named {
        format!("{name}\n")
    } else {
        String::new()
    };
    format!(
        "{name}{}score {}, largest tile {}, {} moves, {}\n",
        draw(session.board()),
        grouped(session.score() as f64),
        grouped(f64::from(session.largest_tile())),
        session.moves(),
        if is_over {
            "the end"
        } else {
            "left before the end"
        },
    )
}
