//! Everything that is sent, as JSON: numbers are read back to the bit.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tune2048_engine::evaluate::Beginning;
use tune2048_engine::{GameResult, GameSeed};
use tune2048_tuner::subject::{Configuration, Job, Subject};

/// The version of these messages and of their order.
pub(crate) const PROTOCOL: u32 = 3;

/// Identifies the games of a job by their contents: 32 hexadecimal digits, and [`AGAIN`] if they
/// are played for the second time.
pub(crate) type JobKey = String;

/// The end of the key of games that another worker plays too.
pub(crate) const AGAIN: &str = "-again";

/// Games of one candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GamesJob {
    /// Who plays.
    pub(crate) subject: Arc<Subject>,
    /// The values of the candidate.
    pub(crate) values: Vec<f64>,
    /// The games.
    pub(crate) seeds: Vec<GameSeed>,
    /// The part of each game that is played before the candidate takes over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) beginning: Option<Beginning>,
}

impl GamesJob {
    /// The key of the job: equal for equal games, whoever asks for them.
    pub(crate) fn key(&self) -> JobKey {
        let identity = (self.subject.identity(), &self.values, &self.seeds, &self.beginning);
        hex_hash(&json(&identity))[..32].to_owned()
    }

    /// The candidate.
    pub(crate) fn candidate(&self) -> Configuration {
        self.subject.with_values(self.values.clone())
    }

    /// The games as a job of one candidate.
    pub(crate) fn job(&self) -> Job {
        Job {
            subject: Arc::clone(&self.subject),
            candidates: vec![self.values.clone()],
            seeds: self.seeds.clone(),
            beginning: self.beginning.clone(),
        }
    }

    /// The part of the queue from which workers take the job.
    pub(crate) fn route(&self) -> String {
        let program = self.subject.command();
        let name = program.and_then(|settings| settings.program.first());
        name.map_or_else(|| OWN_PLAYERS.to_owned(), |name| program_route(name))
    }
}

/// What a worker asks of or tells a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    /// Is about to play, or still plays, the games of a job: are they needed?
    Claim {
        /// The job.
        key: JobKey,
        /// The worker's identifier.
        worker: String,
        /// Whether the games have not begun yet.
        begins: bool,
    },
    /// Has played the games of a job.
    Result {
        /// The job.
        key: JobKey,
        /// The worker's identifier.
        worker: String,
        /// One result per seed, in their order.
        results: Vec<GameResult>,
        /// The extra numbers of a program, by name, in the order of the games that have one.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        extras: BTreeMap<String, Vec<f64>>,
        /// Seconds spent in the games.
        seconds: f64,
    },
    /// Cannot play the games of a job.
    Failure {
        /// The job.
        key: JobKey,
        /// The worker's identifier.
        worker: String,
        /// Why.
        cause: String,
    },
}

/// A run's answer to a [`Request`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// The games are needed.
    Wanted,
    /// Another worker must play the games, since this one plays them too.
    Elsewhere,
    /// The games are not needed, or no longer.
    Unwanted,
    /// The result is stored.
    Stored,
}

/// A worker's sign of life, to all runs of any build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Presence {
    /// The worker's identifier: another one after each start.
    pub(crate) worker: String,
    /// Its machine.
    pub(crate) host: String,
    /// The number of games that it plays at the same time; 0 as a farewell.
    pub(crate) threads: usize,
    /// Its build.
    pub(crate) fingerprint: String,
    /// The version of its program.
    pub(crate) version: String,
    /// The names of the programs that it starts.
    pub(crate) programs: Vec<String>,
}

/// A run's sign of life, to all workers of any build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Announcement {
    /// The run's identifier.
    pub(crate) run: String,
    /// Its build.
    pub(crate) fingerprint: String,
    /// The version of its program.
    pub(crate) version: String,
}

/// The route of the players of this program, which every worker plays.
pub(crate) const OWN_PLAYERS: &str = "workers";

/// The route of a program that workers offer under a name.
pub(crate) fn program_route(name: &str) -> String {
    // A name may hold what a subject may not.
    format!("program-{}", &hex_hash(name.as_bytes())[..16])
}

/// The subject of workers' signs of life.
pub(crate) const WORKERS: &str = "tune2048.workers";

/// The subject of runs' signs of life.
pub(crate) const RUNS: &str = "tune2048.runs";

/// The subject on which a run answers requests.
pub(crate) fn run_subject(run: &str) -> String {
    format!("tune2048.run.{run}")
}

/// Writes data that can always be written.
pub(crate) fn json(data: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(data).expect("weights and results are finite numbers and text")
}

/// The SHA-256 of bytes, 64 hexadecimal digits.
pub(crate) fn hex_hash(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::{Depth, Preset};

    fn job() -> GamesJob {
        let candidate = Configuration::of_preset(&Preset::ALL[0]);
        GamesJob {
            subject: candidate.subject,
            values: candidate.values,
            seeds: vec![GameSeed(u64::MAX), GameSeed(1)],
            beginning: None,
        }
    }

    #[test]
    fn messages_read_back_to_the_bit() {
        let mut sent = job();
        sent.values[0] = 0.1 + 0.2;
        assert_eq!(serde_json::from_slice::<GamesJob>(&json(&sent)).unwrap(), sent);
        let result = GameResult {
            score: u64::MAX,
            largest_tile: 65_536,
            moves: u32::MAX,
            nodes: u64::MAX - 1,
            inner_nodes: 0,
        };
        let sent = Request::Result {
            key: job().key(),
            worker: "w".to_owned(),
            results: vec![result],
            extras: BTreeMap::from([("lines".to_owned(), vec![0.1 + 0.2])]),
            seconds: 0.1 + 0.2,
        };
        assert_eq!(serde_json::from_slice::<Request>(&json(&sent)).unwrap(), sent);
    }

    #[test]
    fn a_key_names_the_games() {
        assert_eq!(job().key(), job().key());
        let mut seen = vec![job().key()];
        let mut other = job();
        other.values[0] = other.values[0].next_up();
        seen.push(other.key());
        other = job();
        other.seeds.swap(0, 1);
        seen.push(other.key());
        other = job();
        let deep = other.subject.at_depth(Depth::Fixed(2), "depth");
        other.subject = Arc::new(deep.unwrap());
        seen.push(other.key());
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 4);
    }
}
