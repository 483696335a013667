use std::collections::BTreeMap;
use std::path::Path;

use sha2::{Digest, Sha256};
use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::tuples::{Layout, NamedNetwork, Stages, parse_tuples, write_network};
use tune2048_engine::{GameSeed, HeuristicKind, Monitor, PlayerSettings};
use tune2048_tuner::subject::{Configuration, Job, Subject};
use tune2048_workers::Worker;

use crate::made_up::with_client;
use crate::support::{RunningWorker, Server, alone, results};

/// Games of a network in a file, whose weights are multiples of a number.
fn games_of_a_network(folder: &Path, weight: f32) -> (Job, String) {
    let layout = Layout::new(parse_tuples(&["01"]).unwrap(), Stages::default());
    let weights: Vec<f32> = (0..layout.weights()).map(|index| index as f32 * weight).collect();
    let mut bytes = Vec::new();
    write_network(&mut bytes, &layout, &weights, &BTreeMap::new()).unwrap();
    let file = folder.join("own.safetensors");
    std::fs::write(&file, bytes).unwrap();
    let network = NamedNetwork::open(file.to_str().unwrap()).unwrap();
    let hash = Sha256::digest(network.network.to_bytes(0.0));
    let hash = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let heuristic = HeuristicKind::Tuples(Tuples::new(network, []).into());
    let subject = Subject::board(PlayerSettings::default(), heuristic);
    let seeds = (0..5).map(GameSeed).collect();
    (Job::of(&Configuration::defaults(subject), seeds), hash)
}

#[test]
fn workers_fetch_networks_and_keep_them() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (job, hash) = games_of_a_network(folder.path(), 0.5);
    let cache = folder.path().join("cache");
    let worker = Worker { cache: cache.clone(), ..Worker::new(server.address(), 1) };
    let start = || RunningWorker::of(worker.clone());
    let expected = alone(&job);
    for damage in [None, Some("damaged")] {
        // As if this worker were another process.
        NamedNetwork::forget(&hash);
        if let Some(damage) = damage {
            std::fs::write(cache.join(&hash), damage).unwrap();
        }
        let worker = start();
        assert_eq!(results(&server.run(1), &job, &Monitor::default()), expected);
        assert_eq!(worker.stop().games, 5);
        let kept = std::fs::read(cache.join(&hash)).unwrap();
        assert_eq!(Sha256::digest(kept)[..], Sha256::digest(bytes_of(&hash))[..]);
    }
    NamedNetwork::forget(&hash);
}

fn bytes_of(name: &str) -> Vec<u8> {
    NamedNetwork::open(name).unwrap().network.to_bytes(0.0)
}

#[test]
fn another_network_in_its_place_is_refused() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (job, hash) = games_of_a_network(folder.path(), 0.25);
    with_client(&server, async |client| {
        let store = async_nats::jetstream::object_store::Config {
            bucket: "tune2048-networks".to_owned(),
            ..Default::default()
        };
        let context = async_nats::jetstream::new(client);
        let store = context.create_object_store(store).await.unwrap();
        store.put(hash.as_str(), &mut &b"another"[..]).await.unwrap();
    });
    let cache = folder.path().join("cache");
    let worker = Worker { cache, ..Worker::new(server.address(), 1) };
    let _worker = RunningWorker::of(worker);
    let error = results(&server.run(1), &job, &Monitor::default()).unwrap_err().to_string();
    assert!(error.contains("another network in place of"), "{error}");
    assert!(!folder.path().join("cache").join(&hash).exists());
}
