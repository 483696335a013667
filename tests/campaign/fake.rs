//! An evaluator that plays no games, and campaigns to try it on.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tune2048::campaign::{Campaign, CampaignError, Outcome, Silent};
use tune2048::evaluate::{CandidateGames, Evaluate, Interrupted, Monitor};
use tune2048::game::{GameResult, GameSeed};
use tune2048::heuristic::Weights;

/// A batch that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Batch {
    pub(crate) candidates: Vec<Weights>,
    pub(crate) seeds: Vec<GameSeed>,
}

/// Scores that depend on weights and seed alone, best near empty = 600, merges = 1200.
#[derive(Debug, Default)]
pub(crate) struct Fake {
    /// Stops, as a signal does, after so many candidates.
    left: Option<Cell<usize>>,
    /// What was asked for.
    pub(crate) batches: RefCell<Vec<Batch>>,
}

impl Fake {
    pub(crate) fn stopping_after(candidates: usize) -> Self {
        Self {
            left: Some(Cell::new(candidates)),
            batches: RefCell::default(),
        }
    }

    fn may_go_on(&self) -> bool {
        let Some(left) = &self.left else {
            return true;
        };
        let may = left.get() > 0;
        left.set(left.get().saturating_sub(1));
        may
    }
}

/// The score of a made-up game: a hill and the luck of the seed.
pub(crate) fn game(weights: &Weights, seed: GameSeed) -> GameResult {
    let away = |name: &str, best: f64, width: f64| {
        let value = weights.get(name).expect("a weight of the rows");
        ((value - best) / width).powi(2)
    };
    let hill = 20_000.0 * (-away("empty", 600.0, 700.0) - away("merges", 1200.0, 1500.0)).exp();
    let score = hill as u64 + seed.0 % 4_000;
    GameResult {
        score,
        largest_tile: 1 << (score + 16).ilog2().clamp(2, 16),
        moves: (score / 20) as u32 + 10,
        nodes: score * 3,
    }
}

impl Evaluate for Fake {
    fn evaluate(
        &self,
        candidates: &[Weights],
        seeds: &[GameSeed],
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), Interrupted> {
        self.batches.borrow_mut().push(Batch {
            candidates: candidates.to_vec(),
            seeds: seeds.to_vec(),
        });
        for (candidate, weights) in candidates.iter().enumerate() {
            if monitor.stop_requested() || !self.may_go_on() {
                return Err(Interrupted);
            }
            deliver(CandidateGames {
                candidate,
                results: seeds.iter().map(|&seed| game(weights, seed)).collect(),
                seconds: 0.25,
            });
        }
        Ok(())
    }
}

pub(crate) const OPTIMIZERS: [&str; 5] = [
    "cma-es",
    "cmaes-crate",
    "spsa",
    "particle-swarm",
    "random-matrix",
];

/// Those that have a distribution whose mean they recommend.
pub(crate) const WITH_DISTRIBUTION: [&str; 3] = ["cma-es", "cmaes-crate", "spsa"];

/// A search space of two weights: candidates of 6 games, 4 to a generation.
pub(crate) fn space(optimizer: &str, budget: &str) -> String {
    format!(
        "name = \"fake\"\nseed = 11\n\n\
         [heuristic.rows]\nempty = \"tune\"\nmerges = {{ low = 1.0, high = 4000.0, scale = \"log\" }}\n\n\
         [objective]\ngames-per-candidate = 6\n\n\
         [optimizer.{optimizer}]\npopulation = 4\n\n\
         [budget]\n{budget}\n\n\
         [selection]\nfinalists = 3\ngames = 5\n\n\
         [validation]\ngames = 7\n"
    )
}

/// Folders that go away with the test.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        // Thousands of rows, each synced: in memory where there is such a place.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self(folder.expect("a temporary folder can be made"))
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs a new campaign to its end.
    pub(crate) fn run(&self, name: &str, space: &str) -> Outcome {
        let mut campaign = create(&self.folder(name), space).unwrap();
        go_on(&mut campaign, &Fake::default()).unwrap()
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        std::fs::write(self.folder(name), contents).unwrap();
    }

    /// The lines of a file, each with its end.
    #[track_caller]
    pub(crate) fn lines(&self, name: &str) -> Vec<String> {
        let text = self.read(name);
        text.split_inclusive('\n').map(str::to_owned).collect()
    }

    /// Copies a campaign but for its winner.
    pub(crate) fn copy(&self, from: &str, to: &str) {
        std::fs::create_dir_all(self.folder(to)).unwrap();
        for file in [
            "search-space.toml",
            "campaign.json",
            "trials.csv",
            "distributions.csv",
        ] {
            self.write(
                &format!("{to}/{file}"),
                self.read(&format!("{from}/{file}")),
            );
        }
        let _ = std::fs::remove_file(self.folder(&format!("{to}/best.toml")));
    }

    /// Asserts that two campaigns left the same behind, times apart.
    #[track_caller]
    pub(crate) fn assert_same(&self, found: &str, expected: &str, place: &str) {
        for file in ["trials.csv", "distributions.csv", "best.toml"] {
            let text = |folder: &str| {
                let text = self.read(&format!("{folder}/{file}"));
                if file == "trials.csv" {
                    without_times(&text)
                } else {
                    text
                }
            };
            assert_eq!(text(found), text(expected), "{place}: {file}");
        }
    }
}

pub(crate) fn create(folder: &Path, space: &str) -> Result<Campaign, CampaignError> {
    Campaign::create(folder, Path::new("space.toml"), space)
}

pub(crate) fn resume(folder: &Path) -> Result<Campaign, CampaignError> {
    Campaign::resume(folder, None)
}

pub(crate) fn go_on(campaign: &mut Campaign, evaluator: &Fake) -> Result<Outcome, CampaignError> {
    campaign.run(evaluator, &Monitor::default(), &mut Silent)
}

/// The columns of trials but for the two times at the end.
pub(crate) fn without_times(csv: &str) -> String {
    let cut = |line: &str| line.rsplitn(3, ',').last().unwrap_or_default().to_owned() + "\n";
    csv.lines().map(cut).collect()
}

/// A row with a field changed and its checksum made good.
#[track_caller]
pub(crate) fn with_field(header: &str, row: &str, column: &str, value: &str) -> String {
    let names: Vec<&str> = header.trim_end().split(',').collect();
    let mut fields: Vec<&str> = row.trim_end().split(',').collect();
    let place = |name: &str| {
        names
            .iter()
            .position(|other| *other == name)
            .expect("a column")
    };
    fields[place(column)] = value;
    let checksum = place("crc32");
    let sum = format!(
        "{:08x}",
        crc32fast::hash(fields[..checksum].join(",").as_bytes())
    );
    fields[checksum] = &sum;
    fields.join(",") + "\n"
}

/// The text of a field.
pub(crate) fn field<'a>(header: &str, row: &'a str, column: &str) -> &'a str {
    let place = header.trim_end().split(',').position(|name| name == column);
    row.trim_end()
        .split(',')
        .nth(place.expect("a column"))
        .expect("a field")
}
