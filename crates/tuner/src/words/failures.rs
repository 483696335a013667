//! Words for games that went wrong, and for scores that say that a program is broken.

use crate::record::Failures;
use crate::record::score_anomaly::{Anomaly, ScoreAnomaly};
use tune2048_engine::game::Score;
use tune2048_files::number_text::{counted, fixed, grouped};

impl Failures {
    /// What went wrong, in a sentence; `counts_as` is the score of a game that failed.
    pub fn sentence(&self, counts_as: Option<Score>) -> Option<String> {
        let first = self.first.as_ref()?;
        let [failed, replayed] = [self.failed, self.replayed].map(|count| grouped(count as f64));
        let games = counted(self.games, "game");
        let counts = counts_as.map_or(String::new(), |score| format!(" and count as {score}"));
        let share = fixed(100.0 * self.failed as f64 / self.games as f64, 1);
        Some(format!(
            "{failed} of {games} ({share} %) failed{counts}; played again: {replayed}; the first: {first}."
        ))
    }
}

impl ScoreAnomaly {
    /// What is wrong, of how many games, and what to look at.
    pub fn sentence(self) -> String {
        let what = match self.anomaly {
            Anomaly::AllAlike => {
                "All games score the same: nothing can be learned from that - look at what counts as score."
            }
            Anomaly::SeedIgnored => {
                "All games of the same weights score the same: is the seed used? Take the random numbers of a game \
                 from it; until then more games say no more than one."
            }
            Anomaly::WeightsIgnored => {
                "All candidates score the same on the same seeds: are the weights used? Compare their names with those \
                 that the player reads."
            }
            Anomaly::SidesIgnored => {
                "Candidates that play each other win more than half on average, all together: are sides swapped? Play \
                 the two games of a pair with sides swapped, and answer for the side of `weights`."
            }
        };
        let [candidates, seeds] = [("candidate", self.candidates), ("seed", self.seeds)]
            .map(|(thing, number)| counted(number, thing));
        format!("{what} ({candidates}, {seeds}.)")
    }
}
