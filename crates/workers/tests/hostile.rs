use futures_util::StreamExt;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tune2048_engine::Monitor;
use tune2048_workers::fingerprint;

use crate::made_up::with_client;
use crate::support::{RunningWorker, Server, alone, one_game, results};

/// The job as it is sent, with a change.
fn changed(change: impl Fn(&mut Value)) -> String {
    let mut sent = json!(one_game());
    change(&mut sent);
    sent.to_string()
}

#[test]
fn jobs_that_cannot_be_played_are_refused_with_their_reason_and_harm_no_worker() {
    let Some(server) = Server::start() else { return };
    let worker = RunningWorker::start(&server, 1);
    let run = server.run(1);
    let values = "/candidates/0";
    let poison = [
        (
            changed(|job| drop(job.pointer_mut(values).unwrap().as_array_mut().unwrap().pop())),
            "values of",
        ),
        (changed(|job| *job.pointer_mut(values).unwrap() = json!([])), "values of"),
        (changed(|job| *job.pointer_mut(values).unwrap() = json!(vec![1e308; 500])), "values of"),
        (changed(|job| job["subject"] = json!({})), "missing field"),
        (changed(|job| job["seeds"] = json!("all")), "expected a sequence"),
        ("[".repeat(100_000), "recursion limit"),
        ("not JSON".to_owned(), "expected"),
        ("\u{0}".to_owned(), "expected"),
    ];
    for (message, expected) in poison {
        let cause = with_client(&server, async |client| {
            let mut requests = client.subscribe("tune2048.run.hostile").await.unwrap();
            let hash = Sha256::digest(message.as_bytes());
            let key: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            let subject = format!("tune2048.jobs.{}.workers.hostile.{}", fingerprint(), &key[..32]);
            client.publish(subject, message.clone().into()).await.unwrap();
            loop {
                let request = requests.next().await.unwrap();
                let asked: Value = serde_json::from_slice(&request.payload).unwrap();
                let failure = asked.pointer("/failure/cause").cloned();
                let answer = if failure.is_some() { "\"unwanted\"" } else { "\"wanted\"" };
                client.publish(request.reply.unwrap(), answer.into()).await.unwrap();
                client.flush().await.unwrap();
                if let Some(cause) = failure {
                    return cause;
                }
            }
        });
        assert!(cause.as_str().unwrap().contains(expected), "{message:.100}: {cause}");
    }
    // A job in the place of another one is not even asked for.
    with_client(&server, async |client| {
        let subject = format!("tune2048.jobs.{}.workers.hostile.key", fingerprint());
        client.publish(subject, changed(|_| {}).into()).await.unwrap();
        client.flush().await.unwrap();
    });
    let expected = alone(&one_game());
    assert_eq!(results(&run, &one_game(), &Monitor::default()), expected);
    drop(run);
    assert_eq!(worker.stop().games, 1);
}

#[test]
fn floods_of_signs_of_life_keep_no_memory_and_no_games() {
    let Some(server) = Server::start() else { return };
    let worker = RunningWorker::start(&server, 1);
    let (run, notices) = server.run_with_notices(1);
    let one = one_game();
    let expected = alone(&one);
    with_client(&server, async |client| {
        for number in 0..50_000 {
            let presence = json!({
                "worker": format!("{number}\u{1b}]0;"), "host": "\u{1b}[2J".repeat(50),
                "threads": 1, "fingerprint": "another", "version": "1", "programs": [],
            });
            client.publish("tune2048.workers", presence.to_string().into()).await.unwrap();
        }
        client.flush().await.unwrap();
    });
    assert_eq!(results(&run, &one, &Monitor::default()), expected);
    assert!(notices.count() < 50, "{} lines", notices.count());
    assert!(!notices.contain("\u{1b}"));
    drop(run);
    assert_eq!(worker.stop().games, 1);
}
