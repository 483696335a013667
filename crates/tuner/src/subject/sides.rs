//! The engines of both sides of a match, which one program starts.

use std::collections::BTreeMap;

use indexmap::IndexSet;

use super::command::{CommandSettings, refuse};
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

    /// The engines that the program starts, as ` with X`; nothing without engines.
    pub(super) fn engines_in_words(&self) -> String {
        let lines: IndexSet<String> = self.engines().map(|words| line(words)).collect();
        let lines: Vec<String> = lines.into_iter().collect();
        if lines.is_empty() { String::new() } else { format!(" with {}", list(&lines, "and")) }
    }

    /// What plays each side of a match beside the engines: the program with its folder and environment.
    pub fn runner(&self) -> (&[String], Option<&str>, &BTreeMap<String, String>) {
        (&self.program, self.working_folder.as_deref(), &self.environment)
    }

    /// Refuses engines that never play, and an opponent that a program started for each game is not told of.
    pub(super) fn check_sides(&self) -> Result<(), SettingsError> {
        let takes = |name: &str| self.program.iter().skip(1).any(|word| word.contains(name));
        let hides = |name: &str| self.is_started_for_each_game() && !takes(name);
        let expected = "{opponent-weights-file} among the arguments of `program`, or no {seed}: \
             the weights of the other side are in a file or in a request";
        let is_hidden = self.opponent.is_some() && hides("{opponent-weights-file}");
        refuse("opponent", is_hidden.then_some("one"), expected)?;
        let expected = "{engine} among the arguments of `program`, which starts it";
        let is_hidden = !self.engine.is_empty() && hides("{engine}");
        refuse("engine", is_hidden.then(|| line(&self.engine)), expected)?;
        let is_idle = self.opponents().iter().any(|one| one.share == 0);
        refuse("opponent", is_idle.then_some("share = 0"), "a share of at least 1")?;
        let other = self.engines().nth(usize::from(!self.engine.is_empty()));
        let expected = match self.opponent {
            _ if self.engine.is_empty() => "`engine` beside it: the runner starts both",
            Some(Opponent::Named(NamedOpponent::Other)) => {
                "nothing: with opponent = \"self\" both sides play with `engine`"
            }
            None => "`opponent` beside it, such as \"start\"",
            Some(_) if hides("{opponent-engine}") => {
                "{opponent-engine} among the arguments of `program`"
            }
            Some(_) => return Ok(()),
        };
        refuse("opponent-engine", other.map(|words| line(words)), expected)
    }
}

/// Words as a line that a POSIX shell reads back.
pub(super) fn line(words: &[String]) -> String {
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
