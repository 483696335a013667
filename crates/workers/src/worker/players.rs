//! The threads of a worker that play games.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tokio::sync::oneshot;
use tune2048_engine::game::play_unless;
use tune2048_engine::{EvaluateError, GameResult, Tables, Weights, player};

use crate::messages::GamesJob;

/// What a thread and the lease of its job share.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The steps so far, each of a few moves.
    pub(crate) steps: AtomicU64,
    /// Whether the games are not needed.
    pub(crate) stop: AtomicBool,
}

/// The games of a finished job.
#[derive(Debug)]
pub(crate) struct PlayedJob {
    pub(crate) results: Vec<GameResult>,
    pub(crate) seconds: f64,
}

/// A job on its way to a thread; the answer is `None` if it was stopped.
struct Task {
    job: GamesJob,
    progress: Arc<Progress>,
    answer: oneshot::Sender<Option<PlayedJob>>,
}

/// The tables of the latest candidates, which are built once for all threads.
#[derive(Default)]
pub(crate) struct RecentTables(VecDeque<(Weights, Arc<OnceLock<Tables>>)>);

impl RecentTables {
    /// Returns the place of a candidate's tables; keeps those of `most` candidates.
    fn place(&mut self, weights: &Weights, most: usize) -> Arc<OnceLock<Tables>> {
        if let Some((_, place)) = self.0.iter().find(|(known, _)| known == weights) {
            return Arc::clone(place);
        }
        while self.0.len() >= most {
            let oldest = self
                .0
                .pop_front()
                .and_then(|(_, place)| Arc::into_inner(place));
            if let Some(tables) = oldest.and_then(OnceLock::into_inner) {
                tables.release();
            }
        }
        let place = Arc::default();
        self.0.push_back((weights.clone(), Arc::clone(&place)));
        place
    }
}

/// Threads that play jobs in the order in which they come.
pub(crate) struct Players {
    tasks: Option<mpsc::Sender<Task>>,
    threads: Vec<JoinHandle<()>>,
}

impl Players {
    pub(crate) fn start(threads: usize) -> Result<Self, EvaluateError> {
        let (tasks, incoming) = mpsc::channel();
        let incoming = Arc::new(Mutex::new(incoming));
        let tables = Arc::new(Mutex::new(RecentTables::default()));
        let start = |_| {
            let (incoming, tables) = (Arc::clone(&incoming), Arc::clone(&tables));
            let play = move || play_tasks(&incoming, &tables, threads + 1);
            let thread = thread::Builder::new().name("games".to_owned());
            thread.spawn(play).map_err(EvaluateError::threads)
        };
        let started = (0..threads).map(start).collect::<Result<_, _>>()?;
        Ok(Self {
            tasks: Some(tasks),
            threads: started,
        })
    }

    /// Plays a job on the next free thread; returns `None` if it was stopped.
    pub(crate) async fn play(&self, job: GamesJob, progress: Arc<Progress>) -> Option<PlayedJob> {
        let (answer, played) = oneshot::channel();
        let task = Task {
            job,
            progress,
            answer,
        };
        self.tasks.as_ref()?.send(task).ok()?;
        played.await.ok()?
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
    tables: &Mutex<RecentTables>,
    most_tables: usize,
) {
    let next = || {
        incoming
            .lock()
            .expect("no thread panics while it waits")
            .recv()
    };
    while let Ok(task) = next() {
        let played = play_with_recent(&task.job, tables, most_tables, &task.progress);
        // Nobody waits for a job that was given up.
        let _ = task.answer.send(played);
    }
}

/// Plays a job with the tables of its candidate, which are built if they are not there; returns
/// `None` if it was stopped.
pub(crate) fn play_with_recent(
    job: &GamesJob,
    tables: &Mutex<RecentTables>,
    most_tables: usize,
    progress: &Progress,
) -> Option<PlayedJob> {
    let place = {
        let mut recent = tables.lock().expect("no thread panics with the tables");
        recent.place(&job.weights, most_tables)
    };
    let tables = place.get_or_init(|| Tables::new(&job.weights));
    play(job, tables, progress)
}

fn play(job: &GamesJob, tables: &Tables, progress: &Progress) -> Option<PlayedJob> {
    let start = Instant::now();
    let mut player = player::build(&job.player, tables);
    let is_stopped = || {
        progress.steps.fetch_add(1, Ordering::Relaxed);
        progress.stop.load(Ordering::Relaxed)
    };
    let games = job
        .seeds
        .iter()
        .map(|&seed| play_unless(&mut *player, seed, is_stopped));
    let results = games.collect::<Option<Vec<_>>>()?;
    let seconds = start.elapsed().as_secs_f64();
    Some(PlayedJob { results, seconds })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::{Evaluate, GameSeed, Monitor, PlayerSettings, Preset, SerialEvaluator};

    fn job(preset: usize) -> GamesJob {
        GamesJob {
            player: PlayerSettings::default(),
            weights: Preset::ALL[preset].weights(),
            seeds: vec![GameSeed(1), GameSeed(2)],
        }
    }

    fn played(players: &Players, job: GamesJob, progress: &Arc<Progress>) -> Option<PlayedJob> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(players.play(job, Arc::clone(progress)))
    }

    #[test]
    fn threads_play_the_games_of_the_engine() {
        let players = Players::start(2).unwrap();
        for preset in [0, 1, 2, 3, 0] {
            let GamesJob {
                player,
                weights,
                seeds,
            } = job(preset);
            let alone = SerialEvaluator.play(&player, &weights, &seeds, &Monitor::default());
            let progress = Arc::default();
            let found = played(&players, job(preset), &progress).unwrap();
            assert_eq!(found.results, alone.unwrap().results);
            assert!(progress.steps.load(Ordering::Relaxed) > 0);
        }
    }

    #[test]
    fn a_stopped_job_has_no_result() {
        let players = Players::start(1).unwrap();
        let progress = Arc::new(Progress {
            stop: true.into(),
            ..Progress::default()
        });
        assert!(played(&players, job(0), &progress).is_none());
        assert_eq!(progress.steps.load(Ordering::Relaxed), 1);
    }
}
