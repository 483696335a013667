//! What is tuned and measured: something with named parameters that plays seeded games.
//!
//! A [`Subject`] is a player of this library or a program of the user, and the one place that tells
//! them apart. A [`Configuration`] gives it values, a [`Job`] asks for games of several, and what
//! implements [`Evaluate`] plays them.

mod board;
pub mod command;
mod configuration;
mod evaluate;
mod final_batch;
mod in_words;
mod job;
mod opponent;
pub mod parameter;
mod player;
mod program;
pub mod program_files;
mod sides;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tune2048_engine::heuristic::{HeuristicKind, WeightSpec};
use tune2048_engine::player::{Depth, PlayerSettings, SearchSetting, SettingsError};

pub use board::BoardSubject;
pub use command::{CommandSettings, Plays};
pub use configuration::Configuration;
pub use evaluate::{
    CandidateGames, Evaluate, GameFailure, ProgramGame, by_opponent, record_stream,
};
pub use job::{Job, RequiredMetrics};
pub use opponent::{ListedOpponent, ListedWeights, NamedOpponent, Opponent, met_by};
use parameter::NUMBER;
pub use parameter::{Argument, Choice, Condition, Encoding, Parameter, json_object};
pub use player::Player;
pub use program::ProgramSubject;
use program_files::ProgramFiles;

/// Something with named parameters that plays seeded games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A player of this library with its heuristic. Its parameters are the weights of the
    /// heuristic, then the settings of the search that are tuned.
    Board(BoardSubject),
    /// A program of the user with its parameters.
    Program(Box<ProgramSubject>),
}

impl Subject {
    /// A player with its heuristic, whose weights are the parameters.
    pub fn board(player: PlayerSettings, heuristic: HeuristicKind) -> Self {
        Self::board_tuning(player, heuristic, [])
    }

