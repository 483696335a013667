//! Work without the GIL, that Ctrl-C and callbacks which raise end early.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tune2048_engine::evaluate::{EvaluateError, Monitor};

use crate::failure::{Failure, Result};

/// The time between two looks at signals.
const TICK: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own. Hands what it sends to `take`, with `None` about twenty
/// times a second and once more at the end. An exception of `take` or of a signal stops the games,
/// and is raised when `work` has returned.
pub(crate) fn run<T: Send, U: Send>(
    py: Python<'_>,
    monitor: &Monitor,
    work: impl FnOnce(Sender<U>) -> Result<T> + Send,
    mut take: impl FnMut(Option<U>) -> PyResult<()>,
) -> Result<T> {
    let (sender, updates) = channel();
    let updates = Mutex::new(updates);
    let receive = || {
        let updates = updates.lock().unwrap_or_else(PoisonError::into_inner);
        updates.recv_timeout(TICK)
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .spawn_scoped(scope, move || work(sender))
            .map_err(|cause| Failure::from(EvaluateError::threads(cause)))?;
        let mut raised = None;
        loop {
            let update = match py.detach(receive) {
                Ok(update) => Some(update),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if raised.is_none()
                && let Err(error) = take(update).and_then(|()| py.check_signals())
            {
                monitor.request_stop();
                raised = Some(error);
            }
        }
        let result = py.detach(|| thread.join());
        let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised.map_or(Ok(()), Err)?;
        let result = result?;
        take(None)?;
        Ok(result)
    })
}
