//! Everything that is sent, as JSON: numbers are read back to the bit.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tune2048_tuner::subject::{CandidateGames, Job};

/// The version of these messages and of their order.
pub(crate) const PROTOCOL: u32 = 8;

/// Identifies the games of a job by their contents: 32 hexadecimal digits, and [`FIRST`] or
/// [`AGAIN`] if two workers play them.
pub(crate) type JobKey = String;

/// The end of the key of games that another worker plays too.
pub(crate) const FIRST: &str = "-first";

/// The end of the key of the same games for the other worker.
pub(crate) const AGAIN: &str = "-again";

/// Whether two workers play the games of a key.
pub(crate) fn is_twice(key: &str) -> bool {
    key.ends_with(FIRST) || key.ends_with(AGAIN)
}

/// The key of a job as it is sent: equal for equal games, whoever asks for them.
pub(crate) fn key_of(job: &Job) -> JobKey {
    let identity = (job.subject.identity(), &job.candidates, &job.seeds, &job.beginning);
    hex_hash(&json(&identity))[..32].to_owned()
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
        /// Its games.
        #[serde(flatten)]
        results: Results,
    },
    /// Cannot play the games of a job.
    Failure {
        /// The job.
        key: JobKey,
        /// The worker's identifier.
        worker: String,
        /// Why.
        cause: String,
        /// Whether they are above a limit of this worker: others may play them.
        is_above_limit: bool,
    },
}

/// The games of a job as a worker has played them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Results {
    /// The worker's identifier.
    pub(crate) worker: String,
    /// The games of each candidate, in their order.
    pub(crate) candidates: Vec<CandidateGames>,
}

impl Results {
    pub(crate) fn games(&self) -> usize {
        self.candidates.iter().map(|candidate| candidate.results.len()).sum()
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.candidates.iter().map(|candidate| candidate.seconds).sum()
    }

    /// About as many bytes as the games take in a message, rather more.
    pub(crate) fn bytes(&self) -> usize {
        let of_candidate = |candidate: &CandidateGames| {
            let numbers: usize = candidate.extras.values().map(Vec::len).sum();
            let names: usize = candidate.extras.keys().map(|name| name.len() + 6).sum();
            let causes = candidate.troubles.iter().map(|(_, trouble)| 2 * trouble.cause.len() + 60);
            let causes: usize = causes.sum();
            180 * candidate.results.len() + 26 * numbers + names + causes
        };
        100 + self.candidates.iter().map(of_candidate).sum::<usize>()
    }

    /// What equal results have in common.
    pub(crate) fn digest(&self) -> String {
        let games = |candidate: &CandidateGames| json(&(&candidate.results, &candidate.extras));
        hex_hash(&self.candidates.iter().flat_map(games).collect::<Vec<u8>>())
    }
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
    /// The number of its hands that hold or await a job of our players.
    pub(crate) hands: usize,
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

/// The subject of workers' signs of life.
pub(crate) const WORKERS: &str = "tune2048.workers";

/// The subject of runs' signs of life.
pub(crate) const RUNS: &str = "tune2048.runs";

/// The beginning of the identifier of a run that can be resumed.
pub(crate) const RESUMABLE: &str = "resumable-";

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
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use tune2048_engine::{Depth, GameResult, GameSeed, Preset};
    use tune2048_tuner::subject::{Configuration, GameFailure};

    fn job() -> Job {
        let candidate = Configuration::of_preset(&Preset::ALL[0]);
        Job::of(&candidate, vec![GameSeed(u64::MAX), GameSeed(1)])
    }

    #[test]
    fn messages_read_back_to_the_bit() {
        let mut sent = job();
        sent.candidates[0][0] = 0.1 + 0.2;
        assert_eq!(serde_json::from_slice::<Job>(&json(&sent)).unwrap(), sent);
        let result = GameResult {
            score: tune2048_engine::Score::new(-1.234_567_890_123_456_8e-100).unwrap(),
            largest_tile: 65_536,
            moves: u32::MAX,
            nodes: u64::MAX - 1,
            inner_nodes: 0,
        };
        let sent = Request::Result {
            key: key_of(&job()),
            results: Results {
                worker: "w".to_owned(),
                candidates: vec![CandidateGames {
                    candidate: 0,
                    results: vec![result],
                    extras: BTreeMap::from([("lines".to_owned(), vec![0.1 + 0.2])]),
                    troubles: vec![(
                        0,
                        GameFailure { cause: "it exited".to_owned(), has_failed: true },
                    )],
                    seconds: 0.1 + 0.2,
                }],
            },
        };
        assert_eq!(serde_json::from_slice::<Request>(&json(&sent)).unwrap(), sent);
    }

    #[test]
    fn a_key_names_the_games() {
        assert_eq!(key_of(&job()), key_of(&job()));
        let mut seen = vec![key_of(&job())];
        let mut other = job();
        other.candidates[0][0] = other.candidates[0][0].next_up();
        seen.push(key_of(&other));
        other = job();
        other.seeds.swap(0, 1);
        seen.push(key_of(&other));
        other = job();
        let deep = other.subject.at_depth(Depth::Fixed(2), "depth");
        other.subject = Arc::new(deep.unwrap());
        seen.push(key_of(&other));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 4);
    }
}
