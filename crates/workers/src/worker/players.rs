//! The threads of a worker that play games.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tokio::sync::oneshot;
use tune2048_engine::evaluate::Beginnings;
use tune2048_engine::game::finish_unless;
use tune2048_engine::{BoardPlayer, EvaluateError, GameResult, Monitor, Tables, Weights, player};
use tune2048_programs::ProgramEvaluator;
use tune2048_tuner::subject::{CommandSettings, Evaluate, Job};

use crate::messages::GamesJob;

/// What a thread and the lease of its job share.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The steps so far, each of a few moves.
    pub(crate) steps: AtomicU64,
    /// Says when the games are not needed.
    pub(crate) monitor: Monitor,
}

/// The games of a finished job.
#[derive(Debug)]
pub(crate) struct PlayedJob {
    pub(crate) results: Vec<GameResult>,
    pub(crate) extras: BTreeMap<String, Vec<f64>>,
    pub(crate) seconds: f64,
}

/// The games of a job, `None` if it was stopped, or why they cannot be played.
pub(crate) type Outcome = Result<Option<PlayedJob>, String>;

/// The programs that a worker starts, by their names.
pub(crate) type Programs = BTreeMap<String, PathBuf>;

/// A job on its way to a thread.
struct Task {
    job: GamesJob,
    progress: Arc<Progress>,
    answer: oneshot::Sender<Outcome>,
}

/// What is made once for all threads, and kept for a while.
#[derive(Default)]
pub(crate) struct Recent {
    /// The tables of the latest candidates.
    tables: VecDeque<(Weights, Arc<OnceLock<Tables>>)>,
    /// The beginnings of the latest games.
    beginnings: Arc<Beginnings>,
}

impl Recent {
    /// Returns the place of a candidate's tables; keeps those of `most` candidates.
    fn place(&mut self, weights: &Weights, most: usize) -> Arc<OnceLock<Tables>> {
        if let Some((_, place)) = self.tables.iter().find(|(known, _)| known == weights) {
            return Arc::clone(place);
        }
        while self.tables.len() >= most {
            let oldest = self.tables.pop_front().and_then(|(_, place)| Arc::into_inner(place));
            if let Some(tables) = oldest.and_then(OnceLock::into_inner) {
                tables.release();
            }
        }
        let place = Arc::default();
        self.tables.push_back((weights.clone(), Arc::clone(&place)));
        place
    }
}

/// Threads that play jobs in the order in which they come.
pub(crate) struct Players {
    tasks: Option<mpsc::Sender<Task>>,
    threads: Vec<JoinHandle<()>>,
}

impl Players {
    pub(crate) fn start(threads: usize, programs: &Programs) -> Result<Self, EvaluateError> {
        let (tasks, incoming) = mpsc::channel();
        let incoming = Arc::new(Mutex::new(incoming));
        let recent = Arc::new(Mutex::new(Recent::default()));
        let start = |_| {
            let (incoming, recent) = (Arc::clone(&incoming), Arc::clone(&recent));
            let programs = programs.clone();
            let play = move || play_tasks(&incoming, &recent, threads + 1, programs);
            let thread = thread::Builder::new().name("games".to_owned());
            thread.spawn(play).map_err(EvaluateError::threads)
        };
        let started = (0..threads).map(start).collect::<Result<_, _>>()?;
        Ok(Self { tasks: Some(tasks), threads: started })
    }

    /// Plays a job on the next free thread.
    pub(crate) async fn play(&self, job: GamesJob, progress: Arc<Progress>) -> Outcome {
        let (answer, played) = oneshot::channel();
        let task = Task { job, progress, answer };
        // Without threads, the worker has ended.
        let tasks = self.tasks.as_ref();
        if tasks.is_none_or(|tasks| tasks.send(task).is_err()) {
            return Ok(None);
        }
        played.await.unwrap_or(Ok(None))
    }
}

