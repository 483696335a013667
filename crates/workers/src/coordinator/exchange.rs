//! The exchange of a run with the server, on a thread of its own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::{Client, Message, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{interval, timeout};
use tune2048_engine::EvaluateError;

use super::ledger::{Ledger, lock};
use crate::address::{ANSWER_PATIENCE, identifier, subscribe};
use crate::messages::{Presence, RUNS, Request, WORKERS, json, run_subject};
use crate::times::sign_pause;
use crate::{Notice, ServerAddress, fingerprint};

/// The longest time that the end of a run waits for the server.
const FAREWELL_PATIENCE: Duration = Duration::from_secs(2);

/// A run's connection to the server.
pub(super) struct Exchange {
    client: Client,
    run: String,
    /// What workers ask.
    requests: Subscriber,
    /// Their signs of life.
    workers: Subscriber,
    ledger: Arc<Mutex<Ledger>>,
    notice: Notice,
}

impl Exchange {
    /// Connects a run, and subscribes to the requests of workers and to their signs of life.
    pub(super) async fn open(
        address: &ServerAddress,
        ledger: Arc<Mutex<Ledger>>,
        notice: Notice,
    ) -> Result<Self, EvaluateError> {
        let client = address.connect("tune2048 run").await?;
        let run = identifier(&client);
        let mut requests = subscribe(&client, run_subject(&run)).await?;
        let workers = subscribe(&client, WORKERS.to_owned()).await?;
        // A server does not answer a subscription that it refuses.
        let _ = client.publish(run_subject(&run), Vec::new().into()).await;
        if !matches!(timeout(ANSWER_PATIENCE, requests.next()).await, Ok(Some(_))) {
            return Err(EvaluateError::Failed(
                "the server lets this user hand out no games - name the file of the secret for \
                 runs with --token-file"
                    .to_owned(),
            ));
        }
        Ok(Self { client, run, requests, workers, ledger, notice })
    }

    /// Exchanges messages until the sender of calls for workers is gone.
    pub(super) async fn run(mut self, mut calls: UnboundedReceiver<()>) {
        let mut sign = interval(sign_pause());
        loop {
            tokio::select! {
                call = calls.recv() => match call {
                    Some(()) => self.announce().await,
                    None => break,
                },
                Some(request) = self.requests.next() => self.answer(request).await,
                Some(message) = self.workers.next() => self.meet(&message).await,
                _ = sign.tick() => {
                    lock(&self.ledger).workers.forget_the_gone();
                    self.announce().await;
                }
            }
            let news = lock(&self.ledger).take_news();
            news.iter().for_each(|line| (self.notice)(line));
        }
        // A worker waits for the answer to its last result.
        let _ = timeout(FAREWELL_PATIENCE, self.client.flush()).await;
    }

    async fn answer(&self, request: Message) {
        let Some(reply) = request.reply else { return };
        // Workers of this build write requests that can be read; others have no business here.
        if let Ok(asked) = serde_json::from_slice::<Request>(&request.payload) {
            let answer = lock(&self.ledger).answer(asked);
            let _ = self.client.publish(reply, json(&answer).into()).await;
        }
    }

    async fn meet(&self, message: &Message) {
        let Some(presence) = Presence::read(&message.payload) else { return };
        let may_not_know = lock(&self.ledger).meet(presence);
        if may_not_know {
            self.announce().await;
        }
    }

    /// Tells workers that there may be jobs.
    async fn announce(&self) {
        let presence = Presence::of(&self.run, fingerprint());
        let _ = self.client.publish(RUNS, json(&presence).into()).await;
    }
}
