//! Pace of a campaign by its record alone, for those who look at it from outside.

use std::time::Duration;

use super::recent_rate::RecentRate;
use super::workload::Workload;
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::words::Phase;

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
    pub fn of(progress: &Progress, finalists: usize, games: [u64; 2]) -> Self {
        let spec = &progress.spec;
        let workload = Workload::new(spec, progress.pilot.as_ref().map_or(0, |pilot| pilot.games));
        // A search continued after its end keeps its earlier race and validation.
        let each = progress.games_per_candidate.unwrap_or(spec.games_per_candidate.first());
        let generation = u64::from(spec.population()) * u64::from(each);
        let is_resumed = progress.best.is_some() && workload.has_room(progress.games, generation);
        let (finalists, [race, validation]) =
            if is_resumed { (0, [0, 0]) } else { (finalists, games) };
        let phase = match (validation, finalists) {
            (1.., _) => Phase::Validation,
            (0, 1..) => Phase::Race { finalists },
            (0, 0) if progress.games == 0 => Phase::Start,
            (0, 0) => Phase::Search,
        };
        let done = progress.games + race + validation;
        let all = workload.games(phase, done - if validation > 0 { validation } else { race });
        let left = all.map(|all| all.saturating_sub(done));
        let games_per_second = games_per_second(progress);
        Self {
            phase,
            games_per_second,
            seconds_left: games_per_second.and_then(|speed| {
                workload.seconds_left(phase, left, progress.elapsed_seconds, speed)
            }),
            share_done: all.map(|all| (done as f64 / all.max(1) as f64).clamp(0.0, 1.0)),
        }
    }
}

/// Returns the speed by the recorded times of the search, which pauses are left out of.
fn games_per_second(progress: &Progress) -> Option<f64> {
    let mut rate = RecentRate::default();
    let mut games = 0;
    for trial in progress.trials.iter() {
        games += u64::from(trial.evaluation.games);
        if let Ok(at) = Duration::try_from_secs_f64(trial.elapsed_seconds) {
            rate.count(at, games);
        }
    }
    rate.per_second()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tune2048_engine::game::GameResult;
    use tune2048_tuner::record::Trial;
    use tune2048_tuner::space::CampaignSpec;
    use tune2048_tuner::statistics::scores::Evaluation;
    use tune2048_tuner::weights::file::WeightsFile;

    use super::*;

    /// Returns a campaign of 20 generations with 10 candidates of 4 games, of which some are
    /// played, one game a second, all with the same score.
    fn campaign(generations: u32) -> Progress {
        let text = "name = \"x\"\nseed = 1\n[heuristic.rows]\nempty = \"tune\"\n\
                    [objective]\ngames-per-candidate = 4\n[optimizer.cma-es]\npopulation = 10\n\
                    [budget]\ngenerations = 20\n[selection]\ngames = 80\n[validation]\ngames = 50\n\
                    baseline = \"played\"\n";
        let spec = CampaignSpec::parse(Path::new("x.toml"), text).unwrap();
        let mut progress = Progress::nothing(spec);
        let game = GameResult { score: 10_000.into(), ..GameResult::default() };
        let trials = (0..u64::from(10 * generations)).map(|trial| Trial {
            trial,
            generation: trial as u32 / 10,
            candidate: trial as u32 % 10,
            fitness: -10_000.0,
            objective: 10_000.0,
            evaluation: Evaluation::of(&[game; 4]),
            halves: None,
            weights: Vec::new(),
            point: vec![0.5],
            games_seconds: 4.0,
            elapsed_seconds: 4.0 * (trial + 1) as f64,
        });
        progress.trials = trials.collect();
        progress.generations = generations;
        progress.games = u64::from(40 * generations);
        progress.elapsed_seconds = f64::from(40 * generations);
        progress
    }

    #[test]
    fn the_games_that_are_left_take_as_long_as_the_last_ones() {
        let pace = RecordedPace::of(&campaign(10), 0, [0, 0]);
        assert_eq!(pace.phase, Phase::Search);
        assert!((pace.games_per_second.unwrap() - 1.0).abs() < 1e-9);
        // 400 games of the search, 80 of the race and twice 50 of the validation are left.
        let left = pace.seconds_left.unwrap();
        assert!((left / 580.0 - 1.0).abs() < 0.1, "{left}");
        assert!((pace.share_done.unwrap() - 400.0 / 980.0).abs() < 1e-9);
    }

    #[test]
    fn the_end_has_phases_of_its_own() {
        let race = RecordedPace::of(&campaign(20), 4, [30, 0]);
        assert_eq!(race.phase, Phase::Race { finalists: 4 });
        let left = race.seconds_left.unwrap();
        assert!((left / 150.0 - 1.0).abs() < 0.05, "{left}");
        let validation = RecordedPace::of(&campaign(20), 4, [80, 60]);
        assert_eq!(validation.phase, Phase::Validation);
        let left = validation.seconds_left.unwrap();
        assert!((left / 40.0 - 1.0).abs() < 0.05, "{left}");
        assert!((validation.share_done.unwrap() - 940.0 / 980.0).abs() < 1e-9);
    }

    #[test]
    fn a_search_that_goes_on_is_a_search() {
        let mut resumed = campaign(10);
        let start = resumed.spec.start_weights();
        resumed.best = Some(WeightsFile::new(&start, toml::Table::new()));
        let pace = RecordedPace::of(&resumed, 4, [80, 100]);
        assert_eq!(pace, RecordedPace::of(&campaign(10), 0, [0, 0]));
    }

    #[test]
    fn before_the_first_game_nothing_is_known() {
        let pace = RecordedPace::of(&campaign(0), 0, [0, 0]);
        assert_eq!(pace.phase, Phase::Start);
        assert_eq!((pace.games_per_second, pace.seconds_left), (None, None));
        assert_eq!(pace.share_done, Some(0.0));
    }
}
