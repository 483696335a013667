//! The engines of both sides of a match, which one program starts.

use std::collections::BTreeMap;

use indexmap::IndexSet;

use super::command::CommandSettings;
use super::opponent::{ListedOpponent, ListedWeights, NamedOpponent, Opponent};
use tune2048_engine::player::SettingsError;
use tune2048_files::shell::quoted;
use tune2048_files::toml_errors::list;

impl CommandSettings {
    /// The engine of the other side: the own one, unless another is given.
    pub fn engine_of_opponent(&self) -> &[String] {
        if self.opponent_engine.is_empty() { &self.engine } else { &self.opponent_engine }
    }

    /// Whether `program` plays all of its games with the same engine on both sides.
    pub fn has_one_engine(&self) -> bool {
        self.engine_of_opponent() == self.engine
    }

    /// The opponents, if there is a list of them.
    pub fn opponents(&self) -> &[ListedOpponent] {
        match &self.opponent {
            Some(Opponent::List(opponents)) => opponents,
            _ => &[],
        }
    }

    /// The engines of all sides, with their arguments.
    pub fn engines(&self) -> impl Iterator<Item = &Vec<String>> {
        let listed = self.opponents().iter().map(|one| &one.engine);
        [&self.engine, &self.opponent_engine].into_iter().chain(listed).filter(|of| !of.is_empty())
    }

    /// The settings of a match against one of the opponents.
    pub(super) fn meeting(&self, opponent: &ListedOpponent) -> Self {
        let mut command = self.clone();
        if let ListedWeights::Given(weights) = &opponent.weights {
            command.opponent = Some(Opponent::Weights(weights.clone()));
        }
        if !opponent.engine.is_empty() {
            command.opponent_engine.clone_from(&opponent.engine);
        }
        command
    }

    /// The engines that the program starts, as ` with the engine X`; nothing without engines.
    pub(super) fn engines_in_words(&self) -> String {
        let lines: IndexSet<String> = self.engines().map(|words| line(words)).collect();
        let lines: Vec<String> = lines.into_iter().collect();
        match lines.len() {
            0 => String::new(),
            1 => format!(" with the engine {}", lines[0]),
            _ => format!(" with the engines {}", list(&lines, "and")),
        }
    }

    /// What plays each side of a match beside the engines: the program with its folder and environment.
    pub fn runner(&self) -> (&[String], Option<&str>, &BTreeMap<String, String>) {
        (&self.program, self.working_folder.as_deref(), &self.environment)
    }

    /// Refuses engines that never play, and an opponent that a program started for each game is not told of.
    pub(super) fn check_sides(&self) -> Result<(), SettingsError> {
        let takes = |name: &str| self.program.iter().skip(1).any(|word| word.contains(name));
        let for_each_game = self.is_started_for_each_game();
        if self.opponent.is_some() && for_each_game && !takes("{opponent-weights-file}") {
            let expected = "{opponent-weights-file} among the arguments of `program`, or no {seed}: \
                 the weights of the other side are in a file or in a request";
            return Err(SettingsError::of("opponent", "one", expected));
        }
        if for_each_game && !self.engine.is_empty() && !takes("{engine}") {
            let expected = "{engine} among the arguments of `program`, which starts it";
            return Err(SettingsError::of("engine", &line(&self.engine), expected));
        }
        if self.opponents().iter().any(|one| one.share == 0) {
            return Err(SettingsError::of("opponent", "share = 0", "a share of at least 1"));
        }
        if let Some(other) = self.engines().nth(usize::from(!self.engine.is_empty())) {
            let found = line(other);
            let of = |expected| Err(SettingsError::of("opponent-engine", &found, expected));
            if self.engine.is_empty() {
                return of("`engine` beside it: the runner starts both");
            }
            match self.opponent {
                Some(Opponent::Named(NamedOpponent::Other)) => {
                    return of("nothing: with opponent = \"self\" both sides play with `engine`");
                }
                None => return of("`opponent` beside it, such as \"start\""),
                Some(_) if for_each_game && !takes("{opponent-engine}") => {
                    return of("{opponent-engine} among the arguments of `program`");
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// Words as a line that a POSIX shell reads back.
pub(super) fn line(words: &[String]) -> String {
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
