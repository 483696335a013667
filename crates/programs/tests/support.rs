//! Programs in Python, jobs for them, and the results that they must have.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tune2048_engine::player::CommandSettings;
use tune2048_engine::{
    CandidateGames, Evaluate, EvaluateError, GameResult, GameSeed, HeuristicKind, Job, Monitor,
    PlayerSettings, Weights,
};
use tune2048_programs::ProgramEvaluator;

/// What all programs begin with: the protocol, and a score that depends on every bit.
const PRELUDE: &str = r#"
import json, os, struct, sys, time

def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & (2**64 - 1)
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
    return x ^ (x >> 31)

def score(weights, seed):
    x = seed
    for name, value in weights.items():
        x = mix(x ^ len(name) ^ struct.unpack("<Q", struct.pack("<d", value))[0])
    return x % 1000000

def say(**answer):
    print(json.dumps(answer), flush=True)

def requests():
    say(protocol=1)
    for line in sys.stdin:
        yield json.loads(line)

def answer(request, seed):
    say(id=request["id"], seed=seed, score=score(request["weights"], seed))

def is_first_life():
    try:
        os.mkdir("lived")
        return True
    except FileExistsError:
        return False
"#;

/// A program that keeps the protocol.
pub(crate) const GOOD: &str = r#"
for request in requests():
    for seed in request["seeds"]:
        answer(request, seed)
"#;

/// A folder with a program.
pub(crate) struct Folder {
    folder: TempDir,
}

impl Folder {
    /// A folder with a program in Python that begins with the functions above; none where there
    /// is no Python.
    pub(crate) fn with(body: &str) -> Option<Self> {
        let output = Command::new("python3")
            .arg("--version")
            .stdin(Stdio::null())
            .output();
        let is_here = output.is_ok_and(|output| output.status.success());
        let is_required = std::env::var_os("TUNE2048_REQUIRE_PYTHON3").is_some();
        assert!(is_here || !is_required, "python3 is missing");
        if !is_here {
            eprintln!(
                "skipped: python3 is missing (TUNE2048_REQUIRE_PYTHON3=1 makes this a failure)"
            );
            return None;
        }
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("solver.py"), format!("{PRELUDE}{body}")).unwrap();
        Some(Self { folder })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The settings of the program, which runs in the folder.
    pub(crate) fn settings(&self) -> CommandSettings {
        self.command(&["python3", "-S", "solver.py"])
    }

    /// The settings of a program for the shell, which starts at once: it plays one game per
    /// request with the score 7, after some commands. They know `$id` and `$seed`.
    pub(crate) fn shell(&self, commands: &str, timeout_seconds: f64) -> CommandSettings {
        let script = format!(
            r#"echo '{{"protocol": 1}}'
while read -r line; do
    id=${{line#*: }} seed=${{line##*[}}
    id=${{id%%,*}} seed=${{seed%%]*}}
    {commands}
    echo "{{\"id\": $id, \"seed\": $seed, \"score\": 7}}"
done
"#
        );
        std::fs::write(self.path().join("solver.sh"), script).unwrap();
        CommandSettings {
            timeout_seconds,
            games_per_request: Some(1),
            ..self.command(&["sh", "solver.sh"])
        }
    }

    /// The settings of a command in the folder.
    pub(crate) fn command(&self, words: &[&str]) -> CommandSettings {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        CommandSettings {
            working_folder: Some(self.path().to_str().unwrap().to_owned()),
            timeout_seconds: 20.0,
            ..CommandSettings::new(words)
        }
    }
}

/// Some weights, which differ in the last bit of one of them.
pub(crate) fn candidates(count: usize) -> Vec<Weights> {
    let heuristic = HeuristicKind::command(["LOST", "empty", "cut"]);
    let weights = |index| Weights {
        heuristic: heuristic.clone(),
        values: vec![
            200_000.0,
            f64::from_bits(270.5_f64.to_bits() + index as u64),
            1e-4,
        ],
    };
    (0..count).map(weights).collect()
}

/// A job of some candidates and games.
pub(crate) fn job(settings: CommandSettings, count: usize, games: u64) -> Job {
    let seed = |index| GameSeed::new(1, tune2048_engine::Stream::Evaluation, index);
    Job {
        player: PlayerSettings::Command(Box::new(settings)),
        candidates: candidates(count),
        seeds: (0..games).map(seed).collect(),
    }
}

fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The score of a game.
pub(crate) fn score(weights: &Weights, seed: GameSeed) -> u64 {
    let start = seed.0 >> 11;
    let all = weights.iter();
    let hash = all.fold(start, |hash, (spec, value)| {
        mix(hash ^ spec.name.len() as u64 ^ value.to_bits())
    });
    hash % 1_000_000
}

/// The results of a job.
pub(crate) fn expected(job: &Job) -> Vec<Vec<GameResult>> {
    let result = |weights: &Weights, &seed: &GameSeed| GameResult {
        score: score(weights, seed),
        ..GameResult::default()
    };
    let results = |weights| job.seeds.iter().map(|seed| result(weights, seed)).collect();
    job.candidates.iter().map(results).collect()
}

/// Plays a job; the candidates come in order.
pub(crate) fn evaluate(
    evaluator: &ProgramEvaluator,
    job: &Job,
    monitor: &Monitor,
) -> Result<Vec<CandidateGames>, EvaluateError> {
    let mut all: Vec<CandidateGames> = Vec::new();
    let outcome = evaluator.evaluate(job, monitor, &mut |games| {
        assert_eq!(games.candidate, all.len());
        all.push(games);
    });
    outcome.map(|()| all)
}

/// The results of a job that is played without an error, by at most this many processes.
#[track_caller]
pub(crate) fn results(job: &Job, processes: usize) -> Vec<Vec<GameResult>> {
    let monitor = Monitor::default();
    let evaluator = ProgramEvaluator::new(Some(processes));
    let games = evaluate(&evaluator, job, &monitor).unwrap_or_else(|error| panic!("{error}"));
    let count = job.candidates.len() * job.seeds.len();
    assert_eq!(monitor.games_played(), count as u64);
    games.into_iter().map(|games| games.results).collect()
}

/// The text of the failure that stops a job.
#[track_caller]
pub(crate) fn failure(job: &Job, processes: usize) -> String {
    let evaluator = ProgramEvaluator::new(Some(processes));
    match evaluate(&evaluator, job, &Monitor::default()) {
        Err(EvaluateError::Failed(text)) => text,
        other => panic!("expected a failure: {other:?}"),
    }
}

/// Asserts that a text has all of some parts.
#[track_caller]
pub(crate) fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}
