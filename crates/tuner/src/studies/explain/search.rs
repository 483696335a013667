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
            (after != board).then(|| self.of_afterstate(after, depth, 1.0).1)
        }))
    }

    /// Returns the value of an afterstate and the terms that add up to it; `probability` is that of
    /// reaching the afterstate.
    fn of_afterstate(&self, after: Board, depth: u32, probability: f32) -> (f64, Vec<f64>) {
        if self.is_leaf(depth, probability) {
            return (self.tables.static_value(after), self.of_board(after));
        }
        let cells = after.empty_cells();
        let is_last = self.is_leaf(depth - 1, probability * (0.9 / cells as f32));
        let depth = if is_last { 1 } else { depth };
        let (mut value, mut terms) = (0.0, vec![0.0; self.names.len()]);
        for cell in (0..16).filter(|&cell| after.rank(cell) == 0) {
            for (rank, chance) in [(1, 0.9), (2, 0.1)] {
                let board = Board(after.0 | rank << (4 * cell));
                let share = chance / f64::from(cells);
                let below = probability * (chance as f32 / cells as f32);
                let (of_board, own) = self.of_best(board, depth - 1, below);
                value += share * of_board;
                terms.iter_mut().zip(own).for_each(|(sum, term)| *sum += share * term);
            }
        }
        (value, terms)
    }

    fn is_leaf(&self, depth: u32, probability: f32) -> bool {
        depth == 0 || probability < self.probability_cut
    }

    /// Returns the value of the best move on a board and the terms that add up to it.
    fn of_best(&self, board: Board, depth: u32, probability: f32) -> (f64, Vec<f64>) {
        let moved = Move::ALL.map(|direction| MoveTables::get().apply(board, direction));
        let afters = moved.into_iter().filter(|after| *after != board);
        let best = if self.is_leaf(depth, probability) {
            // Among leaves, only the terms of the best one are computed.
            let best = highest(afters.map(|after| (self.tables.static_value(after), after)));
            best.map(|(value, after)| (value, self.of_board(after)))
        } else {
            highest(afters.map(|after| self.of_afterstate(after, depth, probability)))
        };
        best.unwrap_or_else(|| self.of_dead(board))
    }

    fn of_dead(&self, board: Board) -> (f64, Vec<f64>) {
        let Some(TerminalValue::Number(value)) = self.settings.map(|settings| settings.dead_value)
        else {
            return (self.tables.static_value(board), self.of_board(board));
        };
        let mut terms = vec![0.0; self.names.len()];
        if let Some(dead) = terms.get_mut(self.terms.names().len()) {
            *dead = value;
        }
        (value, terms)
    }
}

/// Returns the pair with the highest value, the first of equal ones.
fn highest<T>(pairs: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    pairs.reduce(|best, next| if next.0 > best.0 { next } else { best })
}
