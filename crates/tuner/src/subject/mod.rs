//! What is tuned and measured: something with named parameters that plays seeded games.
//!
//! A [`Subject`] is a player of this library or a program of the user, and the one place that tells
//! them apart. A [`Configuration`] gives it values, a [`Job`] asks for games of several, and what
//! implements [`Evaluate`] plays them.

pub mod command;
mod configuration;
mod evaluate;
mod final_batch;
mod in_words;
mod job;
mod opponent;
pub mod parameter;
mod player;
pub mod program_files;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tune2048_engine::heuristic::{HeuristicKind, WeightSpec};
use tune2048_engine::player::{Depth, PlayerSettings, SEARCH_SETTINGS, SettingsError};

pub use command::{CommandSettings, Plays};
pub use configuration::Configuration;
pub use evaluate::{
    CandidateGames, Deliver, Evaluate, GameFailure, Jobs, Played, ProgramGame, one_by_one,
    record_stream,
};
pub use job::{Job, RequiredMetrics};
pub use opponent::{ListedOpponent, ListedWeights, NamedOpponent, Opponent, met_by};
use parameter::NUMBER;
pub use parameter::{Argument, Choice, Condition, Encoding, Parameter, json_object};
pub use player::Player;
use program_files::ProgramFiles;

/// Something with named parameters that plays seeded games: a player of this library with its heuristic, or a program of
/// the user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "player::SubjectData", into = "player::SubjectData")]
pub struct Subject {
    player: Player,
    /// The heuristic; none of a program.
    heuristic: HeuristicKind,
    /// The weights of the heuristic, then the settings of the search that are tuned; or the parameters of the program.
    parameters: Arc<[WeightSpec]>,
    /// How the number of each parameter of a program reaches it, and when.
    forms: Arc<[Parameter]>,
}

impl Subject {
    /// A player with its heuristic, whose weights are the parameters.
    pub fn board(player: PlayerSettings, heuristic: HeuristicKind) -> Self {
        Self::board_tuning(player, heuristic, [])
    }

