//! Two weights files as both sides of a match.

use tune2048_tuner::subject::CommandSettings;
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::terminal::BadInput;

/// Lets the two play against each other if both play matches; returns whether they do.
pub(crate) fn pair_sides(
    [name_a, name_b]: [&str; 2],
    [a, b]: [&mut WeightsFile; 2],
) -> Result<bool, BadInput> {
    let sides = [&*a, &*b].map(|file| file.weights.subject.command());
    let [Some(own), Some(its)] = sides else { return Ok(false) };
    let plays_match = |side: &CommandSettings| side.opponent.is_some() || !side.engine.is_empty();
    if !plays_match(own) || !plays_match(its) {
        return Ok(false);
    }
    let names = format!("{name_a} and {name_b}");
    if own.runner() != its.runner() {
        return Err(BadInput(format!(
            "{names}: found the runners `{}` and `{}`, expected one, since one process plays both \
             sides of a match - name one runner as `program` of both, and each build as its \
             `engine`; or leave `opponent` and `engine` out to compare scores",
            own.command_line(),
            its.command_line()
        )));
    }
    if own.engine.is_empty() != its.engine.is_empty() {
        return Err(BadInput(format!(
            "{names}: found `engine` in one of them, expected it in both or in none - the runner \
             starts the engines of both sides"
        )));
    }
    if own.margins != its.margins {
        return Err(BadInput(format!(
            "{names}: found `margins` in one of them, expected it in both or in none - both sides of a match are \
             judged alike"
        )));
    }
    let [first, second] = [a.weights.against(&b.weights), b.weights.against(&a.weights)];
    for (name, side) in [(name_a, &first), (name_b, &second)] {
        side.subject.check().map_err(|error| BadInput(format!("{name}: {error}")))?;
    }
    [a.weights, b.weights] = [first, second];
    Ok(true)
}
