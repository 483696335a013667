//! The workers of a running campaign, looked at and written every few seconds.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tune2048_tuner::record::{NowFile, SeenWorker};

/// Returns the workers as they are now.
pub(crate) type WorkersLook = Box<dyn Fn() -> Vec<SeenWorker> + Send + Sync>;

/// Time between two looks.
const LOOK: Duration = Duration::from_secs(2);

/// The workers of this session.
pub(crate) struct WorkersRecord {
    file: Arc<NowFile>,
    look: WorkersLook,
    looked: Mutex<Option<Instant>>,
}

impl WorkersRecord {
    pub(crate) fn new(file: Arc<NowFile>, look: WorkersLook) -> Self {
        Self { file, look, looked: Mutex::default() }
    }

    /// Looks at the workers of this session if it is time to, and writes what it has seen.
    pub(crate) fn update(&self) -> Option<Vec<SeenWorker>> {
        let mut looked = self.looked.lock().expect("nothing panics while it looks");
        if looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return None;
        }
        *looked = Some(Instant::now());
        let now = (self.look)();
        self.file.set_workers(&now);
        Some(now)
    }
}

impl Drop for WorkersRecord {
    fn drop(&mut self) {
        self.file.set_workers(&(self.look)());
    }
}
