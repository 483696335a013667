//! `tune2048 inspect`.

use std::io::{self, BufRead, BufWriter, Write};

use anyhow::Context;
use serde::Serialize;
use tune2048_engine::game::{Board, GameSeed, LongGame, Move, MoveTables, Player, first_best};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::{BoardPlayer, Monitor, player};

use tune2048_programs::{Mover, with_mover};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::options::{DepthOption, Names, WeightsSource, offer};
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
    #[arg(long, value_name = "OTHER", default_value = "tuned-2000-boards-rich", add = offer(Names::WEIGHTS))]
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
        let own = file.board_player(&self.weights.name).map_err(BadInput)?;
        let tables = Tables::new(&own.weights);
        let mut player = player::build(&own.settings, &tables);
        if self.board == "-" {
            let mut answer = |board: Board| InspectionJson::of(&own, &tables, &mut *player, board);
            return each_line(|line| Ok(serde_json::to_string(&answer(line.parse()?))?));
        }
        let board: Board = self.board.parse()?;
        let answer = InspectionJson::of(&own, &tables, &mut *player, board);
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
        let other = other.board_player(name).map_err(BadInput)?;
        let tables = Tables::new(&other.weights);
        let mut player = player::build(&other.settings, &tables);
        let mut answer = |mover: &mut Mover<'_, '_>, text: &str| -> anyhow::Result<_> {
            let game = LongGame::from_text(text, GameSeed(0))?;
            let direction = if game.is_over() { None } else { Some(mover.choose(&game)?.name()) };
            // Our players know no rank above 15.
            let ours = Board::from_ranks(game.ranks());
            Ok((
                game.ranks(),
                ProgramJson {
                    board: String::from_utf8_lossy(&game.text()).into_owned(),
                    chosen: direction,
                    against: name.clone(),
                    ours: ours
                        .map(|board| InspectionJson::of(&other, &tables, &mut *player, board)),
                },
            ))
        };
        with_mover(&file.weights, &Monitor::default(), |mover| {
            if self.board == "-" {
                return each_line(|line| Ok(serde_json::to_string(&answer(mover, line)?.1)?));
            }
            let (ranks, answer) = answer(mover, &self.board)?;
            if self.json {
                return print_json(&answer);
            }
            let chosen = answer.chosen.unwrap_or("no move: the end");
            let mut text = format!("{}\n{}: {chosen}\n", draw_board(ranks), self.weights.name);
            text += &match &answer.ours {
                Some(ours) => format!("\n{name}:\n{}", values(ours)),
                None => format!("{name}: knows no tile beyond 32 768\n"),
            };
            print(&text)
        })
        .unwrap_or(Ok(()))
    }
}

/// Answers each line of standard input by a line.
fn each_line(mut answer: impl FnMut(&str) -> anyhow::Result<String>) -> anyhow::Result<()> {
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
        writeln!(out, "{}", answer.with_context(place)?).map_err(stdout_error)?;
    }
    out.flush().map_err(stdout_error)
}

impl InspectionJson {
    fn of(own: &BoardPlayer, tables: &Tables, player: &mut dyn Player, board: Board) -> Self {
        let values = player.move_values(board);
        let moves = Move::ALL.into_iter().zip(values).map(|(direction, value)| MoveValueJson {
            direction: direction.name(),
            legal: value.is_some(),
            after: MoveTables::get().apply(board, direction).to_string(),
            value,
        });
        Self {
            board: board.to_string(),
            value: own
                .settings
                .uses_heuristic()
                .then(|| tables.static_value(own.settings.seen(board))),
            depth: own.settings.depth_from(board),
            moves: moves.collect(),
            best: first_best(values).map(Move::name),
        }
    }
}

fn values(answer: &InspectionJson) -> String {
    let mut text = String::new();
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
