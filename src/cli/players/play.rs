//! `tune2048 play`: a game to its end, or one that a user steps through in the terminal.

use std::io::{self, BufRead, IsTerminal};

use tune2048_engine::game::{GameSeed, Move, MoveTables, Player, Session, Stream, first_best};
use tune2048_engine::heuristic::terms::BoardTerms;
use tune2048_tuner::studies::explain::Policy;

use crate::cli::options::{DepthOption, WeightsSource};
use crate::cli::terminal::{BadInput, draw_session, fixed, print, print_wrapped, table};
use crate::view::chart::DataTable;

/// Step through a game in the terminal, with each move's value and terms.
///
/// Without a terminal only the last board is printed.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayCommand {
    #[command(flatten)]
    weights: WeightsSource,
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
        let mut file = self.weights.load()?;
        let name = &self.weights.name;
        file.board_player(name).map_err(BadInput)?;
        self.depth.apply(&mut file.weights)?;
        let policy = Policy::new(file.board_player(name).map_err(BadInput)?);
        let seed = GameSeed::new(self.seed, Stream::Evaluation, 0);
        let mut game = match &self.board {
            Some(board) => Session::from_board(board.parse()?, seed),
            None => Session::new(seed),
        };
        let is_on_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
        if !self.plain && is_on_terminal {
            return step(format!("{name}, {}", file.weights.subject), &policy, game);
        }
        let mut player = policy.player();
        while player.play_on(&mut game) {}
        print(&draw_session(&game, true))
    }
}

const HELP: &str = "Enter plays a move, a number as many, q ends\n";

/// A player with its game.
struct SteppedPlayer<'p> {
    /// Names of its weights and its settings.
    name: String,
    terms: BoardTerms,
    player: Box<dyn Player + 'p>,
    game: Session,
    /// Value of each move in the order of [`Move::ALL`]; `None` if it is illegal.
    values: [Option<f64>; 4],
}

impl SteppedPlayer<'_> {
    /// The move to be played; `None` at the end of the game.
    fn best(&self) -> Option<Move> {
        first_best(self.values)
    }

    fn think(&mut self) {
        self.values = self.player.move_values(self.game.board());
    }

    /// Plays so many moves, or to the end of the game.
    fn play(&mut self, moves: u32) {
        for _ in 0..moves {
            let Some(best) = self.best() else { break };
            self.game.make(best);
            self.think();
        }
    }

    fn shown(&self) -> String {
        let best = self.best();
        let moves = best.map_or(String::new(), |best| format!("\n{}", self.moves(best)));
        format!("{}\n{}{moves}\n", self.name, draw_session(&self.game, best.is_none()))
    }

    /// Returns the value of each move, and the terms of the board after it; those of others than the best as differences
    /// from it.
    fn moves(&self, best: Move) -> String {
        let mut rows = vec![("value", self.values)];
        let board = self.game.board();
        let of_moves = Move::ALL.map(|direction| {
            let after = MoveTables::get().apply(board, direction);
            (after != board).then(|| self.terms.of(after))
        });
        rows.extend(self.terms.names().iter().enumerate().map(|(index, name)| {
            let of_move = |terms: &Option<Vec<f64>>| terms.as_ref().map(|terms| terms[index]);
            (name.as_str(), of_moves.each_ref().map(of_move))
        }));
        let mut columns = DataTable::new("moves", "Moves", rows).text("", |(name, _)| *name);
        for direction in Move::ALL {
            let mark = if direction == best { "*" } else { "" };
            columns = columns.number(&format!("{mark}{direction}"), |(_, values)| {
                match (values[direction as usize], values[best as usize]) {
                    (Some(value), Some(highest)) if direction != best => {
                        // Nothing has a sign of its own.
                        let less = (1e3 * (value - highest)).round() / 1e3 + 0.0;
                        format!("{less:+.3}")
                    }
                    (value, _) => value.map_or("-".to_owned(), |value| fixed(value, 3)),
                }
            });
        }
        table(columns)
    }
}

/// Shows a game of a player and obeys lines of standard input, until the user ends it.
fn step(name: String, policy: &Policy, game: Session) -> anyhow::Result<()> {
    let mut player = SteppedPlayer {
        name,
        terms: BoardTerms::new(&policy.own.weights),
        player: policy.player(),
        game,
        values: [None; 4],
    };
    player.think();
    let mut lines = io::stdin().lock().lines();
    let mut unknown = String::new();
    loop {
        print(&player.shown())?;
        print_wrapped(&(unknown + HELP))?;
        unknown = String::new();
        let Some(line) = lines.next().transpose()? else { return Ok(()) };
        match line.trim() {
            "q" => return Ok(()),
            "" => player.play(1),
            number => match number.parse::<u32>() {
                Ok(moves) => player.play(moves),
                Err(_) => unknown = format!("{number:?} is unknown: "),
            },
        }
    }
}
