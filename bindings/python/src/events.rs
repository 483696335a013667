//! What a running campaign reports.

use std::sync::mpsc::Sender;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use tune2048_tuner::campaign::{Event, GenerationReport, Observer};
use tune2048_tuner::statistics::mean;

use crate::request::Request;

/// What a campaign sends to the thread that called it.
#[derive(Debug)]
pub(crate) enum Message {
    /// Something happened.
    Update(Update),
    /// Games are to be played.
    Play(Request),
}

/// An event as Python is told of it.
#[derive(Debug)]
pub(crate) enum Update {
    /// A part of the campaign begins.
    Phase {
        name: &'static str,
        /// The games of the part that are on record.
        on_record: u64,
    },
    /// A generation is complete.
    Generation {
        generation: u32,
        games_per_candidate: u32,
        mean_score: f64,
        reliability: Option<f64>,
        step_size: Option<f64>,
        /// The weights at the mean of the distribution, if there is one.
        weights: Vec<(String, f64)>,
    },
    /// Something to tell the user.
    Notice(String),
}

impl Update {
    fn of(report: &GenerationReport<'_>) -> Self {
        let scores = report.trials.iter();
        let scores: Vec<f64> = scores.map(|trial| trial.evaluation.mean_score).collect();
        Self::Generation {
            generation: report.generation,
            games_per_candidate: report.games_per_candidate,
            mean_score: mean(&scores),
            reliability: report.reliability,
            step_size: report.distribution.map(|found| found.step_size),
            weights: report.distribution.map_or_else(Vec::new, |found| {
                let weights = report.spec.decode(&found.mean);
                weights.iter().map(|(spec, value)| (spec.name.to_string(), value)).collect()
            }),
        }
    }

    /// The event as a dictionary with the key `kind`.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        match self {
            Self::Phase { name, on_record } => {
                dict.set_item("kind", "phase")?;
                dict.set_item("phase", name)?;
                dict.set_item("on_record", on_record)?;
            }
            Self::Generation {
                generation,
                games_per_candidate,
                mean_score,
                reliability,
                step_size,
                weights,
            } => {
                dict.set_item("kind", "generation")?;
                dict.set_item("generation", generation)?;
                dict.set_item("games_per_candidate", games_per_candidate)?;
                dict.set_item("mean_score", mean_score)?;
                dict.set_item("reliability", reliability)?;
                dict.set_item("step_size", step_size)?;
                dict.set_item("weights", weights.into_py_dict(py)?)?;
            }
            Self::Notice(text) => {
                dict.set_item("kind", "message")?;
                dict.set_item("message", text)?;
            }
        }
        Ok(dict)
    }
}

/// Sends the events of a campaign to the thread that called it.
#[derive(Debug)]
pub(crate) struct Updates(pub(crate) Sender<Message>);

impl Updates {
    fn send(&self, update: Update) {
        // Nobody listens after an exception.
        let _ = self.0.send(Message::Update(update));
    }
}

impl Observer for Updates {
    fn observe(&mut self, event: &Event<'_>) {
        if let Event::Generation(report) = event {
            self.send(Update::of(report));
        }
        for message in event.messages() {
            self.send(Update::Notice(message));
        }
        if let Some((phase, on_record)) = event.phase() {
            let name = phase.name();
            self.send(Update::Phase { name, on_record });
        }
    }
}
