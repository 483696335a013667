//! The evaluator of every command that plays games.

use std::sync::Arc;

use indexmap::IndexSet;

use tune2048_engine::evaluate::Monitor;
use tune2048_engine::game::Score;
use tune2048_programs::Players;
use tune2048_tuner::record::{Failures, NowFile};
use tune2048_tuner::subject::{Deliver, Evaluate, Jobs, Played, Subject};

#[cfg(feature = "workers")]
use super::workers::WorkersOptions;
use super::workers_record::WorkersLook;
use crate::cli::options::Threads;
use crate::cli::terminal::eprint_line;

/// The options `--threads`, `--workers` and `--token-file`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Machines {
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[cfg(feature = "workers")]
    #[command(flatten)]
    pub(crate) workers: WorkersOptions,
}

/// What plays the games of any subject, here or on workers.
///
/// Games that go wrong are counted.
pub(crate) struct Evaluator {
    players: Box<dyn Evaluate>,
    /// A look at the workers that play, if there are any.
    pub(crate) workers: Option<WorkersLook>,
    failures: NowFile,
    /// The score of a game that has failed.
    failure_score: Option<Score>,
}

impl Evaluator {
    /// What went wrong in games, if anything did; refuses results of which every game has failed.
    pub(crate) fn check_failures(&self) -> anyhow::Result<Option<Failures>> {
        let failures = self.failures.failures();
        anyhow::ensure!(
            !failures.are_all(),
            "every game failed - run the program by hand with these weights, and correct what it \
             says"
        );
        Ok(Some(failures).filter(|found| found.failed + found.replayed > 0))
    }
}

/// Says what went wrong in games.
impl Drop for Evaluator {
    fn drop(&mut self) {
        if let Some(sentence) = self.failures.failures().sentence(self.failure_score) {
            eprint_line(&format!("warning: {sentence}"));
        }
    }
}

impl Evaluate for Evaluator {
    fn concurrent_games(&self) -> usize {
        self.players.concurrent_games()
    }

    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played {
        self.players.evaluate_stream(jobs, monitor, &mut |number, games| {
            self.failures.count(&games).expect("nothing is written without a folder");
            deliver(number, games)
        })
    }
}

impl Machines {
    /// Starts the threads that play, or connects to workers, after naming on standard error the
    /// programs of the subjects.
    pub(crate) fn evaluator<'s>(
        &self,
        subjects: impl IntoIterator<Item = &'s Subject>,
    ) -> anyhow::Result<Evaluator> {
        let subjects: Vec<_> = subjects.into_iter().collect();
        let mut programs = subjects.iter().filter_map(|subject| subject.command());
        let failure_score = programs.find_map(|program| program.failure_score);
        let failures = NowFile::default();
        #[cfg(feature = "workers")]
        if let Some(own) = self.workers.evaluator(&subjects)? {
            let workers: Option<WorkersLook> = Some(Box::new(own.workers()));
            let players = Box::new(own);
            return Ok(Evaluator { players, workers, failures, failure_score });
        }
        for line in subjects.into_iter().filter_map(Subject::start_line).collect::<IndexSet<_>>() {
            eprint_line(&line);
        }
        let players =
            Players::new(self.threads.threads)?.noting_silence(None, Arc::new(eprint_line));
        let players = Box::new(players);
        Ok(Evaluator { players, workers: None, failures, failure_score })
    }
}
