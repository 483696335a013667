//! The evaluator of every command that plays games.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::view::worker_presence::SeenWorker;

use tune2048_engine::evaluate::{
    CandidateGames, Evaluate, EvaluateError, GameEvaluator, Job, Monitor, evaluate_in_turn,
};

use tune2048_engine::player::{CommandSettings, PlayerSettings};
use tune2048_programs::ProgramEvaluator;

use super::machines::Machines;
use crate::cli::terminal::notices::Notices;
use crate::cli::terminal::output::eprint_line;

/// Plays the games of any player.
pub(crate) struct PlayerEvaluator {
    own: Box<dyn Evaluate>,
    /// What plays programs, if `own` does not.
    programs: Option<ProgramEvaluator>,
    /// Whether some players are programs of this machine, which play one job after the other.
    is_in_turn: bool,
    /// Lines about what happens while games are played.
    pub(crate) notices: Arc<Notices>,
    /// A look at the workers that play, if there are any.
    pub(crate) workers: Option<WorkersLook>,
}

/// Returns the workers as they are now.
pub(crate) type WorkersLook = Box<dyn Fn() -> Vec<SeenWorker> + Send + Sync>;

impl Machines {
    /// Starts the threads that play, or connects to workers, after naming on standard error the
    /// programs of players.
    pub(crate) fn evaluator<'p>(
        &self,
        players: impl IntoIterator<Item = &'p PlayerSettings>,
    ) -> anyhow::Result<PlayerEvaluator> {
        let threads = self.threads.count();
        let players: Vec<_> = players.into_iter().collect();
        let notices = Arc::<Notices>::default();
        #[cfg(feature = "workers")]
        if let Some(own) = self.workers.evaluator(self.threads, &players, &notices)? {
            return Ok(PlayerEvaluator {
                workers: Some(super::workers::look(&own)),
                own: Box::new(own),
                programs: None,
                is_in_turn: false,
                notices,
            });
        }
        let is_other = |player: &&PlayerSettings| elsewhere(player).is_some();
        let is_in_turn = players.iter().any(is_other);
        let mut named = Vec::new();
        for line in players.into_iter().filter_map(elsewhere) {
            if !named.contains(&line) {
                eprint_line(&line);
                named.push(line);
            }
        }
        Ok(PlayerEvaluator {
            own: Box::new(GameEvaluator::new(threads)?),
            programs: Some(ProgramEvaluator::new(threads)),
            is_in_turn,
            notices,
            workers: None,
        })
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
        match (&job.player, &self.programs) {
            (PlayerSettings::Command(_), Some(programs)) => {
                programs.evaluate(job, monitor, deliver)
            }
            _ => self.own.evaluate(job, monitor, deliver),
        }
    }

    fn evaluate_stream(
        &self,
        jobs: &mut dyn Iterator<Item = Job>,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>,
    ) -> Result<(), EvaluateError> {
        if !self.is_in_turn {
            return self.own.evaluate_stream(jobs, monitor, deliver);
        }
        evaluate_in_turn(self, jobs, monitor, deliver)
    }
}

/// Returns the line about a player whose games are not played move by move here.
pub(crate) fn elsewhere(player: &PlayerSettings) -> Option<String> {
    player.command().map(program_line)
}

/// Returns the line that says which program a player starts, and where.
fn program_line(program: &CommandSettings) -> String {
    let folder = match &program.working_folder {
        Some(folder) => format!("the folder {folder}"),
        None => "this folder".to_owned(),
    };
    format!("starts the program {} in {folder}", program.command_line())
}
