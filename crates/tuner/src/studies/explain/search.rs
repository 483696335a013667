//! Decomposition of the value of a move into the terms of the heuristic.
//!
//! Expectimax adds up values of boards weighted by probabilities. The part of a
//! term in the value of a move is the same sum over the term's part of those
//! values. The search is the one of [`Expectimax`](tune2048_engine::player::Expectimax)
//! with its cuts, but without its optimizations.

use tune2048_engine::game::{Board, Move, MoveTables};
use tune2048_engine::heuristic::terms::BoardTerms;
use tune2048_engine::heuristic::{Tables, Weights};
use tune2048_engine::player::{ExpectimaxSettings, PlayerSettings, TerminalValue};

/// The largest depth that is decomposed: deeper searches would take minutes.
const MAX_DEPTH: u32 = 3;

/// The name of the term for positions without a legal move, if their value is a number other than 0.
const DEAD: &str = "dead-boards";

/// A search that keeps the terms of a heuristic apart.
#[derive(Debug)]
pub struct TermSearch {
    terms: BoardTerms,
    /// The names of the terms.
    pub names: Vec<String>,
    pub(super) tables: Tables,
    /// The settings of an expectimax player; `None` for other players, whose values are not weighted sums.
    settings: Option<ExpectimaxSettings>,
    probability_cut: f32,
}

impl TermSearch {
    /// Creates the search of a player with some weights.
    pub fn new(weights: &Weights, player: &PlayerSettings) -> Self {
        let terms = BoardTerms::new(weights);
        let mut names = terms.names().to_vec();
        let settings = match player {
            PlayerSettings::Expectimax(settings) => Some(*settings),
            _ => None,
        };
        let is_number = |dead| matches!(dead, TerminalValue::Number(value) if value != 0.0);
        if settings.is_some_and(|settings| is_number(settings.dead_value)) {
            names.push(DEAD.to_owned());
        }
        let tables = Tables::new(weights);
        let probability_cut = settings.map_or(0.0, |settings| settings.probability_cut as f32);
        Self { terms, names, tables, settings, probability_cut }
    }

    /// Returns the terms of a board without a search.
    pub fn of_board(&self, board: Board) -> Vec<f64> {
        let mut terms = self.terms.of(board);
        terms.resize(self.names.len(), 0.0);
        terms
    }

    /// Returns the terms that add up to the value of each move, in the order of
    /// [`TermSearch::names`]; `None` for an illegal move. Moves are in the order of
    /// [`Move::ALL`]. The whole result is `None` for a player other than
    /// expectimax, and for a depth above 3 or one that is not known before the search.
    pub fn moves(&self, board: Board) -> Option<[Option<Vec<f64>>; 4]> {
        let settings = self.settings?;
        let depth = settings.depth.of(board).filter(|&depth| depth <= MAX_DEPTH)?;
        Some(Move::ALL.map(|direction| {
            let after = MoveTables::get().apply(board, direction);
            (after != board).then(|| {
                let mut terms = vec![0.0; self.names.len()];
                self.add(after, depth, 1.0, 1.0, &mut terms);
                terms
            })
        }))
    }

    /// Adds the terms of an afterstate, multiplied by `times`, and returns its
    /// value; `probability` is that of reaching the afterstate.
    fn add(
        &self,
        after: Board,
        depth: u32,
        probability: f32,
        times: f64,
        terms: &mut [f64],
    ) -> f64 {
        if self.is_leaf(depth, probability) {
            self.add_board(after, times, terms);
            return self.tables.static_value(after);
        }
        let cells = after.empty_cells();
        let is_last = self.is_leaf(depth - 1, probability * (0.9 / cells as f32));
        let depth = if is_last { 1 } else { depth };
        let mut value = 0.0;
        for cell in (0..16).filter(|&cell| after.rank(cell) == 0) {
            for (rank, chance) in [(1, 0.9), (2, 0.1)] {
                let board = Board(after.0 | rank << (4 * cell));
                let share = chance / f64::from(cells);
                let below = probability * (chance as f32 / cells as f32);
                value += share * self.add_best(board, depth - 1, below, times * share, terms);
            }
        }
        value
    }

    fn is_leaf(&self, depth: u32, probability: f32) -> bool {
        depth == 0 || probability < self.probability_cut
    }

    /// Adds the terms of the best move on a board, multiplied by `times`, and returns its value.
    fn add_best(
        &self,
        board: Board,
        depth: u32,
        probability: f32,
        times: f64,
        terms: &mut [f64],
    ) -> f64 {
        let is_leaf = self.is_leaf(depth, probability);
        let mut best: Option<(f64, Vec<f64>, Board)> = None;
        for direction in Move::ALL {
            let after = MoveTables::get().apply(board, direction);
            if after == board {
                continue;
            }
            // Among leaves, only the terms of the best one are computed.
            let mut own = vec![0.0; if is_leaf { 0 } else { terms.len() }];
            let value = if is_leaf {
                self.tables.static_value(after)
            } else {
                self.add(after, depth, probability, times, &mut own)
            };
            if best.as_ref().is_none_or(|(highest, ..)| value > *highest) {
                best = Some((value, own, after));
            }
        }
        let Some((value, own, after)) = best else { return self.add_dead(board, times, terms) };
        if is_leaf {
            self.add_board(after, times, terms);
        }
        for (sum, own) in terms.iter_mut().zip(own) {
            *sum += own;
        }
        value
    }

    fn add_board(&self, board: Board, times: f64, terms: &mut [f64]) {
        for (sum, term) in terms.iter_mut().zip(self.terms.of(board)) {
            *sum += times * term;
        }
    }

    fn add_dead(&self, board: Board, times: f64, terms: &mut [f64]) -> f64 {
        match self.settings.map(|settings| settings.dead_value) {
            Some(TerminalValue::Number(value)) => {
                if let Some(dead) = terms.get_mut(self.terms.names().len()) {
                    *dead += times * value;
                }
                value
            }
            _ => {
                self.add_board(board, times, terms);
                self.tables.static_value(board)
            }
        }
    }
}
