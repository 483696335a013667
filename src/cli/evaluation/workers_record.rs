//! The workers of a running campaign, looked at and written every few seconds.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tune2048_tuner::record::worker_presence::{self, SeenWorker};

/// Returns the workers as they are now.
pub(crate) type WorkersLook = Box<dyn Fn() -> Vec<SeenWorker> + Send + Sync>;

/// Time between two looks.
const LOOK: Duration = Duration::from_secs(2);

/// The workers of earlier sessions and of this one.
pub(crate) struct WorkersRecord {
    folder: PathBuf,
    earlier: Vec<SeenWorker>,
    look: WorkersLook,
    looked: Mutex<Option<Instant>>,
}

impl WorkersRecord {
    pub(crate) fn new(folder: PathBuf, look: WorkersLook) -> Self {
        Self { earlier: worker_presence::read(&folder), folder, look, looked: Mutex::default() }
    }

    /// Looks at the workers of this session if it is time to, and writes the file.
    pub(crate) fn update(&self) -> Option<Vec<SeenWorker>> {
        let mut looked = self.looked.lock().expect("nothing panics while it looks");
        if looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return None;
        }
        *looked = Some(Instant::now());
        let now = (self.look)();
        self.write(&now);
        Some(now)
    }

    fn write(&self, now: &[SeenWorker]) {
        let is_now = |worker: &SeenWorker| now.iter().any(|other| other.worker == worker.worker);
        let earlier = self.earlier.iter().filter(|worker| !is_now(worker)).cloned();
        let earlier = earlier.map(|worker| SeenWorker { here: false, ..worker });
        let all: Vec<SeenWorker> = earlier.chain(now.iter().cloned()).collect();
        // The file is for people to look at; a full disk stops the campaign elsewhere.
        let _ = worker_presence::write(&self.folder, &all);
    }
}

impl Drop for WorkersRecord {
    fn drop(&mut self) {
        self.write(&(self.look)());
    }
}
