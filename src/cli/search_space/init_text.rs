//! The text of the search space that `init` writes. Its comments come from the lists of heuristics.

use std::path::Path;

use tune2048_engine::heuristic::expressions::VARIABLES;
use tune2048_engine::heuristic::{
    HeuristicKind, WeightSpec, corner_matrix, differences, exponential_snake, expressions, rows,
};
use tune2048_engine::player::{Depth, ExpectimaxSettings, PlayerSettings, TerminalValue};
use tune2048_engine::presets::Preset;
use tune2048_files::toml_errors::{toml_key, toml_string};
use tune2048_tuner::space::{CampaignSpec, placeholders};
use tune2048_tuner::subject::command;

use crate::cli::terminal::{BadInput, grouped};

/// The parameters that `init --command` writes for those of the user's program.
const PLACEHOLDERS: [&str; 2] = ["placeholder-tuned", "placeholder-fixed"];

/// Weights that stay fixed: a common factor of all weights would hardly change the games.
const ANCHORS: [(&str, &str); 3] =
    [(rows::NAME, "constant"), (exponential_snake::NAME, "sum"), (differences::NAME, "sum")];

/// Returns a search space with comments, with tables that say what is tuned.
pub(crate) fn search_space(name: &str, subject: &str) -> String {
    let (tiles, minimize) = match subject.contains("[player.command]") {
        true => ("", "; costs are minimized: `minimize` in its place"),
        false => (", or \"tile-share\" with `tile`", ""),
    };
    let goal = GOAL.replace("TILES", &format!("{tiles}{minimize}"));
    format!(
        "# A search space: what is tuned, how games are played, how many games are spent.\n\
         # `tune2048 help search-space` explains every key; all that are left out have defaults.\n\n\
         # The results are kept in results/{name}.\n\
         name = {}\n\
         # The same file and seed give the same results.\n\
         seed = 1\n\n\
         {subject}\n{goal}",
        toml_string(name)
    )
}

/// The tables after what is tuned.
const GOAL: &str = include_str!("init_goal.toml");

/// Returns the tables of a program, by its command line: with the parameters that it names in braces.
pub(crate) fn program(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let named = words.iter().flat_map(|word| placeholders(word)).filter(|name| *name != "seed");
    let named: std::collections::BTreeSet<&str> = named.collect();
    if named.is_empty() && line.contains("{seed}") && !line.contains("{weights-file}") {
        words.push("{placeholder-tuned}");
    }
    let tuned =
        |name: &str| format!("{} = {{ start = 100, low = 0, high = 1000 }}\n", toml_key(name));
    let (fill, remove, parameters) = match named.is_empty() {
        true => (
            "one line for each parameter of yours",
            " Remove both placeholders.",
            tuned("placeholder-tuned") + "placeholder-fixed = 1\n",
        ),
        false => (
            "the start and the range of each parameter",
            "",
            named.into_iter().map(tuned).collect(),
        ),
    };
    let words: Vec<String> = words.into_iter().map(toml_string).collect();
    let text = include_str!("init_program.toml").replace("MEANING", command::MEANING);
    let text = text.replace("FILL", fill).replace("REMOVE", remove);
    text.replace("PARAMETERS", &parameters).replace("WORDS", &words.join(", "))
}

/// Returns the tables of a heuristic, by its name, and of an expectimax player.
pub(crate) fn heuristic(heuristic: &str, depth: Depth) -> String {
    player(heuristic, depth) + &weights(heuristic)
}

fn player(heuristic: &str, depth: Depth) -> String {
    let depth = toml::Value::try_from(depth).map_or("1".to_owned(), |depth| depth.to_string());
    let mut text = format!(
        "# Expectimax: the depth is how many spawns the search looks past. More play better and slower.\n\
         [player.expectimax]\n\
         depth = {depth}\n"
    );
    let preset = Preset::of_heuristic(heuristic).next();
    if let Some(PlayerSettings::Expectimax(settings)) = preset.map(Preset::player)
        && settings.dead_value != ExpectimaxSettings::default().dead_value
    {
        let value = match settings.dead_value {
            TerminalValue::Number(value) => format!("{value:e}"),
            TerminalValue::Static(_) => toml_string("static"),
        };
        text += &format!(
            "# The value of a lost position, where 0 would be more than that of many others.\n\
             dead-value = {value}\n"
        );
    }
    text + "\n"
}