impl Drop for Players {
    fn drop(&mut self) {
        self.tasks = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Plays tasks until none can come any more.
fn play_tasks(
    incoming: &Mutex<mpsc::Receiver<Task>>,
    recent: &Mutex<Recent>,
    most_tables: usize,
    programs: Programs,
) {
    let next = || incoming.lock().expect("no thread panics while it waits").recv();
    let hand = Hand::new(Some(programs));
    while let Ok(task) = next() {
        let played = hand.play(&task.job, recent, most_tables, &task.progress);
        // Nobody waits for a job that was given up.
        let _ = task.answer.send(played);
    }
}

/// What one thread plays with.
pub(crate) struct Hand {
    evaluator: ProgramEvaluator,
    /// The programs by their names; `None` where jobs come with their command lines.
    programs: Option<Programs>,
}

impl Hand {
    pub(crate) fn new(programs: Option<Programs>) -> Self {
        Self { evaluator: ProgramEvaluator::new(Some(1)), programs }
    }

    /// Plays a job with the tables of its candidate, which are built if they are not there, or
    /// with its program.
    pub(crate) fn play(
        &self,
        job: &GamesJob,
        recent: &Mutex<Recent>,
        most_tables: usize,
        progress: &Progress,
    ) -> Outcome {
        if let Some(program) = job.subject.command() {
            return self.play_program(job, self.offered(program)?, progress);
        }
        let candidate = job.candidate().board_player();
        let candidate = candidate.expect("a board player, since no program plays");
        let (place, beginnings) = {
            let mut recent = recent.lock().expect("no thread panics with the tables");
            let place = recent.place(&candidate.weights, most_tables);
            (place, Arc::clone(&recent.beginnings))
        };
        let tables = place.get_or_init(|| Tables::new(&candidate.weights));
        Ok(play(job, &candidate, tables, &beginnings, progress))
    }

    /// Returns the settings of a program as this process starts it.
    fn offered(&self, program: &CommandSettings) -> Result<CommandSettings, String> {
        let Some(programs) = &self.programs else {
            return Ok(program.clone());
        };
        let name = program.program.first().map_or("", String::as_str);
        let path = programs.get(name).filter(|_| program.program.len() == 1);
        let path = path.ok_or_else(|| format!("it does not offer the program `{name}`"))?;
        // Of all that starts a program, nothing comes from a job.
        Ok(CommandSettings {
            program: vec![path.to_string_lossy().into_owned()],
            working_folder: None,
            environment: BTreeMap::new(),
            processes: Some(1),
            ..program.clone()
        })
    }

    fn play_program(
        &self,
        job: &GamesJob,
        program: CommandSettings,
        progress: &Progress,
    ) -> Outcome {
        let job = Job { subject: Arc::new(job.subject.run_as(program)), ..job.job() };
        let mut played = None;
        let take = &mut |games| played = Some(games);
        match self.evaluator.evaluate(&job, &progress.monitor, take) {
            Ok(()) => Ok(played.map(|games| PlayedJob {
                results: games.results,
                extras: games.extras,
                seconds: games.seconds,
            })),
            Err(EvaluateError::Interrupted) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn play(
    job: &GamesJob,
    candidate: &BoardPlayer,
    tables: &Tables,
    beginnings: &Beginnings,
    progress: &Progress,
) -> Option<PlayedJob> {
    let start = Instant::now();
    let mut player = player::build(&candidate.settings, tables);
    let is_stopped = || {
        progress.steps.fetch_add(1, Ordering::Relaxed);
        progress.monitor.stop_requested()
    };
    let games = job.seeds.iter().map(|&seed| {
        let game = beginnings.session(job.beginning.as_ref(), seed, is_stopped)?;
        finish_unless(&mut *player, game, is_stopped)
    });
    let results = games.collect::<Option<Vec<_>>>()?;
    let seconds = start.elapsed().as_secs_f64();
    Some(PlayedJob { results, extras: BTreeMap::new(), seconds })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::{GameSeed, HeuristicKind, PlayerSettings, Preset, SerialEvaluator};
    use tune2048_tuner::subject::{Configuration, Subject};

    fn job(preset: usize) -> GamesJob {
        let candidate = Configuration::of_preset(&Preset::ALL[preset]);
        GamesJob {
            subject: candidate.subject,
            values: candidate.values,
            seeds: vec![GameSeed(1), GameSeed(2)],
            beginning: None,
        }
    }

    fn played(players: &Players, job: GamesJob, progress: &Arc<Progress>) -> Option<PlayedJob> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(players.play(job, Arc::clone(progress))).unwrap()
    }

    #[test]
    fn threads_play_the_games_of_the_engine() {
        let players = Players::start(2, &Programs::new()).unwrap();
        for preset in [0, 1, 2, 3, 0] {
            let (candidate, seeds) = (job(preset).candidate(), job(preset).seeds);
            let alone = SerialEvaluator.play(&candidate, &seeds, &Monitor::default());
            let progress = Arc::default();
            let found = played(&players, job(preset), &progress).unwrap();
            assert_eq!(found.results, alone.unwrap().results);
            assert!(progress.steps.load(Ordering::Relaxed) > 0);
        }
    }

    #[test]
    fn settings_of_the_search_are_played_with_the_weights() {
        let mut job = job(0);
        let player = PlayerSettings::default();
        let tuned = Subject::board_tuning(player, HeuristicKind::Rows, ["depth"]);
        let candidate = Configuration::defaults(tuned).with("depth", 2.0);
        job.subject = Arc::clone(&candidate.subject);
        job.values = candidate.values.clone();
        let alone = SerialEvaluator.play(&candidate, &job.seeds, &Monitor::default());
        let players = Players::start(1, &Programs::new()).unwrap();
        let found = played(&players, job, &Arc::default()).unwrap();
        assert_eq!(found.results, alone.unwrap().results);
        assert!(found.results[0].inner_nodes > 0, "depth 2 has inner nodes");
    }

    #[test]
    fn a_stopped_job_has_no_result() {
        let players = Players::start(1, &Programs::new()).unwrap();
        let progress = Arc::new(Progress::default());
        progress.monitor.request_stop();
        assert!(played(&players, job(0), &progress).is_none());
        assert_eq!(progress.steps.load(Ordering::Relaxed), 1);
    }
}
