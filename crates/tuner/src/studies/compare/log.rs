//! The journal of the pairs of a comparison, from which a killed comparison continues.

use std::path::{Path, PathBuf};

use crate::record::CampaignError;
use crate::studies::compare::ScorePair;
use crate::weights::file::WeightsFile;
use tune2048_engine::game::Score;
use tune2048_files::atomic;
use tune2048_files::record::{Record, Visitor, check_number};
use tune2048_files::table::Table;

/// The identity of the games of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedPlayers {
    /// The seed of the games.
    pub seed: u64,
    /// The fingerprint of the weights and player of A.
    pub a: u32,
    /// The fingerprint of the weights and player of B.
    pub b: u32,
    /// Whether B plays against A, so that A has no games of its own.
    pub is_match: bool,
}

impl ComparedPlayers {
    /// Identifies the games of A and B, each with weights and player, on the seeds derived from `seed`.
    pub fn new(a: &WeightsFile, b: &WeightsFile, seed: u64, is_match: bool) -> Self {
        Self { seed, a: fingerprint(a), b: fingerprint(b), is_match }
    }

    /// Returns a CRC-32 of the seed and both fingerprints.
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(self.fields().join(",").as_bytes())
    }

    fn fields(self) -> [String; 3] {
        let [a, b] = [self.a, self.b].map(|fingerprint| format!("{fingerprint:08x}"));
        [self.seed.to_string(), a, b]
    }
}

/// Returns a CRC-32 of everything that determines a score except the seed, the files of a program
/// included.
fn fingerprint(file: &WeightsFile) -> u32 {
    let identity = WeightsFile::new(&file.weights.identity(), toml::Table::new());
    let mut text = format!("{}\n{}", env!("CARGO_PKG_VERSION"), identity.to_toml());
    if let Some(files) = file.weights.subject.program_files() {
        text += &files.line();
    }
    crc32fast::hash(text.as_bytes())
}

/// The games on one seed.
#[derive(Debug, Default)]
struct PairRow {
    pair: u64,
    scores: [Option<Score>; 2],
}

impl Record for PairRow {
    type Layout = ComparedPlayers;

    fn columns(
        &mut self,
        players: &ComparedPlayers,
        visitor: &mut Visitor<'_>,
    ) -> Result<(), String> {
        visitor.column("pair", &mut self.pair)?;
        for (name, value) in ["seed", "a", "b"].iter().zip(players.fields()) {
            visitor.same(name, &value)?;
        }
        let [a, b] = &mut self.scores;
        match players.is_match {
            true => visitor.optional("score_a", a)?,
            false => visitor.column("score_a", a.get_or_insert_default())?,
        }
        visitor.column("score_b", b.get_or_insert_default())
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        check_number("pair", self.pair, before.len() as u64)
    }
}

/// The look after all games, with a promise for this look only.
const ONCE: &str = "once";
/// Looks as often as one likes, with a promise for all together.
const SEQUENCE: &str = "sequence";

/// A number of games at which a comparison was looked at.
#[derive(Debug, Default)]
struct LookRow {
    look: u64,
    games: u64,
    kind: String,
}

impl Record for LookRow {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("look", &mut self.look)?;
        visitor.column("games", &mut self.games)?;
        visitor.column("kind", &mut self.kind)
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        check_number("look", self.look, before.len() as u64 + 1)
    }
}

/// The file of the pairs, open for appending and locked against other processes.
#[derive(Debug)]
pub struct ComparisonLog {
    /// The path of the file.
    pub path: PathBuf,
    table: Table<PairRow>,
    /// The identity of the games.
    pub players: ComparedPlayers,
}

impl ComparisonLog {
    /// Opens or creates the file and its folder.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked by another process, contains games
    /// of other players, or is damaged.
    pub fn open(path: &Path, players: ComparedPlayers) -> Result<Self, CampaignError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        atomic::make_folder(folder)?;
        let table = Table::open_file(path, players)?;
        Ok(Self { path: path.to_owned(), table, players })
    }

    /// Records a look at so many games, `once` or as one of a sequence. Returns whether they are looked at
    /// once: before any of these games was seen at another number of them.
    ///
    /// # Errors
    /// If the file of looks beside that of the games cannot be opened or written.
    pub fn look(&self, once: bool, games: u64) -> Result<bool, CampaignError> {
        let path = self.path.with_extension("looks.csv");
        let mut looks: Table<LookRow> = Table::open_file(&path, ())?;
        let kind = if once { ONCE } else { SEQUENCE };
        if looks.rows().iter().all(|row| row.games != games || row.kind != kind) {
            let look = looks.rows().len() as u64 + 1;
            looks.append(LookRow { look, games, kind: kind.to_owned() })?;
        }
        Ok(once && looks.rows().len() == 1)
    }

    /// Returns all recorded pairs, in the order of their seeds.
    pub fn pairs(&self) -> Vec<ScorePair> {
        self.table.rows().iter().map(|row| row.scores).collect()
    }

    /// What a user must be told of the file.
    pub fn warning(&self) -> Option<&'static str> {
        self.table.warning
    }

    /// Appends the next pairs and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, pairs: &[ScorePair]) -> Result<(), CampaignError> {
        let first = self.table.rows().len() as u64;
        let rows = (first..).zip(pairs).map(|(pair, &scores)| PairRow { pair, scores });
        Ok(self.table.append_all(rows)?)
    }
}
