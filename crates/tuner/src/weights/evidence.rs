//! The evidence for recommended weights: their origin and their validation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::baselines::Baseline;
use crate::statistics::elo::elo;
use crate::statistics::scores::{ScoreReport, cost_per_move};
use crate::statistics::{Better, Effect, Estimate, Interval, Objective};
use crate::subject::{Choice, Configuration};
use crate::weights::verdict::Verdict;
use crate::weights::{AgainstOpponent, LookScores, StartScores, WeightsFile, evidence_checksum};

/// The word in place of a verdict where there is no evidence.
pub const UNVALIDATED: &str = "UNVALIDATED";

/// The end of the words for weights that were chosen without a race.
pub const WITHOUT_A_RACE: &str = "without a race";

/// The `[evidence]` table of a weights file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The verdict on the weights.
    pub verdict: Verdict,
    /// The version of the program that measured.
    pub version: String,
    /// The campaign's name.
    pub campaign: String,
    /// The campaign's seed.
    pub seed: u64,
    /// How the weights were chosen.
    pub chosen_by: String,
    /// The games of the search.
    pub search_games: u64,
    /// The games that the weights were validated on, in words.
    pub validation_seeds: String,
    /// The number of validations of the campaign, this one included.
    pub look: u32,
    /// The confidence level of the interval of this look alone. The intervals of all
    /// looks together have 95 %: see [`error_of_look`](super::verdict::error_of_look).
    pub look_confidence: f64,
    /// The mean score of the weights over the mean score of the starting weights; infinite if
    /// these have scored nothing.
    pub ratio: Option<f64>,
    /// The confidence interval of the ratio, at the level [`look_confidence`](Self::look_confidence).
    #[serde(alias = "ratio_ci95")]
    pub ratio_interval: Option<Interval>,
    /// The mean score of the weights less that of the starting weights, where the campaign
    /// compares by the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// The confidence interval of the difference, at the same level.
    #[serde(default, alias = "difference_ci95", skip_serializing_if = "Option::is_none")]
    pub difference_interval: Option<Interval>,
    /// Which mean scores are better.
    #[serde(default, skip_serializing_if = "crate::statistics::is_default")]
    pub better: Better,
    /// The statistic of the scores that the verdict compares, where it is not their mean.
    #[serde(default, skip_serializing_if = "crate::statistics::is_default")]
    pub objective: Objective,
    /// The validation games that would probably distinguish the two, where these could not.
    pub games_to_settle: Option<u64>,
    /// The [fingerprint](Self::fingerprint) of the weights and the player of the file, which are measured.
    pub measured: String,
    /// The [fingerprint](crate::space::CampaignSpec::fingerprint) of the campaign, in whose folder
    /// the file belongs; `None` for a campaign of an earlier build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The origin of the starting weights' scores, if those are stored; `None` if they played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineOrigin>,
    /// The cost of the search with these weights, if its settings are tuned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<CostOfSearch>,
    /// The weights that the search found and that are not proven better, where the file holds the
    /// starting weights in their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate: Option<BTreeMap<String, Choice>>,
    /// Whether scores are results of games between two sides: shares of the points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub results: bool,
    /// Whether both sides of these games are the weights and the starting weights.
    #[serde(default, rename = "match", skip_serializing_if = "std::ops::Not::not")]
    pub is_match: bool,
    /// Whether each of these games is a pair against others than the starting weights.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
    /// The scores against each opponent of a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<AgainstOpponent>,
    /// The pairs of games of a match in which the weights got 0, half a point, 1, one and a half and 2 points; `None`
    /// where others occur.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pentanomial: Option<[u64; 5]>,
    /// The parameters of a program that have whole numbers only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub integers: Vec<String>,
    /// What speaks against the scores, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// The scores of the weights on the validation games.
    pub tuned: ScoreReport,
    /// The scores of the starting weights, on the same seeds or stored.
    pub start: ScoreReport,
}

/// The mean cost of a move in the validation games, in boards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostOfSearch {
    /// The cost up to which a candidate counts in full.
    pub limit: f64,
    /// The cost of the weights.
    pub tuned: f64,
    /// The cost of the starting weights; `None` if they did not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
}

impl CostOfSearch {
    /// The costs of the games of a look.
    pub(crate) fn of(limit: f64, scores: &LookScores) -> Self {
        Self {
            limit,
            tuned: cost_per_move(&scores.tuned),
            start: match &scores.start {
                StartScores::Played(games) => Some(cost_per_move(games)),
                StartScores::Stored(_) => None,
            },
        }
    }
}

