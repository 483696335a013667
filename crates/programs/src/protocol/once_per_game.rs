//! Programs that are started for each game, with seed and weights among their arguments.

use std::io::{self, Write};

use tempfile::NamedTempFile;
use tune2048_tuner::subject::{CommandSettings, Configuration};

use crate::protocol::request::weights_object;

/// Replaces all placeholders in the arguments of a program; those with a placeholder of a parameter that takes no
/// part are left out. Returns the program and its arguments, and the files that they name until they are dropped.
///
/// Fails if a weights file is asked for and cannot be written.
pub(crate) fn start_words(
    words: &[String],
    seed: u64,
    weights: &Configuration,
) -> io::Result<(Vec<String>, Vec<NamedTempFile>)> {
    let (program, arguments) = words.split_first().expect("settings name a program");
    let command = weights.subject.command().expect("a program plays");
    let mut files = Vec::new();
    let mut file = |name: &'static str, text: String| {
        let is_asked = arguments.iter().any(|word| word.contains(&format!("{{{name}}}")));
        is_asked.then(|| Ok::<_, io::Error>((name, path_of(&text, &mut files)?))).transpose()
    };
    let own = file("weights-file", weights_object(weights))?;
    let opponent = match &command.opponent {
        Some(opponent) => file("opponent-weights-file", opponent.to_json())?,
        None => None,
    };
    let parameters = weights.arguments();
    let parameters = parameters.iter().map(|(name, value)| (*name, value.to_string()));
    let engine = |words: &[String]| CommandSettings::new(words.to_vec()).command_line();
    let engines = [
        ("engine", engine(&command.engine)),
        ("opponent-engine", engine(command.engine_of_opponent())),
    ];
    // Of values of one name the first counts; no placeholder is replaced in a command line of an engine.
    let values = [("seed", seed.to_string())].into_iter().chain(own).chain(parameters);
    let values = values.chain(opponent).chain(engines);
    let values: Vec<_> = values.map(|(name, value)| (format!("{{{name}}}"), value)).collect();
    let unused = weights.unused();
    let is_used = |word: &&String| !unused.iter().any(|name| word.contains(&format!("{{{name}}}")));
    let replaced = |word: &String| {
        values.iter().fold(word.clone(), |word, (name, value)| word.replace(name, value))
    };
    let replaced = arguments.iter().filter(is_used).map(replaced);
    let words = std::iter::once(program.clone()).chain(replaced).collect();
    Ok((words, files))
}

/// Writes a text into another file, and returns its path.
fn path_of(text: &str, files: &mut Vec<NamedTempFile>) -> io::Result<String> {
    let mut file =
        tempfile::Builder::new().prefix("tune2048-weights-").suffix(".json").tempfile()?;
    file.write_all(text.as_bytes())?;
    let path = file.path().to_str().map(str::to_owned);
    files.push(file);
    path.ok_or_else(|| io::Error::other("the folder of temporary files has no UTF-8 name"))
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
        let (arguments, _) = start_words(&words, 12, &weights).unwrap();
        let expected = [
            "./{seed}",
            "--seed=12",
            "270.5/10000000000000000000000",
            "{270.5",
            "{other} {",
            "}12",
        ];
        assert_eq!(arguments, expected);
    }

    #[test]
    fn a_weights_file_is_written_for_each_game_and_removed() {
        let mut weights = parameters(&["empty"]);
        let words = ["./solver", "{seed}", "{weights-file}"].map(str::to_owned);
        for (value, text) in [(270.5, r#"{"empty": 270.5}"#), (3.0, r#"{"empty": 3}"#)] {
            weights.values = vec![value];
            let (arguments, files) = start_words(&words, 12, &weights).unwrap();
            assert_eq!(std::fs::read_to_string(&arguments[2]).unwrap(), text);
            drop(files);
            assert!(!std::path::Path::new(&arguments[2]).exists());
        }
    }
}
