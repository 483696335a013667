//! Export as a file that `tune2048 learn` takes.

use std::fmt::Write;

use super::{ExportError, provenance};
use crate::toml_errors::number;
use crate::weights_file::WeightsFile;
use tune2048_engine::heuristic::{HeuristicKind, LearningNumbers};
use tune2048_engine::player::TupleChoice;

pub(super) fn export(file: &WeightsFile) -> Result<String, ExportError> {
    let subject = &file.weights.subject;
    let (Some(HeuristicKind::Learning(method)), Some(settings)) = (
        subject.heuristic(),
        subject.player().and_then(|player| player.learning()),
    ) else {
        return Err(ExportError::NoLearning(subject.table_name()));
    };
    let numbers = LearningNumbers::new(*method, &file.weights.values)
        .map_err(|error| ExportError::NoLearningRun(error.to_string()))?;
    let mut text = String::new();
    for line in provenance::lines(file) {
        let _ = writeln!(text, "# {line}");
    }
    let _ = writeln!(
        text,
        "# These numbers were chosen for runs of {} games: longer runs may want others.\n\n\
         games = {}",
        settings.games, settings.games
    );
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let tuples = match &settings.tuples {
        TupleChoice::Set(name) => quoted(name),
        TupleChoice::List(tuples) => {
            let tuples: Vec<String> = tuples.iter().map(|tuple| quoted(tuple)).collect();
            format!("[{}]", tuples.join(", "))
        }
    };
    let _ = writeln!(text, "tuples = {tuples}");
    if !numbers.stages.is_empty() {
        let _ = writeln!(text, "stages = {:?}", numbers.stages);
    }
    let _ = writeln!(
        text,
        "\n[method]\nkind = \"{}\"\nlearning-rate = {}\nlambda = {}",
        method.name(),
        number(numbers.learning_rate),
        number(numbers.lambda)
    );
    if let Some(horizon) = numbers.horizon {
        let _ = writeln!(text, "horizon = {horizon}");
    }
    let _ = writeln!(text, "initial-value = {}", number(numbers.initial_value));
    if let Some(share) = numbers.fine_tuning {
        let _ = writeln!(text, "fine-tuning = {}", number(share));
    }
    Ok(text)
}
