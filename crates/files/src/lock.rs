//! The lock that keeps two processes from working with one file.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::FileError;

/// Whether an open file is protected against other processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// No other process can take the lock.
    Held,
    /// The file system has no locks.
    Unavailable,
}

impl Lock {
    /// Takes the lock of an open file, which ends when the file is closed.
    ///
    /// # Errors
    /// If another process holds the lock, or the attempt failed for another
    /// reason than a file system without locks.
    pub fn take(file: &File, path: &Path) -> Result<Self, FileError> {
        Self::of_attempt(file.try_lock(), path)
    }

    fn of_attempt(attempt: Result<(), TryLockError>, path: &Path) -> Result<Self, FileError> {
        match attempt {
            Ok(()) => Ok(Self::Held),
            Err(TryLockError::WouldBlock) => Err(FileError::Locked { path: path.to_owned() }),
            Err(TryLockError::Error(cause)) if is_missing(&cause) => Ok(Self::Unavailable),
            Err(TryLockError::Error(cause)) => Err(FileError::io(path, "lock")(cause)),
        }
    }
}

/// Whether a process holds the lock of a file at this moment; `false` if that cannot be found out.
pub fn is_in_use(path: &Path) -> bool {
    // A pipe would be waited for.
    if !path.is_file() {
        return false;
    }
    let file = File::open(path);
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Whether an error means that the file system has no locks.
fn is_missing(cause: &io::Error) -> bool {
    cause.kind() == io::ErrorKind::Unsupported || is_lock_service_missing(cause)
}

/// Whether the error is that of a network file system without its lock service.
#[cfg(unix)]
fn is_lock_service_missing(cause: &io::Error) -> bool {
    cause.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error())
}

#[cfg(not(unix))]
fn is_lock_service_missing(_cause: &io::Error) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use rustix::io::Errno;

    fn attempt(cause: io::Error) -> Result<Lock, FileError> {
        Lock::of_attempt(Err(TryLockError::Error(cause)), Path::new("log.csv"))
    }

    #[test]
    fn a_file_system_without_locks_is_no_error() {
        let missing = attempt(io::ErrorKind::Unsupported.into());
        assert_eq!(missing.unwrap(), Lock::Unavailable);
        #[cfg(unix)]
        for code in [Errno::NOLCK, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::NOSYS] {
            let missing = attempt(code.into());
            assert_eq!(missing.unwrap(), Lock::Unavailable, "error {code}");
        }
    }

    #[test]
    fn a_lock_that_is_held_and_any_other_failure_are_errors() {
        let held = Lock::of_attempt(Err(TryLockError::WouldBlock), Path::new("log.csv"));
        let held = held.unwrap_err();
        assert!(matches!(held, FileError::Locked { .. }), "{held}");
        let failed = attempt(io::ErrorKind::PermissionDenied.into()).unwrap_err();
        assert!(failed.to_string().starts_with("log.csv: cannot lock: "));
    }
}
