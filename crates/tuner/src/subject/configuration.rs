//! A subject with values for its parameters, some of which take no part.

use std::collections::BTreeMap;
use std::sync::Arc;

use tune2048_engine::player::{SearchSetting, SettingsError};
use tune2048_engine::{
    BoardPlayer, Depth, HeuristicKind, PlayerSettings, Preset, WeightSpec, Weights,
};

use super::{Argument, Choice, CommandSettings, Encoding, Opponent, Player, Subject};

/// A subject with a value for each of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// Who plays.
    pub subject: Arc<Subject>,
    /// One finite number per entry of [`Subject::parameters`].
    pub values: Vec<f64>,
}

impl Configuration {
    /// The default of every parameter.
    pub fn defaults(subject: impl Into<Arc<Subject>>) -> Self {
        let subject = subject.into();
        Self { values: subject.parameters().iter().map(|spec| spec.default).collect(), subject }
    }

    /// A preset with its player.
    pub fn of_preset(preset: &Preset) -> Self {
        BoardPlayer { settings: preset.player(), weights: preset.weights() }.into()
    }

    /// The preset with these weights, whoever plays with them.
    pub fn preset(&self) -> Option<&'static Preset> {
        Preset::with_weights(&self.board_player()?.weights)
    }

    /// The value of a parameter, if there is one of this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.subject.index_of(name).map(|index| self.values[index])
    }

    /// The configuration with one value changed.
    ///
    /// # Panics
    /// If there is no parameter of this name.
    #[must_use]
    pub fn with(mut self, name: &str, value: f64) -> Self {
        let index = self.subject.index_of(name);
        let index = index.unwrap_or_else(|| panic!("{} has no weight {name}", self.subject));
        self.values[index] = value;
        self
    }

    /// Gives a parameter a value, as a user writes both.
    ///
    /// # Errors
    /// If there is no parameter of this name, or it cannot have the value, in words.
    pub fn set(&mut self, name: &str, value: &Choice) -> Result<(), String> {
        let index = self.subject.index_of(name).ok_or_else(|| {
            let names: Vec<_> = self.iter().map(|(spec, _)| &*spec.name).collect();
            format!("weights: found {name:?}, expected one of {}", names.join(", "))
        })?;
        let number = self.subject.parameter(index).number_of(value);
        self.values[index] = number.filter(|number| number.is_finite()).ok_or_else(|| {
            let found = value.to_json();
            format!(
                "weights: {name}: found {found}, expected a finite number or one of its choices"
            )
        })?;
        Ok(())
    }

    /// Each parameter with its value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&WeightSpec, f64)> + '_ {
        self.subject.parameters().iter().zip(self.values.iter().copied())
    }

    /// The parameters that take part, with their values as a program is given them.
    pub fn arguments(&self) -> Vec<(&str, Argument)> {
        let mut arguments: Vec<(&str, Argument)> = Vec::new();
        let active = self.subject.active(&self.values);
        for (index, (spec, value)) in self.iter().enumerate().filter(|(index, _)| active[*index]) {
            let parameter = self.subject.parameter(index);
            match (&parameter.encoding, arguments.last_mut()) {
                (Encoding::Entry(place), Some((_, Argument::Array(entries)))) if *place > 0 => {
                    entries.push(value);
                }
                (Encoding::Entry(_), _) => {
                    arguments.push((parameter.given_name(), Argument::Array(vec![value])));
                }
                _ => arguments.push((&spec.name, Argument::One(parameter.value(value)))),
            }
        }
        arguments
    }

    /// The parameters that take part, by name.
    pub(super) fn named_arguments(&self) -> BTreeMap<String, Argument> {
        let arguments = self.arguments().into_iter();
        arguments.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The parameters that take part, as those of an opponent.
    pub fn as_opponent(&self) -> Opponent {
        Opponent::Weights(self.named_arguments())
    }

    /// The configuration played against another one, with its engine if it has one.
    #[must_use]
    pub fn against(&self, other: &Self) -> Self {
        let Some(command) = self.subject.command() else { return self.clone() };
        let engine = other.subject.command().map_or(&[][..], |its| &its.engine);
        let is_same = engine == command.engine;
        self.played_as(Player::Program(Box::new(CommandSettings {
            opponent: Some(other.as_opponent()),
            opponent_engine: if is_same { Vec::new() } else { engine.to_vec() },
            won_score: command.won_score.or(Some(1.0)).filter(|_| !command.margins),
            ..command.clone()
        })))
    }

    /// The names of the parameters and arrays of a program that take no part.
    pub fn unused(&self) -> Vec<&str> {
        let parameters = self.subject.program_parameters().iter();
        let active = self.subject.active(&self.values);
        let unused = parameters.zip(active).filter(|(_, is_active)| !is_active);
        unused.map(|(parameter, _)| parameter.given_name()).collect()
    }

    /// The value of the parameter at this index; `None` if it takes no part.
    pub fn value(&self, index: usize) -> Option<Choice> {
        self.subject.active(&self.values)[index].then(|| self.value_at(index))
    }

    /// The value of the parameter at this index, whether or not it takes part.
    pub(crate) fn value_at(&self, index: usize) -> Choice {
        self.subject.parameter(index).value(self.values[index])
    }

    /// Each parameter by name with its value, none if it takes no part.
    pub fn named(&self) -> impl Iterator<Item = (String, Option<Choice>)> {
        let named = self.iter().enumerate().zip(self.subject.active(&self.values));
        named.map(|((at, (spec, _)), is_active)| {
            (spec.name.to_string(), is_active.then(|| self.value_at(at)))
        })
    }

    /// The value of the parameter at this index as a text where its number does not say it: where it
    /// is chosen from a list, or takes no part.
    pub fn word(&self, index: usize) -> Option<String> {
        let parameter = self.subject.program_parameters().get(index)?;
        match self.value(index) {
            None => Some("not used".to_owned()),
            Some(value) => {
                matches!(parameter.encoding, Encoding::Choice(_)).then(|| value.to_string())
            }
        }
    }

    /// The player of this library with its weights, unless the subject is a program.
    pub fn board_player(&self) -> Option<BoardPlayer> {
        let (mut settings, heuristic) =
            (self.subject.player()?.clone(), self.subject.heuristic()?.clone());
        let (weights, tuned) = self.values.split_at(heuristic.weights().len());
        // Only expectimax has settings that are tuned.
        if let PlayerSettings::Expectimax(player) = &mut settings {
            for (spec, value) in self.subject.search_settings().iter().zip(tuned) {
                if let Some(setting) = SearchSetting::find(&spec.name) {
                    setting.set(player, *value);
                }
            }
        }
        let weights = Weights { values: weights.to_vec(), heuristic };
        Some(BoardPlayer { settings, weights })
    }

    /// The configuration without settings of the search among its parameters: they become those of
    /// the player.
    #[must_use]
    pub fn resolved(&self) -> Self {
        self.board_player().map_or_else(|| self.clone(), Self::from)
    }

    /// The configuration played to another depth; `option` names the depth in the error.
    ///
    /// # Errors
    /// If the player does not search to a depth.
    pub fn at_depth(&self, depth: Depth, option: &'static str) -> Result<Self, SettingsError> {
        let mut deep = self.clone();
        let own = match &mut Arc::make_mut(&mut deep.subject).player {
            Player::Board(player) => player.depth_mut(),
            Player::Program(_) => None,
        };
        *own.ok_or_else(|| SettingsError::no_depth(option, &*self.subject))? = depth;
        Ok(deep)
    }

    /// The configuration with another player or program, as far as it can use the values: a player
    /// takes weights of a heuristic, a program the parameters of one.
    #[must_use]
    pub fn played_as(&self, player: Player) -> Self {
        if matches!(player, Player::Program(_)) != self.subject.is_program() {
            return Self::defaults(Subject::without_weights(player));
        }
        let mut played = self.clone();
        Arc::make_mut(&mut played.subject).player = player;
        played
    }

    /// Whether the player needs a heuristic, and has none.
    pub fn lacks_heuristic(&self) -> bool {
        self.subject.player().is_some_and(PlayerSettings::uses_heuristic)
            && self.subject.heuristic() == Some(&HeuristicKind::None)
    }

    /// The configuration as far as games depend on it: how a program is run is left at its
    /// defaults.
    #[must_use]
    pub fn identity(&self) -> Self {
        let resolved = self.resolved();
        Self { subject: Arc::new(resolved.subject.identity()), ..resolved }
    }
}

