//! Words for scores that say that a program is broken.

use crate::campaign::search::doubt::Doubt;

impl Doubt {
    /// What is wrong, and what to look at.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::AllAlike => {
                "Every game scores the same, whatever the weights and the seed: nothing can be \
                 learnt from that - look at what counts as score."
            }
            Self::SeedIgnored => {
                "All games of the same weights score the same: is the seed used? Take the random \
                 numbers of a game from it; until then more games say no more than one."
            }
            Self::WeightsIgnored => {
                "All candidates score the same on the same seeds: are the weights used? Compare \
                 their names with those that the player reads."
            }
        }
    }
}
