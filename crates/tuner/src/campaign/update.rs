//! The progress of a campaign for programs: lines of JSON, and callbacks of Python.

use indexmap::IndexMap;
use serde::Serialize;

use super::observer::{Event, GenerationReport};
use crate::record::games_dealt;
use crate::statistics::mean;

/// What a program is told of an event. As JSON it has the key `kind`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Update {
    /// A part of the campaign begins.
    Phase {
        /// Its name.
        phase: &'static str,
        /// The games of the part that are on record.
        on_record: u64,
    },
    /// A generation is complete.
    Generation {
        /// The number of the generation, from 0.
        generation: u32,
        /// The games of the pilot and of the search so far.
        games: u64,
        /// The games per candidate.
        games_per_candidate: u32,
        /// The mean of the candidates' mean scores.
        mean_score: f64,
        /// The reliability of the ranking, 0 to 1.
        reliability: Option<f64>,
        /// The step size of the distribution, if there is one.
        step_size: Option<f64>,
        /// The weights at the mean of the distribution, if there is one.
        weights: IndexMap<String, f64>,
    },
    /// Something to tell the user.
    Message {
        /// In words.
        message: String,
    },
}

impl Update {
    /// Returns what is told of an event, in order.
    pub fn of(event: &Event<'_>) -> Vec<Self> {
        let mut updates = Vec::new();
        if let Event::Generation(report) = event {
            updates.push(Self::of_generation(report));
        }
        updates.extend(event.messages().into_iter().map(|message| Self::Message { message }));
        if let Some((phase, on_record)) = event.phase() {
            updates.push(Self::Phase { phase: phase.name(), on_record });
        }
        updates
    }

    fn of_generation(report: &GenerationReport<'_>) -> Self {
        let scores = report.trials.iter();
        let scores: Vec<f64> = scores.map(|trial| trial.evaluation.mean_score).collect();
        Self::Generation {
            generation: report.generation,
            games: report.games,
            games_per_candidate: games_dealt(report.trials),
            mean_score: mean(&scores),
            reliability: report.reliability,
            step_size: report.distribution.map(|found| found.step_size),
            weights: report.distribution.map_or_else(IndexMap::new, |found| {
                let weights = report.spec.decode(&found.mean);
                weights.iter().map(|(spec, value)| (spec.name.to_string(), value)).collect()
            }),
        }
    }
}
