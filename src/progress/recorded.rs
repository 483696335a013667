//! Pace of a campaign by its record alone, for those who look at it from outside.

use std::time::Duration;

use super::phase::Phase;
use super::time_left::{Forecast, PlayedWeights};
use super::workload::Workload;
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::statistics::mean;

/// How far a campaign is by its record, how fast, and how long it still takes if it goes on so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPace {
    /// Part of the campaign that is being played.
    pub phase: Phase,
    /// Games per second of all threads in the last part of the search; `None` for too few games.
    pub games_per_second: Option<f64>,
    /// Forecast of the seconds until the end.
    pub seconds_left: Option<f64>,
    /// Share of the campaign that is done, 0 to 1, if its end is known.
    pub share_done: Option<f64>,
}

impl RecordedPace {
    /// Takes the record of a campaign with `finalists` and the recorded games of race and
    /// validation.
    pub fn of(progress: &Progress, finalists: usize, [race, validation]: [u64; 2]) -> Self {
        let pilot = progress.pilot.as_ref();
        let workload = Workload::new(&progress.spec, pilot.map_or(0, |pilot| pilot.games));
        let phase = match (validation, finalists) {
            (1.., _) => Phase::Validation,
            (0, 1..) => Phase::Race { finalists },
            (0, 0) if progress.games == 0 => Phase::Start,
            (0, 0) => Phase::Search,
        };
        let played = match phase {
            Phase::Validation => validation,
            _ => race,
        };
        let forecast = forecast(progress);
        let ahead = workload.ahead(
            (phase, played),
            progress.games,
            (progress.generations.into(), progress.games_per_candidate),
            progress.elapsed_seconds,
        );
        let done = progress.games + race + validation;
        let by_games = |all: u64| done as f64 / all.max(1) as f64;
        Self {
            phase,
            games_per_second: forecast.games_per_second(),
            seconds_left: forecast.seconds_left(&ahead),
            share_done: workload.games().map(|all| by_games(all).clamp(0.0, 1.0)),
        }
    }
}

/// Returns the forecast from the recorded times of the search, which pauses are left out of.
fn forecast(progress: &Progress) -> Forecast {
    let mut forecast = Forecast::default();
    if let Some(findings) = progress
        .pilot
        .as_ref()
        .and_then(|pilot| pilot.findings.as_ref())
    {
        forecast.learn_pilot(findings.length_exponent, findings.mean_score);
    }
    let mut games = 0;
    for generation in progress
        .trials
        .chunk_by(|a, b| a.generation == b.generation)
    {
        for trial in generation {
            games += u64::from(trial.evaluation.games);
            forecast.learn_candidate(trial.evaluation.mean_score);
            if let Ok(at) = Duration::try_from_secs_f64(trial.elapsed_seconds) {
                forecast.count(at, games, PlayedWeights::Candidates);
            }
        }
        if generation[0].generation < progress.generations {
            let scores = generation.iter().map(|trial| trial.evaluation.mean_score);
            forecast.learn_generation(mean(&scores.collect::<Vec<_>>()));
        }
    }
    forecast
}
