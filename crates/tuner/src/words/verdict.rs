//! Words for the verdict on weights: in a line, in a sentence, with all that was measured.

use super::comparison::outlook;
use crate::statistics::in_words::{in_elo, measured, with_interval};
use crate::statistics::{Better, Effect, Objective};
use crate::subject::Configuration;
use crate::weights::evidence::UNVALIDATED;
use crate::weights::{
    AgainstOpponent, BaselineOrigin, CostOfSearch, Evidence, Verdict, WeightsFile,
};
use tune2048_files::number_text::{counted, grouped, score};

/// The name of starting weights: that of their preset, if they are one.
pub fn start_name(start: &Configuration) -> &'static str {
    match start.preset() {
        Some(preset) if preset.name == "2014" => "2014 weights",
        Some(preset) => preset.name,
        None => "starting weights",
    }
}

impl CostOfSearch {
    /// The costs in a sentence: `A move costs 1 980 boards, of the starting weights 2 005; the
    /// limit is 2 000.`
    pub fn statement(&self) -> String {
        let start = self
            .start
            .map_or(String::new(), |start| format!(", of the starting weights {}", grouped(start)));
        let (tuned, limit) = (counted(self.tuned.round() as u64, "board"), grouped(self.limit));
        format!("A move costs {tuned}{start}; the limit is {limit}.")
    }
}

impl Evidence {
    /// The verdict in a sentence.
    pub fn statement(&self) -> String {
        let sentence = match self.verdict {
            Verdict::Better => "The tuned weights are better.",
            Verdict::Worse => "The tuned weights are worse.",
            Verdict::Start => "The starting weights are kept: nothing better was found.",
            // A doubt outweighs the interval.
            open if Verdict::on(self.estimate(), self.better) != open => {
                "Nothing is proven by these scores."
            }
            Verdict::NotDistinguishable => {
                let outlook = outlook(self.games_to_settle, self.unit());
                return format!("The two are not distinguishable by these games; {outlook}.");
            }
        };
        sentence.to_owned()
    }

