//! How long workers and runs wait for each other: all follow from the lease.

use std::sync::OnceLock;
use std::time::Duration;

/// The lease, unless tests shorten it.
const LEASE: Duration = Duration::from_secs(10);

/// The variable with another lease in seconds, for tests.
const VARIABLE: &str = "TUNE2048_TEST_LEASE_SECONDS";

static CHOSEN: OnceLock<Duration> = OnceLock::new();

/// Sets the lease of this process, for tests; it stays as it is once it was used.
#[doc(hidden)]
pub fn set_lease(lease: Duration) {
    let _ = CHOSEN.set(lease);
}

/// The time without a sign of life after which a worker's job goes to another one.
pub(crate) fn lease() -> Duration {
    *CHOSEN.get_or_init(|| {
        let seconds = std::env::var(VARIABLE).ok();
        let seconds = seconds.and_then(|text| text.parse().ok());
        let given = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        given.unwrap_or(LEASE)
    })
}

/// The pause between two signs of life, of a worker, a run and a job.
pub(crate) fn sign_pause() -> Duration {
    lease().mul_f64(0.2)
}

/// The time without a sign of life after which a worker counts as gone.
pub(crate) fn gone_after() -> Duration {
    lease().mul_f64(1.2)
}

/// The time after which a run that nobody answers for counts as ended: longer than it takes to come
/// back after the server was started again.
pub(crate) fn patience() -> Duration {
    lease().mul_f64(1.5)
}
