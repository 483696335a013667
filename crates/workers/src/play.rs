//! The games of a job, as workers and the threads of a run play them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tune2048_engine::{EvaluateError, Monitor};
use tune2048_programs::Players;
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job};

/// The games of a job, `None` if it was stopped, or why they cannot be played.
pub(crate) type Outcome = Result<Option<CandidateGames>, String>;

/// Plays a job of one candidate; a panic is a failure of the job.
pub(crate) fn play(players: &Players, job: &Job, monitor: &Monitor) -> Outcome {
    let mut played = None;
    let evaluate = || players.evaluate(job, monitor, &mut |games| played = Some(games));
    match catch_unwind(AssertUnwindSafe(evaluate)) {
        Ok(Ok(())) => Ok(played),
        Ok(Err(EvaluateError::Interrupted)) => Ok(None),
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(format!("a fault of this program: {}", text.unwrap_or_default()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::{GameSeed, Preset};
    use tune2048_tuner::subject::Configuration;

    #[test]
    fn a_panic_is_a_failure_of_the_job() {
        let players = Players::new(Some(1)).unwrap();
        let preset = Configuration::of_preset(&Preset::ALL[0]);
        let mut job = Job::of(&preset, vec![GameSeed(1)]);
        job.candidates[0].truncate(1);
        let cause = play(&players, &job, &Monitor::default()).unwrap_err();
        assert!(cause.contains("a fault of this program: "), "{cause}");
        let whole = Job::of(&preset, vec![GameSeed(1)]);
        assert!(play(&players, &whole, &Monitor::default()).unwrap().is_some());
    }

    #[test]
    fn a_stopped_job_has_no_result() {
        let monitor = Monitor::default();
        monitor.request_stop();
        let job = Job::of(&Configuration::of_preset(&Preset::ALL[0]), vec![GameSeed(1)]);
        let played = play(&Players::new(Some(1)).unwrap(), &job, &monitor);
        assert_eq!(played, Ok(None));
    }
}
