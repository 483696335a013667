//! The rows of `finalists.csv` and `final-games.csv`.

use crate::record::folder::Folder;
use crate::record::trial::counts_inner_nodes;
use crate::subject::{Configuration, Subject};
use tune2048_engine::game::{GameResult, Stream};
use tune2048_files::journal::{Columns, Fields, Row};

/// Weights that play after the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Finalist {
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
            origin: origin.to_owned(),
            player: serde_json::to_string(&weights.identity().subject.player_table())
                .expect("a player has a JSON form"),
            weights: weights.values.clone(),
        }
    }

    /// Whether both play the same games.
    pub(super) fn plays_as(&self, other: &Self) -> bool {
        self.player == other.player && self.weights == other.weights
    }

    pub(super) fn to_row(&self, number: usize) -> Row {
        let mut fixed = vec![number.to_string(), self.origin.clone(), self.player.clone()];
        fixed.extend(self.weights.iter().map(f64::to_string));
        Row::fixed(fixed)
    }

    /// The finalist of a row whose number must be `expected`.
    pub(super) fn from_fields(
        fields: &mut Fields<'_>,
        expected: usize,
        subject: &Subject,
    ) -> Result<Self, String> {
        let found: usize = fields.number()?;
        if found != expected {
            return Err(format!("finalist: found {found}, expected {expected}"));
        }
        let (origin, player) = (fields.text().to_owned(), fields.text().to_owned());
        let values = (0..subject.parameters().len()).map(|_| fields.number());
        Ok(Self { origin, player, weights: values.collect::<Result<_, _>>()? })
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

pub(super) fn finalist_columns(folder: &Folder, subject: &Subject) -> Columns {
    let mut columns = Columns::fixed(["finalist", "origin", "player"]);
    let weights = subject.parameters().iter();
    let names = weights.map(|weight| format!("weight.{}", weight.name));
    columns.fixed.extend(names);
    columns.of_campaign(folder.fingerprint())
}

pub(super) fn game_columns(folder: &Folder, subject: &Subject) -> Columns {
    let mut columns =
        Columns::fixed(["stream", "game", "finalist", "score", "largest_tile", "moves", "nodes"]);
    if counts_inner_nodes(subject) {
        columns.fixed.push("inner_nodes".to_owned());
    }
    columns.of_campaign(folder.fingerprint())
}

/// The streams that are played after the search, with their names.
const STREAMS: [(&str, Stream); 2] =
    [("selection", Stream::Selection), ("validation", Stream::Validation)];

impl FinalGame {
    pub(super) fn to_row(self, subject: &Subject) -> Row {
        let stream = STREAMS.iter().find(|(_, stream)| *stream == self.stream);
        let (stream, _) = stream.expect("finalists play selection and validation games only");
        let result = self.result;
        let mut fixed = vec![
            (*stream).to_owned(),
            self.game.to_string(),
            self.finalist.to_string(),
            result.score.to_string(),
            result.largest_tile.to_string(),
            result.moves.to_string(),
            result.nodes.to_string(),
        ];
        if counts_inner_nodes(subject) {
            fixed.push(result.inner_nodes.to_string());
        }
        Row::fixed(fixed)
    }

    pub(super) fn from_fields(fields: &mut Fields<'_>, subject: &Subject) -> Result<Self, String> {
        let name = fields.text();
        let stream = STREAMS.iter().find(|(stream, _)| *stream == name);
        let (_, stream) = stream.ok_or_else(|| fields.unlike("\"selection\" or \"validation\""))?;
        Ok(Self {
            stream: *stream,
            game: fields.number()?,
            finalist: fields.number()?,
            result: GameResult {
                score: fields.number()?,
                largest_tile: fields.number()?,
                moves: fields.number()?,
                nodes: fields.number()?,
                inner_nodes: match counts_inner_nodes(subject) {
                    true => fields.number()?,
                    false => 0,
                },
            },
        })
    }
}
