//! The engines of both sides of a match, which one program starts.

use std::collections::BTreeMap;

use super::command::CommandSettings;
use super::opponent::{NamedOpponent, Opponent};
use tune2048_engine::player::SettingsError;
use tune2048_files::shell::quoted;

impl CommandSettings {
    /// The engine of the other side: the own one, unless another is given.
    pub fn engine_of_opponent(&self) -> &[String] {
        if self.opponent_engine.is_empty() { &self.engine } else { &self.opponent_engine }
    }

    /// Whether `program` plays all of its games with the same engine on both sides.
    pub fn has_one_engine(&self) -> bool {
        self.engine_of_opponent() == self.engine
    }

    /// The engines that the program starts, as ` with the engine X`; nothing without engines.
    pub(super) fn engines_in_words(&self) -> String {
        match (line(&self.engine), line(&self.opponent_engine)) {
            (own, _) if own.is_empty() => own,
            (own, other) if other.is_empty() => format!(" with the engine {own}"),
            (own, other) => format!(" with the engines {own} and {other}"),
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
        if !self.opponent_engine.is_empty() {
            let found = line(&self.opponent_engine);
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
