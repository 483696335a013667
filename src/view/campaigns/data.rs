//! Everything that a report is made from, read without a lock on the campaign.

use std::path::{Path, PathBuf};

use super::coordinates::has_ordered_matrix;
use crate::view::progress::{GenerationData, generations, stored_start};
use crate::view::words::page::{score, weight_text};
use tune2048_engine::game::Stream;
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_optimizer::boundary;
use tune2048_tuner::record::{CampaignState, CheckpointError, Folder, Now, RunState, Trial};
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Evidence;

/// A campaign with everything that a report shows.
pub(crate) struct ReportData {
    /// The campaign's folder, as the user gave it.
    pub(crate) folder: PathBuf,
    pub(crate) state: CampaignState,
    pub(crate) run_state: RunState,
    pub(crate) now: Now,
    pub(crate) generations: Vec<GenerationData>,
}

impl ReportData {
    /// Reads a campaign's folder.
    pub(crate) fn read(path: &Path) -> Result<Self, CheckpointError> {
        let folder = Folder::at(path);
        let state = folder.read(true)?;
        Ok(Self {
            folder: path.to_owned(),
            run_state: folder.run_state(&state),
            now: Now::read(path),
            generations: generations(&state),
            state,
        })
    }

    /// Returns the evidence of the last validation.
    pub(crate) fn evidence(&self) -> Option<&Evidence> {
        self.state.evidence()
    }

    /// Returns the weights that the campaign recommends.
    pub(crate) fn tuned(&self) -> Option<&Configuration> {
        self.state.recommended()
    }

    /// Returns the best weights by present knowledge of a campaign without recommended ones, once
    /// a generation is complete.
    pub(crate) fn front_runner(&self) -> Option<Configuration> {
        let is_wanted = self.state.outcome.is_none() && self.state.guess_generations() > 0;
        is_wanted.then(|| self.state.guess())
    }

    /// Returns the point of the recommended weights or, without any, the centre of the last
    /// generation.
    pub(crate) fn centre(&self) -> Option<Vec<f64>> {
        let recommended = self.tuned().map(|weights| self.state.spec.encode(weights));
        recommended.or_else(|| Some(boundary::clamp(&self.generations.last()?.centre)))
    }

    /// Returns the mean score of the starting weights, its interval, and which games it is from.
    ///
    /// The validation is used if there is one, else stored games, the final race, or the pilot.
    pub(crate) fn start_level(&self) -> Option<(f64, Option<Interval>, &'static str)> {
        if let Some(evidence) = self.evidence() {
            let is_stored = evidence.baseline.is_some();
            let place = if is_stored { "in stored games" } else { "in the validation" };
            return Some((evidence.start.mean, evidence.start.mean_ci95, place));
        }
        if let Some((mean, interval)) = stored_start(&self.state) {
            return Some((mean, interval, "in stored games"));
        }
        let selected = self.state.finals.results(Stream::Selection, 0..u64::MAX, 0);
        if selected.len() > 1 {
            let found = ScoreReport::of(&selected);
            return Some((found.mean, found.mean_ci95, "in the race so far"));
        }
        let findings = self.state.pilot.as_ref()?.findings.as_ref()?;
        Some((findings.mean_score, findings.mean_ci95, "in the pilot"))
    }

    /// Returns what names a candidate: its trial, its generation, its mean score, and each tuned weight
    /// on a line.
    pub(crate) fn candidate_words(&self) -> impl Fn(&Trial) -> String {
        let spec = &self.state.spec;
        let names = spec.coordinate_names();
        let is_ordered = has_ordered_matrix(spec);
        let weights = spec.subject().parameters().iter().map(|weight| weight.name.to_string());
        let is_tuned =
            |(index, name): &(usize, String)| is_ordered && *index < CELLS || names.contains(name);
        let tuned: Vec<(usize, String)> = weights.enumerate().filter(is_tuned).collect();
        move |trial| {
            let Trial { trial: number, generation, evaluation, .. } = trial;
            let mean = score(evaluation.mean_score);
            let mut words = format!(
                "trial {number}, generation {generation}: {} {mean}",
                spec.subject().measured()
            );
            let weights = spec.subject().with_values(trial.weights.clone());
            for (index, name) in tuned.iter().filter(|(index, _)| *index < weights.values.len()) {
                words += &format!("\n{name} {}", weight_text(&weights, *index));
            }
            words
        }
    }
}