/// Returns the table of a heuristic.
fn weights(heuristic: &str) -> String {
    if heuristic == expressions::NAME {
        let variables = VARIABLES.iter().map(|(name, meaning)| format!("#   {name:<8}{meaning}\n"));
        let text = include_str!("init_expressions.toml");
        return text.replace("# VARIABLES\n", &variables.collect::<String>());
    }
    let mut kinds = HeuristicKind::ALL.iter().rev();
    let kind = kinds.find(|kind| kind.name() == heuristic).unwrap_or(&HeuristicKind::Rows);
    let (matrix, more) = match kind {
        HeuristicKind::CornerMatrix(_) => (
            "# Any matrix, from the published one; layout = \"reading-order\" or \"diagonal\" keeps an order.\n\
             matrix = { layout = \"free\", start = \"corner-published\", low = -0.2, high = 0.6 }\n",
            "",
        ),
        HeuristicKind::Rows => ("", "# `tune2048 help heuristics` has more terms.\n"),
        _ => ("", ""),
    };
    format!(
        "# {}\n\
         # \"tune\" tunes a weight from its default within its natural range, both beside it. Other\n\
         # ranges: {{ start = 2, low = 1, high = 3 }}, with scale = \"log\" for equal factors. A number\n\
         # stays fixed.\n\
         [heuristic.{heuristic}]\n\
         {}{matrix}{}{more}",
        kind.meaning(),
        setting(kind),
        lines(kind)
    )
}

/// Returns the lines of the option beside the weights.
fn setting(kind: &HeuristicKind) -> String {
    kind.setting().map_or(String::new(), |setting| {
        format!("# {}\n{} = {}\n", setting.meaning, setting.name, setting.value)
    })
}

/// Returns two lines for each weight: its meaning, and its entry.
fn lines(kind: &HeuristicKind) -> String {
    let mut text = String::new();
    let square = if kind.square().is_some() { corner_matrix::CELLS } else { 0 };
    let weights = kind.weights();
    if kind.square() == Some("exponents") {
        let row = "    [\"tune\", \"tune\", \"tune\", \"tune\"],\n".repeat(4);
        text += &format!("# {}\nexponents = [\n{row}]\n", weights[0].meaning);
    }
    for weight in &weights[square..] {
        let WeightSpec { name, default, low, high, meaning } = weight;
        let range = range(weight);
        text += &format!("# {meaning}\n");
        text += &if ANCHORS.contains(&(kind.name(), name)) {
            format!("{name} = {default}  # stays: the others have their sizes beside it\n")
        } else if default <= low || high <= default {
            // A start at a bound of the range hinders the search.
            format!("# {name} = \"tune\"  # {range}\n")
        } else if *default > 0.0 && default - low < 0.01 * (high - low) {
            // So close to the low end that equal steps would hardly try less.
            let low = default / 100.0;
            format!("{name} = {{ low = {low}, high = {high}, scale = \"log\" }}  # {range}\n")
        } else {
            format!("{name} = \"tune\"  # {range}\n")
        };
    }
    text
}

fn range(weight: &WeightSpec) -> String {
    let number = |value: f64| {
        if value.abs() >= 1000.0 { grouped(value) } else { value.to_string() }
    };
    let [default, low, high] = [weight.default, weight.low, weight.high].map(number);
    format!("from {default}, {low} to {high}")
}

/// Checks that a search space has none of the parameters that stand for the user's own.
///
/// # Errors
/// The first of them.
pub(crate) fn check_is_filled_in(path: &Path, spec: &CampaignSpec) -> Result<(), BadInput> {
    let mut parameters = spec.subject().parameters().iter();
    let found = parameters.find(|parameter| PLACEHOLDERS.contains(&&*parameter.name));
    found.map_or(Ok(()), |parameter| {
        Err(BadInput(format!(
            "{}: heuristic.command: found `{}`, expected the parameters of your program - write a \
             line for each of them, and remove both placeholders",
            path.display(),
            parameter.name
        )))
    })
}
