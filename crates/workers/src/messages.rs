//! Everything that is sent, as JSON: numbers are read back to the bit.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tune2048_tuner::subject::CandidateGames;
use tune2048_tuner::words::in_line;

/// The version of these messages and of their order.
pub(crate) const PROTOCOL: u32 = 13;

/// Identifies a job of a run.
pub(crate) type JobKey = u64;

/// The longest time that the games of a candidate in a job may have taken, in seconds: a year.
const MOST_SECONDS: f64 = 366.0 * 86_400.0;

/// The longest text in a sign of life, in characters, and the most programs that it names.
const MOST_CHARACTERS: usize = 100;
const MOST_PROGRAMS: usize = 100;

/// The longest sign of life that is read, in bytes.
const MOST_BYTES: usize = 64 << 10;

/// A message of a worker to a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// The worker's identifier.
    pub(crate) worker: String,
    /// What it asks or tells.
    pub(crate) ask: Ask,
}

/// What a worker asks of or tells a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ask {
    /// Is there a job to play?
    Job,
    /// It still plays a job: are the games needed?
    Keep(JobKey),
    /// It has played the games of a job.
    Result {
        /// The job.
        key: JobKey,
        /// Its games.
        games: CandidateGames,
        /// Whether the answer may be the next job.
        next: bool,
    },
    /// It cannot play the games of a job.
    Failure {
        /// The job.
        key: JobKey,
        /// Why.
        cause: String,
    },
}

/// A run's answer to a [`Request`]. A worker that gets a job has any JSON at first, since it tells the run
/// what is wrong with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer<J> {
    /// The job to play.
    Job {
        /// Its key.
        key: JobKey,
        /// Its contents.
        job: J,
    },
    /// The games are needed, or what was told is taken.
    Yes,
    /// There is no job, or no further one, or the games are not those of the worker, or needed by nobody.
    No,
}

/// Whether games are those of a job of `seeds` games: of every game, and in their ranges.
pub(crate) fn are_of(games: &CandidateGames, seeds: usize) -> bool {
    let CandidateGames { results, seconds, extras, troubles, .. } = games;
    let are_numbers = |of: &Vec<f64>| of.len() <= seeds && of.iter().all(|n| n.is_finite());
    results.len() == seeds
        && (0.0..=MOST_SECONDS).contains(seconds)
        && extras.values().all(are_numbers)
        && troubles.iter().all(|(place, _)| *place < seeds)
}

/// A hash of results, which equal ones share; times are left out.
pub(crate) fn digest(games: &CandidateGames) -> String {
    hex_hash(&json(&(&games.results, &games.extras)))
}

/// A sign of life of a worker, to all runs, or of a run, to all workers; of any build.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Presence {
    /// The identifier of the worker, another one after each start, or that of the run.
    pub(crate) worker: String,
    /// Its machine; a run names none.
    pub(crate) host: String,
    /// The number of games that it plays at the same time; 0 as a farewell, which gives all of its jobs
    /// back, and of a run.
    pub(crate) threads: usize,
    /// Its build.
    pub(crate) fingerprint: String,
    /// The version of its program.
    pub(crate) version: String,
    /// The names of the programs that it starts.
    pub(crate) programs: Vec<String>,
}

impl Presence {
    /// The presence of this version, in a build.
    pub(crate) fn of(identifier: &str, fingerprint: &str) -> Self {
        Self {
            worker: identifier.to_owned(),
            fingerprint: fingerprint.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..Self::default()
        }
    }

    /// Reads a message of anybody: its texts may be shown, and are not long.
    pub(crate) fn read(message: &[u8]) -> Option<Self> {
        if message.len() > MOST_BYTES {
            return None;
        }
        let mut read: Self = serde_json::from_slice(message).ok()?;
        read.programs.truncate(MOST_PROGRAMS);
        let texts = [&mut read.worker, &mut read.host, &mut read.fingerprint, &mut read.version];
        for text in texts.into_iter().chain(&mut read.programs) {
            *text = in_line(text, MOST_CHARACTERS);
        }
        Some(read)
    }

    /// Whether it offers a program, if one is named; all play the other games.
    pub(crate) fn plays(&self, program: Option<&str>) -> bool {
        program.is_none_or(|wanted| self.programs.iter().any(|name| name == wanted))
    }
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
    use std::collections::BTreeMap;

    use super::*;
    use serde_json::Value;
    use tune2048_engine::{GameResult, GameSeed, Preset};
    use tune2048_tuner::subject::{Configuration, GameFailure, Job};

    fn job() -> Job {
        let candidate = Configuration::of_preset(&Preset::ALL[0]);
        Job::of(&candidate, vec![GameSeed(u64::MAX), GameSeed(1)])
    }

    #[test]
    fn messages_read_back_to_the_bit() {
        let mut sent = job();
        sent.candidates[0][0] = 0.1 + 0.2;
        let answer = Answer::Job { key: 1, job: sent.clone() };
        let read = serde_json::from_slice::<Answer<Value>>(&json(&answer)).unwrap();
        let Answer::Job { job: read, .. } = read else { panic!("{read:?}") };
        assert_eq!(Job::deserialize(&read).unwrap(), sent);
        let result = GameResult {
            score: tune2048_engine::Score::new(-1.234_567_890_123_456_8e-100).unwrap(),
            largest_tile: 65_536,
            moves: u32::MAX,
            nodes: u64::MAX - 1,
            inner_nodes: 0,
        };
        let sent = Request {
            worker: "w".to_owned(),
            ask: Ask::Result {
                key: 1,
                games: CandidateGames {
                    candidate: 0,
                    results: vec![result],
                    extras: BTreeMap::from([("lines".to_owned(), vec![0.1 + 0.2])]),
                    troubles: vec![(
                        0,
                        GameFailure { cause: "it exited".to_owned(), has_failed: true },
                    )],
                    seconds: 0.1 + 0.2,
                },
                next: true,
            },
        };
        assert_eq!(serde_json::from_slice::<Request>(&json(&sent)).unwrap(), sent);
    }

    #[test]
    fn texts_of_workers_may_be_shown_and_are_short() {
        let presence = Presence {
            worker: "w".to_owned(),
            host: format!("\u{1b}]0;\u{202e}{}", "x".repeat(1000)),
            threads: 1,
            fingerprint: "f".to_owned(),
            version: "1\n2".to_owned(),
            programs: vec!["p".to_owned(); 1000],
        };
        let read = Presence::read(&json(&presence)).unwrap();
        assert!(read.host.starts_with("\\u{1b}]0;\\u{202e}xxx") && read.host.len() < 150);
        assert_eq!((read.version.as_str(), read.programs.len()), ("1\\n2", MOST_PROGRAMS));
        let long = Presence { host: "x".repeat(MOST_BYTES), ..presence };
        assert_eq!(Presence::read(&json(&long)), None);
    }
}
