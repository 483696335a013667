//! The findings of `diagnose` in words.

use super::diagnosis_json::{DiagnosisJson, RELIABLE, StretchJson};
use crate::cli::terminal::{counted, fixed, grouped, score, score_interval};
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::diagnose::UnknownWorth;

impl DiagnosisJson {
    /// Returns what a block is called: a generation where its column says so.
    fn block_word(&self) -> &'static str {
        match &self.block_column {
            Some(column) if column.ends_with("generation") => "generation",
            _ => "block",
        }
    }

    /// Returns a note on what is read otherwise than it stands in the file.
    fn notes(&self) -> String {
        let mut notes = String::new();
        if self.left_out > 0 {
            notes += &format!("{} without a value: left out.\n", counted(self.left_out, "trial"));
        }
        if let Some(cv) = self.assumed_cv {
            notes += &format!(
                "The spread of games is assumed, not measured: coefficient of variation {cv}.\n"
            );
        }
        if let Some(correlation) = self.correlation {
            notes += &format!(
                "Candidates share the luck of their seeds, which is taken out: two games on one seed \
                 correlate by {}.\n",
                fixed(correlation, 2)
            );
        }
        if notes.is_empty() { notes } else { notes + "\n" }
    }

    /// Returns a table and its meaning in sentences.
    pub(crate) fn text(&self) -> String {
        let word = self.block_word();
        let lines: String = self.stretches.iter().map(StretchJson::line).collect();
        format!(
            "{}: {} in {}, {} games\n\n{}  \
             {:<14}  candidates  mean score  reliability  95 % interval   games for {RELIABLE}\n{lines}\n\
             Reliability: the share of what separates the measured means that is merit, not luck.\n\n\
             {}\n\n{}",
            self.source,
            counted(self.candidates, "candidate"),
            counted(self.blocks, word),
            grouped(self.games as f64),
            self.notes(),
            format!("{word}s"),
            self.noise(),
            self.worth()
        )
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
            let reliability = fixed(noise.reliability.unwrap_or(0.0), 2);
            format!("reliability {reliability}, 95 % interval {}", range(interval))
        });
        let from = if noise.games_before > 0.0 {
            let percent = 100.0 * noise.games_before;
            format!("From {word} {} on, after {percent:.0} % of the games", noise.first)
        } else {
            "From the start".to_owned()
        };
        format!("{from}, each {word}'s ranking is noise: {found}.")
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
        let (Some(truth), Some(interval)) = (highest.estimate, highest.estimate_ci95) else {
            return text
                + "is partly luck. Its true value can be estimated from at least four candidates with \
                   two games of each, or means and --cv, and scores of one sign, few of which are far \
                   below the others.\n";
        };
        let [estimate, interval] = score_interval(truth, Some(interval));
        text += &format!("is worth {estimate}, 95 % interval {interval}.\n");
        if truth != 0.0 {
            let excess = 100.0 * (highest.mean - truth) / truth.abs();
            let direction = if excess < 0.0 { "low" } else { "high" };
            text += &format!("The measured figure is {:.1} % too {direction}.\n", excess.abs());
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
        let (candidates, mean) = (grouped(self.candidates as f64), score(self.mean));
        let (Some(reliability), Some(interval)) = (self.reliability, self.reliability_ci95) else {
            return format!("  {name:<14}  {candidates:>10}  {mean:>10}  {:>11}\n", "-");
        };
        let games = self.games_for_reliability_80.map_or("-".to_owned(), grouped);
        format!(
            "  {name:<14}  {candidates:>10}  {mean:>10}  {:>11}  {:<13}  {games:>14}\n",
            fixed(reliability, 2),
            range(interval)
        )
    }
}

fn range(interval: Interval) -> String {
    format!("{} to {}", fixed(interval.low, 2), fixed(interval.high, 2))
}