/// The origin of stored scores of starting weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaselineOrigin {
    /// The preset with these weights.
    pub weights: String,
    /// The player in words.
    pub player: String,
    /// The version of the program that played the last games.
    pub version: String,
    /// The number of games.
    pub games: u64,
    /// The seeds of the games, in words.
    pub seeds: String,
}

impl BaselineOrigin {
    /// The origin of a baseline.
    pub fn of(baseline: &Baseline) -> Self {
        Self {
            weights: baseline.weights.clone(),
            player: baseline.player.clone(),
            version: baseline.version.clone(),
            games: baseline.games,
            seeds: baseline.seeds(),
        }
    }
}

impl Evidence {
    /// The measured effect, if it has an interval: of a match in Elo.
    pub fn estimate(&self) -> Option<Estimate> {
        let of = |effect, value: Option<f64>, interval: Option<Interval>| {
            Some(Estimate { effect, value: value?, interval: interval? })
        };
        of(Effect::Difference, self.difference, self.difference_interval)
            .map(|found| if self.is_match { found.in_elo() } else { found })
            .or_else(|| of(Effect::Ratio, self.ratio, self.ratio_interval))
    }

    /// The evidence as JSON has it: with the interval of the effect at its level, and the verdict in
    /// words.
    pub fn to_json(&self) -> Value {
        let mut json = json!(self);
        json["ratio_interval"] = json!(self.at_level(self.ratio_interval));
        if let Some(interval) = self.at_level(self.difference_interval) {
            json["difference_interval"] = interval;
        }
        if self.results {
            json["elo"] = json!(elo(self.tuned.mean));
            let interval = self.mean_interval(&self.tuned).map(|found| found.map(elo));
            json["elo_interval"] = json!(self.at_level(interval));
        }
        json["statement"] = json!(self.statement());
        json
    }

    /// The interval of a mean score of this look, at the level of all of its intervals.
    /// None of scores that are all 0 beside others above 1: how high they can be is not known.
    pub fn mean_interval(&self, scores: &ScoreReport) -> Option<Interval> {
        let is_zero = scores.min == scores.max && scores.mean.abs() <= 0.0;
        let is_share = |side: &ScoreReport| side.max.is_none_or(|max| max.get() <= 1.0);
        let is_known = !is_zero || [&self.tuned, &self.start].into_iter().all(is_share);
        scores.mean_interval_at(self.look_confidence).filter(|_| is_known)
    }

    /// An interval of this look with its confidence level.
    pub fn at_level(&self, interval: Option<Interval>) -> Option<Value> {
        Some(interval?.at_level(self.look_confidence))
    }

    /// The evidence in a weights file, if there is any, it is as it was
    /// written, and it is about the weights and the player in the file.
    pub fn read(file: &WeightsFile) -> Option<Self> {
        let evidence: Self = file.evidence.clone().try_into().ok()?;
        let is_about_these = evidence.measured == Self::fingerprint(&file.weights);
        // Evidence of earlier builds has no checksum: its numbers must agree with each other.
        let is_as_written = evidence_checksum::is_sealed(&file.evidence)
            .unwrap_or_else(|| evidence.fingerprint.is_none() && evidence.is_consistent());
        (is_about_these && is_as_written).then_some(evidence)
    }

    /// Whether the evidence in a file is not as it was written.
    pub(crate) fn is_edited(file: &WeightsFile) -> bool {
        evidence_checksum::is_sealed(&file.evidence) == Some(false)
    }

    /// Whether the effect is in its interval and has the verdict that follows from it.
    fn is_consistent(&self) -> bool {
        let Some(found) = self.estimate() else {
            return matches!(self.verdict, Verdict::NotDistinguishable | Verdict::Start);
        };
        (found.interval.low..=found.interval.high).contains(&found.value)
            && (self.verdict == Verdict::Start
                || self.verdict == Verdict::on(Some(found), self.better))
    }

    /// The table of a weights file, with its checksum.
    pub fn to_table(&self) -> toml::Table {
        let mut table = toml::Table::try_from(self).expect("evidence has a TOML form");
        evidence_checksum::seal(&mut table);
        table
    }

    /// A checksum of everything that games depend on: CRC-32, eight hexadecimal
    /// digits, of the lines of a weights file except comments.
    pub fn fingerprint(weights: &Configuration) -> String {
        let file = WeightsFile::new(&weights.identity(), toml::Table::new()).to_toml();
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        format!("{:08x}", crc32fast::hash(text.as_bytes()))
    }
}
