//! Boards, and games in progress.

use pyo3::prelude::*;
use pyo3::types::PyString;
use tune2048_engine::game::{Board, GameSeed, Move, MoveTables, Session, Stream};
use tune2048_tuner::words::counted;

use crate::failure::{Failure, Result};
use crate::number;

/// A position of 2048: sixteen tiles.
///
/// ``Board("a874764254314320")`` reads sixteen hexadecimal ranks in reading order: a rank is the
/// binary logarithm of a tile, and 0 is an empty cell. Tiles are read from a text such as
/// ``"1024 256 128 16 / …"`` and from lists or arrays of sixteen numbers, flat or in four rows.
#[pyclass(name = "Board", module = "tune2048", frozen, eq, hash)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

#[pymethods]
impl PyBoard {
    #[new]
    fn new(board: &Bound<'_, PyAny>) -> Result<Self> {
        read_board(board).map(Self)
    }

    /// The four rows of tiles, 0 for an empty cell.
    #[getter]
    fn tiles(&self) -> [[u32; 4]; 4] {
        let ranks = self.0.ranks().map(|rank: u8| if rank == 0 { 0 } else { 1 << rank });
        std::array::from_fn(|row| std::array::from_fn(|column| ranks[4 * row + column]))
    }

    /// The sixteen ranks in reading order.
    #[getter]
    fn ranks(&self) -> Vec<u32> {
        self.0.ranks().into_iter().map(u32::from).collect()
    }

    /// The number of empty cells.
    #[getter]
    fn empty_cells(&self) -> u32 {
        self.0.empty_cells()
    }

    /// The legal moves in the order that breaks ties: up, down, left, right.
    fn legal_moves(&self) -> Vec<&'static str> {
        let legal = Move::ALL.into_iter().filter(|&direction| self.slid(direction).is_some());
        legal.map(Move::name).collect()
    }

    /// Returns the board after a move, before the spawn, and the points of the move.
    ///
    /// Raises BadInputError if the move is illegal.
    fn after(&self, direction: &str) -> Result<(Self, u32)> {
        let direction = read_move(direction)?;
        self.slid(direction).ok_or_else(|| {
            let legal = self.legal_moves().join(", ");
            let expected = format!("a legal move on {}: {legal}", self.0);
            Failure::unlike("direction", format!("{:?}", direction.name()), &expected)
        })
    }

    /// Returns every board that a spawn can make of this one, with its probability.
    fn spawns(&self) -> Vec<(f64, Self)> {
        let each = 1.0 / f64::from(self.0.empty_cells());
        let empty = (0..16).filter(|&cell| self.0.rank(cell) == 0);
        let boards = empty.flat_map(|cell| {
            [(0.9, 1_u64), (0.1, 2)]
                .map(|(share, rank)| (share * each, Self(Board(self.0.0 | rank << (4 * cell)))))
        });
        boards.collect()
    }

    fn __str__(&self) -> String {
        let cell = |tile: u32| if tile == 0 { ".".to_owned() } else { tile.to_string() };
        let row = |row: [u32; 4]| row.map(|tile| format!("{:>6}", cell(tile))).concat();
        self.tiles().map(row).join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn _repr_html_(&self) -> String {
        format!("<pre>{}</pre>", self.__str__())
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String,)) {
        (py.get_type::<Self>().into_any().unbind(), (self.0.to_string(),))
    }
}

impl PyBoard {
    fn slid(&self, direction: Move) -> Option<(Self, u32)> {
        let tables = MoveTables::get();
        let after = tables.apply(self.0, direction);
        (after != self.0).then(|| (Self(after), tables.points(self.0, direction)))
    }
}

/// Reads a move by its name.
fn read_move(name: &str) -> Result<Move> {
    let found = Move::ALL.into_iter().find(|direction| direction.name() == name);
    found.ok_or_else(|| {
        let expected = format!("one of {}", Move::ALL.map(Move::name).join(", "));
        Failure::unlike("direction", format!("{name:?}"), &expected)
    })
}

/// What boards are read from.
const BOARDS: &str =
    "a Board, a text of sixteen ranks or tiles, or sixteen tiles in a list or in four rows";

/// Reads a board from a board, a text, or tiles in lists or arrays.
pub(crate) fn read_board(board: &Bound<'_, PyAny>) -> Result<Board> {
    if let Ok(board) = board.cast::<PyBoard>() {
        return Ok(board.get().0);
    }
    if let Ok(text) = board.cast::<PyString>() {
        return Ok(text.to_cow()?.parse::<Board>()?);
    }
    let mut tiles = Vec::new();
    let Ok(rows) = board.try_iter() else {
        return Err(Failure::wrong_type("board", board, BOARDS));
    };
    for row in rows {
        let row = row?;
        match row.try_iter() {
            Ok(cells) => tiles.extend(cells.collect::<PyResult<Vec<_>>>()?),
            Err(_) => tiles.push(row),
        }
    }
    let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    Ok(Board::from_tiles(&tiles)?)
}

/// A game in progress, for players of your own.
///
/// ``Game(seed, game)`` is the game number ``game`` of ``evaluate`` with this seed: the same spawns
/// follow the same number of moves.
#[pyclass(name = "Game", module = "tune2048")]
pub(crate) struct PyGame(Session);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (seed = 1, game = 0))]
    fn new(seed: i128, game: i128) -> Result<Self> {
        let (seed, game) = (number::natural("seed", seed)?, number::natural("game", game)?);
        Ok(Self(Session::new(GameSeed::new(seed, Stream::Evaluation, game))))
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board())
    }

    /// The points so far.
    #[getter]
    fn score(&self) -> u64 {
        self.0.score()
    }

    /// The number of moves so far.
    #[getter]
    fn moves(&self) -> u32 {
        self.0.moves()
    }

    /// The largest tile so far; 65536 for every tile beyond 32768.
    #[getter]
    fn largest_tile(&self) -> u32 {
        self.0.largest_tile()
    }

    /// Makes a move and the spawn after it, and returns the new board.
    ///
    /// Raises BadInputError if the move is illegal.
    fn play(&mut self, direction: &str) -> Result<PyBoard> {
        self.board().after(direction)?;
        self.0.make(read_move(direction)?);
        Ok(self.board())
    }

    fn __repr__(&self) -> String {
        let (board, score) = (self.0.board(), self.0.score());
        format!("<Game: board {board}, score {score}, {}>", counted(self.0.moves(), "move"))
    }
}
