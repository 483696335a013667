//! The evaluator of every command that plays games.

use tune2048_engine::evaluate::{
    CandidateGames, Evaluate, EvaluateError, GameEvaluator, Job, Monitor,
};

use tune2048_engine::player::{CommandSettings, PlayerSettings};
use tune2048_programs::ProgramEvaluator;

use super::machines::Machines;
use super::output::eprint_line;

/// Plays the games of any player.
pub(super) struct PlayerEvaluator {
    own: Box<dyn Evaluate>,
    programs: ProgramEvaluator,
}

impl Machines {
    /// Starts the threads that play, or connects to workers, after naming on standard error the
    /// programs of players.
    pub(super) fn evaluator<'p>(
        &self,
        players: impl IntoIterator<Item = &'p PlayerSettings>,
    ) -> anyhow::Result<PlayerEvaluator> {
        let threads = self.threads.count();
        let players: Vec<_> = players.into_iter().collect();
        let programs = ProgramEvaluator::new(threads);
        #[cfg(feature = "workers")]
        if let Some(own) = self.workers.evaluator(self.threads, &players)? {
            return Ok(PlayerEvaluator { own, programs });
        }
        let mut named = Vec::new();
        for program in players.into_iter().filter_map(PlayerSettings::command) {
            let line = program_line(program);
            if !named.contains(&line) {
                eprint_line(&line);
                named.push(line);
            }
        }
        let own = Box::new(GameEvaluator::new(threads)?);
        Ok(PlayerEvaluator { own, programs })
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
        match job.player.command() {
            Some(_) => self.programs.evaluate(job, monitor, deliver),
            None => self.own.evaluate(job, monitor, deliver),
        }
    }
}

/// Returns the line that says which program a player starts, and where.
pub(super) fn program_line(program: &CommandSettings) -> String {
    let folder = match &program.working_folder {
        Some(folder) => format!("the folder {folder}"),
        None => "this folder".to_owned(),
    };
    format!("starts the program {} in {folder}", program.command_line())
}
