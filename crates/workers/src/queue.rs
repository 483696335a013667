//! The streams on the server: jobs, and results of runs that were away. One of each per build.
//!
//! Both live in memory, since runs send again what is lost. A job has a route for its program and a
//! subject of its own. It stays there until a worker has acknowledged it. A subject holds one
//! message, so that a job that is sent again while it is still there is refused instead of doubled.

use std::sync::Arc;
use std::time::Duration;

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

/// The time for which results wait for their run.
const RESULTS_KEPT: Duration = Duration::from_secs(24 * 3600);

/// The most bytes of such results; the oldest ones give way.
const MOST_RESULT_BYTES: i64 = 64 << 20;

/// The streams of a build.
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

    fn results_name(&self) -> String {
        format!("tune2048-results-{}", self.fingerprint)
    }

    /// The subjects of `jobs` or of `results`.
    fn subjects(&self, of: &str, rest: &str) -> String {
        format!("tune2048.{of}.{}.{rest}", self.fingerprint)
    }

    /// Creates the streams and the consumer of a route, which all its workers share, if they are
    /// not there.
    pub(crate) async fn ensure(&self, route: &str) -> Result<(), WorkersError> {
        let stream = Config {
            name: self.name(),
            subjects: vec![self.subjects("jobs", ">")],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::Memory,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            max_messages_per_subject: 1,
            ..Config::default()
        };
        let consumer = pull::Config {
            durable_name: Some(route.to_owned()),
            filter_subject: self.subjects("jobs", &format!("{route}.>")),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease(),
            max_ack_pending: -1,
            max_waiting: MOST_WAITING,
            memory_storage: true,
            ..pull::Config::default()
        };
        let results = Config {
            name: self.results_name(),
            subjects: vec![self.subjects("results", ">")],
            storage: StorageType::Memory,
            max_messages_per_subject: 1,
            max_age: RESULTS_KEPT,
            max_bytes: MOST_RESULT_BYTES,
            ..Config::default()
        };
        // A server without room for them keeps none.
        let _ = self.context.get_or_create_stream(results).await;
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
        let subject = self.subjects("jobs", &format!("{route}.{run}.{key}"));
        let sent = self.publish(subject, message.to_vec()).await;
        !sent.is_err_and(|error| error.kind() == PublishErrorKind::StreamNotFound)
    }

    /// Keeps the results of a job for a run that is away; returns whether the server has them.
    pub(crate) async fn keep_results(&self, run: &str, key: &str, results: Vec<u8>) -> bool {
        let subject = self.subjects("results", &format!("{run}.{key}"));
        self.publish(subject, results).await.is_ok()
    }

    async fn publish(&self, subject: String, message: Vec<u8>) -> Result<(), PublishError> {
        self.context.publish(subject, message.into()).await?.await.map(drop)
    }

    /// The results that were kept for a run, and those that will be.
    pub(crate) async fn kept_results(&self, run: &str) -> Option<pull::Ordered> {
        let stream = self.context.get_stream_no_info(self.results_name()).await.ok()?;
        let filter_subject = self.subjects("results", &format!("{run}.*"));
        let config = pull::OrderedConfig { filter_subject, ..pull::OrderedConfig::default() };
        stream.create_consumer(config).await.ok()?.messages().await.ok()
    }

    /// Removes all jobs of a run that no worker has, and its results.
    pub(crate) async fn purge(&self, run: &str) {
        let jobs = (self.name(), self.subjects("jobs", &format!("*.{run}.*")));
        let results = (self.results_name(), self.subjects("results", &format!("{run}.*")));
        for (name, subjects) in [jobs, results] {
            if let Ok(stream) = self.context.get_stream_no_info(name).await {
                // What stays is refused by the run's end: workers ask before they play.
                let _ = stream.purge().filter(subjects).await;
            }
        }
    }

    /// Returns the consumer of a route, once a run has created it.
    pub(crate) async fn consumer(&self, route: &str) -> Option<PullConsumer> {
        let consumer = self.context.get_consumer_from_stream(route, self.name());
        consumer.await.ok()
    }
}
