//! The rows of `finalists.csv` and `final-games.csv`.

use crate::record::row_layout::RowLayout;
use crate::subject::Configuration;
use tune2048_engine::game::{GameResult, Stream};
use tune2048_files::record::{Record, Visitor, check_number};

/// Weights that play after the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finalist {
    /// The place in the list, from 0; 0 before it is in the list.
    pub place: usize,
    /// The origin of the weights, in words.
    pub origin: String,
    /// The settings that the games of the player depend on, as JSON.
    pub player: String,
    /// The weights in the order of the subject's parameters.
    pub weights: Vec<f64>,
}

impl Finalist {
    /// Weights of an origin.
    pub fn new(origin: &str, weights: &Configuration) -> Self {
        Self {
            place: 0,
            origin: origin.to_owned(),
            player: serde_json::to_string(&weights.identity().subject.player_table())
                .expect("a player has a JSON form"),
            weights: weights.values.clone(),
        }
    }
}

/// A game of a finalist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalGame {
    /// The stream of the game's seed: selection or validation.
    pub stream: Stream,
    /// The place of the game in the stream, from 0.
    pub game: u64,
    /// The place of the finalist in the list, from 0.
    pub finalist: usize,
    /// The result.
    pub result: GameResult,
}

/// The streams that are played after the search, with their names.
const STREAMS: [(&str, Stream); 2] =
    [("selection", Stream::Selection), ("validation", Stream::Validation)];

impl Default for FinalGame {
    fn default() -> Self {
        let (stream, result) = (Stream::Selection, GameResult::default());
        Self { stream, game: 0, finalist: 0, result }
    }
}

impl Record for Finalist {
    type Layout = RowLayout;

    fn columns(&mut self, layout: &RowLayout, visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("finalist", &mut self.place)?;
        visitor.column("origin", &mut self.origin)?;
        visitor.column("player", &mut self.player)?;
        layout.weights(&mut self.weights, visitor)
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        let previous = before.last().map(|finalist| finalist.place as u64);
        check_number("finalist", self.place as u64, previous, 0)
    }
}

impl Record for FinalGame {
    type Layout = RowLayout;

    fn columns(&mut self, layout: &RowLayout, visitor: &mut Visitor<'_>) -> Result<(), String> {
        let write = |stream: &Stream| {
            let known = STREAMS.iter().find(|(_, known)| known == stream);
            known.expect("no other games are recorded").0.to_owned()
        };
        let read = |name: &str| Some(STREAMS.iter().find(|(known, _)| *known == name)?.1);
        let expected = "\"selection\" or \"validation\"";
        visitor.parsed("stream", &mut self.stream, write, read, expected)?;
        visitor.column("game", &mut self.game)?;
        visitor.column("finalist", &mut self.finalist)?;
        game_columns(visitor, &mut self.result, layout.counts_inner_nodes())
    }
}

/// The columns of the result of a game; those of a search whose cost counts have one more.
pub(crate) fn game_columns(
    visitor: &mut Visitor<'_>,
    game: &mut GameResult,
    counts_inner_nodes: bool,
) -> Result<(), String> {
    visitor.column("score", &mut game.score)?;
    visitor.column("largest_tile", &mut game.largest_tile)?;
    visitor.column("moves", &mut game.moves)?;
    visitor.column("nodes", &mut game.nodes)?;
    if counts_inner_nodes { visitor.column("inner_nodes", &mut game.inner_nodes) } else { Ok(()) }
}
