//! Handling of Ctrl-C and similar signals: the first ends the current games, the second the process.

use std::process;
use std::sync::Arc;

use anyhow::Context;
use tune2048_engine::evaluate::Monitor;

use super::failure::INTERRUPTED;

/// Installs a handler by which the first signal ends the current games, the second the process.
pub(super) fn stop_on_signal(monitor: &Arc<Monitor>) -> anyhow::Result<()> {
    let monitor = Arc::clone(monitor);
    ctrlc::set_handler(move || {
        stop_or_exit(&monitor);
    })
    .context("cannot listen to signals")
}

/// Requests a stop; if one was requested before, ends the process.
pub(super) fn stop_or_exit(monitor: &Monitor) {
    if monitor.stop_requested() {
        exit();
    }
    monitor.request_stop();
}

/// Restores the terminal and ends the process at once.
pub(super) fn exit() -> ! {
    #[cfg(feature = "live")]
    tune2048::live::screen::give_back();
    process::exit(i32::from(INTERRUPTED))
}
