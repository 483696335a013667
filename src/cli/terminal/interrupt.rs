//! Handling of Ctrl-C and similar signals: the first ends the current games, the second the process.

use std::process;
use std::sync::Arc;

use anyhow::anyhow;
use tune2048_engine::evaluate::Monitor;

use super::failure::INTERRUPTED;

/// Returns the monitor of games that the first signal ends; the second ends the process.
pub(crate) fn stop_on_signal() -> anyhow::Result<Arc<Monitor>> {
    let monitor = Arc::<Monitor>::default();
    let stopped = Arc::clone(&monitor);
    on_signal(move || stop_or_exit(&stopped))?;
    Ok(monitor)
}

/// Lets every signal that asks the process to end run a handler.
pub(crate) fn on_signal(handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(handler).map_err(|cause| {
        anyhow!(
            "cannot listen to signals: {cause} - end other programs, or allow the process more \
             threads and memory (ulimit -u, ulimit -v)"
        )
    })
}

/// Lets a write beyond the limit of a file's size (`ulimit -f`) fail like one to a full disk; by
/// default the signal SIGXFSZ kills the process.
pub(crate) fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        // Signals that cannot be handled keep their default.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// Requests a stop; if one was requested before, ends the process.
pub(crate) fn stop_or_exit(monitor: &Monitor) {
    if monitor.stop_requested() {
        exit();
    }
    monitor.request_stop();
}

/// Restores the terminal and ends the process at once.
pub(crate) fn exit() -> ! {
    super::screen::give_back();
    process::exit(i32::from(INTERRUPTED))
}
