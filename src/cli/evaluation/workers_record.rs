//! The workers of a running campaign: looked at every second, written every few seconds.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tune2048_tuner::record::worker_presence::{self, SeenWorker};

/// Returns the workers as they are now.
pub(crate) type WorkersLook = Box<dyn Fn() -> Vec<SeenWorker> + Send + Sync>;

/// Time between two looks.
const LOOK: Duration = Duration::from_secs(1);
/// Time between two writes.
const WRITE: Duration = Duration::from_secs(4);

/// The workers of earlier sessions and of this one.
pub(crate) struct WorkersRecord {
    folder: PathBuf,
    earlier: Vec<SeenWorker>,
    look: WorkersLook,
    times: Mutex<Times>,
}

#[derive(Debug, Default)]
struct Times {
    looked: Option<Instant>,
    written: Option<Instant>,
}

/// Whether something is due, which counts as done from then on.
fn is_due(last: &mut Option<Instant>, pause: Duration) -> bool {
    let is_due = last.is_none_or(|last| last.elapsed() >= pause);
    if is_due {
        *last = Some(Instant::now());
    }
    is_due
}

impl WorkersRecord {
    pub(crate) fn new(folder: PathBuf, look: WorkersLook) -> Self {
        Self { earlier: worker_presence::read(&folder), folder, look, times: Mutex::default() }
    }

    /// Looks at the workers of this session if it is time to, and writes the file.
    pub(crate) fn update(&self) -> Option<Vec<SeenWorker>> {
        let mut times = self.times.lock().expect("nothing panics while it looks");
        if !is_due(&mut times.looked, LOOK) {
            return None;
        }
        let now = (self.look)();
        if is_due(&mut times.written, WRITE) {
            self.write(&now);
        }
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
