//! The player that is a program, and its parameters in a file.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::expression_entry::{Name, report_names};
use super::parameter_entry::{PARAMETERS, ParameterEntry};
use crate::subject::{Parameter, Player, Subject};
use tune2048_files::toml_errors::{Document, Mistake, shown};

/// The largest length of a parameter's name.
const MAX_NAME: usize = 60;

/// Parameters of the program by name, fixed or tuned: a tuned one has a `start`, and a range, choices, or values.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Parameters", extend("propertyNames" = {
    "pattern": "^[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z][A-Za-z0-9_-]*)*$"
}))]
pub(crate) struct CommandTable(pub(super) IndexMap<String, ParameterEntry>);

impl CommandTable {
    /// The parameters in order, those of an array one for each entry.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        self.0.iter().flat_map(|(name, entry)| entry.parameters(name)).collect()
    }
}

/// Reports names of parameters that a CSV column or an argument of a program cannot contain.
pub(super) fn report_parameter_names(document: &mut Document<'_>) {
    // The arguments of a program contain `{seed}` and `{weights-file}` beside the parameters, and
    // the JavaScript export a key `heuristic`.
    let taken = ["SEED", "WEIGHTS_FILE", "HEURISTIC"].map(str::to_owned);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_plain)
    };
    let names = document.keys(PARAMETERS).into_iter().map(|(name, span)| Name {
        is_valid: name.len() <= MAX_NAME && name.split('.').all(is_word),
        weight: name.to_uppercase().replace(['-', '.'], "_"),
        name,
        span,
    });
    let words = format!(
        "a letter, then letters, digits, `-` and `_`, and such words between points, at most {MAX_NAME}"
    );
    report_names(names, taken, &words, document);
}

/// Reports placeholders in the arguments of a program that name no parameter, and tuned parameters
/// that no placeholder passes to it.
pub(super) fn report_placeholders(
    table: &CommandTable,
    player: &Player,
    document: &mut Document<'_>,
) {
    let Player::Program(program) = player else { return };
    if !program.is_started_for_each_game() {
        return;
    }
    let arguments = &program.program[1..];
    let has = |part: &str| arguments.iter().any(|argument| argument.contains(part));
    let known: Vec<&str> = table.0.keys().map(String::as_str).collect();
    let help =
        "each parameter needs its placeholder, such as {NAME}, or all of them {weights-file}";
    let names = arguments.iter().flat_map(|argument| placeholders(argument));
    let is_free = |name: &&str| match *name {
        "seed" => true,
        "engine" => !program.engine.is_empty(),
        "opponent-engine" => !program.engine.is_empty() && program.opponent.is_some(),
        "opponent-weights-file" => program.opponent.is_some(),
        _ => false,
    };
    for name in names.filter(|name| !is_free(name) && !table.0.contains_key(*name)) {
        let message = format!("the placeholder {{{name}}} names no parameter");
        let label = format!("expected {{seed}}, {{weights-file}} or one of: {}", known.join(", "));
        document.report_at("player.command.program", message, label, help);
    }
    for (name, entry) in &table.0 {
        let is_fixed = matches!(entry, ParameterEntry::Fixed(_));
        if !is_fixed && !has("{weights-file}") && !has(&format!("{{{name}}}")) {
            let path = format!("{PARAMETERS}.{name}");
            let message = format!("`{}` does not reach the program", shown(&path));
            let label = format!("expected {{{name}}} among the arguments of `program`, found none");
            document.report_at(&path, message, label, help);
        }
    }
}

/// The names in braces of an argument, if it is one word: scripts have braces of their own.
pub fn placeholders(word: &str) -> Vec<&str> {
    if word.contains(char::is_whitespace) {
        return Vec::new();
    }
    let parts = word.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
    let is_name = |name: &&str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
            && *name != "weights-file"
    };
    parts.filter(is_name).collect()
}

/// Reports a program with a heuristic of another player, the parameters of a program without
/// one, and settings of a program out of their ranges.
pub(crate) fn check_player(player: &Player, subject: &Subject, document: &mut Document<'_>) {
    if let Player::Program(program) = player
        && let Err(error) = program.check()
        && document.is_complete("player")
        // A missing program has been reported.
        && document.has("player.command.program")
    {
        let span = document.span(&format!("player.command.{}", error.setting));
        let label = format!("expected {}, found {}", error.expected, error.found);
        let message = format!("`player.command.{}` cannot be used", error.setting);
        document.report(Mistake::new(span, message, label));
    }
    // Where they do not fit, another player stands for the given one.
    if subject.player_table().name() != player.name() {
        let since = match player {
            Player::Program(_) => {
                "a program plays, whose parameters are in `[heuristic.command]`".to_owned()
            }
            Player::Board(_) => {
                format!("there is no `[player.command]`, but the player `{}`", player.name())
            }
        };
        document.report_useless(&format!("heuristic.{}", subject.table_name()), since);
    }
}
