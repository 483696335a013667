//! Networks that are not built in: a run puts them into the server's object store under the hashes
//! of their files, and workers fetch them from there.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use async_nats::jetstream::object_store::Config;
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::time::{sleep, timeout};
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_engine::tuples::{NamedNetwork, Network};
use tune2048_tuner::subject::Job;

use crate::messages::{hex_hash, json};
use crate::times::{patience, sign_pause};

/// The name of the object store.
const STORE: &str = "tune2048-networks";

/// The time after which the server forgets a network.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// The places in a job at which a network is named.
const PLACES: [&str; 2] = [
    "/subject/board/heuristic/tuples/network",
    "/beginning/player/weights/heuristic/tuples/network",
];

/// The most networks that a worker has in memory.
const MOST_IN_MEMORY: usize = 16;

/// The most bytes of a network that a worker fetches.
const MOST_BYTES: usize = 4 << 30;

/// A network that a run sends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnNetwork {
    /// The name under which this process knows it.
    name: String,
    pub(crate) hash: String,
}

/// The bytes of a job, with its networks that are not built in named by their hashes.
pub(crate) fn sent(job: &Job) -> Result<(Vec<u8>, Vec<OwnNetwork>), String> {
    let begun = job.beginning.as_ref().map(|beginning| &beginning.player.weights.heuristic);
    let is_own = |heuristic: &HeuristicKind| match heuristic {
        HeuristicKind::Tuples(tuples) => !NamedNetwork::is_built_in(&tuples.network().name),
        _ => false,
    };
    if ![job.subject.heuristic(), begun].into_iter().flatten().any(is_own) {
        return Ok((json(job), Vec::new()));
    }
    let mut sent = serde_json::to_value(job).map_err(|error| error.to_string())?;
    let mut own = Vec::new();
    for place in PLACES {
        if let Some(Value::String(name)) = sent.pointer_mut(place)
            && !NamedNetwork::is_built_in(name)
        {
            let hash = hash_of(name)?;
            own.push(OwnNetwork { name: std::mem::replace(name, hash.clone()), hash });
        }
    }
    Ok((json(&sent), own))
}

/// The bytes of the file of a network that this process has opened.
fn bytes_of(name: &str) -> Result<Vec<u8>, String> {
    let opened = NamedNetwork::open(name).map_err(|error| format!("{name}: {error}"))?;
    Ok(opened.network.to_bytes(0.0))
}

/// The hash of these bytes, once computed.
fn hash_of(name: &str) -> Result<String, String> {
    static HASHES: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);
    let mut hashes = HASHES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(hash) = hashes.get(name) {
        return Ok(hash.clone());
    }
    let hash = hex_hash(&bytes_of(name)?);
    hashes.insert(name.to_owned(), hash.clone());
    Ok(hash)
}

/// Puts a network into the store, if it is not there.
pub(crate) async fn put(context: &Context, network: &OwnNetwork) -> Result<(), String> {
    let OwnNetwork { name, hash } = network;
    let put = async {
        let store = match context.get_object_store(STORE).await {
            Ok(store) => store,
            Err(_) => {
                let bucket = STORE.to_owned();
                let config = Config { bucket, max_age: KEPT, ..Config::default() };
                context.create_object_store(config).await?
            }
        };
        if store.info(hash).await.is_err() {
            store.put(hash.as_str(), &mut bytes_of(name)?.as_slice()).await?;
        }
        Ok(())
    };
    put.await.map_err(|cause: async_nats::Error| {
        format!(
            "the server does not take the network {name}: {cause} - give its JetStream room, and \
             allow this user to create streams"
        )
    })
}

/// The networks that a worker has fetched.
pub(crate) struct Fetched {
    context: Context,
    /// Where they are kept.
    folder: PathBuf,
    in_memory: tokio::sync::Mutex<VecDeque<String>>,
}

impl Fetched {
    pub(crate) fn new(context: Context, folder: PathBuf) -> Self {
        Self { context, folder, in_memory: tokio::sync::Mutex::default() }
    }

    /// Fetches the networks that a job names by their hashes, unless they are here.
    pub(crate) async fn fetch(&self, job: &[u8]) -> Result<(), String> {
        let job: Value = serde_json::from_slice(job).map_err(|error| error.to_string())?;
        let named = PLACES.iter().filter_map(|place| job.pointer(place)?.as_str());
        let is_hash = |name: &&str| name.len() == 64 && name.bytes().all(|b| b.is_ascii_hexdigit());
        // One at a time: jobs of one network arrive together.
        let mut in_memory = self.in_memory.lock().await;
        for hash in named.filter(is_hash) {
            if in_memory.iter().any(|known| known == hash) {
                continue;
            }
            let kept =
                fs::read(self.folder.join(hash)).ok().filter(|bytes| hex_hash(bytes) == hash);
            let bytes = match kept {
                Some(bytes) => bytes,
                None => self.download(hash).await?,
            };
            let network = Network::from_bytes(&bytes).map_err(|error| error.to_string())?;
            NamedNetwork::share(hash, network);
            in_memory.push_back(hash.to_owned());
            if in_memory.len() > MOST_IN_MEMORY
                && let Some(oldest) = in_memory.pop_front()
            {
                NamedNetwork::forget(&oldest);
            }
        }
        Ok(())
    }

    /// Downloads a network, for a while again and again, checks it, and keeps it in a folder.
    async fn download(&self, hash: &str) -> Result<Vec<u8>, String> {
        let begun = Instant::now();
        let bytes = loop {
            match self.download_once(hash).await {
                Ok(bytes) => break bytes,
                Err(cause) if begun.elapsed() > patience() => {
                    return Err(format!("the network {hash} cannot be fetched: {cause}"));
                }
                Err(_) => sleep(sign_pause()).await,
            }
        };
        if hex_hash(&bytes) != hash {
            return Err(format!("the server has another network in place of {hash}"));
        }
        // Without a place to keep it, it is fetched again after the next start.
        let new = self.folder.join(format!("{hash}.{}", std::process::id()));
        let kept = fs::create_dir_all(&self.folder).and_then(|()| fs::write(&new, &bytes));
        let _ = kept.and_then(|()| fs::rename(&new, self.folder.join(hash)));
        Ok(bytes)
    }

    async fn download_once(&self, hash: &str) -> Result<Vec<u8>, async_nats::Error> {
        let mut object = self.context.get_object_store(STORE).await?.get(hash).await?;
        let size = object.info().size;
        if size > MOST_BYTES {
            return Err(format!("it has {size} bytes, expected {MOST_BYTES} at most").into());
        }
        let mut bytes = Vec::new();
        loop {
            let read = timeout(patience(), object.read_buf(&mut bytes)).await;
            match read.map_err(|_| "the server is silent")?? {
                0 => return Ok(bytes),
                _ if bytes.len() > MOST_BYTES => return Err("it is too large".into()),
                _ => {}
            }
        }
    }
}

/// The folder of the user in which workers keep networks.
pub(crate) fn cache_folder() -> PathBuf {
    let folder = |variable: &str| std::env::var_os(variable).map(PathBuf::from);
    let home = || folder("HOME").map(|home| home.join(".cache"));
    let cache = folder("XDG_CACHE_HOME").or_else(home).unwrap_or_else(std::env::temp_dir);
    cache.join("tune2048").join("networks")
}
