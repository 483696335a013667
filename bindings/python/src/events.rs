//! What a running campaign reports.

use std::sync::mpsc::Sender;

use tune2048_tuner::campaign::{Event, Observer, Update};

use crate::request::Request;

/// What a campaign sends to the thread that called it.
pub(crate) enum Message {
    /// Something happened.
    Update(Update),
    /// Games are to be played.
    Play(Request),
}

/// Sends the events of a campaign to the thread that called it.
pub(crate) struct Updates(pub(crate) Sender<Message>);

impl Observer for Updates {
    fn observe(&mut self, event: &Event<'_>) {
        for update in Update::of(event) {
            // Nobody listens after an exception.
            let _ = self.0.send(Message::Update(update));
        }
    }
}
