//! The progress of a campaign for programs: lines of JSON, and callbacks of Python.

use serde_json::{Map, Value, json};

use super::observer::{Event, GenerationReport};
use crate::record::games_dealt;
use crate::statistics::mean;

impl Event<'_> {
    /// What programs are told of the event, in order: a complete generation, messages, and the part of the campaign that
    /// begins, each by its `kind`.
    pub fn updates(&self) -> Vec<Value> {
        let mut updates = Vec::new();
        if let Event::Generation(report) = self {
            updates.push(of_generation(report));
        }
        updates.extend(self.messages().iter().map(|message| message_update(message)));
        if let Some((phase, on_record)) = self.phase() {
            updates.push(json!({"kind": "phase", "phase": phase.name(), "on_record": on_record}));
        }
        updates
    }
}

/// What programs are told of something that users must know.
pub fn message_update(message: &str) -> Value {
    json!({"kind": "message", "message": message})
}

fn of_generation(report: &GenerationReport<'_>) -> Value {
    let scores = report.trials.iter().map(|trial| trial.evaluation.mean_score);
    let weights = report.distribution.map_or_else(Map::new, |found| {
        let weights = report.spec.decode(&found.mean);
        weights.iter().map(|(spec, value)| (spec.name.to_string(), json!(value))).collect()
    });
    json!({
        "kind": "generation",
        "generation": report.generation,
        "games": report.games,
        "games_per_candidate": games_dealt(report.trials),
        "mean_score": mean(&scores.collect::<Vec<f64>>()),
        "reliability": report.reliability,
        "step_size": report.distribution.map(|found| found.step_size),
        "weights": weights,
    })
}
