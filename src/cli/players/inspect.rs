//! `tune2048 inspect`.

use std::io::{self, BufRead, BufWriter, Write};

use anyhow::Context;
use serde::Serialize;
use tune2048_engine::game::{Board, Move, MoveTables};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{self, AnalysingPlayer};

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
        if self.weights.name.parse::<Board>().is_ok() && self.board.parse::<Board>().is_err() {
            anyhow::bail!(BadInput(format!(
                "found the board {} first, expected WEIGHTS BOARD - {} {}",
                self.weights.name,
                command_line("inspect", &self.board),
                quoted(&self.weights.name)
            )));
        }
        let mut file = self.weights.load()?;
        self.depth.apply(&mut file.weights)?;
        let own = file.board_player(&self.weights.name).map_err(BadInput)?;
        let tables = Tables::new(&own.weights);
        let mut player = player::build(&own.settings, &tables);
        if self.board == "-" {
            return answer_lines(&mut *player);
        }
        let board: Board = self.board.parse()?;
        let answer = InspectionJson::of(&mut *player, board);
        if self.json { print_json(&answer) } else { print(&drawing(board, &answer)) }
    }
}

fn answer_lines(player: &mut dyn AnalysingPlayer) -> anyhow::Result<()> {
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
        let board = line.parse::<Board>();
        if board.is_err() {
            out.flush().map_err(stdout_error)?;
        }
        let answer = InspectionJson::of(player, board.with_context(place)?);
        writeln!(out, "{}", serde_json::to_string(&answer)?).map_err(stdout_error)?;
    }
    out.flush().map_err(stdout_error)
}

impl InspectionJson {
    fn of(player: &mut dyn AnalysingPlayer, board: Board) -> Self {
        let values = player.move_values(board);
        let moves = Move::ALL.into_iter().zip(values).map(|(direction, value)| MoveValueJson {
            direction: direction.name(),
            legal: value.is_some(),
            after: MoveTables::get().apply(board, direction).to_string(),
            value,
        });
        Self {
            board: board.to_string(),
            value: player.static_value(board),
            depth: player.depth_for(board),
            moves: moves.collect(),
            best: player::first_best(values).map(Move::name),
        }
    }
}

fn drawing(board: Board, answer: &InspectionJson) -> String {
    let mut text = draw_board(board);
    let value = answer.value.map(|value| format!("value {value}"));
    let depth = answer.depth.map(|depth| format!("depth {depth}"));
    let known: Vec<_> = [value, depth].into_iter().flatten().collect();
    text.push('\n');
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
