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
        let were = |count: u64| if count == 1 { "was" } else { "were" };
        if self.failed == 0 {
            return Some(format!(
                "{replayed} of {games} {} played again after a process failed; the \
                 first: {first}.",
                were(self.replayed)
            ));
        }
        let counts = counts_as.map_or(String::new(), |score| format!(" and count as {score}"));
        let again = match self.replayed {
            0 => String::new(),
            _ => format!(", {replayed} {} played again", were(self.replayed)),
        };
        let share = fixed(100.0 * self.failed as f64 / self.games as f64, 1);
        Some(format!("{failed} of {games} ({share} %) failed{counts}{again}; the first: {first}."))
    }
}

impl ScoreAnomaly {
    /// What is wrong, of how many games, and what to look at.
    pub fn sentence(self) -> String {
        let candidates = counted(self.candidates, "candidate");
        let [seeds, games] = ["seed", "game"].map(|thing| counted(self.seeds, thing));
        match self.anomaly {
            Anomaly::AllAlike => format!(
                "All games score the same ({candidates}, {seeds}): nothing can be \
                 learned from that - look at what counts as score."
            ),
            Anomaly::SeedIgnored => format!(
                "All games of the same weights score the same: is the seed used? ({candidates} \
                 of up to {games}.) Take the random numbers of a game from it; until \
                 then more games say no more than one."
            ),
            Anomaly::WeightsIgnored => format!(
                "All candidates score the same on the same seeds: are the weights used? ({candidates}, \
                 {seeds}.) Compare their names with those that the player reads."
            ),
            Anomaly::SidesIgnored => format!(
                "Candidates that play each other win more than half on average, all together: are sides swapped? \
                 ({candidates}, {}.) Play the two games of a pair with sides swapped, and answer for the side of `weights`.",
                counted(self.seeds, "pair")
            ),
        }
    }
}
