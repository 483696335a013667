//! The player that is a program, and its parameters in a file: each a fixed value, or what it may be.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::expression_entry::report_names;
use crate::subject::{Argument, Choice, Condition, Encoding, Parameter, Player, Subject};
use tune2048_engine::heuristic::Scale;
use tune2048_files::toml_errors::{Document, Mistake, number, shown, toml_string};

/// The table of the parameters.
pub(super) const PARAMETERS: &str = "heuristic.command";

/// The largest number of choices, of steps, and of entries of an array.
pub(super) const MAX_LENGTH: usize = 4096;

/// The largest length of a parameter's name.
const MAX_NAME: usize = 60;

/// Parameters of the program by name, fixed or tuned: a tuned one has a `start`, and a range, choices, or values.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Parameters", extend("propertyNames" = {
    "pattern": "^[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z][A-Za-z0-9_-]*)*$"
}))]
pub(crate) struct CommandTable(pub(super) IndexMap<String, ParameterEntry>);

/// Reports names of parameters that a CSV column or an argument of a program cannot contain.
pub(super) fn report_parameter_names(document: &mut Document<'_>) {
    // The arguments of a program contain `{seed}` and `{weights-file}` beside the parameters, and
    // the JavaScript export a key `heuristic`.
    let taken = ["SEED", "WEIGHTS_FILE", "HEURISTIC"].map(str::to_owned);
    let names = document.keys(PARAMETERS).into_iter().map(|(name, span)| {
        let is_valid = name.len() <= MAX_NAME && name.split('.').all(|word| is_plain(word, "-_"));
        let argument = name.to_uppercase().replace(['-', '.'], "_");
        (name, span, is_valid.then_some(argument))
    });
    let words = format!(
        "a letter, then letters, digits, `-` and `_`, and such words between points, at most {MAX_NAME}"
    );
    report_names(names, taken, &words, document);
}

/// Whether a word begins with a letter, and has no more than letters, digits and some other characters.
fn is_plain(word: &str, others: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
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
    parts.filter(|name| is_plain(name, "-_.") && *name != "weights-file").collect()
}

/// Reports a program with a heuristic of another player, the parameters of a program without
/// one, and settings of a program out of their ranges.
pub(crate) fn check_player(player: &Player, subject: &Subject, document: &mut Document<'_>) {
    if let Player::Program(program) = player
        && let Err(error) = program.check()
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

/// A parameter of a program is a value that stays fixed, or a table: a range from `low` to `high`, a
/// list of `choices` or of `values`, or an array with a `length`; each has a `start`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Parameter")]
pub(crate) enum ParameterEntry {
    /// A value that stays fixed.
    Fixed(Argument),
    /// What is tuned.
    Tuned(Box<ParameterTable>),
}

/// What a parameter may be, and the start of the search.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "ParameterRange")]
pub(crate) struct ParameterTable {
    /// The start of the search: a choice, a number, or for an array one number for all entries or one for each.
    pub(super) start: Option<Argument>,
    /// The low end of the range; of an array for all entries or for each.
    pub(super) low: Option<Ends>,
    /// The high end of the range.
    pub(super) high: Option<Ends>,
    /// How the range is divided. Default `linear`.
    pub(super) scale: Option<Scale>,
    /// Whether only integers are tried.
    pub(super) integer: bool,
    /// The values to choose from: texts, numbers and truth values, at least two.
    pub(super) choices: Option<Vec<Choice>>,
    /// The numbers to choose from, in rising order, at least two.
    pub(super) values: Option<Vec<f64>>,
    /// The number of entries of an array.
    #[schemars(range(min = 1, max = MAX_LENGTH))]
    pub(super) length: Option<u32>,
    /// The parameter takes part only when parameters above it have these values; a list has several.
    only_when: IndexMap<String, OneOf>,
}

/// An end of a range, or one for each entry of an array.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Ends {
    /// One for all.
    One(#[schemars(range(min = -1e30, max = 1e30))] f64),
    /// One for each.
    Each(Vec<f64>),
}

/// A value, or several of which each will do.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOf {
    /// A value.
    One(Choice),
    /// Several values.
    Several(Vec<Choice>),
}

impl ParameterTable {
    /// The values to choose from, if there are any.
    pub(super) fn list(&self) -> Option<Vec<Choice>> {
        let numbers = |values: &Vec<f64>| values.iter().copied().map(Choice::Number).collect();
        self.choices.clone().or_else(|| self.values.as_ref().map(numbers))
    }

    pub(super) fn conditions(&self) -> Vec<Condition> {
        let condition = |(parameter, values): (&String, &OneOf)| Condition {
            parameter: parameter.clone(),
            values: match values {
                OneOf::One(value) => vec![value.clone()],
                OneOf::Several(values) => values.clone(),
            },
        };
        self.only_when.iter().map(condition).collect()
    }
}

impl ParameterEntry {
    /// The parameters of a name: one, or one for each entry of an array.
    pub(super) fn parameters(&self, name: &str) -> Vec<Parameter> {
        let (encoding, only_when) = match self {
            Self::Fixed(Argument::One(Choice::Number(_))) => (Encoding::Number, Vec::new()),
            // The only one to choose.
            Self::Fixed(Argument::One(word)) => {
                (Encoding::Choice([word.clone()].into()), Vec::new())
            }
            Self::Fixed(Argument::Array(entries)) => {
                return Parameter::array(name, entries.len(), &[]);
            }
            Self::Tuned(table) => {
                let only_when = table.conditions();
                if let Some(length) = table.length {
                    let length = (length as usize).clamp(1, MAX_LENGTH);
                    return Parameter::array(name, length, &only_when);
                }
                let list = table.list().filter(|list| !list.is_empty());
                (list.map_or(Encoding::Number, |list| Encoding::Choice(list.into())), only_when)
            }
        };
        vec![Parameter { name: name.to_owned(), encoding, only_when }]
    }
}

/// The value of a parameter as TOML writes it.
pub(crate) fn toml_value(value: &Choice) -> String {
    match value {
        Choice::Truth(truth) => truth.to_string(),
        Choice::Number(value) => number(*value),
        Choice::Text(text) => toml_string(text),
    }
}
