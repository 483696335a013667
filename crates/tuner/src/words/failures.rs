//! Words for games that went wrong, and for scores that say that a program is broken.

use crate::record::Failures;
use crate::record::score_anomaly::{Anomaly, ScoreAnomaly};
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

impl ScoreAnomaly {
    /// What is wrong, of how many games, and what to look at.
    pub fn sentence(self) -> String {
        let [candidates, seeds] = [self.candidates, self.seeds].map(|count| grouped(count as f64));
        match self.anomaly {
            Anomaly::AllAlike => format!(
                "All games score the same ({candidates} candidates, {seeds} seeds): nothing can be \
                 learned from that - look at what counts as score."
            ),
            Anomaly::SeedIgnored => format!(
                "All games of the same weights score the same: is the seed used? ({candidates} \
                 candidates of up to {seeds} games.) Take the random numbers of a game from it; until \
                 then more games say no more than one."
            ),
            Anomaly::WeightsIgnored => format!(
                "All candidates score the same on the same seeds: are the weights used? ({candidates} \
                 candidates, {seeds} seeds.) Compare their names with those that the player reads."
            ),
        }
    }
}
