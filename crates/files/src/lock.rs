//! The lock that keeps two processes from working with one file.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::FileError;
use crate::journal::LogWriter;

/// How often a lock is tried for before it is said to be held, and the time between. Whoever asks
/// [`is_in_use`] holds it for a moment, as does a program that is just being started.
const TRIES: usize = 50;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Opens a file, which is made if it is missing, and locks it until it is closed, where the file system has locks.
///
/// # Errors
/// If it cannot be opened or locked, or another process holds the lock for longer than a second.
pub fn hold(path: &Path) -> Result<File, FileError> {
    let file = LogWriter::open_file(path)?;
    let mut tries = 1..TRIES;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if tries.next().is_some() => sleep(BETWEEN_TRIES),
            attempt => return refused(attempt, path).map(|()| file),
        }
    }
}

fn refused(attempt: Result<(), TryLockError>, path: &Path) -> Result<(), FileError> {
    match attempt {
        Err(TryLockError::WouldBlock) => Err(FileError::Locked { path: path.to_owned() }),
        Err(TryLockError::Error(cause)) if !is_missing(&cause) => {
            Err(FileError::io(path, "lock")(cause))
        }
        _ => Ok(()),
    }
}

/// Whether a process holds the lock of a file at this moment; `false` if that cannot be found out.
pub fn is_in_use(path: &Path) -> bool {
    let is_held = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    // A pipe would be waited for.
    path.is_file() && File::open(path).is_ok_and(is_held)
}

/// Whether an error means that the file system has no locks.
fn is_missing(cause: &io::Error) -> bool {
    // A network file system without its lock service.
    #[cfg(unix)]
    if cause.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    cause.kind() == io::ErrorKind::Unsupported
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use rustix::io::Errno;

    fn attempt(cause: io::Error) -> Result<(), FileError> {
        refused(Err(TryLockError::Error(cause)), Path::new("log.csv"))
    }

    #[test]
    fn a_lock_that_is_held_for_a_moment_is_waited_for() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let held = file.reopen().unwrap();
        held.lock().unwrap();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| hold(file.path()));
            sleep(BETWEEN_TRIES);
            drop(held);
            other.join().unwrap().unwrap();
        });
    }

    #[test]
    fn a_file_system_without_locks_is_no_error() {
        attempt(io::ErrorKind::Unsupported.into()).unwrap();
        #[cfg(unix)]
        for code in [Errno::NOLCK, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::NOSYS] {
            attempt(code.into()).unwrap_or_else(|error| panic!("error {code}: {error}"));
        }
    }

    #[test]
    fn a_lock_that_is_held_and_any_other_failure_are_errors() {
        let held = refused(Err(TryLockError::WouldBlock), Path::new("log.csv")).unwrap_err();
        assert!(matches!(held, FileError::Locked { .. }), "{held}");
        let failed = attempt(io::ErrorKind::PermissionDenied.into()).unwrap_err();
        assert!(failed.to_string().starts_with("log.csv: cannot lock: "));
    }
}
