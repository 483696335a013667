//! The rows of `finalists.csv` and `final-games.csv`.

use super::log::{Columns, Row};
use tune2048_engine::game::{GameResult, Stream};
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::player::PlayerSettings;

/// Weights that play after the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Finalist {
    /// Where the weights come from, in words.
    pub origin: String,
    /// How moves are chosen, as JSON.
    pub player: String,
    /// What a board is worth.
    pub weights: Weights,
}

impl Finalist {
    /// Weights from somewhere, to be played with by a player.
    pub fn new(origin: &str, player: &PlayerSettings, weights: Weights) -> Self {
        Self {
            origin: origin.to_owned(),
            player: serde_json::to_string(player).expect("a player has a JSON form"),
            weights,
        }
    }

    /// Whether both play the same games.
    pub(super) fn plays_as(&self, other: &Self) -> bool {
        self.player == other.player && self.weights == other.weights
    }
}

/// A game of a finalist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalGame {
    /// What it was played for.
    pub stream: Stream,
    /// Its place in the stream, from 0.
    pub game: u64,
    /// Who played it: the finalist's place in the list, from 0.
    pub finalist: usize,
    /// What came out.
    pub result: GameResult,
}

pub(super) fn finalist_columns(heuristic: &HeuristicKind) -> Columns {
    let mut fixed = ["finalist", "origin", "player"].map(str::to_owned).to_vec();
    let weights = heuristic.weights().iter();
    fixed.extend(weights.map(|weight| format!("weight.{}", weight.name)));
    Columns {
        fixed,
        times: Vec::new(),
    }
}

pub(super) fn game_columns() -> Columns {
    let names = [
        "stream",
        "game",
        "finalist",
        "score",
        "largest_tile",
        "moves",
        "nodes",
    ];
    Columns {
        fixed: names.map(str::to_owned).into(),
        times: Vec::new(),
    }
}

/// The streams that are played after the search, by their names.
const STREAMS: [(&str, Stream); 2] = [
    ("selection", Stream::Selection),
    ("validation", Stream::Validation),
];

impl FinalGame {
    pub(super) fn to_row(self) -> Row {
        let stream = STREAMS.iter().find(|(_, stream)| *stream == self.stream);
        let (stream, _) = stream.expect("the search's games are in trials.csv");
        let result = self.result;
        Row {
            fixed: vec![
                (*stream).to_owned(),
                self.game.to_string(),
                self.finalist.to_string(),
                result.score.to_string(),
                result.largest_tile.to_string(),
                result.moves.to_string(),
                result.nodes.to_string(),
            ],
            times: Vec::new(),
        }
    }

    pub(super) fn from_row(row: &Row) -> Result<Self, String> {
        let name = &row.fixed[0];
        let stream = STREAMS.iter().find(|(stream, _)| stream == name);
        let (_, stream) = stream.ok_or_else(|| {
            format!("stream: found {name:?}, expected \"selection\" or \"validation\"")
        })?;
        Ok(Self {
            stream: *stream,
            game: number(row, 1)?,
            finalist: number(row, 2)?,
            result: GameResult {
                score: number(row, 3)?,
                largest_tile: number(row, 4)?,
                moves: number(row, 5)?,
                nodes: number(row, 6)?,
            },
        })
    }
}

fn number<T: std::str::FromStr>(row: &Row, field: usize) -> Result<T, String> {
    let text = &row.fixed[field];
    text.parse()
        .map_err(|_| format!("found {text:?}, expected a number"))
}

impl Finalist {
    pub(super) fn to_row(&self, number: usize) -> Row {
        let mut fixed = vec![number.to_string(), self.origin.clone(), self.player.clone()];
        fixed.extend(self.weights.values.iter().map(f64::to_string));
        Row {
            fixed,
            times: Vec::new(),
        }
    }

    pub(super) fn from_row(
        row: &Row,
        expected: usize,
        heuristic: &HeuristicKind,
    ) -> Result<Self, String> {
        let found: usize = number(row, 0)?;
        if found != expected {
            return Err(format!("finalist: found {found}, expected {expected}"));
        }
        let values = (3..row.fixed.len()).map(|field| number(row, field));
        Ok(Self {
            origin: row.fixed[1].clone(),
            player: row.fixed[2].clone(),
            weights: Weights {
                heuristic: heuristic.clone(),
                values: values.collect::<Result<_, _>>()?,
            },
        })
    }
}
