//! Programs in Python and for the shell, jobs for them, and the results that they must have.

use std::path::Path;

use tempfile::TempDir;
use tune2048_engine::game::mix;
use tune2048_engine::{EvaluateError, GameResult, GameSeed, Monitor};
use tune2048_programs::Players;
use tune2048_testkit::tools::is_installed;
use tune2048_tuner::subject::{
    CandidateGames, CommandSettings, Configuration, Evaluate, Job, Subject,
};

/// What all programs begin with: the protocol, and a score that depends on every bit.
const PRELUDE: &str = include_str!("players/prelude.py");

/// A program that keeps the protocol.
pub(crate) const GOOD: &str = r#"
for request in requests():
    for seed in request["seeds"]:
        answer(request, seed)
"#;

pub(crate) struct Folder {
    folder: TempDir,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        Self { folder }
    }

    /// A folder with a program in Python that begins with the functions above; none where there
    /// is no Python.
    pub(crate) fn with(body: &str) -> Option<Self> {
        is_installed("python3").then(|| {
            let folder = Self::new();
            folder.write("solver.py", &format!("{PRELUDE}{body}"));
            folder
        })
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The settings of the program, which runs in the folder.
    pub(crate) fn settings(&self) -> CommandSettings {
        self.command(&["python3", "-S", "solver.py"])
    }

    /// The settings of a program for the shell, which starts at once. It runs some commands for
    /// each seed, which know `$id` and `$seed` and have a function `answer ID SEED SCORE`, and
    /// then answers with the score `$((seed % 1000))`.
    pub(crate) fn shell(&self, commands: &str) -> CommandSettings {
        let script = format!(
            r#"answer() {{ echo "{{\"id\": $1, \"seed\": $2, \"score\": $3}}"; }}
echo '{{"protocol": 1}}'
while read -r line; do
    id=${{line#*: }} seeds=${{line##*[}}
    id=${{id%%,*}} seeds=${{seeds%%]*}}
    IFS=', '
    for seed in $seeds; do
        {commands}
        answer "$id" "$seed" $((seed % 1000))
    done
done
"#
        );
        std::fs::write(self.path().join("solver.sh"), script).unwrap();
        self.command(&["sh", "solver.sh"])
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
fn candidates(count: usize) -> Vec<Vec<f64>> {
    let second = |index| f64::from_bits(270.5_f64.to_bits() + index as u64);
    (0..count).map(|index| vec![200_000.0, second(index), 1e-4]).collect()
}

/// A job of one candidate that plays the seeds from 1 on.
pub(crate) fn small_job(settings: CommandSettings, games: u64) -> Job {
    Job { seeds: (1..=games).map(|seed| GameSeed(seed << 11)).collect(), ..job(settings, 1, 0) }
}

/// A job of some candidates and games.
pub(crate) fn job(settings: CommandSettings, count: usize, games: u64) -> Job {
    let seed = |index| GameSeed::new(1, tune2048_engine::Stream::Evaluation, index);
    Job::new(
        Subject::program(settings, ["LOST", "empty", "cut"]).into(),
        candidates(count),
        (0..games).map(seed).collect(),
    )
}

pub(crate) fn score(weights: &Configuration, seed: GameSeed) -> u64 {
    let start = seed.0 >> 11;
    let all = weights.iter();
    let hash =
        all.fold(start, |hash, (spec, value)| mix(hash ^ spec.name.len() as u64 ^ value.to_bits()));
    hash % 1_000_000
}

pub(crate) fn expected(job: &Job) -> Vec<Vec<GameResult>> {
    let results = |candidate| {
        let weights = job.candidate(candidate);
        let result = |&seed: &GameSeed| GameResult {
            score: score(&weights, seed).into(),
            ..GameResult::default()
        };
        job.seeds.iter().map(result).collect()
    };
    (0..job.candidates.len()).map(results).collect()
}

/// The results of a job that a program for the shell plays.
pub(crate) fn shell_results(job: &Job) -> Vec<Vec<GameResult>> {
    let result = |seed: &GameSeed| GameResult {
        score: ((seed.0 >> 11) % 1000).into(),
        ..GameResult::default()
    };
    let results = job.seeds.iter().map(result).collect();
    vec![results; job.candidates.len()]
}

/// Plays a job; the candidates come in order.
pub(crate) fn evaluate(
    evaluator: &Players,
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
    let evaluator = Players::new(Some(processes)).unwrap();
    let games = evaluate(&evaluator, job, &monitor).unwrap_or_else(|error| panic!("{error}"));
    let count = job.candidates.len() * job.seeds.len();
    assert_eq!(monitor.games_played(), count as u64);
    games.into_iter().map(|games| games.results).collect()
}

/// The text of the failure that stops a job.
#[track_caller]
pub(crate) fn failure(job: &Job, processes: usize) -> String {
    let evaluator = Players::new(Some(processes)).unwrap();
    match evaluate(&evaluator, job, &Monitor::default()) {
        Err(EvaluateError::Failed(text)) => text,
        other => panic!("expected a failure: {other:?}"),
    }
}