    /// A player with its heuristic and the settings of the search of these names beside its weights, in the order of
    /// [`SEARCH_SETTINGS`]; unknown names and those of weights are ignored.
    pub fn board_tuning<'n>(
        player: PlayerSettings,
        heuristic: HeuristicKind,
        tuned: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let names: Vec<&str> = tuned.into_iter().collect();
        let is_tuned = |weight: &&WeightSpec| {
            names.contains(&&*weight.name) && heuristic.weight_index(&weight.name).is_none()
        };
        let settings = SEARCH_SETTINGS.iter().map(|setting| &setting.weight).filter(is_tuned);
        Self {
            player: Player::Board(player),
            parameters: heuristic.weights().iter().chain(settings).cloned().collect(),
            heuristic,
            forms: Arc::default(),
        }
    }

    /// A program with parameters of these names, in order.
    pub fn program<'n>(
        command: CommandSettings,
        parameters: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let parameters = parameters.into_iter().map(Parameter::number);
        Self::program_with(command, parameters.collect())
    }

    /// A program with these parameters, in order. Files give the ranges.
    pub(crate) fn program_with(command: CommandSettings, forms: Vec<Parameter>) -> Self {
        let spec = |Parameter { name, .. }: &Parameter| WeightSpec {
            name: name.clone().into(),
            default: 0.0,
            low: -1e30,
            high: 1e30,
            meaning: format!("Parameter {name} of the program.").into(),
        };
        Self {
            player: Player::Program(Box::new(command)),
            heuristic: HeuristicKind::None,
            parameters: forms.iter().map(spec).collect(),
            forms: forms.into(),
        }
    }

    /// The player that a file gives without weights.
    pub fn without_weights(player: Player) -> Self {
        match player {
            Player::Board(player) => Self::board(player, HeuristicKind::None),
            Player::Program(command) => Self::program(*command, []),
        }
    }

    /// The parameters, in the order of their values.
    pub fn parameters(&self) -> &[WeightSpec] {
        &self.parameters
    }

    /// The parameters of a program with their forms and conditions; none of a player of this library.
    pub fn program_parameters(&self) -> &[Parameter] {
        &self.forms
    }

    /// The form and the conditions of the parameter at this index.
    pub fn parameter(&self, index: usize) -> &Parameter {
        self.forms.get(index).unwrap_or(&NUMBER)
    }

    /// The index of a parameter in the list.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|spec| spec.name == name)
    }

    /// The parameters that are settings of the search; they come last.
    pub fn search_settings(&self) -> &[WeightSpec] {
        if self.is_program() { &[] } else { &self.parameters[self.heuristic.weights().len()..] }
    }

    /// Whether another subject has the same parameters, whoever plays with them.
    pub fn has_parameters_of(&self, other: &Self) -> bool {
        self.shares_heuristic(other) && self.parameters == other.parameters
    }

    /// Whether another subject has the same heuristic, or is a program with the same parameters.
    pub fn shares_heuristic(&self, other: &Self) -> bool {
        self.is_program() == other.is_program()
            && self.heuristic == other.heuristic
            && self.forms == other.forms
    }

    /// The heuristic, unless a program plays.
    pub fn heuristic(&self) -> Option<&HeuristicKind> {
        (!self.is_program()).then_some(&self.heuristic)
    }

    /// The player as files and records write it.
    pub fn player_table(&self) -> &Player {
        &self.player
    }

    /// The player of this library, unless a program plays.
    pub fn player(&self) -> Option<&PlayerSettings> {
        match &self.player {
            Player::Board(player) => Some(player),
            Player::Program(_) => None,
        }
    }

    /// The program, if one plays.
    pub fn command(&self) -> Option<&CommandSettings> {
        match &self.player {
            Player::Board(_) => None,
            Player::Program(command) => Some(command),
        }
    }

    /// Whether the parameters have names that the program of a user knows, and that say nothing
    /// here.
    pub fn is_program(&self) -> bool {
        self.command().is_some()
    }

    /// Whether a program plays whose boards, spawns and score are held here.
    pub fn answers_moves(&self) -> bool {
        self.command().is_some_and(|command| command.plays.is_some())
    }

    /// Whether the settings say that a game may score below 0.
    pub fn may_score_below_zero(&self) -> bool {
        let failure = self.command().and_then(|command| command.failure_score);
        self.has_margins() || failure.is_some_and(|score| score.get() < 0.0)
    }

    /// Whether scores are results of games between two sides: shares from 0 to 1.
    pub fn has_results(&self) -> bool {
        self.command().is_some_and(|command| command.won_score.is_some())
    }

    /// Whether scores are margins of a match: 0 where both sides are equal.
    pub fn has_margins(&self) -> bool {
        self.command().is_some_and(|command| command.margins)
    }

    /// Whether games may end with tiles: not those whose scores are results or margins.
    pub fn has_tiles(&self) -> bool {
        !self.has_results() && !self.has_margins()
    }

    /// The opponents, if there is a list of them.
    pub fn opponents(&self) -> &[ListedOpponent] {
        self.command().map_or(&[], CommandSettings::opponents)
    }

    /// Whether candidates play against other weights, which get what they leave of 1.
    pub fn has_opponent(&self) -> bool {
        self.command().is_some_and(|command| command.opponent.is_some())
    }

    /// What is counted with a seed: a game, or a pair of games with sides swapped.
    pub fn unit(&self) -> &'static str {
        if self.has_opponent() { "pair" } else { "game" }
    }

    /// The files of the program with their checksums, if one plays.
    pub fn program_files(&self) -> Option<ProgramFiles> {
        self.command().map(ProgramFiles::of)
    }

    /// The name of the parameters' table in files, as in `[heuristic.NAME]`.
    pub fn table_name(&self) -> &'static str {
        self.heuristic().map_or(command::NAME, HeuristicKind::name)
    }

    /// The subject as far as games depend on it: how a program is run is left at its defaults.
    #[must_use]
    pub fn identity(&self) -> Self {
        self.command().map_or_else(|| self.clone(), |command| self.run_as(command.identity()))
    }

    /// Checks that every number of the player is in the range that its setting documents.
    ///
    /// # Errors
    /// The first setting out of its range, with the range.
    pub fn check(&self) -> Result<(), SettingsError> {
        match &self.player {
            Player::Board(player) => player.check(),
            Player::Program(command) => command.check(),
        }
    }

    /// The depth of the search, if the player has one.
    pub fn depth(&self) -> Option<Depth> {
        self.player()?.clone().depth_mut().copied()
    }

    /// The subject with its program started in another way.
    #[must_use]
    pub fn run_as(&self, command: CommandSettings) -> Self {
        Self { player: Player::Program(Box::new(command)), ..self.clone() }
    }

    /// The values of the parameters for this subject.
    pub fn with_values(self: &Arc<Self>, values: Vec<f64>) -> Configuration {
        Configuration { subject: Arc::clone(self), values }
    }
}

/// Writes the player in words, for example `expectimax depth 2` or `command ./solver --tune`.
impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.player {
            Player::Board(player) => player.fmt(formatter),
            Player::Program(command) => command.fmt(formatter),
        }
    }
}
