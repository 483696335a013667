//! A tournament file as it is written. Its JSON schema is generated from these types.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::statistics::Better;
use crate::subject::Player;
use tune2048_files::toml_errors::{Document, Mistakes, file_schema, read_file};

/// A tournament: several players on common seeds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "tune2048 tournament", extend("$id" = "urn:tune2048:tournament"))]
pub struct TournamentFile {
    /// The name of the tournament and of its folder under `results/`: letters, digits, `-`, `_` and `.`, not starting with `.`.
    #[schemars(length(min = 1, max = 100), regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$"))]
    pub name: String,
    /// The seed of the games; `evaluate` with the same seed plays the same games.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
    /// The number of games of each player without a number of its own.
    #[schemars(range(min = 1, max = 100_000_000))]
    pub games: u32,
    /// Which mean scores are better. Default those of the campaigns of the players, or `higher`.
    pub better: Option<Better>,
    /// The players, at least two.
    #[serde(default)]
    #[schemars(extend("minItems" = 2))]
    pub players: Vec<EntrantTable>,
}

/// One player of a tournament.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Entrant")]
pub struct EntrantTable {
    /// The name of the player in the table. Default `weights`.
    pub name: Option<String>,
    /// A preset, a weights file or the folder of a campaign; paths are relative to the tournament file.
    pub weights: String,
    /// How moves are chosen. Default the player of the weights.
    pub player: Option<Player>,
    /// The number of games of this player. Default `games` of the tournament.
    #[schemars(range(min = 1, max = 100_000_000))]
    pub games: Option<u32>,
    /// A remark for the table, such as a published figure. Default none.
    pub note: Option<String>,
}

impl EntrantTable {
    /// Returns the name of the player in the table.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.weights)
    }
}

/// Returns the JSON schema of a tournament file, for editors.
pub fn schema() -> serde_json::Value {
    file_schema::<TournamentFile>()
}

impl TournamentFile {
    /// Reads the text of a file; `path` is used in messages only.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Mistakes> {
        read_file(path, text, |document| {
            let file = document.read::<Self>()?;
            crate::space::check_name(&file.name, document);
            file.check_players(document);
            Some(file)
        })
    }

    fn check_players(&self, document: &mut Document<'_>) {
        if self.players.len() < 2 {
            let label = format!("found {}, expected two or more", self.players.len());
            let message = "a tournament needs at least two players";
            let help = "add a table [[players]] with `weights`";
            document.report_at("players", message, label, help);
        }
        for (index, player) in self.players.iter().enumerate() {
            let earlier = &self.players[..index];
            let is_taken = earlier.iter().any(|other| other.name() == player.name());
            if is_taken {
                let path = format!("players.{index}");
                let message = "two players have the same name";
                let label = format!("found {:?} again", player.name());
                let help = "give one of them another `name`";
                document.report_at(&path, message, label, help);
            }
        }
    }
}
