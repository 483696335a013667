//! The scores that a look compares: those of the recommended and those of the starting weights.

use crate::statistics::{Effect, Estimate, ScoreReport, TwoMeans, other_side, scores};
use crate::weights::baselines::Baseline;
use crate::weights::verdict::games_to_settle;
use tune2048_engine::game::GameResult;

/// The scores of the starting weights in a look.
#[derive(Clone, Debug, PartialEq)]
pub enum StartScores {
    /// Those of games on the seeds of the recommended weights' games.
    Played(Vec<GameResult>),
    /// Those of other games, of which sums are stored.
    Stored(Baseline),
}

/// The scores of a look.
#[derive(Clone, Debug, PartialEq)]
pub struct LookScores {
    /// The games of the recommended weights.
    pub tuned: Vec<GameResult>,
    /// The scores of the starting weights.
    pub start: StartScores,
}

impl StartScores {
    /// Those of a match, in which the starting weights are the opponent and get what the others leave.
    pub(crate) fn mirrored(tuned: &[GameResult]) -> Self {
        let mirrored = |game: &GameResult| {
            let score = other_side(game.score);
            GameResult { score, ..GameResult::default() }
        };
        Self::Played(tuned.iter().map(mirrored).collect())
    }
}

impl LookScores {
    /// Returns the stored scores of the starting weights, if they did not play.
    pub fn baseline(&self) -> Option<&Baseline> {
        match &self.start {
            StartScores::Played(_) => None,
            StartScores::Stored(baseline) => Some(baseline),
        }
    }

    /// Returns the effect of the recommended over the starting weights, with an interval for one
    /// look: with the covariance of pairs, or with the error of the stored mean. Where a mean is
    /// negative, the difference stands in place of a ratio. `None` below two games, for the ratio
    /// of two means of 0, or if the confidence is not between 0 and 1.
    pub fn estimate(&self, effect: Effect, confidence: f64) -> Option<Estimate> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return None;
        }
        let means = self.two_means()?;
        let effect = means.definite(effect);
        match &self.start {
            StartScores::Played(start) => {
                effect.of_pairs(&scores(&self.tuned), &scores(start), confidence)
            }
            StartScores::Stored(_) => means.one_look(effect, confidence),
        }
    }

    /// Returns the mean scores of the starting and of the recommended weights.
    fn two_means(&self) -> Option<TwoMeans> {
        let tuned = scores(&self.tuned);
        match &self.start {
            StartScores::Played(start) => TwoMeans::of_pairs(&scores(start), &tuned),
            StartScores::Stored(baseline) => baseline.against(tuned.into_iter().collect()),
        }
    }

    /// Returns the validation games with which a look with this error probably distinguishes the
    /// two, if their means are the measured ones; see [`games_to_settle`].
    pub(crate) fn games_to_settle(&self, effect: Effect, error: f64) -> Option<u64> {
        let means = self.two_means()?;
        games_to_settle(&means, means.definite(effect), error)
    }

    /// Returns the statistics of the starting weights.
    pub fn start_report(&self) -> ScoreReport {
        match &self.start {
            StartScores::Played(start) => ScoreReport::of(start),
            StartScores::Stored(baseline) => baseline.report(),
        }
    }
}
