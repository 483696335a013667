//! Made-up workers and runs, which say what a test wants them to.

use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tune2048_workers::fingerprint;

use crate::support::Server;

/// Runs a test's own client of the server to its end.
pub(crate) fn with_client<T>(server: &Server, work: impl AsyncFnOnce(Client) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { work(async_nats::connect(server.url()).await.unwrap()).await })
}

/// A sign of life of a worker that offers a program, or of a run.
pub(crate) fn presence(name: &str, threads: usize) -> String {
    let programs = ["solver"];
    let (host, version) = ("here", "1");
    json!({
        "worker": name, "host": host, "threads": threads, "fingerprint": fingerprint(),
        "version": version, "programs": programs,
    })
    .to_string()
}

/// Shows a run that is not there, and subscribes to what workers ask it.
pub(crate) async fn show_run(client: &Client, name: &str) -> Subscriber {
    let requests = client.subscribe(format!("tune2048.run.{name}")).await.unwrap();
    client.publish("tune2048.runs", presence(name, 0).into()).await.unwrap();
    client.flush().await.unwrap();
    requests
}

/// Takes a job of the run on the server as a worker that does nothing else, as soon as there is one;
/// returns its text.
pub(crate) fn take_job(server: &Server) -> String {
    with_client(server, async |client| {
        let mut runs = client.subscribe("tune2048.runs").await.unwrap();
        client.publish("tune2048.workers", presence("idle", 1).into()).await.unwrap();
        loop {
            let run: Value = serde_json::from_slice(&runs.next().await.unwrap().payload).unwrap();
            let run = format!("tune2048.run.{}", run["worker"].as_str().unwrap());
            let question = json!({"worker": "idle", "ask": "job"}).to_string();
            let Ok(answer) = client.request(run, question.into()).await else { continue };
            if answer.payload.starts_with(b"{") {
                return String::from_utf8(answer.payload.to_vec()).unwrap();
            }
        }
    })
}
