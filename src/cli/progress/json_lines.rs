//! The progress of a campaign in lines of JSON on standard output.

use serde_json::{Value, json};
use tune2048_tuner::campaign::{Event, Observer, Update};

use crate::cli::terminal::print;

/// Passes events on, and if it is asked to, prints each as JSON.
pub(crate) struct JsonLines<'o> {
    pub(crate) observer: &'o mut dyn Observer,
    pub(crate) is_asked: bool,
}

impl Observer for JsonLines<'_> {
    fn observe(&mut self, event: &Event<'_>) {
        self.observer.observe(event);
        if self.is_asked {
            for update in Update::of(event) {
                // The games go on without a reader; printing the result tells of it.
                let _ = print(&format!("{}\n", json!(update)));
            }
        }
    }
}

/// Prints the last line of a campaign: its status.
pub(crate) fn print_result(status: Value) -> anyhow::Result<()> {
    let mut line = json!({"kind": "result"});
    if let (Some(line), Value::Object(status)) = (line.as_object_mut(), status) {
        line.extend(status);
    }
    print(&format!("{line}\n"))
}
