//! Several opponents of a match, some of them in weights files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml_edit::{Array, DocumentMut, Value};

use crate::subject::{
    Argument, CommandSettings, Configuration, ListedOpponent, ListedWeights, Opponent, Player,
    Subject,
};
use tune2048_files::text;
use tune2048_files::toml_errors::Document;

/// The path of the setting.
const OPPONENT: &str = "player.command.opponent";

/// The word for the starting weights.
const START: &str = "start";

/// Reads the weights files that a list of opponents names.
pub(super) fn read_files(player: &mut Player, document: &mut Document<'_>) {
    let Player::Program(command) = player else { return };
    let runner = command.program.clone();
    let Some(Opponent::List(opponents)) = &mut command.opponent else { return };
    if opponents.is_empty() {
        let message = format!("`{OPPONENT}` is empty");
        let label = "expected opponents, found none";
        document.report_at(OPPONENT, message, label, "name one, such as \"start\"");
    }
    for (place, opponent) in opponents.iter_mut().enumerate() {
        let ListedWeights::Word(word) = &opponent.weights else {
            if opponent.name.is_empty() {
                opponent.name = format!("opponent {}", place + 1);
            }
            continue;
        };
        let read = match word.as_str() {
            START => continue,
            "self" => Err("candidates that play each other have \"self\" alone".to_owned()),
            file => read_file(Path::new(file), &runner),
        };
        match read {
            Ok((weights, engine)) => {
                opponent.weights = ListedWeights::Given(weights);
                if opponent.engine.is_empty() {
                    opponent.engine = engine;
                }
            }
            Err(problem) => {
                let message = format!("`{OPPONENT}`: {word:?} cannot be one of several opponents");
                let path = format!("{OPPONENT}.{place}");
                let help = "expected \"start\", a weights file of the same runner, or the folder of a campaign";
                document.report_at(&path, message, problem, help);
            }
        }
    }
}

/// Weights, and the build that plays with them.
type WeightsAndEngine = (BTreeMap<String, Argument>, Vec<String>);

/// Returns the weights and the engine in a file of weights of this runner, or the problem.
fn read_file(file: &Path, runner: &[String]) -> Result<WeightsAndEngine, String> {
    let path = if file.is_dir() { file.join("best.toml") } else { PathBuf::from(file) };
    let name = path.display();
    let fails = |error: toml::de::Error| format!("{name}: {}", error.message().trim_end());
    let table: toml::Table = text::read(&path)?.parse().map_err(fails)?;
    let at = |keys: [&str; 2]| table.get(keys[0]).and_then(|found| found.get(keys[1])).cloned();
    let command = at(["player", "command"]);
    let words = |key: &str| {
        let found = command.as_ref().and_then(|command| command.get(key));
        found.map_or(Ok(Vec::new()), |words| words.clone().try_into::<Vec<String>>())
    };
    let found = words("program").map_err(fails)?;
    if !runner.is_empty() && found != runner {
        let found = Subject::program(CommandSettings::new(found), []);
        return Err(format!("{name} is played by `{found}`"));
    }
    let weights = at(["heuristic", "command"]).unwrap_or_else(|| toml::Table::new().into());
    Ok((weights.try_into().map_err(fails)?, words("engine").map_err(fails)?))
}

/// Returns the opponents of a match with the weights that stand for a word.
pub(super) fn settled(opponent: &Opponent, start: &Configuration) -> Opponent {
    let of_start = || start.as_opponent();
    match opponent {
        Opponent::Named(_) => of_start(),
        Opponent::Weights(_) => opponent.clone(),
        Opponent::List(opponents) => {
            let settled = opponents.iter().map(|one| match (&one.weights, of_start()) {
                (ListedWeights::Word(_), Opponent::Weights(weights)) => {
                    ListedOpponent { weights: ListedWeights::Given(weights), ..one.clone() }
                }
                _ => one.clone(),
            });
            Opponent::List(settled.collect())
        }
    }
}

/// Returns the text of a search space for the record of a campaign, which holds the weights of opponents in place of
/// their files.
pub(crate) fn self_contained(text: &str, opponents: &[ListedOpponent]) -> String {
    let Ok(mut document) = text.parse::<DocumentMut>() else { return text.to_owned() };
    let mut keys = OPPONENT.split('.');
    let list = keys.try_fold(document.as_item_mut(), |at, key| at.get_mut(key));
    let Some(list) = list else { return text.to_owned() };
    list.make_value();
    let Some(list) = list.as_array_mut() else { return text.to_owned() };
    let is_file = |entry: &Value| {
        let table = entry.as_inline_table();
        let weights = table.map_or(Some(entry), |table| table.get("weights"));
        weights.and_then(Value::as_str).is_some_and(|word| word != START)
    };
    if !list.iter().any(is_file) {
        return text.to_owned();
    }
    let entries = list.iter().zip(opponents).map(|(entry, opponent)| match is_file(entry) {
        true => {
            let value = toml::Value::try_from(opponent).expect("an opponent has a TOML form");
            value.to_string().parse().expect("a value is written as TOML")
        }
        false => entry.clone(),
    });
    *list = entries.collect::<Array>();
    document.to_string()
}
