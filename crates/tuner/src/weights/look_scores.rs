//! The scores that a look compares: those of the recommended and those of the starting weights.

use crate::record::Look;
use crate::statistics::scores::{ScoreReport, scores};
use crate::statistics::{MeanRatio, mean_ratio_at};
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

impl LookScores {
    /// Collects the scores of a look from the recorded games of finalists, given their places, and
    /// from the stored scores of the starting weights, if there are any; `None` unless all games
    /// of the look are recorded.
    pub fn collect(
        look: &Look,
        baseline: Option<&Baseline>,
        results: impl Fn(usize) -> Option<Vec<GameResult>>,
    ) -> Option<Self> {
        Some(Self {
            tuned: results(look.winner)?,
            start: match baseline {
                Some(baseline) => StartScores::Stored(baseline.clone()),
                None => StartScores::Played(results(look.start)?),
            },
        })
    }

    /// Returns the stored scores of the starting weights, if they did not play.
    pub fn baseline(&self) -> Option<&Baseline> {
        match &self.start {
            StartScores::Played(_) => None,
            StartScores::Stored(baseline) => Some(baseline),
        }
    }

    /// Returns the mean score of the recommended weights over that of the starting weights, with
    /// an interval by the delta method: with the covariance of pairs, or with the error of the
    /// stored mean. `None` below two games, if a mean is not above 0, or if the confidence is not
    /// between 0 and 1.
    pub fn mean_ratio(&self, confidence: f64) -> Option<MeanRatio> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return None;
        }
        let tuned = scores(&self.tuned);
        match &self.start {
            StartScores::Played(start) => mean_ratio_at(&tuned, &scores(start), confidence),
            StartScores::Stored(baseline) => {
                let means = baseline.against(tuned.into_iter().collect())?;
                means.mean_ratio_at(confidence)
            }
        }
    }

    /// Returns the validation games with which a look with this error probably distinguishes the
    /// two, if their ratio is `found`; see [`games_to_settle`].
    pub(crate) fn games_to_settle(&self, found: &MeanRatio, error: f64) -> Option<u64> {
        let stored_variance = self.baseline().map_or(0.0, Baseline::log_mean_variance);
        games_to_settle(found, self.tuned.len(), stored_variance, error)
    }

    /// Returns the statistics of the starting weights.
    pub fn start_report(&self) -> ScoreReport {
        match &self.start {
            StartScores::Played(start) => ScoreReport::of(start),
            StartScores::Stored(baseline) => baseline.report(),
        }
    }
}
