//! Words for a plan.

use std::fmt::Write;

use crate::campaign::Plan;
use crate::statistics::Effect;
use crate::statistics::in_words::{duration, with_interval};
use tune2048_files::number_text::{counted, grouped, score};

impl Plan {
    /// Returns what the budget can resolve, as a table.
    pub fn text(&self) -> String {
        let Some(found) = &self.pilot.findings else { return String::new() };
        let games = |number: u64| grouped(number as f64);
        let (pilot, time) = (counted(self.pilot.games, self.unit), duration(found.time_seconds));
        let pace = grouped(found.time_games_per_second);
        // Writing to a string cannot fail.
        let (is_elo, unit) = (self.effect == Effect::Elo, self.unit);
        let mut text = format!("Pilot: {pilot} in {time}, {pace} a second\n");
        let ranking = match (found.reliability(), self.reliability_ci95) {
            (Some(reliability), Some(interval)) => format!(
                "reliability {reliability:.2} ({:.2} to {:.2}) at {} for each of the first candidates",
                interval.low,
                interval.high,
                counted(found.games_per_candidate, unit)
            ),
            _ if found.deviation() > 0.0 => {
                "not known: the first candidates could not be told apart".to_owned()
            }
            _ => "not known: all games of the same weights scored the same".to_owned(),
        };
        let deviation = match found.standard_deviation {
            Some(deviation) => score(deviation),
            None => format!("{:.0} %", 100.0 * found.coefficient_of_variation),
        };
        let themselves = if self.is_match { " against themselves" } else { "" };
        let mean = with_interval(found.mean_score, found.mean_ci95);
        let score = format!(
            "{mean} with the starting weights{themselves}; one {unit} varies by {deviation}"
        );
        let cost = found.cost_per_move.map(|cost| {
            ("cost", format!("{} boards a move with the starting weights", grouped(cost)))
        });
        let rows = cost.into_iter().chain([("mean score", score), ("ranking", ranking)]);
        for (name, value) in rows {
            let _ = writeln!(text, "  {name:<14}{value}");
        }
        if !self.differences.is_empty() {
            let taken = match is_elo {
                true => "take pairs between the two".to_owned(),
                false => format!("take {unit}s (both together)"),
            };
            text += &format!("\n  two weights that differ by   {taken}   and time\n");
        }
        for wanted in &self.differences {
            let [low, high] = wanted.games_ci95.map(games);
            let number = format!("{} ({low} to {high})", games(wanted.games));
            let difference = self.effect.amount(wanted.difference, 0);
            let time = duration(60.0 * wanted.time_minutes);
            let _ = writeln!(text, "  {difference:<28} {number:<28} {time}");
        }
        if let Some(resolved) = self.validation_resolves {
            let (most, resolved) =
                (counted(self.validation_games, unit), self.effect.amount(resolved, 1));
            let _ = writeln!(text, "\n  the validation of at most {most} resolves {resolved}");
        }
        for warning in &self.warnings {
            let _ = writeln!(text, "  warning: {warning}");
        }
        text
    }
}
