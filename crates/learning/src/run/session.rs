//! The loop of a learning run: batches of games, points of the curve, snapshots, the test.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tune2048_engine::Monitor;
use tune2048_files::atomic;
use tune2048_files::number_text::counted;
use tune2048_files::shell::quoted;
use tune2048_files::table::Table;

use super::curve::{self, CurvePoint, check_points};
use super::error::LearningError;
use super::event::LearningEvent;
use super::folder::{self, FORMAT, MANIFEST, Manifest, SETTINGS, SNAPSHOT};
use super::resources::check_memory;
use super::snapshot::{self, Snapshot, State};
use super::{network, start};
use crate::batch::BatchResult;
use crate::learner::Learner;
use crate::search::test;
use crate::settings::LearningSpec;

/// The time between snapshots, in times that it takes to write one.
const WRITING_SHARE: u32 = 40;

/// The shortest and the longest time between snapshots.
const SHORTEST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(600);

/// A learning run in its folder, which is locked.
#[derive(Debug)]
pub struct LearningRun {
    /// The folder.
    pub folder: PathBuf,
    /// The settings.
    pub spec: LearningSpec,
    /// The manifest.
    pub manifest: Manifest,
    curve: Table<CurvePoint>,
    state: State,
    /// The seconds of learning in all sessions; those after the last point of an earlier session
    /// are not known.
    pub seconds: f64,
}

impl LearningRun {
    /// Begins a run in a folder; `text` is the file of its settings, `version` that of the
    /// program.
    ///
    /// # Errors
    /// If there is a run already, or the folder cannot be written.
    pub fn create(
        folder: &Path,
        text: &str,
        spec: LearningSpec,
        version: &str,
    ) -> Result<Self, LearningError> {
        let is_taken = |name: &&str| folder.join(name).exists();
        if [MANIFEST, SNAPSHOT, "log.jsonl"].iter().any(is_taken) {
            return Err(LearningError::BadInput(format!(
                "{}: there is a learning run or a campaign here already - go on with \
                 `tune2048 resume {}`, remove the folder to start afresh, or give another with --out",
                folder.display(),
                quoted(folder)
            )));
        }
        check_memory(&spec, 0)?;
        if let Some(name) = &spec.file.start {
            start::open(name, &spec.layout)?;
        }
        atomic::make_folder(folder)?;
        let manifest = Manifest {
            format: FORMAT,
            version: version.to_owned(),
            name: spec.name.clone(),
            settings_crc32: folder::settings_crc32(&spec),
            deterministic: true,
            finished: false,
            test: Vec::new(),
        };
        let curve = curve::open(folder, &manifest.settings_crc32)?;
        atomic::replace(&folder.join(SETTINGS), text)?;
        // The manifest comes last: it makes the folder that of a run.
        folder::write_manifest(folder, &manifest)?;
        Ok(Self::new(folder, spec, manifest, curve))
    }

    /// Opens a run to go on with it, with the settings that were read from its folder.
    ///
    /// # Errors
    /// If there is none, its settings are others, or another process works on it.
    pub fn open(folder: &Path, spec: LearningSpec) -> Result<Self, LearningError> {
        let manifest = folder::manifest(folder)?;
        manifest.check_settings(folder, &spec)?;
        let curve = curve::open(folder, &manifest.settings_crc32)?;
        Ok(Self::new(folder, spec, manifest, curve))
    }

    fn new(
        folder: &Path,
        spec: LearningSpec,
        manifest: Manifest,
        curve: Table<CurvePoint>,
    ) -> Self {
        let (folder, state) = (folder.to_owned(), State::default());
        Self { folder, spec, manifest, curve, state, seconds: 0.0 }
    }

    /// The games learned so far, once the run has begun.
    pub fn games(&self) -> u64 {
        self.state.games
    }

