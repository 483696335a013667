//! Words for a plan.

use crate::campaign::Plan;
use crate::statistics::in_words::{duration, ranking, with_interval};
use tune2048_files::number_text::{counted, grouped, score};

impl Plan {
    /// Returns what the budget can resolve, in lines.
    pub fn text(&self) -> String {
        let Some(found) = &self.pilot.findings else { return String::new() };
        let games = |number: u64| grouped(number as f64);
        let unit = self.unit;
        let deviation = match found.standard_deviation {
            Some(deviation) => score(deviation),
            None => format!("{:.0} %", 100.0 * found.coefficient_of_variation),
        };
        let each = Some(found.games_per_candidate);
        let mut lines = vec![
            format!(
                "Pilot: {} in {}, {} a second",
                counted(self.pilot.games, unit),
                duration(found.time_seconds),
                grouped(found.time_games_per_second)
            ),
            format!(
                "Starting weights: mean score {}; one {unit} varies by {deviation}",
                with_interval(found.mean_score, found.mean_ci95)
            ),
            format!("Ranking: {}", ranking(found.reliability(), self.reliability_ci95, each, unit)),
        ];
        lines.extend(
            found.cost_per_move.map(|cost| format!("Cost: {} boards a move", grouped(cost))),
        );
        lines.extend(self.differences.iter().map(|wanted| {
            let [low, high] = wanted.games_ci95.map(games);
            format!(
                "Weights that differ by {}: {} {unit}s ({low} to {high}), {}",
                self.effect.amount(wanted.difference, 0),
                games(wanted.games),
                duration(60.0 * wanted.time_minutes)
            )
        }));
        lines.extend(self.validation_resolves.map(|resolved| {
            let most = counted(self.validation_games, unit);
            format!(
                "Resolved by the validation of at most {most}: {}",
                self.effect.amount(resolved, 1)
            )
        }));
        lines.extend(self.warnings.iter().map(|warning| format!("warning: {warning}")));
        lines.join("\n") + "\n"
    }
}
