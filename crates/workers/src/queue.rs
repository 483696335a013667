//! The stream of jobs on the server, one per build.
//!
//! It lives in memory, since runs send again what is lost. A job has a route for its program and a
//! subject of its own. It stays there until a worker has acknowledged it. A subject holds one
//! message, so that a job that is sent again while it is still there is refused instead of doubled.

use std::sync::Arc;

use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use tune2048_tuner::subject::Job;

use crate::WorkersError;
use crate::messages::{JobKey, json, key_of};
use crate::programs::sent;
use crate::times::lease;

/// The most threads of all workers that wait for a job.
const MOST_WAITING: i64 = 100_000;

/// The stream of a build.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    context: Context,
    fingerprint: &'static str,
}

/// A job as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outgoing {
    pub(crate) route: String,
    pub(crate) key: JobKey,
    pub(crate) message: Arc<[u8]>,
}

impl Outgoing {
    /// A job of one candidate; a program has its name in place of its command line.
    pub(crate) fn new(job: &Job) -> Result<Self, String> {
        let (subject, route) = sent(&job.subject)?;
        let job = Job { subject, ..job.clone() };
        let message = json(&job);
        Ok(Self { route, key: key_of(&message), message: message.into() })
    }
}

impl Queue {
    pub(crate) fn new(client: Client, fingerprint: &'static str) -> Self {
        let context = jetstream::new(client);
        Self { context, fingerprint }
    }

    fn name(&self) -> String {
        format!("tune2048-{}", self.fingerprint)
    }

    fn subjects(&self, rest: &str) -> String {
        format!("tune2048.jobs.{}.{rest}", self.fingerprint)
    }

    /// Creates the stream and the consumer of a route, which all its workers share, if they are
    /// not there.
    pub(crate) async fn ensure(&self, route: &str) -> Result<(), WorkersError> {
        let stream = Config {
            name: self.name(),
            subjects: vec![self.subjects(">")],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::Memory,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            max_messages_per_subject: 1,
            ..Config::default()
        };
        let consumer = pull::Config {
            durable_name: Some(route.to_owned()),
            filter_subject: self.subjects(&format!("{route}.>")),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease(),
            max_ack_pending: -1,
            max_waiting: MOST_WAITING,
            memory_storage: true,
            ..pull::Config::default()
        };
        let created = async {
            let stream = self.context.get_or_create_stream(stream).await?;
            stream.get_or_create_consumer(route, consumer).await?;
            Ok(())
        };
        created.await.map_err(|cause: async_nats::Error| {
            WorkersError::Server(format!(
                "the server keeps no jobs: {cause} - start it with JetStream (nats-server -js), \
                 and allow this user to create streams"
            ))
        })
    }

    /// Sends a job, unless it is still there; returns whether there is a stream.
    pub(crate) async fn send(&self, run: &str, job: &Outgoing) -> bool {
        let Outgoing { route, key, message, .. } = job;
        let subject = self.subjects(&format!("{route}.{run}.{key}"));
        let publish =
            async { self.context.publish(subject, message.to_vec().into()).await?.await.map(drop) };
        let sent: Result<(), PublishError> = publish.await;
        !sent.is_err_and(|error| error.kind() == PublishErrorKind::StreamNotFound)
    }

    /// Removes all jobs of a run that no worker has.
    pub(crate) async fn purge(&self, run: &str) {
        if let Ok(stream) = self.context.get_stream_no_info(self.name()).await {
            // What stays is refused by the run's end: workers ask before they play.
            let _ = stream.purge().filter(self.subjects(&format!("*.{run}.*"))).await;
        }
    }

    /// Returns the consumer of a route, once a run has created it.
    pub(crate) async fn consumer(&self, route: &str) -> Option<PullConsumer> {
        let consumer = self.context.get_consumer_from_stream(route, self.name());
        consumer.await.ok()
    }
}