    /// What is counted with a seed: a game, or a pair of games with sides swapped.
    pub fn unit(&self) -> &'static str {
        if self.is_match || self.pairs { "pair" } else { "game" }
    }

    /// The name of the mean of the scores: `mean score`, `share of the points`.
    pub fn measured(&self) -> &'static str {
        measured(self.results)
    }

    /// Whether medians and extremes say more than the means: not of results or rates.
    pub fn has_quantiles(&self) -> bool {
        let is_rate = self.tuned.is_rate() && self.start.is_rate();
        self.objective == Objective::MedianScore || !self.results && !is_rate
    }

    /// Sentences on the result in Elo, the cost of the search, and doubts.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let cost = self.cost.as_ref().map(CostOfSearch::statement);
        let elo = (self.results && !self.is_match).then(|| {
            let [tuned, start] = [&self.tuned, &self.start]
                .map(|scores| in_elo(scores.mean, self.mean_interval(scores)));
            let opponents = if self.opponents.is_empty() { "opponent" } else { "opponents" };
            format!("In Elo over their {opponents}, the tuned weights have {tuned}, the starting weights {start}.")
        });
        [elo, cost].into_iter().flatten().chain(self.doubts.iter().cloned())
    }

    /// Which weights were measured and on which games, in sentences.
    pub fn origin(&self) -> [String; 2] {
        let search = counted(self.search_games, self.unit());
        let games = counted(self.tuned.games, self.unit());
        [
            format!("Campaign {}: {search} of search, {}.", self.campaign, self.chosen_by),
            format!("Measured on {games}: {}.", self.validation_seeds),
        ]
    }

    /// A sentence on the starting weights' scores, if those are stored.
    pub fn baseline_note(&self) -> Option<String> {
        let BaselineOrigin { weights, player, games, seeds, .. } = self.baseline.as_ref()?;
        Some(format!(
            "The starting weights' scores come from {} stored games of the preset {weights}, {player} \
             ({seeds}).",
            grouped(*games as f64)
        ))
    }

    /// The confidence level of the effect's interval in percent, for people: `97.5 %`.
    pub fn look_percent(&self) -> String {
        format!("{:.1} %", 100.0 * self.look_confidence)
    }

    /// The effect with its interval: `ratio of the mean scores 1.614, 97.5 % interval 1.575 to 1.650`.
    pub fn effect_text(&self) -> Option<String> {
        let found = self.estimate()?;
        let phrase = match found.effect {
            Effect::Difference if self.results => {
                "difference of the shares of the points".to_owned()
            }
            effect => effect.phrase(self.objective),
        };
        Some(format!("{phrase} {}", found.with_level(&self.look_percent())))
    }

    /// The result of a validation in a few lines: the verdict, the gain, and what speaks against it.
    pub fn short_result(&self, start_name: &str) -> String {
        let of_points = if self.results { " of the points" } else { "" };
        let [tuned, start] =
            [&self.tuned, &self.start].map(|report| score(report.mean) + of_points);
        let sides = format!("tuned weights {tuned}, {start_name} {start}");
        let gain = match self.effect_text() {
            _ if self.verdict == Verdict::Start => {
                format!("Mean of the {start_name} in the validation: {start}.")
            }
            Some(text) => {
                // Means say nothing of another objective.
                let is_mean = self.objective == Objective::MeanScore;
                let sides = if is_mean { format!("; {sides}") } else { String::new() };
                let direction = if self.better == Better::Lower { ", lower is better" } else { "" };
                format!("{}{}{direction}{sides}.", text[..1].to_uppercase(), &text[1..])
            }
            None => format!("Means: {sides}."),
        };
        let lines = [self.statement(), gain].into_iter().chain(self.remarks());
        lines.map(|line| line + "\n").collect()
    }

    /// The scores of the weights and of the starting weights against an opponent, with intervals: results in Elo.
    pub fn against(&self, opponent: &AgainstOpponent) -> [String; 2] {
        [&opponent.tuned, &opponent.start].map(|scores| {
            let interval = self.mean_interval(scores);
            match self.results {
                true => in_elo(scores.mean, interval) + " Elo",
                false => with_interval(scores.mean, interval),
            }
        })
    }

    /// A note on the level of all intervals of the look.
    pub fn look_note(&self) -> String {
        format!(
            "Check {}: {} intervals, a little wider so that checking again keeps the risk of a wrong range at 5 %",
            self.look,
            self.look_percent()
        )
    }

    /// A warning of weights that a campaign has not found better than those it started from, or of
    /// the starting weights in their place.
    pub fn caution(file: &WeightsFile) -> Option<String> {
        let Self { verdict, candidate, campaign, .. } = Self::read(file)?;
        let found = match verdict {
            Verdict::Better | Verdict::Start => return None,
            Verdict::Worse => "is worse than the starting weights",
            Verdict::NotDistinguishable => "was not told apart from the starting weights",
        };
        let found = format!("what the campaign {campaign} found {found}");
        Some(match candidate {
            Some(_) => {
                format!("these are the starting weights: {found}; export --candidate writes it")
            }
            None => found,
        })
    }

    /// A line with the verdict on the weights of a file, or the word [`UNVALIDATED`].
    pub fn verdict_line(file: &WeightsFile) -> String {
        let Some(evidence) = Self::read(file) else {
            let why = match Self::is_edited(file) {
                true => {
                    "the evidence in this file is not as it was written, so that it proves nothing"
                }
                false => "this file says nothing of how well they play",
            };
            return format!("{UNVALIDATED}: {why}.");
        };
        let what = match evidence.candidate {
            Some(_) => "The starting weights. Verdict on the candidate",
            None => "Verdict",
        };
        let effect = evidence.effect_text().map_or(String::new(), |text| format!("; {text}"));
        format!("{what}: {}{effect}.", evidence.verdict)
    }
}