impl From<BoardPlayer> for Configuration {
    fn from(player: BoardPlayer) -> Self {
        Self {
            subject: Arc::new(Subject::board(player.settings, player.weights.heuristic)),
            values: player.weights.values,
        }
    }
}

impl Subject {
    /// Whether each parameter takes part with these values.
    pub fn active(&self, values: &[f64]) -> Vec<bool> {
        let mut active: Vec<bool> = Vec::with_capacity(values.len());
        for index in 0..values.len() {
            let holds = self.parameter(index).only_when.iter().all(|condition| {
                let earlier = &self.forms[..index];
                let place = earlier.iter().position(|other| other.name == condition.parameter);
                place.is_some_and(|place| {
                    let value = earlier[place].value(values[place]);
                    active[place] && condition.values.contains(&value)
                })
            });
            active.push(holds);
        }
        active
    }

    /// The configuration of this subject that plays as another one, whose settings of the search
    /// may be those of its player, and which may lack the parameters of a program that take no part:
    /// they have the values in `start`. `None` if there is none.
    pub fn playing_as(
        self: &Arc<Self>,
        other: &Configuration,
        start: &[f64],
    ) -> Option<Configuration> {
        let its = &other.subject;
        if self.has_parameters_of(its) {
            return Some(self.with_values(other.values.clone()));
        }
        let values = match (&self.player, &its.player) {
            (Player::Program(_), Player::Program(_)) => self.adopt(other, start)?,
            (Player::Board(_), Player::Board(PlayerSettings::Expectimax(player)))
                if self.heuristic == its.heuristic && its.search_settings().is_empty() =>
            {
                let settings = self.search_settings().iter();
                let settings = settings.map(|spec| SearchSetting::find(&spec.name)?.get(player));
                [other.values.clone(), settings.collect::<Option<_>>()?].concat()
            }
            _ => return None,
        };
        Some(self.with_values(values))
    }

    /// The values for these parameters of a program with the same names. A parameter that takes no part
    /// there may be missing; it keeps the value in `start`.
    fn adopt(&self, other: &Configuration, start: &[f64]) -> Option<Vec<f64>> {
        let its = &other.subject;
        if its.parameters.iter().any(|spec| self.index_of(&spec.name).is_none()) {
            return None;
        }
        let mut adopted = start.to_vec();
        let mut missing = Vec::new();
        for (place, own) in self.forms.iter().enumerate() {
            match its.index_of(&own.name) {
                Some(index) => adopted[place] = own.number_of(&other.value_at(index))?,
                None => missing.push(place),
            }
        }
        let active = self.active(&adopted);
        missing.iter().all(|&place| !active[place]).then_some(adopted)
    }
}
