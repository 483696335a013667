//! A campaign as list, status, reports and live pages show it, read without a lock.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::view::progress::Pace;
use crate::view::progress::coordinates::{Coordinate, coordinates};
use crate::view::words::page::weight_text;
use crate::view::words::{fixed, so_far};
use tune2048_tuner::record::now::unix_now;
use tune2048_tuner::record::{
    CampaignError, CampaignState, Folder, GenerationData, Now, RunState, Trial,
};
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::words::score;

/// A campaign with everything that is shown of it.
pub(crate) struct CampaignView {
    /// The campaign's folder, as the user gave it.
    pub(crate) folder: PathBuf,
    pub(crate) state: CampaignState,
    pub(crate) run_state: RunState,
    pub(crate) now: Now,
    pub(crate) generations: Vec<GenerationData>,
}

impl CampaignView {
    /// Reads a campaign's folder, with its candidates if `with_history`.
    pub(crate) fn read(path: &Path, with_history: bool) -> Result<Self, CampaignError> {
        let folder = Folder::at(path);
        let state = folder.read(with_history)?;
        Ok(Self {
            folder: path.to_owned(),
            run_state: folder.run_state(&state),
            now: Now::read(path),
            generations: state.all_generations(),
            state,
        })
    }

    /// Returns how far an unfinished campaign is by its record, and with its history how fast.
    pub(crate) fn pace(&self) -> Option<Pace> {
        let is_timed = self.run_state == RunState::Running && self.state.keeps_all;
        (!self.state.finished).then(|| Pace::of(&self.state, is_timed))
    }

    /// Returns how far the search is, in words.
    pub(crate) fn progress(&self) -> String {
        let (state, budget) = (&self.state, &self.state.spec.budget);
        let generations = budget.generations.map(u64::from);
        format!(
            "{}, {} of search",
            so_far(state.generations_played().into(), generations, "generation"),
            so_far(state.games, budget.games, state.spec.subject().unit())
        )
    }

    /// Returns what speaks against the scores, and the result does not say.
    pub(crate) fn doubts(&self) -> Vec<String> {
        let told = self.state.evidence().map_or(&[][..], |evidence| &evidence.doubts);
        let mut doubts = self.state.doubts(&self.now.failures);
        doubts.retain(|doubt| !told.contains(doubt));
        doubts
    }

    /// Returns the best weights by present knowledge of a campaign without recommended ones, once
    /// a generation is complete.
    pub(crate) fn front_runner(&self) -> Option<Configuration> {
        let is_wanted = self.state.outcome.is_none() && self.state.guess_generations() > 0;
        is_wanted.then(|| self.state.guess())
    }

    /// Returns the point of the recommended weights.
    pub(crate) fn tuned_point(&self) -> Option<Vec<f64>> {
        self.state.recommended().map(|weights| self.state.spec.encode(weights))
    }

    /// Returns what names a candidate: its trial, its generation, its mean score, and each tuned weight
    /// on a line.
    pub(crate) fn candidate_words(&self) -> impl Fn(&Trial) -> String {
        let (subject, coordinates) = (self.state.spec.subject(), coordinates(&self.state.spec));
        move |trial| {
            let Trial { trial: number, generation, evaluation, .. } = trial;
            let (measured, mean) = (subject.measured(), score(evaluation.mean_score));
            let mut words = format!("trial {number}, generation {generation}: {measured} {mean}");
            let weights = subject.with_values(trial.weights.clone());
            for Coordinate { at, name, weight, .. } in &coordinates {
                let place = || fixed(trial.point[*at].clamp(0.0, 1.0), 3);
                let value = weight.map_or_else(place, |index| weight_text(&weights, index));
                words += &format!("\n{name} {value}");
            }
            words
        }
    }

    /// Returns the progress as JSON, as `docs/reference/json.md` lists it under `status`: for `status --json`, the last
    /// line of `run --json`, and `serve`.
    pub(crate) fn status_json(&self) -> Value {
        let Self { folder, state, run_state, now, .. } = self;
        let (budget, time) = (state.spec.given_budget(), unix_now());
        let here = now.workers.iter().filter(|worker| worker.is_here(time));
        let failures = match state.finished {
            true => state.failures.as_ref(),
            false => Some(&now.failures).filter(|found| found.first.is_some()),
        };
        json!({
            "campaign": state.spec.name,
            "folder": folder.display().to_string(),
            "state": run_state,
            "finished": state.finished,
            "generations": state.generations_played(),
            "trials": state.trials,
            "games": state.games,
            "budget": {
                "games": budget.games,
                "search_games": state.spec.budget.games,
                "generations": budget.generations,
                "minutes": budget.minutes,
            },
            "games_per_candidate": state.games_per_candidate(),
            "reliability": state.ranking.reliability(),
            "failures": failures,
            "doubts": state.doubts(&now.failures),
            "search_end": state.search_end,
            "restarts": state.restarts,
            "elapsed_seconds": state.elapsed_seconds,
            "evidence": state.evidence().map(Evidence::to_json),
            "workers": here.collect::<Vec<_>>(),
        })
    }
}
