//! `finalists.csv` and `final-games.csv`: who played after the search, and every game of theirs.
//!
//! A game is a pure function of weights, player and seed. So what is recorded
//! here is true whatever becomes of the search, and is never played again.

use std::collections::HashMap;

use super::error::CheckpointError;
use super::folder::{FINAL_GAMES, FINALISTS, Folder};
use super::log::{self, Columns, Contents, Log, Row};
use crate::game::{GameResult, Stream};
use crate::heuristic::{HeuristicKind, Weights};
use crate::player::PlayerSettings;

/// Weights that play after the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Finalist {
    /// Where the weights come from, in words.
    pub origin: String,
    /// How moves are chosen, as JSON.
    pub player: String,
    /// What a board is worth.
    pub weights: Weights,
}

impl Finalist {
    /// Weights from somewhere, to be played with by a player.
    pub fn new(origin: &str, player: &PlayerSettings, weights: Weights) -> Self {
        Self {
            origin: origin.to_owned(),
            player: serde_json::to_string(player).expect("a player has a JSON form"),
            weights,
        }
    }

    /// Whether both play the same games.
    fn plays_as(&self, other: &Self) -> bool {
        self.player == other.player && self.weights == other.weights
    }
}

/// A game of a finalist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalGame {
    /// What it was played for.
    pub stream: Stream,
    /// Its place in the stream, from 0.
    pub game: u64,
    /// Who played it: the finalist's place in the list, from 0.
    pub finalist: usize,
    /// What came out.
    pub result: GameResult,
}

/// Finalists and their games, read from a campaign's folder.
#[derive(Clone, Debug, Default)]
struct Contestants {
    finalists: Vec<Finalist>,
    games: HashMap<(Stream, u64, usize), GameResult>,
}

/// Finalists and their games, open for appending.
#[derive(Debug)]
pub struct Finals {
    finalist_log: Log,
    game_log: Log,
    known: Contestants,
}

fn finalist_columns(heuristic: &HeuristicKind) -> Columns {
    let mut fixed = ["finalist", "origin", "player"].map(str::to_owned).to_vec();
    let weights = heuristic.weights().iter();
    fixed.extend(weights.map(|weight| format!("weight.{}", weight.name)));
    Columns {
        fixed,
        times: Vec::new(),
    }
}

fn game_columns() -> Columns {
    let names = [
        "stream",
        "game",
        "finalist",
        "score",
        "largest_tile",
        "moves",
        "nodes",
    ];
    Columns {
        fixed: names.map(str::to_owned).into(),
        times: Vec::new(),
    }
}

/// The streams that are played after the search, by their names.
const STREAMS: [(&str, Stream); 2] = [
    ("selection", Stream::Selection),
    ("validation", Stream::Validation),
];

impl FinalGame {
    fn to_row(self) -> Row {
        let stream = STREAMS.iter().find(|(_, stream)| *stream == self.stream);
        let (stream, _) = stream.expect("the search's games are in trials.csv");
        let result = self.result;
        Row {
            fixed: vec![
                (*stream).to_owned(),
                self.game.to_string(),
                self.finalist.to_string(),
                result.score.to_string(),
                result.largest_tile.to_string(),
                result.moves.to_string(),
                result.nodes.to_string(),
            ],
            times: Vec::new(),
        }
    }

    fn from_row(row: &Row) -> Result<Self, String> {
        let name = &row.fixed[0];
        let stream = STREAMS.iter().find(|(stream, _)| stream == name);
        let (_, stream) = stream.ok_or_else(|| {
            format!("stream: found {name:?}, expected \"selection\" or \"validation\"")
        })?;
        Ok(Self {
            stream: *stream,
            game: number(row, 1)?,
            finalist: number(row, 2)?,
            result: GameResult {
                score: number(row, 3)?,
                largest_tile: number(row, 4)?,
                moves: number(row, 5)?,
                nodes: number(row, 6)?,
            },
        })
    }
}

fn number<T: std::str::FromStr>(row: &Row, field: usize) -> Result<T, String> {
    let text = &row.fixed[field];
    text.parse()
        .map_err(|_| format!("found {text:?}, expected a number"))
}

