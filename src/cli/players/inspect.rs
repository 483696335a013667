//! `tune2048 inspect`.

use std::io::{self, BufRead, BufWriter, Write};

use anyhow::Context;
use serde::Serialize;
use tune2048_engine::game::{Board, GameSeed, LongGame, Move, MoveTables, Player, first_best};
use tune2048_engine::{BoardPlayer, Monitor};
use tune2048_programs::{Mover, with_mover};
use tune2048_tuner::studies::explain::{PlayerSource, Policy};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::options::{DepthOption, WeightsSource};
use crate::cli::terminal::{
    BadInput, command_line, draw_board, fixed, print, print_json, quoted, stdout_error,
};

/// Show the value of a board, and of each move on it, with some weights.
#[derive(Debug, clap::Args)]
pub(crate) struct InspectCommand {
    #[command(flatten)]
    weights: WeightsSource,
    /// Sixteen hexadecimal ranks, such as a874764254314320, or tiles in quotes, "1024 256 ..."; or `-`.
    ///
    /// Both are in reading order; spaces and slashes are allowed. With `-`, one board per line is read from standard input,
    /// and one line of JSON is printed for each.
    #[arg(value_name = "BOARD")]
    board: String,
    /// Weights of a player whose moves and values stand beside the move of a program that answers
    /// moves, which has no values.
    #[arg(long, value_name = "OTHER", default_value = "tuned-2000-boards-rich")]
    against: String,
    #[command(flatten)]
    depth: DepthOption,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// JSON of `inspect --json`.
#[derive(Debug, Serialize)]
struct InspectionJson {
    board: String,
    /// Static value; `null` if the player has no heuristic.
    value: Option<f64>,
    /// Search depth; `null` if it is not known beforehand.
    depth: Option<u32>,
    moves: Vec<MoveValueJson>,
    best: Option<&'static str>,
}

/// JSON of `inspect --json` for a program that answers moves.
#[derive(Debug, Serialize)]
struct ProgramJson {
    #[serde(skip)]
    ranks: [u8; 16],
    board: String,
    /// None if no move is legal.
    #[serde(rename = "move")]
    chosen: Option<&'static str>,
    against: String,
    /// None of a board with a tile beyond 32 768.
    ours: Option<InspectionJson>,
}

#[derive(Debug, Serialize)]
struct MoveValueJson {
    #[serde(rename = "move")]
    direction: &'static str,
    legal: bool,
    after: String,
    value: Option<f64>,
}

impl InspectCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.weights.name.parse::<Board>().is_ok() && self.board.parse::<Board>().is_err() {
            anyhow::bail!(BadInput(format!(
                "found the board {} first, expected WEIGHTS BOARD - {} {}",
                self.weights.name,
                command_line("inspect", &self.board),
                quoted(&self.weights.name)
            )));
        }
        let mut file = self.weights.load()?;
        if file.weights.subject.answers_moves() {
            return self.inspect_program(&file);
        }
        self.depth.apply(&mut file.weights)?;
        let own = Policy::new(file.board_player(&self.weights.name).map_err(BadInput)?);
        let mut player = own.player();
        if self.board == "-" {
            let mut answer = |board: Board| InspectionJson::of(&own, &mut *player, board);
            return each_line(|line| Ok(answer(line.parse()?)));
        }
        let board: Board = self.board.parse()?;
        let answer = InspectionJson::of(&own, &mut *player, board);
        if self.json {
            return print_json(&answer);
        }
        print(&(draw_board(board.ranks()) + &values(&answer)))
    }

    /// Shows the move of a program beside the values of one of our players.
    fn inspect_program(&self, file: &WeightsFile) -> anyhow::Result<()> {
        let name = &self.against;
        let mut other = WeightsSource { name: name.clone() }.load()?;
        self.depth.apply(&mut other.weights)?;
        let other = Policy::new(other.board_player(name).map_err(BadInput)?);
        let mut player = other.player();
        let mut answer = |mover: &mut Mover<'_, '_>, text: &str| -> anyhow::Result<_> {
            let game = LongGame::from_text(text, GameSeed(0))?;
            // Our players know no rank above 15.
            let ours = Board::from_ranks(game.ranks());
            Ok(ProgramJson {
                ranks: game.ranks(),
                board: String::from_utf8_lossy(&game.text()).into_owned(),
                chosen: if game.is_over() { None } else { Some(mover.choose(&game)?.name()) },
                against: name.clone(),
                ours: ours.map(|board| InspectionJson::of(&other, &mut *player, board)),
            })
        };
        with_mover(&file.weights, &Monitor::default(), |mover| {
            if self.board == "-" {
                return each_line(|line| answer(mover, line));
            }
            let answer = answer(mover, &self.board)?;
            if self.json {
                return print_json(&answer);
            }
            let chosen = answer.chosen.unwrap_or("no move: the end");
            let board = draw_board(answer.ranks);
            let mut text = format!("{board}\n{}: {chosen}\n", self.weights.name);
            text += &match &answer.ours {
                Some(ours) => format!("\n{name}:\n{}", values(ours)),
                None => format!("{name}: knows no tile beyond 32 768\n"),
            };
            print(&text)
        })
        .unwrap_or(Ok(()))
    }
}

/// Answers each line of standard input by a line of JSON.
fn each_line<T: Serialize>(
    mut answer: impl FnMut(&str) -> anyhow::Result<T>,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout());
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let place = || format!("standard input line {}", index + 1);
        let line = line.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => BadInput(format!("{}: {error}", place())).into(),
            _ => anyhow::Error::from(error).context(place()),
        })?;
        let line = if index == 0 { line.trim_start_matches('\u{feff}') } else { &line };
        if line.trim().is_empty() {
            continue;
        }
        let answer = answer(line);
        if answer.is_err() {
            out.flush().map_err(stdout_error)?;
        }
        let answer = serde_json::to_string(&answer.with_context(place)?)?;
        writeln!(out, "{answer}").map_err(stdout_error)?;
    }
    out.flush().map_err(stdout_error)
}

impl InspectionJson {
    fn of(Policy { own, tables }: &Policy, player: &mut dyn Player, board: Board) -> Self {
        let BoardPlayer { settings, .. } = own;
        let values = player.move_values(board);
        let moves = Move::ALL.into_iter().zip(values).map(|(direction, value)| MoveValueJson {
            direction: direction.name(),
            legal: value.is_some(),
            after: MoveTables::get().apply(board, direction).to_string(),
            value,
        });
        Self {
            board: board.to_string(),
            value: settings.uses_heuristic().then(|| tables.static_value(settings.seen(board))),
            depth: settings.depth_from(board),
            moves: moves.collect(),
            best: first_best(values).map(Move::name),
        }
    }
}

fn values(answer: &InspectionJson) -> String {
    let mut text = "\n".to_owned();
    let value = answer.value.map(|value| format!("value {value}"));
    let depth = answer.depth.map(|depth| format!("depth {depth}"));
    let known: Vec<_> = [value, depth].into_iter().flatten().collect();
    if !known.is_empty() {
        text += &format!("{}\n\n", known.join(", "));
    }
    for found in &answer.moves {
        let chosen = if answer.best == Some(found.direction) { "*" } else { " " };
        let value = found.value.map_or("illegal".to_owned(), |value| fixed(value, 3));
        text += &format!("{chosen} {:<6} {}  {value:>18}\n", found.direction, found.after);
    }
    text + if answer.best.is_some() { "\n* is played\n" } else { "\nno move is legal\n" }
}
