//! Players as files and records write them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tune2048_engine::player::{
    ExpectimaxSettings, GreedyMergesSettings, LookAheadSettings, MinimaxSettings,
    ModelChasingSettings, MonteCarloSettings, PlayerSettings, RandomSettings,
};

use super::command::{self, CommandSettings};

/// A kind of player with its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PlayerSettings")]
pub enum PlayerTable {
    /// Expectimax search: spawns are random.
    Expectimax(ExpectimaxSettings),
    /// Minimax search with alpha-beta: every spawn is the worst possible one.
    Minimax(MinimaxSettings),
    /// The best sequence of moves as if nothing spawned.
    LookAhead(LookAheadSettings),
    /// Random playouts of each first move; needs no heuristic.
    MonteCarlo(MonteCarloSettings),
    /// One ply towards the tiles in order along a snake; needs no heuristic.
    ModelChasing(ModelChasingSettings),
    /// The move that makes most merges; needs no heuristic.
    GreedyMerges(GreedyMergesSettings),
    /// Any legal move with equal probability; needs no heuristic.
    Random(RandomSettings),
    /// A program of the user, which plays whole games by itself.
    Command(Box<CommandSettings>),
}

impl Default for PlayerTable {
    fn default() -> Self {
        PlayerSettings::default().into()
    }
}

impl From<PlayerSettings> for PlayerTable {
    fn from(player: PlayerSettings) -> Self {
        match player {
            PlayerSettings::Expectimax(settings) => Self::Expectimax(settings),
            PlayerSettings::Minimax(settings) => Self::Minimax(settings),
            PlayerSettings::LookAhead(settings) => Self::LookAhead(settings),
            PlayerSettings::MonteCarlo(settings) => Self::MonteCarlo(settings),
            PlayerSettings::ModelChasing(settings) => Self::ModelChasing(settings),
            PlayerSettings::GreedyMerges(settings) => Self::GreedyMerges(settings),
            PlayerSettings::Random(settings) => Self::Random(settings),
        }
    }
}

impl From<CommandSettings> for PlayerTable {
    fn from(command: CommandSettings) -> Self {
        Self::Command(Box::new(command))
    }
}

impl PlayerTable {
    /// The name of the player in files.
    pub fn name(&self) -> &'static str {
        self.clone().split().map_or(command::NAME, |player| player.name())
    }

    /// The player of this library, or else the program.
    pub fn split(self) -> Result<PlayerSettings, Box<CommandSettings>> {
        Ok(match self {
            Self::Expectimax(settings) => PlayerSettings::Expectimax(settings),
            Self::Minimax(settings) => PlayerSettings::Minimax(settings),
            Self::LookAhead(settings) => PlayerSettings::LookAhead(settings),
            Self::MonteCarlo(settings) => PlayerSettings::MonteCarlo(settings),
            Self::ModelChasing(settings) => PlayerSettings::ModelChasing(settings),
            Self::GreedyMerges(settings) => PlayerSettings::GreedyMerges(settings),
            Self::Random(settings) => PlayerSettings::Random(settings),
            Self::Command(command) => return Err(command),
        })
    }
}
