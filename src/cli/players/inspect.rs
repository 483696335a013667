//! `tune2048 inspect`.

use std::io::{self, BufRead, BufWriter, Write};

use anyhow::Context;
use serde::Serialize;
use tune2048_engine::BoardPlayer;
use tune2048_engine::game::{Board, Move, MoveTables, Player, first_best};
use tune2048_tuner::studies::explain::Policy;

use crate::cli::options::{DepthOption, WeightsSource};
use crate::cli::terminal::{BadInput, draw_board, fixed, print, print_json, stdout_error};

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
        let mut file = self.weights.load()?;
        self.depth.apply(&mut file.weights)?;
        let own = Policy::new(file.board_player(&self.weights.name).map_err(BadInput)?);
        let mut player = own.player();
        if self.board == "-" {
            return each_line(|board| InspectionJson::of(&own, &mut *player, board));
        }
        let board: Board = self.board.parse()?;
        let answer = InspectionJson::of(&own, &mut *player, board);
        if self.json {
            return print_json(&answer);
        }
        print(&(draw_board(board.ranks()) + &values(&answer)))
    }
}

/// Answers each line of standard input by a line of JSON.
fn each_line(mut answer: impl FnMut(Board) -> InspectionJson) -> anyhow::Result<()> {
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
        let board = line.parse();
        if board.is_err() {
            out.flush().map_err(stdout_error)?;
        }
        let answer = serde_json::to_string(&answer(board.with_context(place)?))?;
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
