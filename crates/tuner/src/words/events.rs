//! Words for the events of a campaign and for its plan.

use crate::campaign::{Event, Plan, StopReason};
use crate::record::score_anomaly::ScoreAnomaly;
use crate::statistics::in_words::{duration, ranking, with_interval};
use tune2048_files::number_text::{counted, grouped, score};

/// Says after an interruption how many games, or units of another name, are saved, and where.
pub fn interrupted(games: u64, unit: &str, place: impl std::fmt::Display) -> String {
    let are = if games == 1 { "is" } else { "are" };
    format!("interrupted: {} {are} saved in {place}", counted(games, unit))
}

/// Part of a campaign that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No game has been played yet.
    Start,
    /// Games that the plan is made from.
    Pilot,
    /// Generations of candidates.
    Search,
    /// Finalists play new games; the worse half drops out after each round.
    Race {
        /// Number of finalists.
        finalists: usize,
    },
    /// The winner plays new games, and unless their scores are stored the starting weights, too.
    Validation,
}

impl Phase {
    /// Returns the name of the phase.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Pilot => "pilot",
            Self::Search => "search",
            Self::Race { .. } => "final race",
            Self::Validation => "validation",
        }
    }
}

impl Event<'_> {
    /// The phase that the event begins, with its recorded games.
    pub fn phase(&self) -> Option<(Phase, u64)> {
        match *self {
            Self::Started(_) | Self::Planned(_) => Some((Phase::Search, 0)),
            Self::Pilot { .. } => Some((Phase::Pilot, 0)),
            Self::Selection { finalists, on_record, .. } => {
                Some((Phase::Race { finalists }, on_record))
            }
            Self::Validation { on_record, .. } => Some((Phase::Validation, on_record)),
            _ => None,
        }
    }

    /// What a user who sees the progress must be told besides: warnings, restarts, the end.
    pub fn messages(&self) -> Vec<String> {
        match self {
            Self::Started(warning) => warning.map(str::to_owned).into_iter().collect(),
            Self::Planned(plan) => {
                plan.warnings.iter().map(|warning| format!("warning: {warning}")).collect()
            }
            Self::RestartedWider { generation, step_size } => vec![format!(
                "the ranking is noise: the search restarts at generation {generation} with step size {step_size:.3}"
            )],
            Self::SearchEnded(
                reason @ (StopReason::Noise | StopReason::Ties | StopReason::Optimizer { .. }),
            ) => vec![format!("the search ends: {reason}")],
            Self::Generation(state) => {
                let anomaly = state.seen_scores.anomaly().filter(|_| state.generations == 1);
                let warning = |anomaly: ScoreAnomaly| format!("warning: {}", anomaly.sentence());
                anomaly.map(warning).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a log says of the event, in lines; empty if nothing. Games are counted in units of this name.
    pub fn log_text(&self, unit: &str) -> String {
        match self {
            Self::Planned(plan) => plan.text(),
            Self::Pilot { games } => format!("pilot: {}", counted(*games, unit)),
            Self::Selection { finalists, games, .. } => {
                let games = counted(*games, &format!("new {unit}"));
                format!("final race: {finalists} finalists on {games}")
            }
            Self::Validation { games, is_start, stored_games, .. } => {
                let games = counted(*games, &format!("new {unit}"));
                let stored = stored_games.filter(|_| !is_start).map(|stored| {
                    let stored = grouped(stored as f64);
                    format!(" against {stored} stored games of the starting weights")
                });
                format!("validation: {games}{}", stored.unwrap_or_default())
            }
            _ => self.messages().join("\n"),
        }
    }
}

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
