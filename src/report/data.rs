//! All that a report is made from, read without disturbing the campaign.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tune2048_engine::game::{GameResult, Stream};
use tune2048_engine::heuristic::Weights;
use tune2048_engine::presets::Preset;
use tune2048_optimizer::{Distribution, boundary};
use tune2048_tuner::campaign::reliability::games_dealt;
use tune2048_tuner::campaign::{CampaignError, Evidence, Progress};
use tune2048_tuner::checkpoint::{FinalGame, Finalist, Finals, Folder, Look, Looks, Trial};
use tune2048_tuner::scores::scores;
use tune2048_tuner::statistics::{Interval, mean, mean_interval, standard_deviation};

/// A campaign's files.
#[derive(Debug)]
pub(super) struct ReportData {
    /// Its folder, as it was given.
    pub(super) folder: PathBuf,
    /// The version of the program that started it.
    pub(super) version: String,
    pub(super) progress: Progress,
    pub(super) finalists: Vec<Finalist>,
    pub(super) final_games: Vec<FinalGame>,
    pub(super) looks: Vec<Look>,
    /// What each generation came to.
    pub(super) generations: Vec<GenerationData>,
}

/// What a generation came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GenerationData {
    /// Its number, from 0.
    pub(super) number: u32,
    /// How many candidates it had.
    pub(super) candidates: usize,
    /// The mean of its candidates' mean scores.
    pub(super) mean: f64,
    /// The 95 % interval of that mean.
    pub(super) interval: Option<Interval>,
    /// Games that each candidate was dealt.
    pub(super) games_each: u32,
    /// Games of the search up to its end.
    pub(super) games_so_far: u64,
    /// How reliable its ranking is.
    pub(super) reliability: Option<f64>,
    /// The mean of its candidates' points, as they were played; not numbers where a
    /// change has come between.
    pub(super) centre: Vec<f64>,
    /// Their standard deviation.
    pub(super) spread: Vec<f64>,
    /// What it was drawn from, if that is on record.
    pub(super) distribution: Option<Distribution>,
}

impl ReportData {
    /// Reads a campaign's folder.
    pub(super) fn read(path: &Path) -> Result<Self, CampaignError> {
        let progress = Progress::read(path)?;
        let folder = Folder::open(path)?;
        let looks = Looks::read(&folder)?;
        let (finalists, final_games) = Finals::read(&folder, progress.space.heuristic())?;
        Ok(Self {
            folder: path.to_owned(),
            version: folder.record()?.version,
            generations: generations(&progress),
            progress,
            finalists,
            final_games,
            looks,
        })
    }

    /// What was measured of the recommended weights.
    pub(super) fn evidence(&self) -> Option<&Evidence> {
        self.progress.evidence.as_ref()
    }

    /// The weights that the campaign recommends.
    pub(super) fn tuned(&self) -> Option<&Weights> {
        self.progress.best.as_ref().map(|file| &file.weights)
    }

    /// The point to look around: the recommended weights, or while there are
    /// none, what the last generation was drawn around.
    pub(super) fn centre(&self) -> Option<Vec<f64>> {
        // A weights file of another heuristic may have been put in its place.
        let fits = |weights: &&Weights| weights.heuristic == *self.progress.space.heuristic();
        let recommended = self.tuned().filter(fits);
        let recommended = recommended.map(|weights| self.progress.space.encode(weights));
        recommended.or_else(|| {
            let last = self.generations.last()?;
            let mean = last.distribution.as_ref().map(|found| &found.mean);
            Some(boundary::clamp(mean.unwrap_or(&last.centre)))
        })
    }

