//! Ctrl-C and the like: the first ends the games under way, the second the process.

use std::process;
use std::sync::Arc;

use anyhow::Context;
use tune2048_engine::evaluate::Monitor;

use super::failure::INTERRUPTED;

/// Lets the first signal end the games that are under way, the second the process.
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

/// Ends the process at once, and leaves the terminal as it was.
pub(super) fn exit() -> ! {
    #[cfg(feature = "live")]
    tune2048::live::screen::give_back();
    process::exit(i32::from(INTERRUPTED))
}
