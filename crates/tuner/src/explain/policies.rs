//! What two players say of boards.

use rayon::prelude::*;

use super::search::TermSearch;
use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{Board, Move};
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{self, AnalysingPlayer, PlayerSettings};

/// Weights and the search that plays with them.
#[derive(Debug)]
pub struct Policy {
    heuristic: HeuristicKind,
    settings: PlayerSettings,
    tables: Tables,
    search: TermSearch,
}

impl Policy {
    /// Builds all tables.
    pub fn new(weights: &Weights, settings: &PlayerSettings) -> Self {
        Self {
            heuristic: weights.heuristic.clone(),
            settings: *settings,
            tables: Tables::new(weights),
            search: TermSearch::new(weights, settings),
        }
    }

    /// A player of its own.
    pub fn player(&self) -> Box<dyn AnalysingPlayer + '_> {
        player::build(&self.settings, &self.tables)
    }

    /// The terms of boards and moves.
    pub fn terms(&self) -> &TermSearch {
        &self.search
    }

    /// Whether terms of one name are the same thing to both.
    pub fn is_comparable(&self, other: &Self) -> bool {
        match (&self.heuristic, &other.heuristic) {
            (HeuristicKind::None, _) | (_, HeuristicKind::None) => false,
            (HeuristicKind::Expressions(a), HeuristicKind::Expressions(b)) => {
                a.terms().iter().all(|term| {
                    let named = b.terms().iter().find(|other| other.name() == term.name());
                    named.is_none_or(|other| other.text() == term.text())
                })
            }
            (a, b) => a.name() == b.name(),
        }
    }
}

/// What both say of a board; the first player's part first.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveComparison {
    /// What each move is worth, in the order of [`Move::ALL`], `None` where it is illegal.
    pub values: [[Option<f64>; 4]; 2],
    /// What they play.
    pub moves: [Move; 2],
    /// The terms of the board as it stands.
    pub terms: [Vec<f64>; 2],
    /// What each term adds to a player's own move more than to the other's
    /// move; `None` where they play the same, or where a search is not taken apart.
    pub pulls: [Option<Vec<f64>>; 2],
}

impl MoveComparison {
    /// Whether both play the same.
    pub fn agree(&self) -> bool {
        self.moves[0] == self.moves[1]
    }

    /// How much less a legal move is worth to a player than its own.
    pub fn cost(&self, player: usize, direction: Move) -> Option<f64> {
        let values = &self.values[player];
        let own = values[self.moves[player] as usize]?;
        values[direction as usize].map(|value| own - value)
    }

    /// What the other's move costs a player.
    pub fn cost_of_other(&self, player: usize) -> f64 {
        let cost = self.cost(player, self.moves[1 - player]);
        cost.unwrap_or_default()
    }

    /// What costs of a player on this board are shares of: its spread, or the
    /// usual one of the stage if that is larger; 0 where all moves are alike.
    pub fn scale(&self, player: usize, usual_spread: f64) -> f64 {
        self.spread(player).max(usual_spread)
    }

    /// What separates a player's best legal move from its worst.
    pub fn spread(&self, player: usize) -> f64 {
        let legal = || self.values[player].iter().copied().flatten();
        legal().fold(f64::NEG_INFINITY, f64::max) - legal().fold(f64::INFINITY, f64::min)
    }
}

/// Asks both players about boards on which a move is legal.
///
/// # Errors
/// [`EvaluateError::Interrupted`] if the monitor asks for an early end.
///
/// # Panics
/// If no move is legal on a board.
pub fn judge(
    policies: [&Policy; 2],
    boards: &[Board],
    pool: &rayon::ThreadPool,
    monitor: &Monitor,
) -> Result<Vec<MoveComparison>, EvaluateError> {
    pool.install(|| {
        let boards = boards.par_iter();
        boards
            .map_init(
                || policies.map(Policy::player),
                |players, &board| {
                    if monitor.stop_requested() {
                        return Err(EvaluateError::Interrupted);
                    }
                    Ok(of_board(policies, players, board))
                },
            )
            .collect()
    })
}

fn of_board(
    policies: [&Policy; 2],
    players: &mut [Box<dyn AnalysingPlayer + '_>; 2],
    board: Board,
) -> MoveComparison {
    let [a, b] = players;
    let values = [a.move_values(board), b.move_values(board)];
    let moves = values.map(|values| player::first_best(values).expect("a move is legal"));
    let pull = |player: usize| {
        if moves[0] == moves[1] {
            return None;
        }
        let of_moves = policies[player].terms().moves(board)?;
        let of = |direction: Move| of_moves[direction as usize].as_ref();
        let (own, other) = (of(moves[player])?, of(moves[1 - player])?);
        let pairs = own.terms.iter().zip(&other.terms);
        Some(pairs.map(|(own, other)| own - other).collect())
    };
    MoveComparison {
        values,
        moves,
        terms: policies.map(|policy| policy.terms().of_board(board)),
        pulls: [pull(0), pull(1)],
    }
}
