//! The settings of a campaign except for its weights, as files write them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Better, Effect};
use crate::subject::Subject;

/// The statistic to maximise or minimise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Measure {
    /// The mean score.
    #[default]
    MeanScore,
    /// The mean of the logarithm of the score, and of a negative one with its sign: doubling a bad game counts as much as doubling a good one.
    MeanLogScore,
    /// The median score.
    MedianScore,
    /// The share of games that reach `tile`.
    TileShare,
}

/// The kind of a program's scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ScoreKind {
    /// Points, or anything else that has a mean.
    Points,
    /// Results of games between two sides, 0 for a lost one and `score-scale` for a won one, of which the share counts.
    Result,
    /// How far a side of a match is ahead of the other, 0 where both are equal.
    Margin,
}

/// The statistic to maximise or minimise and the number of games of each candidate.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Objective")]
pub(super) struct ObjectiveTable {
    /// The statistic to maximise. Default `"mean-score"`, unless `minimize` is given.
    pub(super) maximize: Option<Measure>,
    /// The statistic to minimise, in place of `maximize`: for costs.
    pub(super) minimize: Option<Measure>,
    /// How mean scores are compared. Default `"difference"` for a program with `minimize`, results or a negative `failure-score`, else `"ratio"`.
    pub(super) effect: Option<Effect>,
    /// What scores are. Default `"points"`, with an opponent `"result"`.
    pub(super) score_kind: Option<ScoreKind>,
    /// The score of a won game, with `score-kind = "result"`. Default 1.
    #[schemars(range(max = 1e15), extend("exclusiveMinimum" = 0))]
    pub(super) score_scale: Option<f64>,
    /// The tile to reach: of a board a power of two up to 65 536, of a program any that it reports; only with maximize = "tile-share".
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub(super) tile: Option<u32>,
    /// The number of games of each candidate. Default 20, with `mirrored-es` and `cma-es` as many as the budget pays for.
    pub(super) games_per_candidate: Option<GamesPerCandidate>,
    /// The cost of a move, in boards, up to which a candidate counts in full.
    #[schemars(range(min = 1.0, max = 1e15))]
    pub(super) cost_per_move: Option<f64>,
    /// The tile, a power of two, from which on candidates play late games; race and validation play whole ones.
    #[schemars(range(min = 8, max = 32_768))]
    pub(super) begin_at: Option<u32>,
}

impl ObjectiveTable {
    /// The statistic that is tuned.
    pub(super) fn measure(&self) -> Measure {
        self.minimize.or(self.maximize).unwrap_or_default()
    }

    /// What scores are: by default the results of games against an opponent, else points.
    pub(super) fn score_kind(&self, subject: &Subject) -> ScoreKind {
        let default = if subject.has_opponent() { ScoreKind::Result } else { ScoreKind::Points };
        self.score_kind.unwrap_or(default)
    }

    /// Which scores are better.
    pub(super) fn better(&self) -> Better {
        self.minimize.map_or(Better::Higher, |_| Better::Lower)
    }

    /// Writes out what the file leaves to its defaults, and returns how mean scores are compared.
    pub(super) fn settle(&mut self, subject: &Subject) -> Effect {
        if self.minimize.is_none() {
            self.maximize = Some(self.measure());
        }
        let is_signed = self.minimize.is_some() || subject.may_score_below_zero();
        let of_program = subject.is_program() && (is_signed || subject.has_results());
        let default = if of_program { Effect::Difference } else { Effect::Ratio };
        let effect = self.effect.unwrap_or(default);
        // A ratio that goes without saying is not among the settings of older campaigns.
        self.effect = self.effect.or(Some(effect).filter(|&effect| effect != Effect::Ratio));
        effect
    }
}

/// The number of games of each candidate: a number, or a table with limits
/// between which the number follows the measured reliability of the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GamesPerCandidate {
    /// A number that all candidates have in common.
    Fixed(#[schemars(range(min = 1, max = 100_000_000))] u32),
    /// As many games as ranking the candidates takes.
    Adaptive(AdaptiveGames),
}

