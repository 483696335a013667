//! Ctrl-Z, `fg` and `bg`: the terminal is given back before the process stops.

/// Listens to the signals that stop a process and let it go on.
#[cfg(unix)]
#[derive(Debug)]
pub struct Suspension {
    /// Whether SIGTSTP stops the process at once, as it usually does.
    is_usual: std::sync::Arc<std::sync::atomic::AtomicBool>,
    stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
    goes_on: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

#[cfg(unix)]
mod unix {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use std::{io, thread};

    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGTSTP};
    use signal_hook::flag;

    use super::Suspension;

    /// Until a signal to the whole group has come back.
    const ON_ITS_WAY: Duration = Duration::from_millis(50);

    impl Suspension {
        /// Listens from now on.
        ///
        /// # Errors
        /// If signals cannot be listened to.
        pub fn new() -> io::Result<Self> {
            let new = Self {
                is_usual: Arc::new(AtomicBool::new(true)),
                stop: Arc::default(),
                goes_on: Arc::default(),
            };
            flag::register_conditional_default(SIGTSTP, Arc::clone(&new.is_usual))?;
            flag::register(SIGTSTP, Arc::clone(&new.stop))?;
            flag::register(SIGCONT, Arc::clone(&new.goes_on))?;
            Ok(new)
        }

        /// From now on SIGTSTP does not stop the process before the terminal is given back.
        pub fn hold(&self) {
            self.stop.store(false, Ordering::SeqCst);
            self.goes_on.store(false, Ordering::SeqCst);
            self.is_usual.store(false, Ordering::SeqCst);
        }

        /// From now on SIGTSTP does what it usually does.
        pub fn release(&self) {
            self.is_usual.store(true, Ordering::SeqCst);
        }

        /// Whether a stop was asked for since [`Suspension::hold`].
        pub fn is_asked_for(&self) -> bool {
            self.stop.load(Ordering::SeqCst)
        }

        /// Whether the process was stopped and goes on since [`Suspension::hold`].
        pub fn is_over(&self) -> bool {
            self.goes_on.load(Ordering::SeqCst)
        }

        /// Stops the processes of this group, the terminal having been given
        /// back; returns when they go on. A process that nobody could wake
        /// again is not stopped.
        pub fn stop(&self) {
            self.release();
            // A group of its own was made by a shell that controls jobs.
            let has_shell = getsid(None).is_ok_and(|session| session != getpgrp());
            if has_shell && kill_current_process_group(Signal::TSTP).is_ok() {
                thread::sleep(ON_ITS_WAY);
            }
        }
    }

    impl Drop for Suspension {
        fn drop(&mut self) {
            self.release();
        }
    }
}

/// Where no signal stops a process.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct Suspension;

#[cfg(not(unix))]
impl Suspension {
    /// Has nothing to listen to.
    ///
    /// # Errors
    /// Never.
    pub fn new() -> std::io::Result<Self> {
        Ok(Self)
    }

    /// Does nothing.
    pub fn hold(&self) {}

    /// Does nothing.
    pub fn release(&self) {}

    /// Never.
    pub fn is_asked_for(&self) -> bool {
        false
    }

    /// Never.
    pub fn is_over(&self) -> bool {
        false
    }

    /// Does nothing.
    pub fn stop(&self) {}
}