    /// A player with its heuristic, and the settings of the search of these names beside its
    /// weights; unknown names and those of weights are ignored.
    pub fn board_tuning<'n>(
        player: PlayerSettings,
        heuristic: HeuristicKind,
        settings: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        Self::Board(BoardSubject::new(player, heuristic, settings))
    }

    /// A program with parameters of these names, in order.
    pub fn program<'n>(
        command: CommandSettings,
        parameters: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let parameters = parameters.into_iter().map(Parameter::number);
        Self::Program(Box::new(ProgramSubject::new(command, parameters.collect())))
    }

    /// The parameters, in the order of their values.
    pub fn parameters(&self) -> &[WeightSpec] {
        match self {
            Self::Board(board) => &board.parameters,
            Self::Program(program) => &program.specs,
        }
    }

    /// The parameters of a program with their forms and conditions; none of a player of this library.
    pub fn program_parameters(&self) -> &[Parameter] {
        match self {
            Self::Board(_) => &[],
            Self::Program(program) => program.parameters(),
        }
    }

    /// The form and the conditions of the parameter at this index.
    pub(crate) fn parameter(&self, index: usize) -> &Parameter {
        self.program_parameters().get(index).unwrap_or(&NUMBER)
    }

    /// Whether each parameter takes part with these values.
    pub fn active(&self, values: &[f64]) -> Vec<bool> {
        match self {
            Self::Board(_) => vec![true; values.len()],
            Self::Program(program) => program.active(values),
        }
    }

    /// The index of a parameter in the list.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.parameters().iter().position(|spec| spec.name == name)
    }

    /// The parameters that are settings of the search; they come last.
    pub fn search_settings(&self) -> &[WeightSpec] {
        self.as_board().map_or(&[], BoardSubject::settings)
    }

    /// Whether another subject has the same parameters, whoever plays with them.
    pub fn has_parameters_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Board(own), Self::Board(its)) => {
                own.heuristic() == its.heuristic() && own.settings() == its.settings()
            }
            (Self::Program(own), Self::Program(its)) => own.parameters() == its.parameters(),
            _ => false,
        }
    }

    /// The player of this library with its heuristic, unless a program plays.
    fn as_board(&self) -> Option<&BoardSubject> {
        match self {
            Self::Board(board) => Some(board),
            Self::Program(_) => None,
        }
    }

    /// The heuristic, unless a program plays.
    pub fn heuristic(&self) -> Option<&HeuristicKind> {
        self.as_board().map(BoardSubject::heuristic)
    }

    /// The player of this library, unless a program plays.
    pub fn player(&self) -> Option<&PlayerSettings> {
        Some(&self.as_board()?.player)
    }

    /// The player that a file gives with parameters of a program; another program stands for a
    /// player of this library.
    pub fn of_parameters(player: &Player, parameters: Vec<Parameter>) -> Self {
        let command = match player {
            Player::Program(command) => CommandSettings::clone(command),
            Player::Board(_) => CommandSettings::new(Vec::new()),
        };
        Self::Program(Box::new(ProgramSubject::new(command, parameters)))
    }

    /// The player that a file gives without weights.
    pub fn without_weights(player: Player) -> Self {
        match player {
            Player::Board(player) => Self::board(player, HeuristicKind::None),
            Player::Program(command) => Self::program(*command, []),
        }
    }

    /// Whether the parameters have names that the program of a user knows, and that say nothing
    /// here.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Program(_))
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

    /// Whether another subject has the same heuristic, or is a program with the same parameters.
    pub fn shares_heuristic(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Board(own), Self::Board(its)) => own.heuristic() == its.heuristic(),
            _ => self.has_parameters_of(other),
        }
    }

    /// The files of the program with their checksums, if one plays.
    pub fn program_files(&self) -> Option<ProgramFiles> {
        self.command().map(ProgramFiles::of)
    }

    /// The program, if one plays.
    pub fn command(&self) -> Option<&CommandSettings> {
        match self {
            Self::Board(_) => None,
            Self::Program(program) => Some(&program.command),
        }
    }

    /// The name of the parameters' table in files, as in `[heuristic.NAME]`.
    pub fn table_name(&self) -> &'static str {
        match self {
            Self::Board(board) => board.heuristic().name(),
            Self::Program(_) => command::NAME,
        }
    }

    /// The player as files and records write it.
    pub fn player_table(&self) -> Player {
        match self {
            Self::Board(board) => Player::Board(board.player.clone()),
            Self::Program(program) => Player::Program(Box::new(program.command.clone())),
        }
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
        match self {
            Self::Board(board) => board.player.check(),
            Self::Program(program) => program.command.check(),
        }
    }

    /// The depth of the search, if the player has one.
    pub fn depth(&self) -> Option<Depth> {
        self.player()?.clone().depth_mut().copied()
    }

    /// The subject played to another depth; `option` names the depth in the error.
    ///
    /// # Errors
    /// If the player does not search to a depth.
    pub fn at_depth(&self, depth: Depth, option: &'static str) -> Result<Self, SettingsError> {
        let mut subject = self.clone();
        match &mut subject {
            Self::Board(board) => board.player.set_depth(depth, option)?,
            Self::Program(_) => return Err(SettingsError::no_depth(option, self)),
        }
        Ok(subject)
    }

    /// The subject with its program started in another way, unchanged if a player of this library
    /// plays.
    #[must_use]
    pub fn run_as(&self, command: CommandSettings) -> Self {
        let mut subject = self.clone();
        if let Self::Program(program) = &mut subject {
            program.command = command;
        }
        subject
    }

    /// The configuration of this subject that plays as another one, whose settings of the search
    /// may be those of its player, and which may lack the parameters of a program that take no part:
    /// they have the values in `start`. `None` if there is none.
    pub fn playing_as(
        self: &Arc<Self>,
        other: &Configuration,
        start: &[f64],
    ) -> Option<Configuration> {
        if self.has_parameters_of(&other.subject) {
            return Some(self.with_values(other.values.clone()));
        }
        let (own, its) = match (&**self, &*other.subject) {
            (Self::Board(own), Self::Board(its)) => (own, its),
            (Self::Program(own), Self::Program(its)) => {
                return Some(self.with_values(own.adopt(its, &other.values, start)?));
            }
            _ => return None,
        };
        let PlayerSettings::Expectimax(its_settings) = &its.player else { return None };
        let settings = own.settings().iter();
        let settings =
            settings.map(|setting| SearchSetting::find(&setting.name)?.get(its_settings));
        let settings = settings.collect::<Option<Vec<f64>>>()?;
        let is_same = own.heuristic() == its.heuristic();
        is_same.then(|| self.with_values([other.values.clone(), settings].concat()))
    }

    /// The values of the parameters for this subject.
    pub fn with_values(self: &Arc<Self>, values: Vec<f64>) -> Configuration {
        Configuration { subject: Arc::clone(self), values }
    }
}

/// Writes the player in words, for example `expectimax depth 2` or `command ./solver --tune`.
impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) => board.player.fmt(formatter),
            Self::Program(program) => program.command.fmt(formatter),
        }
    }
}