    /// What [`Self::centre`] is called.
    pub(super) fn centre_name(&self) -> &'static str {
        match self.tuned() {
            Some(_) => "the tuned weights",
            None => "the centre of the last generation",
        }
    }

    /// The last distribution on record.
    pub(super) fn last_distribution(&self) -> Option<&Distribution> {
        let row = self.progress.distributions.last()?;
        let is_comparable = row.generation >= self.progress.coordinates_since();
        is_comparable.then_some(&row.distribution)
    }

    /// The games of a finalist in part of a stream, in order.
    pub(super) fn games(
        &self,
        stream: Stream,
        games: std::ops::Range<u64>,
        finalist: usize,
    ) -> Vec<GameResult> {
        let from = self
            .final_games
            .partition_point(|game| (game.stream as u8, game.game) < (stream as u8, games.start));
        self.final_games[from..]
            .iter()
            .take_while(|game| game.stream == stream && game.game < games.end)
            .filter(|game| game.finalist == finalist)
            .map(|game| game.result)
            .collect()
    }

    /// The games of a look: those of its winner and those of the starting
    /// weights; none unless all of them are played.
    pub(super) fn look_games(&self, look: &Look) -> Option<[Vec<GameResult>; 2]> {
        let to = look
            .validation_from
            .checked_add(u64::from(look.validation_games))?;
        let both = [look.winner, look.start]
            .map(|finalist| self.games(Stream::Validation, look.validation_from..to, finalist));
        let whole = both
            .iter()
            .all(|games| games.len() as u64 == to - look.validation_from);
        (whole && !both[0].is_empty()).then_some(both)
    }

    /// The mean score of the starting weights, as surely as it is known, with
    /// its interval and the games that it is from, in words.
    pub(super) fn start_level(&self) -> Option<(f64, Option<[f64; 2]>, &'static str)> {
        if let Some(evidence) = self.evidence() {
            let interval = evidence.start.mean_ci95.map(<[f64; 2]>::from);
            return Some((evidence.start.mean, interval, "in the validation"));
        }
        let selected = self.games(Stream::Selection, 0..u64::MAX, 0);
        if selected.len() > 1 {
            let scores = scores(&selected);
            let interval = mean_interval(&scores).map(<[f64; 2]>::from);
            return Some((mean(&scores), interval, "in the race so far"));
        }
        let findings = self.progress.pilot.as_ref()?.findings.as_ref()?;
        let games = findings.games_per_candidate as f64;
        let half = 1.96 * findings.coefficient_of_variation * findings.mean_score / games.sqrt();
        let interval = [findings.mean_score - half, findings.mean_score + half];
        Some((findings.mean_score, Some(interval), "in the pilot"))
    }

    /// What the starting weights are called.
    pub(super) fn start_name(&self) -> String {
        let start = self.progress.start_weights();
        match Preset::ALL.iter().find(|preset| preset.weights() == start) {
            Some(preset) if preset.name == "2014" => "the weights of 2014".to_owned(),
            Some(preset) => format!("the weights called {}", preset.name),
            None => "the weights that it started from".to_owned(),
        }
    }
}

fn generations(progress: &Progress) -> Vec<GenerationData> {
    let trials: Vec<&[Trial]> = progress
        .trials
        .chunk_by(|a, b| a.generation == b.generation)
        .collect();
    let rows = progress.distributions.iter();
    let drawn_from: BTreeMap<u32, &Distribution> = rows
        .map(|row| (row.generation, &row.distribution))
        .collect();
    let dimensions = progress.space.dimensions();
    let mut games_so_far = 0;
    let mut generations = Vec::with_capacity(trials.len());
    for candidates in trials.iter() {
        let all = candidates.iter();
        games_so_far += all
            .map(|trial| u64::from(trial.evaluation.games))
            .sum::<u64>();
        let means: Vec<f64> = candidates
            .iter()
            .map(|trial| trial.evaluation.mean_score)
            .collect();
        let number = candidates[0].generation;
        // What was played before a change has no place among these coordinates.
        let is_comparable = number >= progress.coordinates_since();
        let column = |coordinate: usize| -> Option<Vec<f64>> {
            let points = candidates.iter().map(|trial| &trial.point);
            let column = points.map(|point| boundary::clamp(point)[coordinate]);
            is_comparable.then(|| column.collect())
        };
        let of_column = |value: fn(&[f64]) -> f64| -> Vec<f64> {
            let columns = (0..dimensions).map(column);
            columns.map(|c| c.map_or(f64::NAN, |c| value(&c))).collect()
        };
        generations.push(GenerationData {
            number,
            candidates: candidates.len(),
            mean: mean(&means),
            interval: mean_interval(&means),
            games_each: games_dealt(candidates),
            games_so_far,
            reliability: progress.reliability_at(number),
            centre: of_column(mean),
            spread: of_column(|column| standard_deviation(column).unwrap_or(0.0)),
            distribution: drawn_from
                .get(&number)
                .filter(|_| is_comparable)
                .map(|found| (*found).clone()),
        });
    }
    generations
}
