//! Everything that a report is made from, read without a lock on the campaign.

use std::path::{Path, PathBuf};

use super::coordinates::has_ordered_matrix;
use crate::view::progress::{GenerationData, generations};
use crate::view::words::page::{score, weight_text};
use tune2048_engine::game::{GameResult, Stream};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_optimizer::{Distribution, boundary};
use tune2048_tuner::campaign::{CampaignError, Progress};
use tune2048_tuner::record::file_names::LOOKS;
use tune2048_tuner::record::{FinalGame, Finalist, FinalsLog, Folder, Look, Trial};
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::baselines::{self, RecordedBaselines};
use tune2048_tuner::weights::{Evidence, LookScores};

/// Contents of a campaign's files.
pub(crate) struct ReportData {
    /// The campaign's folder, as the user gave it.
    pub(crate) folder: PathBuf,
    /// Version of the program that started the campaign.
    pub(crate) version: String,
    pub(crate) progress: Progress,
    pub(crate) finalists: Vec<Finalist>,
    pub(crate) final_games: Vec<FinalGame>,
    pub(crate) looks: Vec<Look>,
    pub(crate) baselines: RecordedBaselines,
    pub(crate) generations: Vec<GenerationData>,
}

impl ReportData {
    /// Reads a campaign's folder.
    pub(crate) fn read(path: &Path) -> Result<Self, CampaignError> {
        let progress = Progress::read(path)?;
        let folder = Folder::open(path)?;
        let looks = folder.read_table(LOOKS, &())?;
        let (finalists, final_games) = FinalsLog::read(&folder, progress.spec.subject())?;
        Ok(Self {
            folder: path.to_owned(),
            version: folder.manifest()?.version,
            generations: generations(&progress),
            progress,
            finalists,
            final_games,
            looks,
            baselines: baselines::recorded(&folder)?,
        })
    }

    /// Returns the evidence of the last validation.
    pub(crate) fn evidence(&self) -> Option<&Evidence> {
        self.progress.evidence.as_ref()
    }

    /// Returns the weights that the campaign recommends.
    pub(crate) fn tuned(&self) -> Option<&Configuration> {
        self.progress.best.as_ref().map(|file| &file.weights)
    }

    /// Returns the best weights by present knowledge of a campaign without recommended ones, once
    /// a generation is complete.
    pub(crate) fn front_runner(&self) -> Option<Configuration> {
        let is_wanted = self.progress.best.is_none() && self.progress.guess_generations() > 0;
        is_wanted.then(|| self.progress.guess())
    }

    /// Returns the point of the recommended weights or, without any, the centre of the last
    /// generation.
    pub(crate) fn centre(&self) -> Option<Vec<f64>> {
        // The user may have replaced the weights file by one of another heuristic.
        let subject = self.progress.spec.subject();
        let fits = |weights: &&Configuration| weights.subject.has_parameters_of(subject);
        let recommended = self.tuned().filter(fits);
        let recommended = recommended.map(|weights| self.progress.spec.encode(weights));
        recommended.or_else(|| Some(boundary::clamp(&self.generations.last()?.centre)))
    }

    /// Returns the name of [`Self::centre`] for captions.
    pub(crate) fn centre_name(&self) -> &'static str {
        self.tuned().map_or("the centre of the last generation", |_| "the tuned weights")
    }

    /// Returns the last recorded distribution.
    pub(crate) fn last_distribution(&self) -> Option<&Distribution> {
        Some(&self.progress.distributions.last()?.distribution)
    }

    /// Returns the games of a finalist in a range of a stream, in order.
    pub(crate) fn games(
        &self,
        stream: Stream,
        games: std::ops::Range<u64>,
        finalist: usize,
    ) -> Vec<GameResult> {
        let first = (stream as u8, games.start);
        let from = self.final_games.partition_point(|game| (game.stream as u8, game.game) < first);
        let is_inside = |game: &&FinalGame| game.stream == stream && game.game < games.end;
        let inside = self.final_games[from..].iter().take_while(is_inside);
        inside.filter(|game| game.finalist == finalist).map(|game| game.result).collect()
    }

    /// Returns the scores of a look, or `None` unless all of its games are recorded.
    pub(crate) fn look_scores(&self, look: &Look) -> Option<LookScores> {
        let results = |finalist| {
            let games = self.games(Stream::Validation, look.games(), finalist);
            let is_whole = games.len() as u64 == u64::from(look.validation_games);
            (is_whole && !games.is_empty()).then_some(games)
        };
        let is_match = self.progress.spec.is_match();
        LookScores::collect(look, self.baselines.get(&look.start), is_match, results)
    }

    /// Returns the mean score of the starting weights, its interval, and which games it is from.
    ///
    /// The validation is used if there is one, else the final race, else the pilot.
    pub(crate) fn start_level(&self) -> Option<(f64, Option<Interval>, &'static str)> {
        if let Some(evidence) = self.evidence() {
            let is_stored = evidence.baseline.is_some();
            let place = if is_stored { "in stored games" } else { "in the validation" };
            return Some((evidence.start.mean, evidence.start.mean_ci95, place));
        }
        let selected = self.games(Stream::Selection, 0..u64::MAX, 0);
        if selected.len() > 1 {
            let found = ScoreReport::of(&selected);
            return Some((found.mean, found.mean_ci95, "in the race so far"));
        }
        let findings = self.progress.pilot.as_ref()?.findings.as_ref()?;
        Some((findings.mean_score, Some(findings.mean_interval()), "in the pilot"))
    }

    /// Returns what names a candidate: its trial, its generation, its mean score, and each tuned weight
    /// on a line.
    pub(crate) fn candidate_words(&self) -> impl Fn(&Trial) -> String {
        let spec = &self.progress.spec;
        let names = spec.coordinate_names();
        let is_ordered = has_ordered_matrix(spec);
        let weights = spec.subject().parameters().iter().map(|weight| weight.name.to_string());
        let is_tuned =
            |(index, name): &(usize, String)| is_ordered && *index < CELLS || names.contains(name);
        let tuned: Vec<(usize, String)> = weights.enumerate().filter(is_tuned).collect();
        move |trial| {
            let Trial { trial: number, generation, evaluation, .. } = trial;
            let mean = score(evaluation.mean_score);
            let mut words = format!("trial {number}, generation {generation}: mean score {mean}");
            let weights = spec.subject().with_values(trial.weights.clone());
            for (index, name) in tuned.iter().filter(|(index, _)| *index < weights.values.len()) {
                words += &format!("\n{name} {}", weight_text(&weights, *index));
            }
            words
        }
    }
}
