use futures_util::StreamExt;
use serde_json::{Value, json};
use tune2048_engine::Monitor;

use crate::made_up::{show_run, with_client};
use crate::support::{RunningWorker, Server, alone, one_game, results};

/// The answer of a run that gives a job with a change.
fn changed(change: impl Fn(&mut Value)) -> String {
    let mut job = json!(one_game());
    change(&mut job);
    json!({"job": {"key": 1, "job": job}}).to_string()
}

#[test]
fn jobs_that_cannot_be_played_are_refused_with_their_reason_and_harm_no_worker() {
    let Some(server) = Server::start() else { return };
    let worker = RunningWorker::start(&server, 1);
    // It plays for a run, and so it hears of others.
    drop(server.run(1));
    let values = "/candidates/0";
    let poison = [
        (
            changed(|job| drop(job.pointer_mut(values).unwrap().as_array_mut().unwrap().pop())),
            Some("values of"),
        ),
        (changed(|job| *job.pointer_mut(values).unwrap() = json!([])), Some("values of")),
        (
            changed(|job| *job.pointer_mut(values).unwrap() = json!(vec![1e308; 500])),
            Some("values of"),
        ),
        (changed(|job| job["subject"] = json!({})), Some("missing field")),
        (changed(|job| job["seeds"] = json!("all")), Some("expected a sequence")),
        ("[".repeat(100_000), None),
        ("not JSON".to_owned(), None),
        ("\u{0}".to_owned(), None),
    ];
    with_client(&server, async |client| {
        for (number, (message, expected)) in poison.into_iter().enumerate() {
            let mut requests = show_run(&client, &format!("hostile{number}")).await;
            loop {
                let request = requests.next().await.unwrap();
                let asked: Value = serde_json::from_slice(&request.payload).unwrap();
                let cause = asked.pointer("/ask/failure/cause").and_then(Value::as_str);
                let answer = if asked["ask"] == "job" { &message } else { "\"no\"" };
                client.publish(request.reply.unwrap(), answer.to_owned().into()).await.unwrap();
                client.flush().await.unwrap();
                let is_told =
                    cause.is_some_and(|cause| expected.is_some_and(|e| cause.contains(e)));
                assert!(cause.is_none() || is_told, "{message:.100}: {cause:?}");
                if is_told || expected.is_none() {
                    break;
                }
            }
        }
    });
    let run = server.run(1);
    let expected = alone(&one_game());
    assert_eq!(results(&run, &one_game(), &Monitor::default()), expected);
    drop(run);
    assert_eq!(worker.stop(), 1);
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
    assert_eq!(worker.stop(), 1);
}
