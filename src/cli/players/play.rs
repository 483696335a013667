//! `tune2048 play`: a game to its end, or one that a user steps through in the terminal.

use std::io::{self, BufRead, IsTerminal};

use tune2048_engine::game::{GameSeed, Move, MoveTables, Player, Session, Stream, first_best};
use tune2048_engine::heuristic::terms::BoardTerms;
use tune2048_tuner::studies::explain::Policy;
use tune2048_tuner::weights::file::WeightsFile;

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
    /// Weights of a second player, shown beside the first with the same seed.
    #[arg(long, value_name = "OTHER")]
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
        let mut policies = Vec::new();
        for (name, file) in &mut files {
            file.board_player(name).map_err(BadInput)?;
            self.depth.apply(&mut file.weights)?;
            policies.push(Policy::new(file.board_player(name).map_err(BadInput)?));
        }
        let seed = GameSeed::new(self.seed, Stream::Evaluation, 0);
        let game = match &self.board {
            Some(board) => Session::from_board(board.parse()?, seed),
            None => Session::new(seed),
        };
        let is_on_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
        if !self.plain && is_on_terminal {
            return step(&files, &policies, &game);
        }
        let is_named = files.len() > 1;
        files.iter().zip(&policies).try_for_each(|((name, _), policy)| {
            let title = if is_named { format!("{name}\n") } else { String::new() };
            let (mut player, mut game) = (policy.player(), game.clone());
            while player.play_on(&mut game) {}
            print(&(title + &draw_session(&game, true)))
        })
    }
}

const HELP: &str = "Enter plays a move, a number as many, b takes one back, q ends\n";

/// A player with its game.
struct SteppedPlayer<'p> {
    /// Names of its weights and its settings.
    name: String,
    terms: BoardTerms,
    player: Box<dyn Player + 'p>,
    game: Session,
    /// Earlier states of the game, the latest last.
    past: Vec<Session>,
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

    /// Plays a move, or waits for another player if the game is over.
    fn play(&mut self) {
        self.past.push(self.game.clone());
        if let Some(best) = self.best() {
            self.game.make(best);
            self.think();
        }
    }

    fn take_back(&mut self) {
        if let Some(game) = self.past.pop() {
            self.game = game;
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

/// Shows a game of each file's player and obeys lines of standard input, until the user ends it.
fn step(
    files: &[(String, WeightsFile)],
    policies: &[Policy],
    game: &Session,
) -> anyhow::Result<()> {
    let mut players = Vec::new();
    for (policy, (name, file)) in policies.iter().zip(files) {
        let mut player = SteppedPlayer {
            name: format!("{name}, {}", file.weights.subject),
            terms: BoardTerms::new(&policy.own.weights),
            player: policy.player(),
            game: game.clone(),
            past: Vec::new(),
            values: [None; 4],
        };
        player.think();
        players.push(player);
    }
    let mut lines = io::stdin().lock().lines();
    let mut unknown = String::new();
    loop {
        print(&players.iter().map(SteppedPlayer::shown).collect::<String>())?;
        print_wrapped(&(unknown + HELP))?;
        unknown = String::new();
        let Some(line) = lines.next().transpose()? else { return Ok(()) };
        let moves = match line.trim() {
            "q" => return Ok(()),
            "b" => {
                players.iter_mut().for_each(SteppedPlayer::take_back);
                0
            }
            "" => 1,
            number => number.parse().unwrap_or_else(|_| {
                unknown = format!("{number:?} is unknown: ");
                0_u32
            }),
        };
        for _ in 0..moves {
            if players.iter().all(|player| player.best().is_none()) {
                break;
            }
            players.iter_mut().for_each(SteppedPlayer::play);
        }
    }
}
