//! The evaluator of every command that plays games.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::view::worker_presence::SeenWorker;

use tune2048_engine::{EvaluateError, Monitor};
use tune2048_programs::Players;
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job, Subject};

use super::machines::Machines;
use crate::cli::terminal::notices::Notices;
use crate::cli::terminal::output::eprint_line;

/// Plays the games of any subject, here or on workers.
pub(crate) struct PlayerEvaluator {
    own: Box<dyn Evaluate>,
    /// Lines about what happens while games are played.
    pub(crate) notices: Arc<Notices>,
    /// A look at the workers that play, if there are any.
    pub(crate) workers: Option<WorkersLook>,
}

/// Returns the workers as they are now.
pub(crate) type WorkersLook = Box<dyn Fn() -> Vec<SeenWorker> + Send + Sync>;

impl Machines {
    /// Starts the threads that play, or connects to workers, after naming on standard error the
    /// programs of the subjects.
    pub(crate) fn evaluator<'s>(
        &self,
        subjects: impl IntoIterator<Item = &'s Subject>,
    ) -> anyhow::Result<PlayerEvaluator> {
        let threads = self.threads.count();
        let subjects: Vec<_> = subjects.into_iter().collect();
        let notices = Arc::<Notices>::default();
        #[cfg(feature = "workers")]
        if let Some(own) = self.workers.evaluator(self.threads, &subjects, &notices)? {
            return Ok(PlayerEvaluator {
                workers: Some(super::workers::look(&own)),
                own: Box::new(own),
                notices,
            });
        }
        let mut named = Vec::new();
        for line in subjects.into_iter().filter_map(program_line) {
            if !named.contains(&line) {
                eprint_line(&line);
                named.push(line);
            }
        }
        Ok(PlayerEvaluator { own: Box::new(Players::new(threads)?), notices, workers: None })
    }
}

impl Evaluate for PlayerEvaluator {
    fn concurrent_games(&self) -> usize {
        self.own.concurrent_games()
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        self.own.evaluate(job, monitor, deliver)
    }

    fn evaluate_stream(
        &self,
        jobs: &mut dyn Iterator<Item = Job>,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>,
    ) -> Result<(), EvaluateError> {
        self.own.evaluate_stream(jobs, monitor, deliver)
    }
}

/// Returns the line that says which program a subject starts, and where.
pub(crate) fn program_line(subject: &Subject) -> Option<String> {
    let program = subject.command()?;
    let folder = match &program.working_folder {
        Some(folder) => format!("the folder {folder}"),
        None => "this folder".to_owned(),
    };
    let line = program.command_line();
    Some(format!("starts the program {line} in {folder}"))
}