impl Finalist {
    fn to_row(&self, number: usize) -> Row {
        let mut fixed = vec![number.to_string(), self.origin.clone(), self.player.clone()];
        fixed.extend(self.weights.values.iter().map(f64::to_string));
        Row {
            fixed,
            times: Vec::new(),
        }
    }

    fn from_row(row: &Row, expected: usize, heuristic: &HeuristicKind) -> Result<Self, String> {
        let found: usize = number(row, 0)?;
        if found != expected {
            return Err(format!("finalist: found {found}, expected {expected}"));
        }
        let values = (3..row.fixed.len()).map(|field| number(row, field));
        Ok(Self {
            origin: row.fixed[1].clone(),
            player: row.fixed[2].clone(),
            weights: Weights {
                heuristic: heuristic.clone(),
                values: values.collect::<Result<_, _>>()?,
            },
        })
    }
}

impl Contestants {
    fn parse(
        folder: &Folder,
        heuristic: &HeuristicKind,
        finalists: &Contents,
        games: &Contents,
    ) -> Result<Self, CheckpointError> {
        let mut known = Self::default();
        for (index, row) in finalists.rows.iter().enumerate() {
            let finalist = Finalist::from_row(row, index, heuristic).map_err(|problem| {
                CheckpointError::damaged(&folder.file(FINALISTS), index + 2, problem)
            })?;
            known.finalists.push(finalist);
        }
        for (index, row) in games.rows.iter().enumerate() {
            let added = FinalGame::from_row(row).and_then(|game| known.add(&game));
            added.map_err(|problem| {
                CheckpointError::damaged(&folder.file(FINAL_GAMES), index + 2, problem)
            })?;
        }
        Ok(known)
    }

    fn add(&mut self, game: &FinalGame) -> Result<(), String> {
        let (number, count) = (game.finalist, self.finalists.len());
        if number >= count {
            return Err(format!(
                "finalist: found {number}, expected one of the {count} in {FINALISTS}"
            ));
        }
        let key = (game.stream, game.game, game.finalist);
        match self.games.insert(key, game.result) {
            None => Ok(()),
            Some(_) => Err(format!(
                "game {} of finalist {number} stands here twice",
                game.game
            )),
        }
    }
}

impl Finals {
    /// Opens or makes the files.
    ///
    /// # Errors
    /// If a file cannot be opened, is held by another process, or is damaged.
    pub fn open(folder: &Folder, heuristic: &HeuristicKind) -> Result<Self, CheckpointError> {
        let (finalist_log, finalists) =
            Log::open(&folder.file(FINALISTS), finalist_columns(heuristic))?;
        let (game_log, games) = Log::open(&folder.file(FINAL_GAMES), game_columns())?;
        Ok(Self {
            finalist_log,
            game_log,
            known: Contestants::parse(folder, heuristic, &finalists, &games)?,
        })
    }

