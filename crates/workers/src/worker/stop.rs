//! The request to end a worker, as tasks wait for it.

use std::time::Duration;

use tokio::time::sleep;
use tune2048_engine::Monitor;

/// The pause between looks at a monitor.
const PAUSE: Duration = Duration::from_millis(50);

/// Waits until the end is requested.
pub(super) async fn stop_of(monitor: &Monitor) {
    while !monitor.stop_requested() {
        sleep(PAUSE).await;
    }
}
