//! The findings of `diagnose` in words.

use std::fmt::Write;

use super::diagnosis_json::{DiagnosisJson, RELIABLE, StretchJson, WorthJson};
use crate::cli::terminal::output::{counted, fixed, grouped};
use tune2048_tuner::studies::diagnose::UnknownWorth;
use tune2048_tuner::words::{score, score_interval};

impl DiagnosisJson {
    /// Returns what a block is called: a generation where its column says so.
    fn block_word(&self) -> &'static str {
        let column = self.block_column.as_deref().unwrap_or("");
        match column.ends_with("generation") {
            true => "generation",
            false => "block",
        }
    }

    /// Returns a note on what is read otherwise than it stands in the file.
    fn notes(&self) -> String {
        let mut notes = String::new();
        if self.left_out > 0 {
            let trials = counted(self.left_out, "trial");
            let _ = writeln!(notes, "{trials} without a value: left out.");
        }
        if let Some(cv) = self.assumed_cv {
            let _ = writeln!(
                notes,
                "The spread of games is assumed, not measured: coefficient of variation {cv}."
            );
        }
        if let Some(correlation) = self.correlation {
            let _ = writeln!(
                notes,
                "Candidates share the luck of their seeds, which is taken out: two games on one seed \
                 correlate by {}.",
                fixed(correlation, 2)
            );
        }
        match notes.is_empty() {
            true => notes,
            false => notes + "\n",
        }
    }

    /// Returns a table and its meaning in sentences.
    pub(crate) fn text(&self) -> String {
        let word = self.block_word();
        let mut text = format!(
            "{}: {} in {}, {} games\n\n",
            self.source,
            counted(self.candidates, "candidate"),
            counted(self.blocks, word),
            grouped(self.games as f64)
        );
        text.push_str(&self.notes());
        let _ = writeln!(
            text,
            "  {:<14}  candidates  mean score  reliability  95 % interval   games for {RELIABLE}",
            format!("{word}s")
        );
        for stretch in &self.stretches {
            let _ = writeln!(text, "{}", stretch.line());
        }
        let _ = write!(
            text,
            "\nReliability: the share of what separates the measured means that is merit, not luck.\n\n{}\n\n{}",
            self.noise(),
            self.worth()
        );
        text
    }

    /// Returns a sentence about when the ranking became noise.
    fn noise(&self) -> String {
        let word = self.block_word();
        if self.stretches.iter().all(|stretch| stretch.reliability.is_none()) {
            return "Whether the ranking is noise cannot be known: that needs at least two \
                    candidates with two games of each, or means and --cv, and scores that differ."
                .to_owned();
        }
        if self.highest.unknown == Some(UnknownWorth::SharedSeeds) {
            return "The means differ by less than the luck of independent games explains: candidates \
                    probably share seeds. Neither noise nor worth can be told without a row per \
                    game and its seed (`--columns seed=NAME`)."
                .to_owned();
        }
        if self.rising {
            return format!(
                "The ranking of each of the last {word}s may be noise, but the mean scores seem to rise \
                 still: together the rankings may say something."
            );
        }
        let Some(noise) = &self.noise_since else {
            return format!("Nothing indicates that the rankings of {word}s became noise.");
        };
        let found = noise.reliability_ci95.map_or(String::new(), |interval| {
            format!(
                "reliability {}, 95 % interval {} to {}",
                fixed(noise.reliability.unwrap_or(0.0), 2),
                fixed(interval.low, 2),
                fixed(interval.high, 2)
            )
        });
        if noise.games_before > 0.0 {
            format!(
                "From {word} {} on, after {:.0} % of the games, each {word}'s ranking is noise: {found}.",
                noise.first,
                100.0 * noise.games_before
            )
        } else {
            format!("From the start, each {word}'s ranking is noise: {found}.")
        }
    }

    /// Returns a sentence about the true value of the best candidate.
    fn worth(&self) -> String {
        let word = self.block_word();
        let highest = &self.highest;
        let mut text = format!(
            "The {} mean, {} (candidate {} of {word} {}, {}), ",
            if self.minimize { "lowest" } else { "highest" },
            score(highest.mean),
            highest.candidate,
            highest.block,
            counted(highest.games as usize, "game")
        );
        let Some(estimate) = highest.worth_text() else {
            text.push_str("is partly luck. ");
            text.push_str(match highest.unknown {
                Some(UnknownWorth::TooManyBroken) => {
                    "More than three in ten of the candidates around it score far below the others: \
                     the shape of their scores does not allow an estimate of its true value.\n"
                }
                Some(UnknownWorth::SharedSeeds) => "By how much cannot be told.\n",
                _ => {
                    "Its true value can be estimated from at least four candidates with \
                     two games of each, or means and --cv, and scores of one sign.\n"
                }
            });
            return text;
        };
        let _ = writeln!(text, "is worth {estimate}.");
        if let Some(truth) = highest.estimate.filter(|&truth| truth != 0.0) {
            let excess = 100.0 * (highest.mean - truth) / truth.abs();
            let direction = if excess < 0.0 { "low" } else { "high" };
            let excess = excess.abs();
            let _ = writeln!(text, "The measured figure is {excess:.1} % too {direction}.");
        }
        text
    }
}

impl StretchJson {
    fn line(&self) -> String {
        let name = if self.first == self.last {
            self.first.clone()
        } else {
            format!("{} to {}", self.first, self.last)
        };
        let mut line = format!(
            "  {name:<14}  {:>10}  {:>10}",
            grouped(self.candidates as f64),
            score(self.mean)
        );
        if let (Some(reliability), Some(interval)) = (self.reliability, self.reliability_ci95) {
            let range = format!("{} to {}", fixed(interval.low, 2), fixed(interval.high, 2));
            let games = self.games_for_reliability_80.map_or("-".to_owned(), grouped);
            let _ = write!(line, "  {:>11}  {range:<13}  {games:>14}", fixed(reliability, 2));
        } else {
            let _ = write!(line, "  {:>11}", "-");
        }
        line
    }
}

impl WorthJson {
    fn worth_text(&self) -> Option<String> {
        let [estimate, interval] = score_interval(self.estimate?, Some(self.estimate_ci95?));
        Some(format!("{estimate}, 95 % interval {interval}"))
    }
}
