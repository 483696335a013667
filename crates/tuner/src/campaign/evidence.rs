//! The evidence for recommended weights: their origin and their validation.

use serde::{Deserialize, Serialize};

use super::evidence_checksum;
use super::look_scores::{LookScores, StartScores};
use super::objective::cost_per_move;
use super::verdict::Verdict;
use crate::baselines::Baseline;
use crate::checkpoint::file_names::BEST;
use crate::checkpoint::{CheckpointError, Folder};
use crate::scores::ScoreReport;
use crate::statistics::Interval;
use crate::subject::Configuration;
use crate::weights_file::WeightsFile;
use tune2048_files::number_text::grouped;

/// The word in place of a verdict where there is no evidence.
pub const UNVALIDATED: &str = "UNVALIDATED";

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
    /// The mean score of the weights over the mean score of the starting weights.
    pub ratio: Option<f64>,
    /// The confidence interval of the ratio, at the level [`look_confidence`](Self::look_confidence).
    pub ratio_ci95: Option<Interval>,
    /// The validation games that would probably distinguish the two, where these could not.
    pub games_to_settle: Option<u64>,
    /// The [fingerprint](Self::fingerprint) of the measured weights and player.
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
    pub(super) fn of(limit: f64, scores: &LookScores) -> Self {
        Self {
            limit,
            tuned: cost_per_move(&scores.tuned),
            start: match &scores.start {
                StartScores::Played(games) => Some(cost_per_move(games)),
                StartScores::Stored(_) => None,
            },
        }
    }

    /// The costs in a sentence: `A move costs 1 980 boards, of the starting weights 2 005; the
    /// limit is 2 000.`
    pub fn statement(&self) -> String {
        let start = self.start.map_or(String::new(), |start| {
            format!(", of the starting weights {}", grouped(start))
        });
        let above = if self.tuned > self.limit {
            format!(
                ", which the tuned search exceeds by {:.1} %",
                100.0 * (self.tuned / self.limit - 1.0)
            )
        } else {
            String::new()
        };
        let (tuned, limit) = (grouped(self.tuned), grouped(self.limit));
        format!("A move costs {tuned} boards{start}; the limit is {limit}{above}.")
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
    /// The evidence in a weights file, if there is any, it is as it was
    /// written, and it is about the weights and the player in the file.
    pub fn read(file: &WeightsFile) -> Option<Self> {
        let evidence: Self = file.evidence.clone().try_into().ok()?;
        let is_about_these = evidence.measured == Self::fingerprint(&file.weights);
        (is_about_these && evidence.is_as_written(&file.evidence)).then_some(evidence)
    }

    /// The evidence in the file of recommended weights in a campaign's folder, if there is any.
    ///
    /// # Errors
    /// [`CheckpointError::Foreign`] if it is that of another campaign.
    pub fn check_owner(
        file: &WeightsFile,
        folder: &Folder,
    ) -> Result<Option<Self>, CheckpointError> {
        let evidence = Self::read(file);
        if let Some(evidence) = &evidence {
            folder.check_owner(BEST, evidence.fingerprint.as_deref())?;
        }
        Ok(evidence)
    }

    /// Whether nothing in the table was edited. Evidence of earlier builds has
    /// no checksum: its numbers must agree with each other.
    fn is_as_written(&self, table: &toml::Table) -> bool {
        match evidence_checksum::is_sealed(table) {
            Some(is_sealed) => is_sealed,
            None => self.fingerprint.is_none() && self.is_consistent(),
        }
    }

    /// Whether the ratio is in its interval and has the verdict that follows from it.
    fn is_consistent(&self) -> bool {
        let (Some(ratio), Some(interval)) = (self.ratio, self.ratio_ci95) else {
            return matches!(self.verdict, Verdict::NotDistinguishable | Verdict::Start);
        };
        (interval.low..=interval.high).contains(&ratio)
            && (self.verdict == Verdict::Start || self.verdict == Verdict::on(Some(interval)))
    }

    /// The table of a weights file, with its checksum.
    pub fn to_table(&self) -> toml::Table {
        let table = toml::Table::try_from(self);
        let mut table = table.expect("evidence has a TOML form");
        evidence_checksum::seal(&mut table);
        table
    }

    /// The verdict in a sentence.
    pub fn statement(&self) -> String {
        match (self.verdict, self.games_to_settle) {
            (Verdict::Better, _) => "The tuned weights are better.".to_owned(),
            (Verdict::Worse, _) => "The tuned weights are worse.".to_owned(),
            (Verdict::NotDistinguishable, Some(games)) => format!(
                "The two are not distinguishable by these games; about {} validation games would \
                 settle it.",
                grouped(games as f64)
            ),
            (Verdict::NotDistinguishable, None) if self.baseline.is_some() => {
                "The two are not distinguishable by these games, nor by more games against the \
                 stored scores of the starting weights."
                    .to_owned()
            }
            (Verdict::NotDistinguishable, None) => {
                "The two are not distinguishable by these games, nor by any number of games that \
                 can be played."
                    .to_owned()
            }
            (Verdict::Start, _) => {
                "The starting weights won the final race: nothing better was found.".to_owned()
            }
        }
    }

    /// What else is to be said of the scores: where those of the starting weights are from, and
    /// what the search costs; `None` if there is nothing.
    pub fn notes(&self) -> Option<String> {
        let cost = self.cost.as_ref().map(CostOfSearch::statement);
        let notes: Vec<String> = self.baseline_note().into_iter().chain(cost).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// A sentence on the starting weights' scores, if those are stored.
    fn baseline_note(&self) -> Option<String> {
        let BaselineOrigin {
            weights,
            player,
            games,
            seeds,
            ..
        } = self.baseline.as_ref()?;
        Some(format!(
            "The starting weights did not play: their scores are stored, those of the preset \
             {weights}, {player}, in {} games ({seeds}).",
            grouped(*games as f64)
        ))
    }

    /// The confidence level of the ratio's interval in percent, for people: `97.5 %`.
    pub fn look_percent(&self) -> String {
        format!("{:.1} %", 100.0 * self.look_confidence)
    }

    /// The interval of the ratio with its confidence level: `97.5 % interval 1.575 to 1.650`.
    pub fn ratio_interval(&self) -> Option<String> {
        let interval = self.ratio_ci95?;
        let (level, low, high) = (self.look_percent(), interval.low, interval.high);
        Some(format!("{level} interval {low:.3} to {high:.3}"))
    }

    /// A note on why the interval of the ratio is wider than an interval of 95 %.
    pub fn look_note(&self) -> String {
        format!(
            "validation {}: the ratio's interval is one of {}, so that those of all \
             validations of this campaign hold together with 95 %",
            self.look,
            self.look_percent()
        )
    }

    /// A line with the verdict on the weights of a file, or the word [`UNVALIDATED`].
    pub fn verdict_line(file: &WeightsFile) -> String {
        let Some(evidence) = Self::read(file) else {
            if evidence_checksum::is_sealed(&file.evidence) == Some(false) {
                return format!(
                    "{UNVALIDATED}: the evidence in this file is not as it was written, so that it \
                     proves nothing."
                );
            }
            return format!("{UNVALIDATED}: nothing is known of these weights with this player.");
        };
        let ratio = match (evidence.ratio, evidence.ratio_interval()) {
            (Some(ratio), Some(interval)) => {
                format!("; ratio to the starting weights' mean score {ratio:.3}, {interval}")
            }
            _ => String::new(),
        };
        format!("Verdict: {}{ratio}.", evidence.verdict)
    }

    /// A checksum of everything that games depend on: CRC-32, eight hexadecimal
    /// digits, of the lines of a weights file except comments.
    pub fn fingerprint(weights: &Configuration) -> String {
        let file = WeightsFile::new(&weights.identity(), toml::Table::new());
        let mut hasher = crc32fast::Hasher::new();
        let text = file.to_toml();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            hasher.update(line.as_bytes());
            hasher.update(b"\n");
        }
        format!("{:08x}", hasher.finalize())
    }
}
