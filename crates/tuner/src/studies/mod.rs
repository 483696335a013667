//! Studies of players and of tuners, beside campaigns.
//!
//! | module | question |
//! |---|---|
//! | [`compare`] | which of two players is better, on common seeds, until it is settled? |
//! | [`tournament`] | how do many players score on common seeds? |
//! | [`explain`] | how do two players differ in their moves, and why? |
//! | [`ablation`] | which of the differences between two sets of weights make the gain? |
//! | [`diagnose`] | how reliable are a tuner's rankings, and what is its best candidate worth? |

pub mod ablation;
pub mod compare;
pub mod diagnose;
pub mod explain;
pub mod tournament;

use crate::record::CampaignError;
use crate::statistics::{Better, Effect};
use crate::subject::Subject;
use crate::weights::Evidence;
use crate::weights::file::WeightsFile;

/// Returns how the campaigns of some weights compared them: by differences, and with lower scores as better ones, if
/// one of them did.
pub fn measure_of<'f>(files: impl IntoIterator<Item = &'f WeightsFile>) -> (Effect, Better) {
    let found: Vec<Evidence> = files.into_iter().filter_map(Evidence::read).collect();
    let is_difference = found.iter().any(|found| found.difference.is_some());
    let is_lower = found.iter().any(|found| found.better == Better::Lower);
    let effect = if is_difference { Effect::Difference } else { Effect::Ratio };
    (effect, if is_lower { Better::Lower } else { Better::Higher })
}

/// Returns the number of games, at least one, that take so many seconds of `cores` cores: one for each
/// core while the time of a game is not known.
fn games_within(seconds: f64, cores: usize, seconds_of_game: Option<f64>) -> u64 {
    let games = |of_game: f64| seconds * cores as f64 / of_game.max(1e-9);
    seconds_of_game.map_or(cores as u64, |of_game| (games(of_game) as u64).max(1))
}

// Scores of different kinds do not compare.
const POINTS: &str = "points of 2048";
const RESULTS: &str = "results of games";
const OF_MATCH: &str = "results of a match";
const MARGINS: &str = "margins of a match";

/// What scores are by the settings; `None` of a program that may play anything.
fn settled(subject: &Subject) -> Option<&'static str> {
    match subject.command() {
        None => Some(POINTS),
        Some(command) if command.plays.is_some() => Some(POINTS),
        Some(command) if command.margins => Some(MARGINS),
        Some(command) if command.opponent.is_some() => Some(OF_MATCH),
        Some(command) => command.won_score.map(|_| RESULTS),
    }
}

/// The kind of the scores of a program that says none, beside scores of a known `kind`: the same if they may be such.
fn beside(kind: &'static str, mean: Option<f64>) -> &'static str {
    match (kind, mean) {
        (POINTS, Some(mean)) if mean > 0.0 && mean <= 1.0 => "scores from 0 to 1",
        (RESULTS, Some(mean)) if mean > 1.0 => "scores above 1",
        (OF_MATCH | MARGINS, _) => "scores of games without an `opponent`",
        _ => kind,
    }
}

/// Checks that the scores of players may be compared, by their settings and by their means, where these are known.
///
/// # Errors
/// The first two whose scores are surely of different kinds.
pub fn check_score_kinds(players: &[(&str, &Subject, Option<f64>)]) -> Result<(), CampaignError> {
    let pairs = (1..players.len()).flat_map(|to| (0..to).map(move |of| [of, to]));
    for [(one, of_one, one_mean), (other, of_other, other_mean)] in
        pairs.map(|pair| pair.map(|place| players[place]))
    {
        let [first, second] = match [of_one, of_other].map(settled) {
            [None, None] => continue,
            [Some(kind), None] => [kind, beside(kind, other_mean)],
            [None, Some(kind)] => [beside(kind, one_mean), kind],
            [Some(first), Some(second)] => [first, second],
        };
        if first != second {
            return Err(CampaignError::BadInput(format!(
                "{one} and {other}: found {first} and {second}, expected scores of one kind - name players of one game"
            )));
        }
    }
    Ok(())
}