    /// The finalists of a campaign, without holding the file; none if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read_finalists(
        folder: &Folder,
        heuristic: &HeuristicKind,
    ) -> Result<Vec<Finalist>, CheckpointError> {
        let path = folder.file(FINALISTS);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let finalists = log::read(&path, &finalist_columns(heuristic))?;
        let known = Contestants::parse(folder, heuristic, &finalists, &Contents::default())?;
        Ok(known.finalists)
    }

    /// The finalists of a campaign and all of their games in the order of stream, game
    /// and finalist, without holding the files; none where there are none.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn read(
        folder: &Folder,
        heuristic: &HeuristicKind,
    ) -> Result<(Vec<Finalist>, Vec<FinalGame>), CheckpointError> {
        let contents = |name, columns: &Columns| match folder.file(name) {
            path if path.exists() => log::read(&path, columns),
            _ => Ok(Contents::default()),
        };
        // First: a finalist is on the disk before its games.
        let games = contents(FINAL_GAMES, &game_columns())?;
        let finalists = contents(FINALISTS, &finalist_columns(heuristic))?;
        let known = Contestants::parse(folder, heuristic, &finalists, &games)?;
        let game = |((stream, game, finalist), result)| FinalGame {
            stream,
            game,
            finalist,
            result,
        };
        let mut games: Vec<FinalGame> = known.games.into_iter().map(game).collect();
        games.sort_by_key(|game| (game.stream as u8, game.game, game.finalist));
        Ok((known.finalists, games))
    }

    /// The place of a finalist in the list; it is added if it is new.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn place(&mut self, finalist: &Finalist) -> Result<usize, CheckpointError> {
        let mut known = self.known.finalists.iter();
        if let Some(place) = known.position(|other| other.plays_as(finalist)) {
            return Ok(place);
        }
        let place = self.known.finalists.len();
        self.finalist_log.append(&finalist.to_row(place))?;
        self.known.finalists.push(finalist.clone());
        Ok(place)
    }

    /// The finalist at a place.
    ///
    /// # Panics
    /// If there is none.
    pub fn finalist(&self, place: usize) -> &Finalist {
        &self.known.finalists[place]
    }

    /// What is recorded of a game.
    pub fn game(&self, stream: Stream, game: u64, finalist: usize) -> Option<GameResult> {
        self.known.games.get(&(stream, game, finalist)).copied()
    }

    /// Whether any game of a stream is recorded.
    pub fn has_games(&self, stream: Stream) -> bool {
        self.known
            .games
            .keys()
            .any(|(other, _, _)| *other == stream)
    }

    /// Appends games and waits until they are on the disk.
    ///
    /// # Errors
    /// If the system cannot write them.
    ///
    /// # Panics
    /// If a game is recorded already, or its finalist is not.
    pub fn append(&mut self, games: &[FinalGame]) -> Result<(), CheckpointError> {
        let rows: Vec<Row> = games.iter().map(|game| game.to_row()).collect();
        self.game_log.append_all(&rows)?;
        for game in games {
            self.known.add(game).expect("games are played once");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::Preset;

    fn folder() -> (tempfile::TempDir, Folder) {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        (path, folder)
    }

    fn finalist(name: &str) -> Finalist {
        let weights = Preset::find(name).unwrap().weights();
        Finalist::new(
            "a, \"quoted\" origin",
            &PlayerSettings::default(),
            weights.with("empty", 1.0 / 3.0),
        )
    }

    fn game(game: u64, finalist: usize) -> FinalGame {
        FinalGame {
            stream: Stream::Validation,
            game,
            finalist,
            result: GameResult {
                score: u64::MAX,
                largest_tile: 65_536,
                moves: 7,
                nodes: 1,
            },
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (_path, folder) = folder();
        let kind = &finalist("2014").weights.heuristic;
        let mut finals = Finals::open(&folder, kind).unwrap();
        assert_eq!(finals.place(&finalist("2014")).unwrap(), 0);
        assert_eq!(finals.place(&finalist("2014-simple")).unwrap(), 1);
        finals.append(&[game(3, 0), game(3, 1)]).unwrap();
        drop(finals);
        let mut finals = Finals::open(&folder, kind).unwrap();
        assert_eq!(finals.finalist(1), &finalist("2014-simple"));
        assert_eq!(finals.place(&finalist("2014")).unwrap(), 0);
        assert_eq!(
            finals.game(Stream::Validation, 3, 1),
            Some(game(3, 1).result)
        );
        assert_eq!(finals.game(Stream::Selection, 3, 1), None);
        assert_eq!(Finals::read_finalists(&folder, kind).unwrap().len(), 2);
    }

    #[test]
    fn rows_that_contradict_others_are_told() {
        let (_path, folder) = folder();
        let kind = &finalist("2014").weights.heuristic;
        let mut finals = Finals::open(&folder, kind).unwrap();
        finals.place(&finalist("2014")).unwrap();
        for (rows, expected) in [
            (
                [game(0, 0), game(0, 0)],
                "line 3: game 0 of finalist 0 stands",
            ),
            ([game(0, 0), game(0, 1)], "line 3: finalist: found 1"),
        ] {
            let _ = std::fs::remove_file(folder.file(FINAL_GAMES));
            let (mut log, _) = Log::open(&folder.file(FINAL_GAMES), game_columns()).unwrap();
            log.append_all(&rows.map(FinalGame::to_row)).unwrap();
            drop(log);
            let known = log::read(&folder.file(FINALISTS), &finalist_columns(kind)).unwrap();
            let games = log::read(&folder.file(FINAL_GAMES), &game_columns()).unwrap();
            let error = Contestants::parse(&folder, kind, &known, &games).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
