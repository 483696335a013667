//! Ctrl-Z, `fg` and `bg`: the terminal is given back before the process stops.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Handler of the signals that stop a process and continue it; elsewhere than on Unix there are
/// none.
#[derive(Debug)]
pub struct Suspension {
    /// Whether SIGTSTP has its default effect, which stops the process at once.
    is_default: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
}

impl Suspension {
    /// Registers the handlers.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new() -> io::Result<Self> {
        let new = Self {
            is_default: Arc::new(AtomicBool::new(true)),
            stop: Arc::default(),
            continued: Arc::default(),
        };
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            use signal_hook::flag;
            flag::register_conditional_default(SIGTSTP, Arc::clone(&new.is_default))?;
            flag::register(SIGTSTP, Arc::clone(&new.stop))?;
            flag::register(SIGCONT, Arc::clone(&new.continued))?;
        }
        Ok(new)
    }

    /// Defers SIGTSTP until [`Suspension::stop`], so that the terminal can be given back first.
    pub fn hold(&self) {
        self.stop.store(false, Ordering::SeqCst);
        self.continued.store(false, Ordering::SeqCst);
        self.is_default.store(false, Ordering::SeqCst);
    }

    /// Restores the default effect of SIGTSTP.
    pub fn release(&self) {
        self.is_default.store(true, Ordering::SeqCst);
    }

    /// Whether a stop was requested since [`Suspension::hold`], or the process was stopped and
    /// continued, so that the terminal must be given back.
    pub fn is_due(&self) -> bool {
        self.stop.load(Ordering::SeqCst) || self.continued.load(Ordering::SeqCst)
    }

    /// Stops the processes of this group, unless they were stopped and continued already.
    pub fn stop_unless_continued(&self) {
        if self.continued.load(Ordering::SeqCst) { self.release() } else { self.stop() }
    }

    /// Stops the processes of this group and returns when they continue.
    ///
    /// The terminal must have been given back. Without a shell that could continue the process
    /// it is not stopped.
    pub fn stop(&self) {
        self.release();
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
}

impl Drop for Suspension {
    fn drop(&mut self) {
        self.release();
    }
}
