//! The request to end a worker, as tasks wait for it.

use std::time::Duration;

use tokio::sync::watch;
use tune2048_engine::Monitor;

/// The pause between looks at a monitor.
const PAUSE: Duration = Duration::from_millis(50);

/// Whether the worker must end.
#[derive(Clone, Debug)]
pub(super) struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Waits until the end is requested.
    pub(super) async fn requested(&self) {
        // An error means that the watch has ended, and the worker with it.
        let _ = self.0.clone().wait_for(|&stopped| stopped).await;
    }

    pub(super) fn is_requested(&self) -> bool {
        *self.0.borrow()
    }
}

/// Returns the request of a monitor, and what must be run for it to arrive.
pub(super) fn follow(monitor: &Monitor) -> (Stop, impl Future<Output = ()> + '_) {
    let (sender, receiver) = watch::channel(false);
    let following = async move {
        while !monitor.stop_requested() {
            tokio::time::sleep(PAUSE).await;
        }
        let _ = sender.send(true);
        // The sender lives as long as tasks look at the request.
        std::future::pending::<()>().await;
    };
    (Stop(receiver), following)
}
