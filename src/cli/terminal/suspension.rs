//! Ctrl-Z in a view: the process stops as any other does, once the terminal is given back.

/// Stops the processes of this group and returns when they continue.
///
/// The terminal must have been given back. Without a shell that could continue the process
/// it is not stopped.
pub(crate) fn suspend() {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
        /// Time in which a signal to the whole group also arrives here.
        const DELIVERY: std::time::Duration = std::time::Duration::from_millis(50);
        // A shell with job control puts the process into a group of its own.
        let has_shell = getsid(None).is_ok_and(|session| session != getpgrp());
        if has_shell && kill_current_process_group(Signal::TSTP).is_ok() {
            std::thread::sleep(DELIVERY);
        }
    }
}
