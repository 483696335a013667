//! `tune2048 play`.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use tune2048::game::{GameSeed, Session, Stream};
use tune2048::heuristic::Tables;
use tune2048::player;

use super::args::DepthOption;
use super::inspect::draw;
use super::output::{grouped, print};
use super::weights_source::WeightsSource;

/// Watch a game in the terminal.
///
/// Off a terminal only the last board is printed.
#[derive(Debug, clap::Args)]
pub(super) struct Play {
    #[command(flatten)]
    weights: WeightsSource,
    /// The seed of the game: the first game of `evaluate` with this seed.
    #[arg(long, short, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Milliseconds between moves.
    #[arg(long, default_value_t = 100, value_name = "MS")]
    delay: u64,
    #[command(flatten)]
    depth: DepthOption,
}

/// Moves the cursor to the top left and clears what follows.
const HOME: &str = "\x1b[H\x1b[J";
/// Clears the screen.
const CLEAR: &str = "\x1b[2J";

impl Play {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut file = self.weights.load()?;
        self.depth.apply(&mut file.player)?;
        let tables = Tables::new(&file.weights);
        let mut player = player::build(&file.player, &tables);
        player.start_game();
        let mut session = Session::new(GameSeed::new(self.seed, Stream::Evaluation, 0));
        let on_terminal = io::stdout().is_terminal();
        if on_terminal {
            print(CLEAR)?;
        }
        while let Some(direction) = player.choose(session.board()) {
            if on_terminal {
                let line = format!("{} moves, next {direction}", session.moves());
                print(&format!("{HOME}{}", frame(&session, &line)))?;
                thread::sleep(Duration::from_millis(self.delay));
            }
            session.make(direction);
        }
        let line = format!("{} moves, the end", session.moves());
        print(&format!(
            "{}{}",
            if on_terminal { HOME } else { "" },
            frame(&session, &line)
        ))
    }
}

fn frame(session: &Session, line: &str) -> String {
    format!(
        "{}score {}, largest tile {}, {line}\n",
        draw(session.board()),
        grouped(session.score() as f64),
        grouped(f64::from(session.largest_tile())),
    )
}
