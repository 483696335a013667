//! A made-up worker, which takes jobs off the queue and answers as a test wants it to.

use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use tune2048_workers::fingerprint;

use crate::support::Server;

/// Runs a test's own client of the server to its end.
pub(crate) fn with_client<T>(
    server: &Server,
    work: impl AsyncFnOnce(async_nats::Client) -> T,
) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { work(async_nats::connect(server.url()).await.unwrap()).await })
}

/// Takes a job of a route from the queue of this build, as soon as there is one.
pub(crate) async fn take_job(
    client: &async_nats::Client,
    route: &str,
) -> async_nats::jetstream::Message {
    let stream = format!("tune2048-{}", fingerprint());
    let context = async_nats::jetstream::new(client.clone());
    loop {
        let consumer = context.get_consumer_from_stream(route, &stream).await;
        let consumer: PullConsumer = match consumer {
            Ok(consumer) => consumer,
            // The run has not created it yet.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            }
        };
        let mut jobs = consumer.batch().max_messages(1).messages().await.unwrap();
        if let Some(job) = jobs.next().await {
            return job.unwrap();
        }
    }
}

/// Takes the first job of a program out of the queue, and returns its text.
pub(crate) fn take_message(server: &Server, program: &str) -> String {
    with_client(server, async |client| {
        let route = tune2048_workers::programs::route(program);
        let job = take_job(&client, &route).await;
        String::from_utf8(job.payload.to_vec()).unwrap()
    })
}
