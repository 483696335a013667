//! Two weights files as both sides of a match.

use tune2048_tuner::studies::tournament::{Entrant, pairs_of};
use tune2048_tuner::subject::{CommandSettings, Subject};
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::terminal::{BadInput, eprint_line};

fn plays_match(side: &CommandSettings) -> bool {
    side.opponent.is_some() || !side.engine.is_empty()
}

/// Refuses players of one runner that each meet an opponent of their own: their scores say nothing of each other.
pub(crate) fn check_one_opponent(players: &[Entrant]) -> Result<(), BadInput> {
    let sides = players.iter().filter_map(|player| {
        let side = player.file.weights.subject.command().filter(|side| plays_match(side))?;
        Some((&player.name, side.runner(), (&side.opponent, side.engine_of_opponent())))
    });
    let sides: Vec<_> = sides.collect();
    let differ = |&[one, other]: &[usize; 2]| {
        let ((_, runner, met), (_, its_runner, its)) = (&sides[one], &sides[other]);
        runner == its_runner && met != its
    };
    pairs_of(sides.len()).find(differ).map_or(Ok(()), |pair| {
        let [one, other] = pair.map(|place| sides[place].0);
        Err(BadInput(format!(
            "{one} and {other}: found an opponent of its own for each, expected the same one for both - let \
             them meet by --round-robin or --gauntlet, or give both the same `opponent` and engine for it"
        )))
    })
}

/// Says where one side plays 2048 and the other one a game whose rules only its program knows.
pub(crate) fn note_other_rules([name_a, name_b]: [&str; 2], files: [&WeightsFile; 2]) {
    let is_2048 = |subject: &Subject| !subject.is_program() || subject.answers_moves();
    let [a, b] = files.map(|file| is_2048(&file.weights.subject));
    if a != b {
        let [known, other] = if a { [name_a, name_b] } else { [name_b, name_a] };
        eprint_line(&format!(
            "note: {known} plays 2048, and the games of {other} have the rules of its program: their scores compare \
             if those are the rules of 2048"
        ));
    }
}

/// Lets the two play against each other if both play matches; returns whether they do.
pub(crate) fn pair_sides(
    [name_a, name_b]: [&str; 2],
    [a, b]: [&mut WeightsFile; 2],
) -> Result<bool, BadInput> {
    let sides = [&*a, &*b].map(|file| file.weights.subject.command());
    let [Some(own), Some(its)] = sides else { return Ok(false) };
    if !plays_match(own) || !plays_match(its) {
        return Ok(false);
    }
    let problem = if own.runner() != its.runner() {
        "found two runners, expected one, since one process plays both sides of a match - name one runner as `program` \
         of both, and each build as its `engine`; or leave `opponent` and `engine` out to compare scores"
    } else if own.engine.is_empty() != its.engine.is_empty() {
        "found `engine` in one of them, expected it in both or in none - the runner starts the engines of both sides"
    } else if own.margins != its.margins {
        "found `margins` in one of them, expected it in both or in none - both sides of a match are judged alike"
    } else {
        ""
    };
    if !problem.is_empty() {
        return Err(BadInput(format!("{name_a} and {name_b}: {problem}")));
    }
    let [first, second] = [a.weights.against(&b.weights), b.weights.against(&a.weights)];
    for (name, side) in [(name_a, &first), (name_b, &second)] {
        side.subject.check().map_err(|error| BadInput(format!("{name}: {error}")))?;
    }
    [a.weights, b.weights] = [first, second];
    Ok(true)
}
