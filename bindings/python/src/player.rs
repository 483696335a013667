//! A player: the moves that weights choose.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use tune2048_engine::game::{Board, Move, Player};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player;

use crate::board::read_board;
use crate::failure::Failure;
use crate::weights::PyWeights;

/// A player whose moves depend on the board only.
///
/// ``weights`` and the keywords are those of Weights. Boards are Boards, or what Boards are made of.
#[pyclass(name = "Player", module = "tune2048", frozen)]
pub(crate) struct PyPlayer {
    #[pyo3(get)]
    weights: Py<PyWeights>,
    settings: player::PlayerSettings,
    tables: Tables,
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (weights, *, depth = None, budget = None, player = None))]
    fn new(
        weights: &Bound<'_, PyAny>,
        depth: Option<&Bound<'_, PyAny>>,
        budget: Option<i128>,
        player: Option<&Bound<'_, PyMapping>>,
    ) -> PyResult<Self> {
        let py = weights.py();
        let weights = PyWeights::new(weights, depth, budget, player)?;
        let player = weights.file.board_player(&weights.name).map_err(Failure::bad_input)?;
        Ok(Self {
            tables: py.detach(|| Tables::new(&player.weights)),
            settings: player.settings,
            weights: Py::new(py, weights)?,
        })
    }

    /// The move that the player makes, or None where no move is legal.
    fn best_move(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let found = read_board(board)?;
        Ok(board.py().detach(|| self.start().choose(found)).map(Move::name))
    }

    /// The value of each legal move.
    fn move_values<'py>(&self, board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let found = read_board(board)?;
        let values = board.py().detach(|| self.start().move_values(found));
        let by_name = PyDict::new(board.py());
        for (direction, value) in Move::ALL.into_iter().zip(values) {
            if let Some(value) = value {
                by_name.set_item(direction.name(), value)?;
            }
        }
        Ok(by_name)
    }

    /// The heuristic's value of a board, without a search; None for a player without a heuristic.
    fn value(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let board: Board = read_board(board)?;
        Ok(self.settings.uses_heuristic().then(|| self.tables.static_value(board)))
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (Py<PyWeights>,)) {
        (py.get_type::<Self>().into_any().unbind(), (self.weights.clone_ref(py),))
    }

    fn __repr__(&self) -> String {
        format!("<Player: {}>", self.settings)
    }
}

impl PyPlayer {
    /// A new player: what a search remembers of earlier boards changes nothing.
    fn start(&self) -> Box<dyn Player + '_> {
        player::build(&self.settings, &self.tables)
    }
}