    /// Learns from all games that are left, then tests the network. Between batches of a few
    /// seconds it looks whether to stop; then everything is saved.
    ///
    /// # Errors
    /// [`LearningError::Interrupted`] if it was stopped, or what went wrong.
    pub fn run(
        &mut self,
        threads: usize,
        monitor: &Monitor,
        observe: &mut dyn FnMut(LearningEvent<'_>),
    ) -> Result<(), LearningError> {
        let crc32 = self.manifest.settings_crc32.clone();
        let snapshot = Snapshot::open(&self.folder, Some(&crc32))?;
        let new = State { is_coherent: self.spec.is_coherent(), ..State::default() };
        self.state = snapshot.as_ref().map_or(new, |found| found.state);
        check_points(&self.folder, self.curve.rows().len(), self.state.points)?;
        if self.manifest.finished {
            network::check(&self.folder, &self.spec, &self.manifest)?;
            self.state.games = self.spec.file.games;
            self.seconds = seconds(self.curve.rows());
            return Ok(());
        }
        observe(LearningEvent::Memory(check_memory(&self.spec, self.state.games)?));
        self.curve.keep(self.state.points)?;
        let curve = self.curve.rows();
        self.seconds = seconds(curve);
        if self.state.games > 0 {
            let (games, seconds) = (self.state.games, self.seconds);
            observe(LearningEvent::Resumed { games, curve, seconds });
        }
        let mut learner = start::new_learner(&self.spec, snapshot)?;
        // The games of a search teach the same on any number of threads.
        let games_left = self.state.games < self.spec.file.games;
        let depends_on_threads = games_left && self.spec.step(self.state.games).depth == 0;
        if threads > 1 && self.manifest.deterministic && depends_on_threads {
            self.manifest.deterministic = false;
            folder::write_manifest(&self.folder, &self.manifest)?;
        }
        let mut schedule = (Instant::now(), SHORTEST);
        let mut saved = self.state.games;
        while self.state.games < self.spec.file.games {
            self.batch(&mut learner, threads, saved)?;
            observe(LearningEvent::Batch { games: self.state.games });
            if let Some(point) = self.point(threads)? {
                observe(LearningEvent::Point(&point));
            }
            let stops = monitor.stop_requested();
            let is_last = self.state.games >= self.spec.file.games;
            if stops || is_last || schedule.0.elapsed() >= schedule.1 {
                let start = Instant::now();
                snapshot::write(&self.folder, &crc32, &self.state, &learner)?;
                saved = self.state.games;
                if !is_last || stops {
                    self.write_network(|place| learner.settled_weight(place))?;
                }
                let pause = WRITING_SHARE * start.elapsed();
                schedule = (Instant::now(), pause.clamp(SHORTEST, LONGEST));
            }
            if stops {
                return Err(LearningError::Interrupted);
            }
        }
        self.finish(learner, threads, monitor, observe)
    }

    /// Learns from the games of one batch, none of which belongs to the next point.
    fn batch(
        &mut self,
        learner: &mut Learner,
        threads: usize,
        saved: u64,
    ) -> Result<(), LearningError> {
        let batch = self.spec.batch(self.state.games, threads);
        let start = Instant::now();
        // A batch is never cut: what follows would not be the same.
        let result = learner.learn(&batch).map_err(LearningError::network)?;
        if result.has_diverged {
            let kept = match saved {
                0 => "no snapshot was written before".to_owned(),
                games => format!("the snapshot after {} is kept", counted(games, "game")),
            };
            let (first, last) = (batch.first, batch.first + batch.games - 1);
            let rate = f64::from(batch.step.rate);
            return Err(LearningError::Failed(format!(
                "the weights diverge in games {first} to {last}: a value is no number, or beyond \
                 all scores - start again in another folder (--out) with a lower `learning-rate`, a \
                 tenth of {rate} for a start; {kept}"
            )));
        }
        self.seconds += start.elapsed().as_secs_f64();
        self.state.games += batch.games;
        self.state.since_point.add(&result);
        Ok(())
    }

    /// Records a point of the curve, if one is complete.
    fn point(&mut self, threads: usize) -> Result<Option<CurvePoint>, LearningError> {
        let games = self.state.games;
        if self.spec.point_end(games - 1) != games {
            return Ok(None);
        }
        let (result, step) = (&self.state.since_point, self.spec.step(games - 1));
        let point = CurvePoint::new(games, result, step, threads, self.seconds);
        self.curve.append(point.clone())?;
        self.state.points = self.curve.rows().len();
        self.state.since_point = BatchResult::default();
        Ok(Some(point))
    }

    fn finish(
        &mut self,
        learner: Learner,
        threads: usize,
        monitor: &Monitor,
        observe: &mut dyn FnMut(LearningEvent<'_>),
    ) -> Result<(), LearningError> {
        self.write_network(|place| learner.settled_weight(place))?;
        // The network that is tested takes its place in memory.
        drop(learner);
        let (games, depth) = (self.spec.file.test_games, self.spec.last_depth());
        observe(LearningEvent::Test { games, depth });
        self.manifest.test = test(network::open(&self.folder)?, &self.spec, threads, monitor)?;
        let network = network::open(&self.folder)?;
        self.write_network(|place| network.weight_at(place))?;
        self.manifest.finished = true;
        folder::write_manifest(&self.folder, &self.manifest)
    }

    fn write_network(&self, weight: impl Fn(usize) -> f32) -> Result<(), LearningError> {
        network::write(&self.folder, &self.spec, &self.manifest, &self.state, weight)
    }
}

/// The seconds of learning up to the last point.
fn seconds(curve: &[CurvePoint]) -> f64 {
    curve.last().map_or(0.0, |point| point.time_seconds)
}