impl GamesPerCandidate {
    /// Returns the number of games per candidate of the first generation.
    pub fn first(&self) -> u32 {
        self.limits().0
    }

    /// Returns the fewest and the most games per candidate.
    pub(super) fn limits(&self) -> (u32, u32) {
        match *self {
            Self::Fixed(games) => (games, games),
            Self::Adaptive(AdaptiveGames { low, high, .. }) => (low, high),
        }
    }
}

/// Limits of the number of games, the reliability to maintain, and what to do when games
/// no longer rank the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AdaptiveGames {
    /// The smallest number of games per candidate, and the number of the first generation.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub low: u32,
    /// The largest number of games per candidate.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub high: u32,
    /// The reliability to maintain: the share of the variance between the
    /// candidates' fitness that is not noise.
    #[schemars(range(min = 0.01, max = 0.99))]
    pub reliability: f64,
    /// What to do when the ranking is noise at `high` games.
    pub on_noise: OnNoise,
    /// The number of consecutive generations that must be noise.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub noise_generations: u32,
}

impl Default for AdaptiveGames {
    fn default() -> Self {
        Self { low: 4, high: 400, reliability: 0.5, on_noise: OnNoise::Stop, noise_generations: 10 }
    }
}

/// What to do when the ranking is noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnNoise {
    /// End the search.
    Stop,
    /// Restart the optimizer from its mean with twice the step size.
    Restart,
    /// Ignore the noise.
    GoOn,
}

/// Starts the search from the last distribution of another campaign, or from trials: one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WarmStart {
    /// The folder of a campaign with mirrored-es or cma-es and the same heuristic.
    pub campaign: Option<String>,
    /// A CSV of trials with their scores and weights, of Optuna, Nevergrad, a campaign or by hand.
    pub trials: Option<String>,
    /// The factor by which the search begins wider than the other campaign ended, or than the best trials lie.
    #[serde(default = "WarmStart::default_discount")]
    #[schemars(range(min = 1.0, max = 1000.0))]
    pub discount: f64,
}

impl WarmStart {
    /// The default factor: twice as wide, since the optimum may lie near that of the other campaign.
    pub const DISCOUNT: f64 = 2.0;

    fn default_discount() -> f64 {
        Self::DISCOUNT
    }
}

/// When the search ends: at the first of these limits. At least one is required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct Budget {
    /// The number of all games of the campaign; of pilot and search alone if `[selection]` or `[validation]` says `games`.
    #[schemars(range(min = 1, max = 1_000_000_000_000_000_u64))]
    pub games: Option<u64>,
    /// The number of generations of candidates.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub generations: Option<u32>,
    /// The minutes of search, in all runs of the campaign together.
    #[schemars(range(max = 1e9), extend("exclusiveMinimum" = 0))]
    pub minutes: Option<f64>,
}

impl Budget {
    /// The games of the search of a file without `[budget]`.
    pub(super) const DEFAULT_GAMES: u64 = 20_000;

    /// The budget of a file without `[budget]`.
    pub(super) fn of_file_without() -> Self {
        Self { games: Some(Self::DEFAULT_GAMES), ..Self::default() }
    }

    /// The options of `resume` for twice every limit, each after a space.
    pub fn doubled_options(&self) -> String {
        let games = self.games.map(|games| format!(" --games {}", games.saturating_mul(2)));
        let generations = self.generations.map(|n| format!(" --generations {}", u64::from(n) * 2));
        let minutes = self.minutes.map(|minutes| format!(" --minutes {}", 2.0 * minutes));
        [games, generations, minutes].into_iter().flatten().collect()
    }
}

/// The pilot: games before the search, from which its plan is made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PilotSettings {
    /// The pilot's share of the budget's games; 0 for no pilot.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub share: f64,
}

impl Default for PilotSettings {
    /// 2 % of the budget.
    fn default() -> Self {
        Self { share: 0.02 }
    }
}
