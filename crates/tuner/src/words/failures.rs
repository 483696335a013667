//! Words for games that went wrong.

use crate::record::Failures;
use tune2048_engine::game::Score;
use tune2048_files::number_text::{fixed, grouped};

impl Failures {
    /// What went wrong, in a sentence; `counts_as` is the score of a game that failed.
    pub fn sentence(&self, counts_as: Option<Score>) -> Option<String> {
        let first = self.first.as_ref()?;
        let [failed, replayed, games] =
            [self.failed, self.replayed, self.games].map(|count| grouped(count as f64));
        if self.failed == 0 {
            return Some(format!(
                "{replayed} of {games} games were played again after their process failed; the \
                 first: {first}."
            ));
        }
        let counts = counts_as.map_or(String::new(), |score| format!(" and count as {score}"));
        let again = match self.replayed {
            0 => String::new(),
            _ => format!(", {replayed} were played again"),
        };
        let share = fixed(100.0 * self.failed as f64 / self.games as f64, 1);
        Some(format!(
            "{failed} of {games} games ({share} %) failed{counts}{again}; the first: {first}."
        ))
    }
}
