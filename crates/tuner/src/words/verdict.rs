//! Words for the verdict on weights: in a line, in a sentence, with all that was measured.

use std::fmt::Write;

use crate::statistics::Effect;
use crate::statistics::in_words::{in_elo, with_interval};
use crate::subject::Configuration;
use crate::weights::evidence::UNVALIDATED;
use crate::weights::{BaselineOrigin, CostOfSearch, Evidence, Verdict, WeightsFile};
use tune2048_files::number_text::grouped;

impl Verdict {
    /// The verdict on the weights of a campaign as a heading; `None` of one that is not finished.
    pub fn heading(verdict: Option<Self>) -> &'static str {
        match verdict {
            Some(Self::Better) => "Better",
            Some(Self::Worse) => "Worse",
            Some(Self::NotDistinguishable) => "Not distinguishable",
            Some(Self::Start) => "Starting weights kept",
            None => "Not finished",
        }
    }
}

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
        let excess = 100.0 * (self.tuned / self.limit - 1.0);
        let above = match self.tuned > self.limit {
            true => format!(", which the tuned search exceeds by {excess:.1} %"),
            false => String::new(),
        };
        let (tuned, limit) = (grouped(self.tuned), grouped(self.limit));
        format!("A move costs {tuned} boards{start}; the limit is {limit}{above}.")
    }
}

impl Evidence {
    /// The verdict in a sentence.
    pub fn statement(&self) -> String {
        let more = match (self.games_to_settle, &self.baseline) {
            (Some(games), _) => {
                format!("; about {} validation games would settle it", grouped(games as f64))
            }
            (None, Some(_)) => {
                ", nor by more games against the stored scores of the starting weights".to_owned()
            }
            (None, None) => ", nor by any number of games that can be played".to_owned(),
        };
        match self.verdict {
            Verdict::Better => "The tuned weights are better.".to_owned(),
            Verdict::Worse => "The tuned weights are worse.".to_owned(),
            Verdict::NotDistinguishable => {
                format!("The two are not distinguishable by these games{more}.")
            }
            Verdict::Start => {
                "The starting weights won the final race: nothing better was found.".to_owned()
            }
        }
    }

    /// What else is to be said of the scores: where those of the starting weights are from, and
    /// what the search costs; `None` if there is nothing.
    pub fn notes(&self) -> Option<String> {
        let cost = self.cost.as_ref().map(CostOfSearch::statement);
        let elo = self.results.then(|| {
            let elo = in_elo(self.tuned.mean, self.tuned.mean_ci95);
            format!("In Elo, the tuned weights stand {elo} over their opponent.")
        });
        let notes = [self.baseline_note(), elo, cost].into_iter().flatten();
        let notes: Vec<String> = notes.chain(self.doubts.iter().cloned()).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// A sentence on the starting weights' scores, if those are stored.
    fn baseline_note(&self) -> Option<String> {
        let BaselineOrigin { weights, player, games, seeds, .. } = self.baseline.as_ref()?;
        Some(format!(
            "The starting weights did not play: their scores are stored, those of the preset \
             {weights}, {player}, in {} games ({seeds}).",
            grouped(*games as f64)
        ))
    }

    /// The confidence level of the effect's interval in percent, for people: `97.5 %`.
    pub fn look_percent(&self) -> String {
        format!("{:.1} %", 100.0 * self.look_confidence)
    }

    /// The interval of the effect with its confidence level: `97.5 % interval 1.575 to 1.650`.
    pub fn effect_interval(&self) -> Option<String> {
        let interval = self.estimate()?.interval_text()?;
        Some(format!("{} interval {interval}", self.look_percent()))
    }

    /// The effect with its interval: `1.614, 97.5 % interval 1.575 to 1.650`.
    pub fn effect_text(&self) -> Option<String> {
        let value = self.estimate()?.value_text();
        let interval = self.effect_interval().map(|interval| format!(", {interval}"));
        Some(value + &interval.unwrap_or_default())
    }

    /// The result of a validation: verdict and ratio, both means, and the games.
    pub fn result(&self, start_name: &str) -> String {
        let mut text = self.statement();
        if let (Some(found), Some(effect)) = (self.estimate(), self.effect_text()) {
            let _ = write!(text, "\n{} {effect}.", found.effect.of_means());
        }
        let what = if self.results { "Shares of the points" } else { "Mean scores" };
        let _ = writeln!(
            text,
            "\n{what} with 95 % intervals: tuned weights {}, {start_name} {}.\n\
             On {} games that nothing was tuned on ({}).",
            with_interval(self.tuned.mean, self.tuned.mean_ci95),
            with_interval(self.start.mean, self.start.mean_ci95),
            grouped(self.tuned.games as f64),
            self.validation_seeds
        );
        if self.estimate().is_some() && self.verdict != Verdict::Start {
            let _ = writeln!(text, "({})", self.look_note());
        }
        if let Some(notes) = self.notes() {
            let _ = writeln!(text, "{notes}");
        }
        text
    }

    /// A note on why the interval of the effect is wider than an interval of 95 %.
    pub fn look_note(&self) -> String {
        let effect = self.estimate().map_or(Effect::Ratio, |found| found.effect).name();
        format!(
            "validation {}: the {effect}'s interval is one of {}, so that those of all \
             validations of this campaign hold together with 95 %",
            self.look,
            self.look_percent()
        )
    }

    /// A warning of weights that a campaign has not found better than those it started from.
    pub fn caution(file: &WeightsFile) -> Option<String> {
        let verdict = Self::read(file)?.verdict;
        matches!(verdict, Verdict::Worse | Verdict::NotDistinguishable).then(|| {
            format!(
                "not proven better than the starting weights, but {verdict}: export --incumbent \
                 writes those"
            )
        })
    }

    /// A line with the verdict on the weights of a file, or the word [`UNVALIDATED`].
    pub fn verdict_line(file: &WeightsFile) -> String {
        let Some(evidence) = Self::read(file) else {
            let why = match Self::is_edited(file) {
                true => {
                    "the evidence in this file is not as it was written, so that it proves nothing"
                }
                false => "nothing is known of these weights with this player",
            };
            return format!("{UNVALIDATED}: {why}.");
        };
        let mut text = format!("Verdict: {}", evidence.verdict);
        if let (Some(found), Some(effect)) = (evidence.estimate(), evidence.effect_text()) {
            let name = found.effect.name();
            let _ = write!(text, "; {name} to the starting weights' mean score {effect}");
        }
        text + "."
    }
}
