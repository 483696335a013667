//! Programs that are started for each game, with seed and weights among their arguments.

use std::io::{self, Write};

use tempfile::NamedTempFile;
use tune2048_tuner::subject::{CommandSettings, Configuration};

use crate::protocol::request::weights_object;

/// The files with the weights of a candidate and of its opponent, for the process of one slot.
#[derive(Debug, Default)]
pub(crate) struct WeightsFiles {
    own: Option<Written>,
    /// The file of the opponent, which all candidates of a job share.
    opponent: Option<Written>,
}

/// A file, and the number of the candidate whose weights it has.
type Written = (usize, NamedTempFile);

impl WeightsFiles {
    /// The arguments for a game, with all placeholders replaced; those with a placeholder of a parameter
    /// that takes no part are left out.
    ///
    /// Fails if a weights file is asked for and cannot be written.
    pub(crate) fn arguments(
        &mut self,
        words: &[String],
        seed: u64,
        candidate: usize,
        weights: &Configuration,
    ) -> io::Result<Vec<String>> {
        let (program, arguments) = words.split_first().expect("settings name a program");
        let is_asked = |file: &str| arguments.iter().any(|word| word.contains(file));
        let command = weights.subject.command();
        let (mut own, mut other) = (None, None);
        if is_asked("{weights-file}") {
            own = Some(path(&mut self.own, candidate, || weights_object(weights))?);
        }
        if let Some(opponent) = command.and_then(|command| command.opponent.as_ref())
            && is_asked("{opponent-weights-file}")
        {
            other = Some(path(&mut self.opponent, 0, || opponent.to_json())?);
        }
        let engine = |words: &[String]| CommandSettings::new(words.to_vec()).command_line();
        let known = weights.arguments();
        let value = |name: &str| match name {
            "seed" => Some(seed.to_string()),
            "weights-file" => own.clone(),
            _ => {
                let found = known.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.to_string()).or_else(|| match name {
                    "opponent-weights-file" => other.clone(),
                    "engine" => command.map(|command| engine(&command.engine)),
                    "opponent-engine" => {
                        command.map(|command| engine(command.engine_of_opponent()))
                    }
                    _ => None,
                })
            }
        };
        let unused = weights.unused();
        let is_used =
            |word: &&String| !unused.iter().any(|name| word.contains(&format!("{{{name}}}")));
        let mut replaced = vec![program.clone()];
        replaced.extend(arguments.iter().filter(is_used).map(|word| replace(word, value)));
        Ok(replaced)
    }
}

/// The path of the file with the weights of a candidate, which is written unless it is there.
fn path(
    written: &mut Option<Written>,
    candidate: usize,
    weights: impl FnOnce() -> String,
) -> io::Result<String> {
    written.take_if(|(of, _)| *of != candidate);
    if written.is_none() {
        let mut file =
            tempfile::Builder::new().prefix("tune2048-weights-").suffix(".json").tempfile()?;
        file.write_all(weights().as_bytes())?;
        *written = Some((candidate, file));
    }
    let path = written.as_ref().and_then(|(_, file)| file.path().to_str());
    let unnamed = || io::Error::other("the folder of temporary files has no UTF-8 name");
    path.map(str::to_owned).ok_or_else(unnamed)
}

/// Replaces each `{NAME}` that has a value; other braces stay as they are.
fn replace(word: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut replaced = String::new();
    let mut rest = word;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        replaced += before;
        let named = from.find('}').and_then(|end| Some((end, value(&from[1..end])?)));
        match named {
            Some((end, value)) => {
                replaced += &value;
                rest = &from[end + 1..];
            }
            None => {
                replaced += "{";
                rest = &from[1..];
            }
        }
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_tuner::subject::Subject;

    fn parameters(names: &[&str]) -> Configuration {
        let command = CommandSettings::new(Vec::new());
        Configuration::defaults(Subject::program(command, names.iter().copied()))
    }

    #[test]
    fn placeholders_are_replaced_and_other_braces_stay() {
        let mut weights = parameters(&["empty", "lost"]);
        weights.values = vec![270.5, 1e22];
        let words =
            ["./{seed}", "--seed={seed}", "{empty}/{lost}", "{{empty}", "{other} {", "}{seed}"];
        let words = words.map(str::to_owned);
        let mut file = WeightsFiles::default();
        let arguments = file.arguments(&words, 12, 0, &weights).unwrap();
        let expected = [
            "./{seed}",
            "--seed=12",
            "270.5/10000000000000000000000",
            "{270.5",
            "{other} {",
            "}12",
        ];
        assert_eq!(arguments, expected);
        assert!(file.own.is_none());
    }

    #[test]
    fn a_weights_file_is_written_for_each_candidate_and_removed() {
        let mut weights = parameters(&["empty"]);
        weights.values = vec![270.5];
        let words = ["./solver", "{seed}", "{weights-file}"].map(str::to_owned);
        let mut file = WeightsFiles::default();
        let first = file.arguments(&words, 12, 0, &weights).unwrap();
        assert_eq!(std::fs::read_to_string(&first[2]).unwrap(), r#"{"empty": 270.5}"#);
        assert_eq!(file.arguments(&words, 13, 0, &weights).unwrap()[2], first[2]);
        weights.values = vec![3.0];
        let second = file.arguments(&words, 12, 1, &weights).unwrap();
        assert_eq!(std::fs::read_to_string(&second[2]).unwrap(), r#"{"empty": 3}"#);
        assert!(!std::path::Path::new(&first[2]).exists());
        drop(file);
        assert!(!std::path::Path::new(&second[2]).exists());
    }
}
