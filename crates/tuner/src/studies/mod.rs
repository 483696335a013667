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
mod score_kinds;
pub mod tournament;

pub use score_kinds::check_score_kinds;

use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::FileError;

/// What to do where the operating system refuses.
const REFUSED: &str = "what is recorded is safe; mend the cause, then give the same command again, \
                       or another place with --out";

/// What to do about damage.
const DAMAGED: &str = "restore the file from a copy, or cut it before this line and give the same \
                       command again, or give another place with --out";

/// Why a comparison or a tournament cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The games cannot be played, or a stop was requested; what was played before is on the disk.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// A file cannot be read or written, is damaged, or is locked.
    #[error("{0}")]
    Failed(String),
    /// The record is one of other games than were asked for.
    #[error("{0}")]
    BadInput(String),
}

impl From<FileError> for StudyError {
    fn from(error: FileError) -> Self {
        let text = error.with_advice(REFUSED, DAMAGED);
        match error {
            FileError::Kind { .. } => Self::BadInput(text),
            _ => Self::Failed(text),
        }
    }
}

/// Returns the number of games, at least one, that take so many seconds of `cores` cores: one for each
/// core while the time of a game is not known.
fn games_within(seconds: f64, cores: usize, seconds_of_game: Option<f64>) -> u64 {
    let games = |of_game: f64| seconds * cores as f64 / of_game.max(1e-9);
    seconds_of_game.map_or(cores as u64, |of_game| (games(of_game) as u64).max(1))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn damage_is_reported_with_the_ways_out_of_a_study() {
        let error = StudyError::from(FileError::damaged(Path::new("a.csv"), 7, "found nothing"));
        let text = error.to_string();
        assert!(text.starts_with("a.csv line 7: found nothing - "), "{text}");
        assert!(text.contains("give the same command again"), "{text}");
        assert!(!text.contains("resume"), "{text}");
    }
}
