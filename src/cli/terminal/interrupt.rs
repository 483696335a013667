//! Handling of Ctrl-C and similar signals: the first ends the current games, the second the process.

use std::process;
use std::sync::{Arc, LazyLock, OnceLock};

use anyhow::bail;
use tune2048_engine::evaluate::Monitor;

use super::failure::INTERRUPTED;
use super::output::eprint_line;

/// The monitor of the games that a signal which asks the process to end stops; without one the
/// process exits.
static MONITOR: OnceLock<Arc<Monitor>> = OnceLock::new();

/// Listens to signals from its first use on, or says why it cannot.
static LISTENS: LazyLock<Result<(), ctrlc::Error>> = LazyLock::new(|| {
    ctrlc::set_handler(|| match MONITOR.get() {
        Some(monitor) => stop_or_exit(monitor),
        None => {
            eprint_line("interrupted");
            exit();
        }
    })
});

/// Returns the monitor of games that the first signal ends; the second ends the process.
pub(crate) fn stop_on_signal() -> anyhow::Result<Arc<Monitor>> {
    if let Err(cause) = &*LISTENS {
        bail!(
            "cannot listen to signals: {cause} - end other programs, or allow the process more \
             threads and memory (ulimit -u, ulimit -v)"
        );
    }
    Ok(Arc::clone(MONITOR.get_or_init(Arc::default)))
}

/// Lets every signal that asks the process to end exit with the code of an interruption, until a
/// command has games to stop.
pub(crate) fn exit_on_signal() {
    // Where the system denies the thread that listens, a signal kills the process.
    let _ = LazyLock::force(&LISTENS);
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
