//! The evaluator of every command that plays games.

use std::sync::Arc;

use indexmap::IndexSet;

use tune2048_programs::Players;
use tune2048_tuner::subject::{Evaluate, Subject};

use super::machines::Machines;
use super::workers_record::WorkersLook;
use crate::cli::terminal::notices::Notices;
use crate::cli::terminal::output::eprint_line;

/// What plays the games of any subject, here or on workers.
pub(crate) struct Evaluator {
    pub(crate) players: Box<dyn Evaluate>,
    /// Lines about what happens while games are played.
    pub(crate) notices: Arc<Notices>,
    /// A look at the workers that play, if there are any.
    pub(crate) workers: Option<WorkersLook>,
}

impl Machines {
    /// Starts the threads that play, or connects to workers, after naming on standard error the
    /// programs of the subjects.
    pub(crate) fn evaluator<'s>(
        &self,
        subjects: impl IntoIterator<Item = &'s Subject>,
    ) -> anyhow::Result<Evaluator> {
        let threads = self.threads.count();
        let subjects: Vec<_> = subjects.into_iter().collect();
        let notices = Arc::<Notices>::default();
        #[cfg(feature = "workers")]
        if let Some(own) = self.workers.evaluator(self.threads, &subjects, &notices)? {
            return Ok(Evaluator {
                workers: Some(super::workers::look(&own)),
                players: Box::new(own),
                notices,
            });
        }
        let lines = subjects.into_iter().filter_map(Subject::start_line);
        for line in lines.collect::<IndexSet<_>>() {
            eprint_line(&line);
        }
        let said = Arc::clone(&notices);
        let players = Players::new(threads)?.noting_silence(Arc::new(move |line| said.say(line)));
        Ok(Evaluator { players: Box::new(players), notices, workers: None })
    }
}
